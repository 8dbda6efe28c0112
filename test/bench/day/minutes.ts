import { loadavg } from 'node:os';
import type pg from 'pg';
import { table } from '../api/table.ts';
import { watchCores } from '../radius/cores.ts';
import type { Pids } from '../radius/tools.ts';
import { snapshot } from './tables.ts';
import type { Times } from './times.ts';

const HEAD = ['minute', 'interims/s', 'p50 ms', 'p95', 'p99', 'longest', 'log-in p99', 'changes', 'p95', 'lost'];

export interface Watched {
  readonly pool: pg.Pool;
  readonly times: Times;
  readonly pids: Pids;
}

/** Prints what each minute was like. The function that it returns ends the minute and prints it. */
export async function minutes(
  { pool, times, pids }: Watched,
  say: (line: string) => void,
): Promise<() => Promise<void>> {
  const print = table([...HEAD, 'node', 'pg', 'WAL MB', 'session', 'usage MB', 'load'], say);
  let [startedAt, number] = [performance.now(), 0];
  let cores = await watchCores(pids);
  let before = await snapshot(pool);
  times.take();
  return async () => {
    const seconds = (performance.now() - startedAt) / 1_000;
    const [taken, used, after] = [times.take(), await cores(), await snapshot(pool)];
    const mb = (name: string) => Math.round((after.tables[name]?.tableMb ?? 0) + (after.tables[name]?.indexMb ?? 0));
    number += 1;
    print([
      ...[String(number), Math.round(taken.count('interim') / seconds)],
      ...[0.5, 0.95, 0.99, 1].map((share) => taken.at('interim', share)),
      ...[taken.at('log-in', 0.99), taken.count('change'), taken.at('change', 0.95), taken.count('lost')],
      ...[used.node ?? 0, used.postgres ?? 0, Math.round((after.wal - before.wal) / 1e6)],
      ...[mb('radius.session'), mb('radius.usage'), loadavg()[0] ?? 0],
    ]);
    [startedAt, cores, before] = [performance.now(), await watchCores(pids), after];
  };
}
