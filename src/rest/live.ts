import type { IncomingMessage, ServerResponse } from 'node:http';
import { Gauge } from 'prom-client';
import { ChangeFeed } from '../areas/insight/live/feed.ts';
import { type Actor, rightsOf } from '../core/access/actor.ts';
import { Fault } from '../core/fault.ts';
import type { Kernel } from '../core/kernel.ts';
import { peekAtSession } from '../rpc/authenticate-session.ts';
import { faultOf } from '../rpc/fault-of.ts';
import { atOnce, turnOfCredentials } from '../rpc/turns.ts';
import { AccessNotices } from './access-notices.ts';
import { addressOf } from './address.ts';
import { browserSessionOf } from './browser-session.ts';
import { OpenStreams } from './open-streams.ts';
import type { HttpOptions } from './pages.ts';
import { sendFault } from './response.ts';

export const LIVE = '/console/live';

/** Browsers, proxies and people come back after this, and what a stream had missed is read again. */
const MAX_AGE_MS = 15 * 60_000;
/** Shorter than the idle time of the usual proxies. */
const HEARTBEAT_MS = 20_000;
/** A session that ends by time is noticed this late. */
const CHECK_EVERY_MS = 30_000;
/** A browser that reads no more is cut off at so many bytes. */
const MAX_WAITING = 64 * 1024;
/** A browser has one stream, whatever the number of its tabs. */
const MAX_STREAMS = { ofUser: 10, ofNode: 1_000 };

interface Stream {
  readonly token: string;
  readonly actor: Actor;
  readonly response: ServerResponse;
  readonly openedAt: number;
  end(): void;
}

/**
 * Server-sent events that tell consoles what has changed: `event: open`, then `event: changes` with
 * `[{"topic":"payment","id":7}, …]`. A browser asks for them with POST and the header of the console, so that the session is
 * found as in any other call.
 */
export class LiveStreams {
  readonly #kernel: Kernel;
  readonly #feed: ChangeFeed;
  readonly #streams = new OpenStreams<Stream>(MAX_STREAMS);
  readonly #timers: NodeJS.Timeout[];
  readonly #access: AccessNotices;
  #closed = false;

  constructor({ kernel, metrics }: Pick<HttpOptions, 'kernel' | 'metrics'>) {
    this.#kernel = kernel;
    this.#feed = new ChangeFeed(kernel);
    this.#access = new AccessNotices(kernel.db, () => void this.#checkAll());
    this.#timers = [
      setInterval(() => this.#beat(), HEARTBEAT_MS).unref(),
      setInterval(() => void this.#checkAll(), CHECK_EVERY_MS).unref(),
    ];
    const streams = this.#streams;
    new Gauge({
      name: 'lastmile_console_streams',
      help: 'Browsers that receive notices of changes',
      registers: [metrics],
      collect() {
        this.set(streams.size);
      },
    });
  }

  /** Answers with a stream, or with the envelope of a fault. Never throws. */
  async open(request: IncomingMessage, response: ServerResponse): Promise<void> {
    try {
      if (request.method !== 'POST') throw new Fault('methodNotAllowed', 'the stream takes POST');
      request.resume();
      const browser = browserSessionOf(request, response, { insecure: this.#kernel.config.consoleInsecure });
      if (!browser?.token) throw new Fault('unauthenticated', 'the session has ended; sign in again');
      const kernel = this.#kernel;
      const inTurn = turnOfCredentials({ kernel, address: addressOf(request, kernel) });
      const actor = await peekAtSession(kernel, browser.token, inTurn);
      this.#guard(actor);
      const end = () => void response.end();
      await this.#start({ token: browser.token, actor, response, openedAt: performance.now(), end });
    } catch (error) {
      const fault = faultOf(error);
      if (fault.kind === 'internal') this.#kernel.log.error({ err: fault.cause ?? fault }, 'internal error');
      if (response.headersSent) response.destroy();
      else sendFault(response, fault, undefined);
    }
  }

  /** Ends all streams at once: a stop does not wait for them. */
  close(): void {
    this.#closed = true;
    for (const timer of this.#timers) clearInterval(timer);
    for (const { response } of this.#streams) response.end();
    this.#feed.close();
    this.#access.close();
  }

  #guard(actor: Actor): void {
    if (this.#closed) throw new Fault('unavailable', 'the node is stopping');
    if (!this.#streams.makeRoom(actor))
      throw new Fault('tooMany', 'too many consoles are open; this one refreshes every half minute');
  }

  async #start(stream: Stream): Promise<void> {
    const { response, actor } = stream;
    this.#streams.add(stream);
    let endFeed: (() => void) | undefined;
    response.once('close', () => {
      this.#streams.delete(stream);
      endFeed?.();
    });
    try {
      await this.#access.listen();
      endFeed = await this.#feed.listen(actor, (changes) => response.headersSent && send(stream, 'changes', changes));
    } catch (error) {
      this.#streams.delete(stream);
      throw error;
    }
    if (response.closed || response.writableEnded || this.#closed) {
      endFeed();
      response.destroy();
      return;
    }
    // Proxies must pass on each event as it comes.
    response.writeHead(200, {
      'Content-Type': 'text/event-stream; charset=utf-8',
      'Cache-Control': 'no-store',
      'X-Accel-Buffering': 'no',
    });
    send(stream, 'open', {});
  }

  #beat(): void {
    const now = performance.now();
    for (const { response, openedAt } of this.#streams) {
      if (now - openedAt >= MAX_AGE_MS) response.end();
      else if (response.headersSent) response.write(': \n\n');
    }
  }

  async #checkAll(): Promise<void> {
    for (const stream of [...this.#streams]) if (!(await this.#isAllowed(stream))) stream.response.end();
  }

  /** Also false if the user may see other records than when the stream began. */
  async #isAllowed({ token, actor }: Stream): Promise<boolean> {
    try {
      return rightsOf(await peekAtSession(this.#kernel, token, atOnce)) === rightsOf(actor);
    } catch (error) {
      // While the database is away, nothing is told.
      return !['unauthenticated', 'forbidden'].includes(faultOf(error).kind);
    }
  }
}

function send({ response }: Stream, event: string, data: unknown): void {
  if (response.writableLength > MAX_WAITING) response.destroy();
  else response.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`);
}
