import { join } from 'node:path';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import { type Load, openSessions, type Round } from './loads.ts';
import type { Measured } from './measured.ts';
import { OurNode } from './our-node.ts';
import type { Tools } from './tools.ts';

interface Comparison {
  readonly tools: Tools;
  /** The other checkout. */
  readonly folder: string;
  readonly loads: readonly Load[];
  readonly rounds: number;
  readonly seconds: number;
}

const SERVICES = { count: 100_000, leasing: 100_000 };

/** Our node against that of another commit, each with a database that its own code made, in alternating rounds. */
export async function against({ tools, folder, loads, rounds, seconds }: Comparison, say: (line: string) => void) {
  const provisionOf = async (checkout: URL | string) =>
    (await import(new URL('test/bench/radius/provision.ts', checkout).href)) as typeof import('./provision.ts');
  const ours = await tools.database('lastmile');
  await (await provisionOf(new URL('../../../', import.meta.url))).provision(ours, SERVICES);
  const theirs = await tools.database('lastmile_before');
  await (await provisionOf(`file://${join(folder, '/')}`)).provision(theirs, SERVICES);
  const nodes = [await OurNode.start(ours), await OurNode.start(theirs, { folder })] as const;
  try {
    for (const node of nodes) await node.ready();
    const run = async (node: OurNode, load: Load['run'], number: number) =>
      load(await roundOf(tools, node, { number, seconds }));
    for (const node of nodes) await run(node, openSessions, 0);
    const print = table(['', 'ours/s', 'before/s', 'RATE', 'least', 'PER CPU', 'P95', 'P99', 'bad'], say);
    let number = 0;
    for (const { name, run: load } of loads) {
      const pairs: { ours: Measured; before: Measured }[] = [];
      for (let round = 0; round < rounds; round++) {
        number += 1;
        const measured: Measured[] = [];
        const order = round % 2 === 0 ? [0, 1] : [1, 0];
        for (const side of order) {
          await tools.checkpoint();
          const node = nodes[side as 0 | 1];
          measured[side] = await run(node, load, number);
        }
        const [now, before] = measured as [Measured, Measured];
        pairs.push({ ours: now, before });
      }
      print(rowOf(name, pairs));
    }
  } finally {
    for (const node of nodes) await node.stop();
  }
}

async function roundOf(tools: Tools, node: OurNode, { number, seconds }: Pick<Round, 'number' | 'seconds'>) {
  const { postgres = 0 } = await tools.peerPids();
  const target = { auth: node.ports.auth, acct: node.ports.acct, pids: { node: node.pid, postgres } };
  return { side: 'ours', target, program: tools.radload, number, seconds } as const;
}

function rowOf(name: string, pairs: readonly { ours: Measured; before: Measured }[]): (string | number)[] {
  const ratios = (figure: (measured: Measured) => number) =>
    pairs.map(({ ours, before }) => figure(ours) / figure(before));
  const rates = ratios(({ rate }) => rate);
  return [
    name,
    median(pairs.map(({ ours }) => Math.round(ours.rate))),
    median(pairs.map(({ before }) => Math.round(before.rate))),
    median(rates),
    Math.min(...rates),
    median(ratios(({ perCpu }) => perCpu)),
    median(ratios(({ p95 }) => p95)),
    median(ratios(({ p99 }) => p99)),
    pairs.reduce((sum, { ours }) => sum + ours.bad, 0),
  ];
}
