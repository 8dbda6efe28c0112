import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { createServer as createTlsServer } from 'node:tls';
import { encodeSentence, WordsReader } from '../sentence.ts';
import { answerTo } from './answers.ts';
import { type Misbehaviour, misbehave } from './misbehave.ts';
import { type RouterOsVersion, type Tables, tablesOf } from './tables.ts';

interface SimulatorOptions {
  readonly ip?: string;
  /** 0: any. */
  readonly port?: number;
  /** In PEM; without it the router speaks in clear text. */
  readonly certificate?: { readonly cert: string; readonly key: string } | undefined;
  readonly version?: RouterOsVersion;
  readonly username?: string;
  readonly password?: string;
  /** Each octet in a packet of its own. */
  readonly isSplit?: boolean;
  readonly misbehaviour?: Misbehaviour;
}

/** A router that speaks the binary API as RouterOS does. */
export class RouterSimulator {
  readonly #server: Server;
  readonly #options: SimulatorOptions;
  readonly #sockets = new Set<Socket>();
  readonly version: RouterOsVersion;
  /** What it answers. */
  readonly tables: Tables;
  /** The words of each command, without the log-ins. */
  readonly asked: string[][] = [];
  /** How many have connected. */
  connections = 0;
  /** Log-ins, right and wrong. */
  logins = 0;
  misbehaviour: Misbehaviour | undefined;

  private constructor(options: SimulatorOptions) {
    this.#options = options;
    this.version = options.version ?? '7.20';
    this.tables = tablesOf(this.version);
    this.misbehaviour = options.misbehaviour;
    const accept = (socket: Socket) => this.#accept(socket);
    this.#server = options.certificate ? createTlsServer(options.certificate, accept) : createServer(accept);
    this.#server.on('connection', (socket: Socket) => this.#keep(socket));
  }

  static async start(options: SimulatorOptions = {}): Promise<RouterSimulator> {
    const simulator = new RouterSimulator(options);
    simulator.#server.listen(options.port ?? 0, options.ip ?? '127.0.0.1');
    await once(simulator.#server, 'listening');
    return simulator;
  }

  get port(): number {
    return (this.#server.address() as AddressInfo).port;
  }

  /** Connections now. */
  get open(): number {
    return this.#sockets.size;
  }

  /** Drops its connections, as a router that restarts. */
  dropAll(): void {
    for (const socket of this.#sockets) socket.destroy();
  }

  async stop(): Promise<void> {
    this.dropAll();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  #keep(socket: Socket): void {
    this.connections += 1;
    this.#sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => this.#sockets.delete(socket));
  }

  #accept(socket: Socket): void {
    socket.on('error', () => socket.destroy());
    const reader = new WordsReader((words) => this.#answer(socket, words));
    socket.on('data', (chunk: Buffer) => {
      try {
        reader.push(chunk);
      } catch {
        socket.destroy();
      }
    });
  }

  #answer(socket: Socket, words: readonly string[]): void {
    const tag = words.find((word) => word.startsWith('.tag='));
    const say = (sentence: readonly string[]) => this.#send(socket, sentence, tag);
    const [command = ''] = words;
    if (command === '/login') {
      this.#logIn(socket, words, say);
      return;
    }
    this.asked.push(words.filter((word) => word !== tag));
    if (!this.#options.isSplit) socket.cork();
    if (command === '/cancel') this.#cancel(socket, words, say);
    else if (this.misbehaviour) misbehave(this.misbehaviour, socket, say);
    else for (const sentence of answerTo(words, this.version, this.tables)) say(sentence);
    socket.uncork();
  }

  #logIn(socket: Socket, words: readonly string[], say: (words: readonly string[]) => void): void {
    this.logins += 1;
    const { username = 'lastmile', password = 'router secret' } = this.#options;
    if (this.misbehaviour === 'silent') return;
    const isOld = this.misbehaviour === 'old_login';
    const isRight = words.includes(`=name=${username}`) && words.includes(`=password=${password}`);
    if (!isRight) say(['!trap', '=message=invalid user name or password (6)']);
    say(isOld ? ['!done', '=ret=0123456789abcdef0123456789abcdef'] : ['!done']);
    if (!isRight && this.version === '6.49') socket.end();
  }

  #cancel(socket: Socket, words: readonly string[], say: (words: readonly string[]) => void): void {
    const cancelled = words.find((word) => word.startsWith('=tag='))?.slice('=tag='.length);
    if (this.misbehaviour === 'silent_later') return;
    this.#send(socket, ['!trap', '=category=2', '=message=interrupted'], `.tag=${cancelled}`);
    this.#send(socket, ['!done'], `.tag=${cancelled}`);
    say(['!done']);
  }

  #send(socket: Socket, sentence: readonly string[], tag: string | undefined): void {
    const octets = encodeSentence(tag === undefined ? sentence : [...sentence, tag]);
    if (!this.#options.isSplit) socket.write(octets);
    else for (const octet of octets) socket.write(Buffer.of(octet));
  }
}
