import { type ChildProcess, type StdioOptions, spawn } from 'node:child_process';
import { closeSync, openSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandFor } from './account.ts';
import { ClusterError } from './failure.ts';
import type { PartSpec } from './part-spec.ts';
import { postgresProcesses, signal } from './processes.ts';

const POLL_MS = 200;
const STOP_WITHIN_MS = 20_000;
const LAST_LINES = 15;

export type PartState = 'running' | 'frozen' | 'ended';

/** A program of the cluster: started, watched and stopped, as often as wanted. */
export class Part {
  readonly spec: PartSpec;
  readonly #onDeath: (part: Part) => void;
  #child: ChildProcess | undefined;
  #ended: Promise<void> = Promise.resolve();
  #isFrozen = false;
  /** Whether somebody wants it to run. */
  #isWanted = false;

  /** @param onDeath called when it ends although nobody wanted that */
  constructor(spec: PartSpec, onDeath: (part: Part) => void) {
    this.spec = spec;
    this.#onDeath = onDeath;
  }

  get name(): string {
    return this.spec.name;
  }

  get state(): PartState {
    if (!this.#child) return 'ended';
    return this.#isFrozen ? 'frozen' : 'running';
  }

  /** Undefined while it does not run. */
  get pid(): number | undefined {
    return this.#child?.pid;
  }

  /** Starts it and waits until it is ready. @throws ClusterError with the last lines of its log if that fails */
  async start(): Promise<void> {
    this.launch();
    await this.ready();
  }

  /** @param more is added to its environment, for this time */
  launch(more: Readonly<Record<string, string>> = {}): void {
    if (this.#child) return;
    const { spec } = this;
    const log = openSync(spec.log, 'a', 0o644);
    const [program, args] = commandFor(spec.program, spec.args, spec.account);
    // A group of its own: Ctrl-C is for this process, which stops the parts in order.
    const stdio: StdioOptions = ['ignore', log, log];
    const child = spawn(program, args, { cwd: spec.dir, env: { ...spec.env, ...more }, stdio, detached: true });
    closeSync(log);
    this.#child = child;
    this.#isFrozen = false;
    this.#isWanted = true;
    this.#ended = new Promise((resolve) => {
      const end = () => {
        this.#child = undefined;
        resolve();
        if (this.#isWanted) this.#onDeath(this);
      };
      child.once('exit', end);
      child.once('error', end);
    });
  }

  /** @throws ClusterError if it ends, or is not ready in time */
  async ready(): Promise<void> {
    const deadline = Date.now() + this.spec.readyWithinMs;
    while (!(await this.spec.isReady().catch(() => false))) {
      if (!this.#child) throw new ClusterError(`${this.name} ended before it was ready. ${this.lastWords()}`);
      if (Date.now() > deadline) {
        throw new ClusterError(
          `${this.name} is not ready after ${this.spec.readyWithinMs / 1000} s. ${this.lastWords()}`,
        );
      }
      await sleep(POLL_MS);
    }
  }

  /** Asks it to end, and insists after a while. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    if (this.#isFrozen) this.thaw();
    this.#signal('SIGTERM');
    const insist = setTimeout(() => this.kill(), STOP_WITHIN_MS);
    await this.#ended;
    clearTimeout(insist);
    for (const pid of this.#postgres()) signal(pid, 'SIGKILL');
  }

  /** As a power cut does. */
  async kill(): Promise<void> {
    this.#isWanted = false;
    const postgres = this.#postgres();
    this.#signal('SIGKILL');
    for (const pid of postgres) signal(pid, 'SIGKILL');
    await this.#ended;
    // What was being started as they were looked for.
    for (let left = this.#postgres(); left.length > 0; left = this.#postgres()) {
      for (const pid of left) signal(pid, 'SIGKILL');
      await sleep(20);
    }
  }

  /** It does nothing any more, and closes nothing. */
  freeze(): void {
    this.#isFrozen = true;
    this.#signal('SIGSTOP');
    for (const pid of this.#postgres()) signal(pid, 'SIGSTOP');
  }

  thaw(): void {
    this.#isFrozen = false;
    for (const pid of this.#postgres()) signal(pid, 'SIGCONT');
    this.#signal('SIGCONT');
  }

  /** The end of its log, for a failure. */
  lastWords(): string {
    const lines = readFileSync(this.spec.log, 'utf8').trimEnd().split('\n').slice(-LAST_LINES);
    return `The end of ${this.spec.log}:\n${lines.map((line) => `  ${line}`).join('\n')}`;
  }

  #signal(name: NodeJS.Signals): void {
    if (this.#child?.pid !== undefined) signal(this.#child.pid, name);
  }

  #postgres(): number[] {
    return this.spec.dataDir === undefined ? [] : postgresProcesses(this.spec.dataDir);
  }
}
