import type { Request } from 'autocannon';
import type { Child } from '../api/child.ts';
import { median } from '../api/load.ts';
import { watchCores } from '../radius/cores.ts';
import type { Queries } from './count-queries.ts';
import type { Databases } from './databases.ts';
import { drive } from './drive.ts';
import { watchLockWaits } from './lock-waits.ts';

/** One of the two, with its database. */
export interface Side {
  readonly child: Child;
  readonly database: string;
  requests(from: number, count: number): readonly Request[];
}

/** Of one round. Times are milliseconds, and all but rate, p50 and p95 are for one call. */
export interface Measured {
  /** Calls a second. */
  readonly rate: number;
  readonly p50: number;
  readonly p95: number;
  /** CPU of the server's process, and of all processes of PostgreSQL. */
  readonly node: number;
  readonly postgres: number;
  readonly statements: number;
  readonly roundTrips: number;
  /** Waited for locks. */
  readonly locks: number;
}

export interface Load {
  readonly databases: Databases;
  readonly requests: readonly Request[];
  readonly width: number;
}

export async function measure({ child, database }: Side, { databases, requests, width }: Load): Promise<Measured> {
  const calls = requests.length;
  const [cpu, queries] = [await child.cpu(), await child.ask<Queries>('queries')];
  const startedAt = performance.now();
  const used = await watchCores({ postgres: databases.server.pid });
  const lockWaits = watchLockWaits(databases.admin, database);
  const { seconds, times } = await drive(child, requests, width);
  const waiting = await lockWaits();
  const { postgres = Number.NaN } = await used();
  const elapsed = (performance.now() - startedAt) / 1000;
  const after = await child.ask<Queries>('queries');
  const at = (share: number) => times[Math.floor(times.length * share)] ?? 0;
  return {
    rate: calls / seconds,
    p50: at(0.5),
    p95: at(0.95),
    node: ((await child.cpu()) - cpu) / 1000 / calls,
    postgres: (postgres * elapsed * 1000) / calls,
    statements: (after.statements - queries.statements) / calls,
    roundTrips: (after.roundTrips - queries.roundTrips) / calls,
    locks: (waiting * seconds * 1000) / calls,
  };
}

/** Each figure by itself: a round that something else on the machine disturbed does not count. */
export function medians(rounds: readonly Measured[]): Measured {
  const of = (figure: keyof Measured) => median(rounds.map((round) => round[figure]));
  return {
    rate: of('rate'),
    p50: of('p50'),
    p95: of('p95'),
    node: of('node'),
    postgres: of('postgres'),
    statements: of('statements'),
    roundTrips: of('roundTrips'),
    locks: of('locks'),
  };
}
