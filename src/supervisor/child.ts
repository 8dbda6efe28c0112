import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import type { Readable } from 'node:stream';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../config/log.ts';
import type { Order, Part, Report } from './messages.ts';

/** The program of a process, compiled or not, as this file is. */
const PROGRAM = fileURLToPath(new URL(`./child-main${extname(import.meta.url)}`, import.meta.url));

export interface ChildOptions {
  readonly part: Part;
  /** In the log. */
  readonly name: string;
  readonly log: Logger;
  /** For what it writes to its standard output. */
  readonly write: (lines: string) => void;
  readonly onReport: (report: Report) => void;
  /** It ended without being told to. Returns whether to start it again. */
  readonly onEnd: () => boolean;
}

/** A process of the node, which is started again when it ends. */
export class Child {
  readonly #options: ChildOptions;
  #process: ChildProcess | undefined;
  #ended: Promise<number | null> | undefined;
  #readyAt: number | undefined;
  readonly #backoff = new Backoff();
  #restart: NodeJS.Timeout | undefined;
  #isStopping = false;

  constructor(options: ChildOptions) {
    this.#options = options;
  }

  get isReady(): boolean {
    return this.#readyAt !== undefined;
  }

  start(): void {
    const child = fork(PROGRAM, [this.#options.part], {
      stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
      serialization: 'advanced',
    });
    this.#process = child;
    this.#options.log.info({ of: this.#options.name, childPid: child.pid }, 'started a process');
    if (child.stdout) forwardLines(child.stdout, this.#options.write);
    child.on('message', (report) => this.#onReport(report as Report));
    // Writing to a process that has just ended fails, and its end is what matters.
    child.on('error', (err) =>
      this.#options.log.debug({ err, of: this.#options.name }, 'cannot reach a process of the node'),
    );
    this.#ended = new Promise((resolve) => {
      child.once('close', (code, signal) => {
        this.#onEnd(code, signal);
        resolve(code);
      });
    });
  }

  /** Whether there is a process that gets it. */
  send(order: Order): boolean {
    if (this.#process?.connected !== true) return false;
    this.#process.send(order, () => undefined);
    return true;
  }

  /** Resolves with its exit code when it has ended; with 0 if there is none. */
  async stop(why: string): Promise<number | null> {
    this.#isStopping = true;
    clearTimeout(this.#restart);
    if (!this.#process) return 0;
    this.send({ type: 'stop', why });
    return (await this.#ended) ?? null;
  }

  kill(): void {
    this.#process?.kill('SIGKILL');
  }

  #onReport(report: Report): void {
    if (report.type === 'ready') this.#readyAt = performance.now();
    this.#options.onReport(report);
  }

  #onEnd(code: number | null, signal: NodeJS.Signals | null): void {
    const { name, log, onEnd } = this.#options;
    const workedForMs = this.#readyAt === undefined ? 0 : performance.now() - this.#readyAt;
    this.#process = undefined;
    this.#readyAt = undefined;
    if (this.#isStopping || !onEnd()) return;
    const pauseMs = this.#backoff.next(workedForMs);
    log.error({ of: name, code, signal, pauseMs }, 'a process of the node ended; starting it again');
    this.#restart = setTimeout(() => this.start(), pauseMs);
  }
}

/** A longer line is passed on in pieces. */
const MAX_LINE = 1 << 20;

/** Passes on what a process writes, a line at a time, so that the lines of several do not mix. */
export function forwardLines(from: Readable, write: (lines: string) => void): void {
  let unfinished = '';
  from.setEncoding('utf8');
  from.on('data', (text: string) => {
    const end = text.lastIndexOf('\n') + 1;
    if (end > 0) {
      write(unfinished + text.slice(0, end));
      unfinished = text.slice(end);
    } else unfinished += text;
    if (unfinished.length > MAX_LINE) finish();
  });
  from.once('end', finish);

  function finish(): void {
    if (unfinished !== '') write(`${unfinished}\n`);
    unfinished = '';
  }
}

const FIRST_MS = 100;
const MAX_MS = 30_000;
/** A process that worked for so long did not fail because of its start. */
const STEADY_MS = 60_000;

/** How long to wait before a process that ended is started again: twice as long after each failure in a row. */
export class Backoff {
  #failures = 0;

  next(workedForMs: number): number {
    if (workedForMs >= STEADY_MS) this.#failures = 0;
    const pauseMs = Math.min(FIRST_MS * 2 ** this.#failures, MAX_MS);
    this.#failures += 1;
    return pauseMs;
  }
}
