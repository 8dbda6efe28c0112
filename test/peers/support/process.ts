import { type ChildProcess, spawn } from 'node:child_process';
import { readdirSync, readlinkSync } from 'node:fs';
import { sep } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export interface Outcome {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Launch {
  readonly cwd?: string;
  readonly env?: Readonly<Record<string, string>>;
  readonly input?: string;
}

/** A running program and its output so far. */
export class Running {
  readonly ended: Promise<Outcome>;
  #stdout = '';
  #stderr = '';
  #outcome: Outcome | undefined;
  readonly #child: ChildProcess;

  constructor(program: string, args: readonly string[], { cwd, env, input }: Launch = {}) {
    const child = spawn(program, args, { cwd, env: env ?? process.env, stdio: ['pipe', 'pipe', 'pipe'] });
    this.#child = child;
    child.stdout.setEncoding('utf8').on('data', (text) => {
      this.#stdout += text;
    });
    child.stderr.setEncoding('utf8').on('data', (text) => {
      this.#stderr += text;
    });
    this.ended = new Promise((resolve, reject) => {
      child.on('error', reject);
      child.on('close', (code, signal) => {
        this.#outcome = { code, signal, stdout: this.#stdout, stderr: this.#stderr };
        resolve(this.#outcome);
      });
    });
    this.ended.catch(() => undefined);
    // A program that ends without reading its input is judged by its outcome.
    child.stdin.on('error', () => undefined);
    child.stdin.end(input ?? '');
  }

  get pid(): number {
    if (this.#child.pid === undefined) throw new Error('the program was not started');
    return this.#child.pid;
  }

  get stdout(): string {
    return this.#stdout;
  }

  get stderr(): string {
    return this.#stderr;
  }

  /** Undefined while the program is running. */
  get outcome(): Outcome | undefined {
    return this.#outcome;
  }

  signal(signal: NodeJS.Signals): void {
    this.#child.kill(signal);
  }

  /** Asks it to end, and insists after `patienceMs`. */
  async stop(patienceMs = 60_000): Promise<Outcome> {
    this.signal('SIGTERM');
    const insist = setTimeout(() => this.signal('SIGKILL'), patienceMs);
    return this.ended.finally(() => clearTimeout(insist));
  }
}

/** Runs a program to its end. @throws Error when that takes longer than `timeoutMs` */
export async function run(
  program: string,
  args: readonly string[],
  { timeoutMs = 110_000, ...launch }: Launch & { timeoutMs?: number } = {},
): Promise<Outcome> {
  const running = new Running(program, args, launch);
  let late = false;
  const limit = setTimeout(() => {
    late = true;
    running.signal('SIGKILL');
  }, timeoutMs);
  const outcome = await running.ended.finally(() => clearTimeout(limit));
  if (late) throw new Error(`${program} took longer than ${timeoutMs} ms\n${outcome.stdout}\n${outcome.stderr}`);
  return outcome;
}

/**
 * The processes whose working folder lies in this one. Whatever the suite starts works in the suite's folder, and so does
 * all that is started in turn, the database of a killed node included: this finds them, and nobody else's.
 */
export function processesIn(folder: string): number[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((pid) => {
      const cwd = workingFolder(pid);
      return cwd === folder || cwd?.startsWith(folder + sep);
    });
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).replace(/ \(deleted\)$/, '');
  } catch {
    return undefined; // ended meanwhile, or another user's
  }
}

/** Ends them, the hard way where they do not go within two seconds. Returns what had to be ended. */
export async function endProcessesIn(folder: string): Promise<number[]> {
  const found = processesIn(folder);
  const deadline = Date.now() + 2_000;
  for (let left = found; left.length > 0; left = processesIn(folder)) {
    for (const pid of left) send(pid, Date.now() < deadline ? 'SIGINT' : 'SIGKILL');
    await sleep(50);
  }
  return found;
}

/** The same without waiting, for a program that is about to end. */
export function killProcessesIn(folder: string): void {
  for (const pid of processesIn(folder)) send(pid, 'SIGKILL');
}

function send(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // ended meanwhile
  }
}
