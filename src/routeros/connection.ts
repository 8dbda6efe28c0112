import type { Socket } from 'node:net';
import type { Command } from './commands.ts';
import { openTcp, type RouterTarget, secure } from './connect.ts';
import { Exchange, type Reply } from './exchange.ts';
import { type FailureKind, RouterFailure } from './failure.ts';
import { COMMAND_MS, LIMITS, type Limits } from './limits.ts';
import { type Holding, ReplyMemory, type ReplyTenant } from './reply-memory.ts';
import { encodeSentence, readSentence, WordsReader } from './sentence.ts';

export interface Credentials {
  readonly username: string;
  readonly password: string;
}

interface OpenOptions {
  readonly limits?: Limits;
  /** Default: a memory of its own. */
  readonly replies?: ReplyTenant;
}

interface AskOptions {
  /** Default: 10 s. */
  readonly timeoutMs?: number;
  /** When the time is over, the rows so far are the reply. Without it, the command fails with `timeout`. */
  readonly isOpenEnded?: boolean;
}

/** What a word takes in memory besides its octets. */
const WORD_OCTETS = 32;

/** A connection to a router on which several commands are in progress at once, told apart by tags. */
export class RouterConnection {
  readonly #socket: Socket;
  readonly #limits: Limits;
  readonly #replies: ReplyTenant;
  /** The sentence that is arriving. */
  readonly #sentence: Holding;
  readonly #exchanges = new Map<string, Exchange>();
  #tags = 0;
  #idle: NodeJS.Timeout | undefined;
  #failure: RouterFailure | undefined;

  private constructor(socket: Socket, { limits, replies }: Required<OpenOptions>) {
    this.#socket = socket;
    this.#limits = limits;
    this.#replies = replies;
    this.#sentence = replies.memory.hold(replies.tenant, ({ kind }) => this.#break(kind));
    const reader = new WordsReader(
      (words, octets) => this.#take(words, octets),
      (octets) => this.#sentence.take(octets + WORD_OCTETS),
    );
    socket.on('data', (chunk) => this.#read(reader, chunk));
    socket.on('error', () => this.#break('protocol'));
    socket.on('close', () => this.#break('protocol'));
  }

  /** Connects and logs in. @throws RouterFailure */
  static async open(
    target: RouterTarget,
    credentials: Credentials,
    { limits = LIMITS, replies = { memory: new ReplyMemory(), tenant: 0 } }: OpenOptions = {},
  ): Promise<RouterConnection> {
    const tcp = await openTcp(target, limits.connectMs);
    const deadline = performance.now() + limits.loginMs;
    const left = () => Math.max(1, deadline - performance.now());
    const socket = target.isPlain ? tcp : await secure(tcp, target, left());
    const connection = new RouterConnection(socket, { limits, replies });
    try {
      await connection.#logIn(credentials, left());
    } catch (error) {
      connection.close();
      throw error;
    }
    return connection;
  }

  get isOpen(): boolean {
    return this.#failure === undefined;
  }

  /** @throws RouterFailure */
  async ask({ words }: Command, { timeoutMs = COMMAND_MS, isOpenEnded = false }: AskOptions = {}): Promise<Reply> {
    const { tag, exchange } = this.#send(words);
    const timer = setTimeout(() => {
      if (isOpenEnded) exchange.cutShort();
      else exchange.fail(new RouterFailure('timeout'));
    }, timeoutMs);
    try {
      return await exchange.reply;
    } finally {
      clearTimeout(timer);
      // Unless the router has ended it.
      this.#cancel(tag, exchange);
    }
  }

  close(): void {
    this.#break('unreachable');
  }

  /** In one step, since RouterOS 6.43; older versions answer with a challenge (`ret`) instead. */
  async #logIn({ username, password }: Credentials, timeoutMs: number): Promise<void> {
    const words = ['/login', `=name=${username}`, `=password=${password}`];
    const { isRefused, done } = await this.ask({ words }, { timeoutMs });
    if (isRefused || done.has('ret')) throw new RouterFailure('login');
  }

  #send(words: readonly string[]): { tag: string; exchange: Exchange } {
    if (this.#failure) throw this.#failure;
    const tag = String(++this.#tags);
    const exchange = new Exchange(this.#replies);
    this.#exchanges.set(tag, exchange);
    clearTimeout(this.#idle);
    this.#socket.ref();
    this.#socket.write(encodeSentence([...words, `.tag=${tag}`]));
    return { tag, exchange };
  }

  /** The router ends the command with a sentence of its own; one that does not is not waited for. */
  #cancel(tag: string, cancelled: Exchange): void {
    if (this.#failure || this.#exchanges.get(tag) !== cancelled) return;
    this.#send(['/cancel', `=tag=${tag}`]);
    const timer = setTimeout(() => {
      if (this.#exchanges.get(tag) === cancelled) this.#break('timeout');
    }, this.#limits.cancelMs);
    timer.unref();
  }

  #read(reader: WordsReader, chunk: Buffer): void {
    if (this.#failure) return;
    try {
      reader.push(chunk);
    } catch (error) {
      this.#break(error instanceof RouterFailure ? error.kind : 'protocol');
    }
  }

  #take(words: readonly string[], octets: number): void {
    this.#sentence.release();
    const sentence = readSentence(words, octets);
    const exchange = sentence.tag === null ? undefined : this.#exchanges.get(sentence.tag);
    // `!fatal` has no tag: the router ends the connection.
    if (!exchange) throw new RouterFailure('protocol');
    if (!exchange.take(sentence)) return;
    this.#exchanges.delete(sentence.tag ?? '');
    if (this.#exchanges.size === 0) this.#rest();
  }

  /** Nothing is in progress, which keeps no process alive. */
  #rest(): void {
    this.#socket.unref();
    this.#idle = setTimeout(() => this.close(), this.#limits.idleMs);
    this.#idle.unref();
  }

  #break(kind: FailureKind): void {
    if (this.#failure) return;
    this.#failure = new RouterFailure(kind);
    clearTimeout(this.#idle);
    this.#sentence.release();
    this.#socket.destroy();
    for (const exchange of this.#exchanges.values()) exchange.fail(this.#failure);
    this.#exchanges.clear();
  }
}
