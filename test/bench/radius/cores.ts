import { readFile } from 'node:fs/promises';
import type { Pids } from './tools.ts';

/** Clock ticks per second in `/proc`. */
const HERTZ = 100;

/** Returns a function that reports the cores each process and its descendants have used since this call. */
export async function watchCores(pids: Pids): Promise<() => Promise<Record<string, number>>> {
  const startedAt = performance.now();
  const before = await ticksOf(pids);
  return async () => {
    const after = await ticksOf(pids);
    const seconds = (performance.now() - startedAt) / 1000;
    const used = (name: string) => ((after[name] ?? 0) - (before[name] ?? 0)) / HERTZ / seconds;
    return Object.fromEntries(Object.keys(pids).map((name) => [name, used(name)]));
  };
}

async function ticksOf(pids: Pids): Promise<Record<string, number>> {
  const entries = Object.entries(pids).map(async ([name, pid]) => [name, await ticksUnder(pid)] as const);
  return Object.fromEntries(await Promise.all(entries));
}

async function ticksUnder(pid: number): Promise<number> {
  const read = (file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '');
  const stat = await read('stat');
  // The name in parentheses may hold blanks; utime and stime are the twelfth and thirteenth fields after it.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const children = (await read(`task/${pid}/children`)).split(' ').filter(Boolean);
  const descendants = await Promise.all(children.map((child) => ticksUnder(Number(child))));
  return descendants.reduce((sum, ticks) => sum + ticks, Number(fields[11] ?? 0) + Number(fields[12] ?? 0));
}
