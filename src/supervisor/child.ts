import { type ChildProcess, fork } from 'node:child_process';
import { extname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from '../config/log.ts';
import { Backoff } from './backoff.ts';
import type { Order, Part, Report } from './messages.ts';
import { forwardLines } from './whole-lines.ts';

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
    child.on('error', (err) => this.#options.log.debug({ err, of: this.#options.name }, 'a process cannot be reached'));
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
