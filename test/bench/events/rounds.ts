import { readFile } from 'node:fs/promises';
import { cpus } from 'node:os';
import type { Child } from '../api/child.ts';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import type { Measured, Target } from '../radius/measured.ts';
import { LOADS, type Load } from './loads.ts';
import type { Feed } from './other-systems-program.ts';

/** Without changes; with changes whose ISP keeps no events; with changes that all go through the feed. */
const WINDOWS = ['quiet', 'changes', 'feed'] as const;
type Kind = (typeof WINDOWS)[number];

interface Seen extends Measured {
  readonly feed?: Feed;
  /** Cores that the maker of changes and the readers of events used. */
  readonly others: number;
  /** Cores that were busy in the whole machine. */
  readonly machine: number;
}

export interface Contest {
  readonly target: Target;
  readonly program: string;
  readonly others: Child;
  /** Has the ISP keep events and call a webhook, until what it returns is called. */
  readonly feed: () => Promise<() => Promise<void>>;
  readonly rounds: number;
  readonly seconds: number;
  /** Loads whose name contains it. */
  readonly only: string;
}

type Say = (line: string) => void;
type Round = Readonly<Record<Kind, Seen>>;

/** All loads in alternating windows; prints a table of RADIUS and one of the feed. */
export async function rounds(contest: Contest, say: Say): Promise<void> {
  const results: [Load, Round[]][] = [];
  for (const load of LOADS.filter(({ name }) => name.includes(contest.only)))
    results.push([load, await roundsOf(contest, load)]);
  printRadius(results, say);
  printFeed(results, say);
}

let number = 0;

async function roundsOf(contest: Contest, load: Load): Promise<Round[]> {
  const done: Round[] = [];
  for (let round = 0; round < contest.rounds; round++) {
    const seen: Partial<Record<Kind, Seen>> = {};
    // Each kind is first, second and third in turn, so that what warms up or fills up favours none.
    for (let at = 0; at < WINDOWS.length; at++) {
      const kind = WINDOWS[(at + round) % WINDOWS.length] as Kind;
      seen[kind] = await windowOf(contest, load, kind);
    }
    done.push(seen as Round);
  }
  return done;
}

async function windowOf(contest: Contest, load: Load, kind: Kind): Promise<Seen> {
  const { others, target, program, seconds } = contest;
  number += 1;
  const stopFeed = kind === 'feed' ? await contest.feed() : undefined;
  const started: Promise<[number, number, number]>[] = [];
  const measured = await load.run({ target, program, number, seconds }, () => {
    if (kind !== 'quiet') started.push(others.ask(kind === 'feed' ? 'begin feed' : 'begin').then(usage));
    else started.push(usage());
  });
  const [before, after] = [await started[0], await usage()];
  const elapsed = after[0] - (before?.[0] ?? 0);
  const feed = kind === 'quiet' ? undefined : await others.ask<Feed>('end');
  await stopFeed?.();
  return {
    ...measured,
    ...(feed && { feed }),
    others: (after[1] - (before?.[1] ?? 0)) / elapsed,
    machine: (after[2] - (before?.[2] ?? 0)) / elapsed,
  };

  /** Seconds: now, of CPU of the others, of CPU of the machine. */
  async function usage(): Promise<[number, number, number]> {
    return [performance.now() / 1000, (await others.cpu()) / 1e6, await busySeconds()];
  }
}

/** Seconds of CPU time that the machine has spent on anything but waiting. */
async function busySeconds(): Promise<number> {
  const [line = ''] = (await readFile('/proc/stat', 'utf8')).split('\n');
  const [user = 0, nice = 0, system = 0, , , irq = 0, softirq = 0] = line.split(/\s+/).slice(1).map(Number);
  return (user + nice + system + irq + softirq) / 100;
}

function printRadius(results: readonly [Load, Round[]][], say: Say): void {
  const head = ['load', 'window', 'answers/s', 'of quiet', 'of changes', 'p95', 'node µs', 'pg µs'];
  const print = table([...head, 'node', 'pg', 'other node', 'others', 'machine', 'bad'], say);
  for (const [{ name }, rounds] of results)
    for (const kind of WINDOWS) {
      const of = (figure: (seen: Seen) => number) => median(rounds.map((round) => figure(round[kind])));
      const against = (other: Kind) => median(rounds.map((round) => round[kind].rate / round[other].rate));
      const cores = (process: string) => of((seen) => seen.cores[process] ?? 0);
      const micros = (process: string) => of(({ cores, rate }) => ((cores[process] ?? 0) / rate) * 1e6);
      print([
        ...[
          name,
          kind,
          of(({ rate }) => Math.round(rate)),
          against('quiet'),
          kind === 'quiet' ? '' : against('changes'),
        ],
        ...[of(({ p95 }) => p95), micros('node'), micros('postgres'), cores('node'), cores('postgres'), cores('other')],
        ...[of(({ others }) => others), of(({ machine }) => machine)],
        rounds.reduce((sum, round) => sum + round[kind].bad, 0),
      ]);
    }
  say(`of ${cpus().length} cores`);
}

function printFeed(results: readonly [Load, Round[]][], say: Say): void {
  const print = table(['load', 'way', 'made/s', 'read/s', 'p50', 'p95', 'made', 'read'], say);
  for (const [{ name }, rounds] of results) {
    const feeds = rounds.flatMap(({ feed }) => feed.feed ?? []);
    for (const way of Object.keys(feeds[0]?.ways ?? {})) {
      const read = feeds.flatMap(({ ways, ...feed }) => (ways[way] ? [{ ...feed, ...ways[way] }] : []));
      const of = (figure: (one: (typeof read)[number]) => number) => median(read.map(figure));
      print([
        ...[name, way, of(({ changes, seconds }) => changes / seconds), of(({ inTime, seconds }) => inTime / seconds)],
        ...[of(({ p50 }) => p50), of(({ p95 }) => p95)],
        ...[read.reduce((sum, { changes }) => sum + changes, 0), read.reduce((sum, { count }) => sum + count, 0)],
      ]);
    }
  }
}
