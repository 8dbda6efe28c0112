import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Pids } from './tools.ts';

const run = promisify(execFile);

/** The result of one load. */
export interface Measured {
  /** Answers per second. */
  readonly rate: number;
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  /** Answers per second of CPU time of the server and its database. */
  readonly perCpu: number;
  /** Cores used by each watched process. */
  readonly cores: Readonly<Record<string, number>>;
  /** Requests given up, answers with an unexpected code, forged answers, and answers to no request. */
  readonly bad: number;
}

/** The server that a load is sent to. */
export interface Target {
  readonly auth: number;
  readonly acct: number;
  readonly pids: Pids;
}

/** What `radload` prints, as far as it is used here. */
interface Printed {
  readonly rate: number;
  readonly latency_us: { readonly p50: number; readonly p95: number; readonly p99: number };
  readonly cpu_cores: Readonly<Record<string, number>>;
  readonly lost: number;
  readonly unexpected: number;
  readonly bad_authenticator: number;
  readonly stray: number;
}

export async function radload(program: string, target: Target, options: readonly string[]): Promise<Measured> {
  const watched = Object.entries(target.pids).flatMap(([name, pid]) => ['--cpu', `${name}=${pid}`]);
  const ports = ['--auth-port', String(target.auth), '--acct-port', String(target.acct)];
  const { stdout } = await run(program, [...ports, ...watched, ...options]).catch(
    (error: { code?: number; stdout?: string }) => {
      // 2: it ran, but some answers were bad, which the figures show.
      if (error.code === 2 && error.stdout) return { stdout: error.stdout };
      throw error;
    },
  );
  const printed = JSON.parse(stdout) as Printed;
  const { machine, radload, ...cores } = printed.cpu_cores;
  return {
    rate: printed.rate,
    p50: printed.latency_us.p50 / 1000,
    p95: printed.latency_us.p95 / 1000,
    p99: printed.latency_us.p99 / 1000,
    cores,
    perCpu: printed.rate / sumOf(cores),
    bad: printed.lost + printed.unexpected + printed.bad_authenticator + printed.stray,
  };
}

export function sumOf(cores: Measured['cores']): number {
  return Object.values(cores).reduce((sum, used) => sum + used, 0);
}
