import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { freePort } from './ports.ts';

/** What becomes of a datagram on its way; null loses it. */
export type Way = (datagram: Buffer) => Buffer | null;

export interface Relay {
  readonly port: number;
  /** What came from the node, lost or not. */
  readonly answers: readonly Buffer[];
  /** What went to the node. */
  readonly requests: readonly Buffer[];
  close(): Promise<void>;
}

export interface Line {
  /** The node's port. */
  readonly to: number;
  /** The address the node sees. */
  readonly from?: string;
  readonly request?: Way;
  readonly answer?: Way;
}

const untouched: Way = (datagram) => datagram;

/** A bad line between one client and the node, on UDP. */
export async function openRelay({
  to,
  from = '127.0.0.1',
  request = untouched,
  answer = untouched,
}: Line): Promise<Relay> {
  const requests: Buffer[] = [];
  const answers: Buffer[] = [];
  const front = createSocket('udp4');
  const back = createSocket('udp4');
  const port = await freePort();
  let client: RemoteInfo | undefined;
  front.on('message', (datagram, sender) => {
    client = sender;
    const forwarded = request(datagram);
    if (!forwarded) return;
    requests.push(forwarded);
    back.send(forwarded, to, '127.0.0.1');
  });
  back.on('message', (datagram) => {
    answers.push(Buffer.from(datagram));
    const forwarded = answer(datagram);
    if (forwarded && client) front.send(forwarded, client.port, client.address);
  });
  await Promise.all([bound(front, port, '127.0.0.1'), bound(back, 0, from)]);
  return { port, answers, requests, close: async () => void (await Promise.all([closed(front), closed(back)])) };
}

/** Loses the first datagram. */
export function losesTheFirst(): Way {
  let first = true;
  return (datagram) => {
    if (!first) return datagram;
    first = false;
    return null;
  };
}

const MESSAGE_AUTHENTICATOR = 80;
const HEADER = 20;

/** Takes the Message-Authenticator out of a request: newer clients cannot be told to leave it out. */
export const unsigned: Way = (datagram) => {
  const parts = [datagram.subarray(0, HEADER)];
  for (let at = HEADER; at < datagram.length; at += datagram[at + 1] ?? datagram.length) {
    if (datagram[at] !== MESSAGE_AUTHENTICATOR) parts.push(datagram.subarray(at, at + (datagram[at + 1] ?? 0)));
  }
  const stripped = Buffer.concat(parts);
  stripped.writeUInt16BE(stripped.length, 2);
  return stripped;
};

const bound = (socket: Socket, port: number, address: string) =>
  new Promise<void>((resolve, reject) => {
    socket.once('error', reject);
    socket.bind(port, address, resolve);
  });

const closed = (socket: Socket) => new Promise<void>((resolve) => socket.close(resolve));
