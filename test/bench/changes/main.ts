import { parseArgs } from 'node:util';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import { SMALL } from '../dataset.ts';
import { CHANGES } from './changes.ts';
import { type Contest, openContest } from './contest.ts';
import { Databases } from './databases.ts';
import { measure, medians } from './measure.ts';

/**
 * How fast changes are, next to a bare route that writes the same rows: `npm run bench:changes -- --only renew --width 8`.
 * Ratios can be trusted, single figures cannot: they depend on this machine and on its other load. CPU of PostgreSQL is read
 * from /proc, so it is there on Linux only.
 */
const { values } = parseArgs({
  options: {
    services: { type: 'string', default: '20000' },
    /** One width, or several with commas between them: calls at a time. */
    width: { type: 'string', default: '1,8,32' },
    isps: { type: 'string', default: 'both' },
    rounds: { type: 'string', default: '3' },
    /** Of one round. */
    calls: { type: 'string', default: '200' },
    /** Only the changes whose name contains this text. */
    only: { type: 'string', default: '' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const services = Number(values.services);
const widths = values.width.split(',').map(Number);
const isps = values.isps === 'both' ? [1, 50] : [Number(values.isps)];
const rounds = Number(values.rounds);
const calls = Number(values.calls);
// So many that what runs often is compiled, as in a node that has been up for some minutes: after 300 calls a node takes 1.7
// times the CPU of after 2,400. A change of width needs less.
const [WARM_UP, WARM_UP_AGAIN] = [3000, 300];
/** Of each server to its database: the default of the product. */
const connections = 10;

const COLUMNS = ['calls/s', 'bare', 'RATE', 'p50 ms', 'p95 ms', 'P95', 'node ms', 'bare', 'pg ms', 'bare'];
const HEAD = ['', 'ISPs', 'width', ...COLUMNS, 'queries', 'bare', 'trips', 'bare', 'locks ms', 'bare'];

const databases = await Databases.open();
try {
  say(`${services} services, Node ${process.version}, medians of ${rounds} rounds of ${calls} calls`);
  const bases = new Map<number, string>();
  for (const count of isps) bases.set(count, await databases.prepared(sizeOf(count), say));
  const print = table(HEAD, say);
  for (const change of CHANGES.filter(({ name }) => name.includes(values.only))) {
    for (const [count, base] of bases) {
      const all = 1 + WARM_UP - WARM_UP_AGAIN + widths.length * (WARM_UP_AGAIN + rounds * calls);
      const contest = await openContest({ databases, base, change, calls: all, connections });
      try {
        let from = 1;
        for (const [at, width] of widths.entries()) {
          const warmUp = at === 0 ? WARM_UP : WARM_UP_AGAIN;
          const figures = await duel(contest, { width, from, warmUp });
          from += warmUp + rounds * calls;
          print([change.name, count, width, ...figures]);
        }
      } finally {
        await contest.close();
      }
    }
  }
} finally {
  for (const copy of ['ours', 'bare']) await databases.drop(copy);
  await databases.stop();
}

/** Resellers and customers are multiples of the ISPs, so that every ISP has as many. */
function sizeOf(count: number) {
  const customers = Math.max(200, Math.ceil((services * 0.4) / 200) * 200);
  return { ...SMALL, isps: count, customers, services, leads: Math.min(services, 20_000), sessions: 0 };
}

/** Rounds alternate, so that other load on the machine burdens both; the ratios are of one pair of rounds each. */
async function duel(
  { ours, rival }: Contest,
  { width, from, warmUp }: { readonly width: number; readonly from: number; readonly warmUp: number },
): Promise<number[]> {
  const round = async (start: number, count: number) => {
    const load = (side: typeof ours) => ({ databases, requests: side.requests(start, count), width });
    return { ours: await measure(ours, load(ours)), bare: await measure(rival, load(rival)) };
  };
  await round(from, warmUp);
  const pairs = [];
  for (let at = 0; at < rounds; at++) pairs.push(await round(from + warmUp + at * calls, calls));
  const [mine, bare] = [medians(pairs.map((pair) => pair.ours)), medians(pairs.map((pair) => pair.bare))];
  const rate = median(pairs.map((pair) => pair.ours.rate / pair.bare.rate));
  const p95 = median(pairs.map((pair) => pair.ours.p95 / pair.bare.p95));
  return [
    ...[mine.rate, bare.rate, rate, mine.p50, mine.p95, p95],
    ...[mine.node, bare.node, mine.postgres, bare.postgres],
    ...[mine.statements, bare.statements, mine.roundTrips, bare.roundTrips, mine.locks, bare.locks],
  ];
}
