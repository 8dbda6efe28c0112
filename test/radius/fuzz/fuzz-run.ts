import { createHash } from 'node:crypto';
import { createSocket, type Socket } from 'node:dgram';
import type { CoaLine } from './coa-line.ts';
import type { Talk } from './eap.ts';
import { Fuzzer, type User } from './fuzzer.ts';

export interface Target {
  readonly auth: number;
  readonly acct: number;
  readonly secret: string;
  readonly users: readonly User[];
  /** The CoA port of the NAS. */
  readonly coa: CoaLine;
  /** A user whose log-in is accepted; sent in between, to know that everything before it was received. */
  readonly witness: { readonly username: string; readonly password: string };
}

export interface FuzzRun {
  readonly seed: number;
  readonly packets: number;
  readonly authenticShare: number;
  readonly onProgress?: (sent: number) => Promise<void>;
}

export interface Outcome {
  /** Without the witness's. */
  readonly sent: number;
  readonly authentic: number;
  /** Answers to authentic ones. */
  readonly answers: number;
  /** Answers to no authentic request: there must be none. */
  readonly wrong: number;
}

/** As many packets as the smallest receive buffer holds. */
const BURST_PACKETS = 100;
const WITNESS_MS = 10_000;
/** Requests of one identifier that may still be answered. */
const REMEMBERED = 200;

/** Sends fuzz to a server and checks that it answers only authentic requests and keeps working. */
export async function runFuzz(target: Target, run: FuzzRun): Promise<Outcome> {
  const fuzzer = new Fuzzer(run.seed, target.secret, target.users);
  target.coa.begin(target.secret);
  const [sender, witness] = [await openSocket(), await openSocket()];
  const open = new Map<number, Buffer[]>();
  let authentic = 0;
  let answers = 0;
  let wrong = 0;
  sender.on('message', (answer) => {
    const of = open.get(answer[1] ?? 0) ?? [];
    if (of.some((authenticator) => answersTo(answer, authenticator, target.secret))) answers += 1;
    else wrong += 1;
  });
  for (let sent = 0; sent < run.packets; ) {
    for (let left = Math.min(BURST_PACKETS, run.packets - sent); left > 0; left--, sent++) {
      const packet = fuzzer.next(run.authenticShare);
      if (packet.authentic) {
        authentic += 1;
        if (packet.to === 'acct') target.coa.saw(packet.bytes);
        const identifier = packet.bytes[1] ?? 0;
        const of = open.get(identifier) ?? [];
        of.push(Buffer.from(packet.bytes.subarray(4, 20)));
        if (of.length > REMEMBERED) of.shift();
        open.set(identifier, of);
      }
      sender.send(packet.bytes, packet.to === 'auth' ? target.auth : target.acct, '127.0.0.1');
    }
    await accepted(witness, target, fuzzer);
    const talk = await begun(witness, target, fuzzer);
    // Every other conversation goes on with TLS.
    fuzzer.goOn(sent % (2 * BURST_PACKETS) === 0 ? await withTls(witness, target, fuzzer, talk) : talk);
    await run.onProgress?.(sent);
  }
  sender.close();
  witness.close();
  return { sent: run.packets, authentic, answers, wrong };
}

/** @throws if the witness is not accepted */
async function accepted(socket: Socket, { auth, secret, witness }: Target, fuzzer: Fuzzer): Promise<void> {
  const bytes = await ask(socket, { auth, secret }, fuzzer.login(witness.username, witness.password));
  if (bytes[0] !== 2) throw new Error('the witness was not accepted');
}

/** Begins an EAP conversation for the fuzzer to corrupt. @throws if it does not begin */
async function begun(socket: Socket, { auth, secret, witness }: Target, fuzzer: Fuzzer): Promise<Talk> {
  const bytes = await ask(socket, { auth, secret }, fuzzer.hello(witness.username));
  if (bytes[0] !== 11) throw new Error('the witness was not asked');
  return talkOf(bytes, witness.username);
}

function talkOf(challenge: Buffer, username: string): Talk {
  return { username, identifier: firstOf(challenge, 79)[1] ?? 0, state: firstOf(challenge, 24) };
}

/** The conversation where the server waits for a ClientHello; as it was if it has no TLS or too many of them. */
async function withTls(socket: Socket, { auth, secret }: Target, fuzzer: Fuzzer, talk: Talk): Promise<Talk> {
  const bytes = await ask(socket, { auth, secret }, fuzzer.wishForTls(talk));
  return bytes[0] === 11 ? talkOf(bytes, talk.username) : talk;
}

/** @throws if there is no answer, or a forged one */
async function ask(
  socket: Socket,
  { auth, secret }: Pick<Target, 'auth' | 'secret'>,
  request: Buffer,
): Promise<Buffer> {
  let timer: NodeJS.Timeout | undefined;
  const answer = new Promise<Buffer>((resolve, reject) => {
    timer = setTimeout(() => reject(new Error('the witness got no answer')), WITNESS_MS);
    socket.once('message', resolve);
  });
  socket.send(request, auth, '127.0.0.1');
  const bytes = await answer.finally(() => clearTimeout(timer));
  if (!answersTo(bytes, request.subarray(4, 20), secret)) throw new Error('the witness got a forged answer');
  return bytes;
}

/** The first attribute of this type. */
function firstOf(packet: Buffer, type: number): Buffer {
  for (let at = 20; at < packet.length; at += packet[at + 1] ?? 0) {
    if (packet[at] === type) return packet.subarray(at + 2, at + (packet[at + 1] ?? 0));
  }
  throw new Error(`no attribute ${type}`);
}

function answersTo(answer: Buffer, authenticator: Buffer, secret: string): boolean {
  const hash = createHash('md5').update(answer.subarray(0, 4)).update(authenticator).update(answer.subarray(20));
  return hash.update(secret).digest().equals(answer.subarray(4, 20));
}

async function openSocket(): Promise<Socket> {
  const socket = createSocket({ type: 'udp4', recvBufferSize: 1024 * 1024 });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  return socket;
}
