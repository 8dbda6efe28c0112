import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import { type Measured, radload, sumOf } from './measured.ts';
import { OurNode } from './our-node.ts';
import { addNases, provision } from './provision.ts';
import type { Tools } from './tools.ts';

interface Length {
  readonly rounds: number;
  /** Of each load. */
  readonly seconds: number;
}

/** Each has source ports of its own, by which the system spreads them over the nodes. */
const NASES = { first: '127.0.1.1', count: 32 };
const LOADS = {
  PAP: ['--script', 'auth'],
  'Interim-Update': ['--script', 'interim', '--counter-base', '1000'],
};
const SESSIONS = ['--users', '100000', '--sessions', '50000', '--concurrency', '128', '--message-authenticator'];

/** Two nodes on the same ports, against one of them alone, in alternating rounds. */
export async function twoNodesAgainstOne(tools: Tools, length: Length, say: (line: string) => void): Promise<void> {
  const url = await tools.database('lastmile_shared');
  await provision(url, { count: 100_000, leasing: 0 });
  await addNases(url, NASES);
  const node = await OurNode.start(url, { sharesPorts: true });
  try {
    await node.ready();
    await load(tools, node, { options: ['--script', 'start'] });
    const head = ['RADIUS', 'two/s', 'one/s', 'RATE', 'p95 two', 'p95 one', 'cores two', 'cores one', 'bad'];
    const print = table(head, say);
    const rounds = await alternate(tools, { node, url }, length);
    for (const name of Object.keys(LOADS)) print(rowOf(name, rounds));
  } finally {
    await node.stop();
  }
}

type Round = Readonly<Record<'one' | 'two', Readonly<Record<string, Measured>>>>;

async function alternate(tools: Tools, { node, url }: { node: OurNode; url: string }, { rounds, seconds }: Length) {
  const all: Round[] = [];
  for (let round = 0; round < rounds; round++) {
    const one = await loads(tools, [node], seconds);
    const second = await OurNode.start(url, { sharesPorts: true, beside: node });
    try {
      await second.ready();
      all.push({ one, two: await loads(tools, [node, second], seconds) });
    } finally {
      await second.stop();
    }
  }
  return all;
}

async function loads(tools: Tools, [node, second]: readonly OurNode[], seconds: number) {
  const measured: Record<string, Measured> = {};
  if (!node) return measured;
  const time = ['--shuffle', '--passes', '0', '--warmup', '1', '--duration', String(seconds + 1)];
  for (const [name, script] of Object.entries(LOADS))
    measured[name] = await load(tools, node, { options: [...script, ...time], ...(second ? { second } : {}) });
  return measured;
}

interface Load {
  readonly options: readonly string[];
  readonly second?: OurNode;
}

async function load(tools: Tools, node: OurNode, { options, second }: Load): Promise<Measured> {
  const { postgres = 0 } = await tools.peerPids();
  const pids = { node: node.pid, postgres, ...(second ? { second: second.pid } : {}) };
  const sources = ['--bind', NASES.first, '--sources', String(NASES.count)];
  const target = { auth: node.ports.auth, acct: node.ports.acct, pids };
  return radload(tools.radload, target, [...SESSIONS, ...sources, ...options]);
}

function rowOf(name: string, rounds: readonly Round[]): (string | number)[] {
  const pairs = rounds.flatMap(({ one, two }) => (one[name] && two[name] ? [{ one: one[name], two: two[name] }] : []));
  const of = (figure: (pair: { one: Measured; two: Measured }) => number) => median(pairs.map(figure));
  return [
    name,
    of(({ two }) => Math.round(two.rate)),
    of(({ one }) => Math.round(one.rate)),
    of(({ one, two }) => two.rate / one.rate),
    of(({ two }) => two.p95),
    of(({ one }) => one.p95),
    of(({ two }) => sumOf(two.cores)),
    of(({ one }) => sumOf(one.cores)),
    pairs.reduce((sum, { one, two }) => sum + one.bad + two.bad, 0),
  ];
}
