import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import { type Contest, type Goal, type Load, openSessions, type Round, type Side } from './loads.ts';
import type { Measured, Target } from './measured.ts';
import type { OurNode } from './our-node.ts';
import { emptyPool } from './provision.ts';
import { PEER_PORTS, type Tools } from './tools.ts';

export interface Match {
  readonly tools: Tools;
  readonly node: OurNode;
  /** Our database. */
  readonly url: string;
  readonly contests: readonly Contest[];
  readonly rounds: number;
  readonly seconds: number;
}

type Say = (line: string) => void;

const HEAD = [
  '',
  'ours/s',
  'peer/s',
  'RATE',
  'least',
  'p95 ours',
  'peer',
  'P95',
  'PER CPU',
  'node',
  'pg',
  'peer',
  'pg',
  'bad',
];

/** Runs all loads in alternating rounds; prints a line for each. */
export async function duels(match: Match, say: Say): Promise<void> {
  const { contests, node } = match;
  await new Sides(match).openAll(contests[0]?.variant ?? 'sql');
  const before = await node.memory();
  const print = table([...HEAD, 'goal'], say);
  for (const { variant, loads } of contests) {
    await match.tools.startPeer(variant);
    for (const load of loads) print(await duel(match, load));
  }
  await match.tools.stopPeer();
  const { now, peak } = await node.memory();
  say(
    `\nmemory of our node: ${before.now.toFixed(0)} MB before, ${now.toFixed(0)} MB after, ${peak.toFixed(0)} MB maximum`,
  );
}

let number = 0;

/** Rounds alternate, so that other load on the machine affects both sides; each ratio is of one round. */
async function duel(match: Match, load: Load): Promise<(string | number)[]> {
  const sides = new Sides(match);
  const pairs: Record<Side, Measured>[] = [];
  for (let round = 0; round < match.rounds; round++) {
    number += 1;
    const order: Side[] = round % 2 === 0 ? ['peer', 'ours'] : ['ours', 'peer'];
    const pair: Partial<Record<Side, Measured>> = {};
    for (const side of order) pair[side] = await sides.run(load, side, number);
    pairs.push(pair as Record<Side, Measured>);
  }
  return rowOf(load, pairs);
}

function rowOf({ name, rate, p95 }: Load, pairs: readonly Record<Side, Measured>[]): (string | number)[] {
  const of = (side: Side, figure: (measured: Measured) => number) => median(pairs.map((pair) => figure(pair[side])));
  const ratios = (figure: (measured: Measured) => number) => pairs.map(({ ours, peer }) => figure(ours) / figure(peer));
  const rates = ratios((measured) => measured.rate);
  const p95s = ratios((measured) => measured.p95);
  const cores = (side: Side, process: string) => of(side, (measured) => measured.cores[process] ?? 0);
  return [
    name,
    of('ours', (measured) => Math.round(measured.rate)),
    of('peer', (measured) => Math.round(measured.rate)),
    median(rates),
    Math.min(...rates),
    of('ours', (measured) => measured.p95),
    of('peer', (measured) => measured.p95),
    median(p95s),
    median(ratios((measured) => measured.perCpu)),
    cores('ours', 'node'),
    cores('ours', 'postgres'),
    cores('peer', 'radius'),
    cores('peer', 'postgres'),
    pairs.reduce((sum, { ours }) => sum + ours.bad, 0),
    [
      rate && `${verdict(rate, median(rates), (value, goal) => value >= goal)} rate ${rate.must}, ${rate.aim}`,
      p95 && `${verdict(p95, median(p95s), (value, goal) => value <= goal)} p95 ${p95.must}, ${p95.aim}`,
    ]
      .filter(Boolean)
      .join('; '),
  ];
}

function verdict({ must, aim }: Goal, value: number, meets: (value: number, goal: number) => boolean): string {
  if (meets(value, aim)) return 'aim';
  return meets(value, must) ? 'must' : 'MISSED';
}

/** The two servers as targets. */
class Sides {
  readonly #match: Match;

  constructor(match: Match) {
    this.#match = match;
  }

  async openAll(variant: string): Promise<void> {
    await this.#match.tools.startPeer(variant);
    for (const side of ['peer', 'ours'] as const) await openSessions(await this.#round(side, 0));
  }

  async run(load: Load, side: Side, number: number): Promise<Measured> {
    if (load.emptiesPool) await this.#emptyPool(side);
    await this.#match.tools.checkpoint();
    return load.run(await this.#round(side, number));
  }

  async #round(side: Side, number: number): Promise<Round> {
    const { tools, seconds } = this.#match;
    return { side, target: await this.#target(side), program: tools.radload, number, seconds };
  }

  async #target(side: Side): Promise<Target> {
    const { tools, node } = this.#match;
    const { radius = 0, postgres = 0 } = await tools.peerPids();
    if (side === 'peer') return { ...PEER_PORTS, pids: { radius, postgres } };
    return { auth: node.ports.auth, acct: node.ports.acct, pids: { node: node.pid, postgres } };
  }

  async #emptyPool(side: Side): Promise<void> {
    if (side === 'ours') await emptyPool(this.#match.url);
    else
      await this.#match.tools.psql(
        `UPDATE radippool SET expiry_time = now() - interval '1 day', nasipaddress = '', pool_key = '', username = '',
           callingstationid = ''`,
        'VACUUM FULL ANALYZE radippool',
      );
  }
}
