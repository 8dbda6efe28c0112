import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { OurNode } from '../radius/our-node.ts';
import type { Pids } from '../radius/tools.ts';
import { Line, type Subscriber } from './line.ts';
import { Midnight } from './midnight.ts';
import { minutes } from './minutes.ts';
import { Nas } from './nas.ts';
import { Network, type Pace, shuffled } from './network.ts';
import type { Staff } from './staff.ts';
import { printTables, snapshot } from './tables.ts';
import { Times } from './times.ts';

export interface Day {
  readonly node: OurNode;
  readonly pids: Pids;
  readonly pool: pg.Pool;
  readonly staff: Staff;
  readonly pace: Pace;
  /** Services that are online. */
  readonly online: number;
  readonly isps: number;
  readonly minutes: number;
  /** Simulated seconds between two runs of the job that brings the listed usage up to date. */
  readonly listedSeconds: number;
  /** How long somebody reads in one snapshot, as a backup does, from the end of the first quarter on. */
  readonly readerSeconds: number;
}

type Say = (line: string) => void;

/** Opens the sessions, has them updated all day, and prints each minute and what became of the tables. */
export async function accelerate(day: Day, say: Say): Promise<void> {
  const { pool, node, pace } = day;
  const nases = await Promise.all(Array.from({ length: day.isps }, (_, at) => Nas.open(at + 1, node.ports)));
  try {
    const midnight = await Midnight.await(pool);
    const lines = (await readSubscribers(pool, day.online)).map(
      ({ isp, ...each }) => new Line(each, nases[isp - 1] as Nas),
    );
    const times = new Times();
    const network = new Network({ lines: shuffled(lines), pace, times });
    const startedAt = performance.now();
    await network.open();
    const seconds = (performance.now() - startedAt) / 1_000;
    const taken = times.take();
    const lost = taken.count('lost');
    say(`${lines.length - lost} sessions opened in ${seconds.toFixed(0)} s, ${lost} requests refused or lost`);
    await run({ ...day, network, midnight, times }, say);
    const counted = lines.reduce((sum, line) => sum + line.octets, 0);
    say(`\noctets of open sessions: ${counted} sent, ${await octetsOf(pool)} in the database`);
  } finally {
    await Promise.all(nases.map((nas) => nas.close()));
  }
}

interface Running extends Day {
  readonly network: Network;
  readonly midnight: Midnight;
  readonly times: Times;
}

async function run(day: Running, say: Say): Promise<void> {
  const { pool, network, midnight, times, staff, node } = day;
  const listed = new ListedUsage(pool);
  const before = await settled(pool);
  const working = staff.work(`http://127.0.0.1:${node.ports.http}`, times);
  const endMinute = await minutes(day, say);
  let reading: Promise<void> | undefined;
  for (let minute = 0; minute < day.minutes; minute++) {
    if (minute === Math.floor(day.minutes / 4)) reading = readInOneSnapshot(pool, day.readerSeconds);
    if (minute === Math.floor(day.minutes / 2)) await midnight.strike();
    await network.run({ seconds: 60, everySeconds: day.listedSeconds, each: () => listed.refresh() });
    await endMinute();
  }
  staff.end();
  await Promise.all([working, reading, listed.settled()]);
  const after = await settled(pool);
  const wal = after.wal - before.wal;
  const rounds = network.turns / day.online;
  say(
    `\n${network.turns} turns, ${rounds.toFixed(1)} rounds: ${((rounds * day.pace.intervalS) / 3_600).toFixed(1)} simulated hours`,
  );
  say(
    `WAL: ${Math.round(wal / network.turns)} octets a turn, ${after.fullPages - before.fullPages} images of whole pages`,
  );
  say(
    `usage listed ${listed.runs} times, ${listed.skipped} turns of it skipped, ${listed.seconds.toFixed(1)} s in all`,
  );
  printTables(before, after, say);
}

/** A session of PostgreSQL tells its figures once a second. */
async function settled(pool: pg.Pool) {
  await sleep(2_000);
  return snapshot(pool);
}

/** As the job `refresh-listed-usage` of the node, whose minutes are too long for an accelerated day. */
class ListedUsage {
  readonly #pool: pg.Pool;
  #running = Promise.resolve();
  #isRunning = false;
  runs = 0;
  skipped = 0;
  seconds = 0;

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  refresh(): void {
    if (this.#isRunning) this.skipped += 1;
    else this.#running = this.#run();
  }

  settled(): Promise<void> {
    return this.#running;
  }

  async #run(): Promise<void> {
    this.#isRunning = true;
    const startedAt = performance.now();
    await this.#pool.query('CALL radius.refresh_listed_usage(1000)');
    this.seconds += (performance.now() - startedAt) / 1_000;
    this.runs += 1;
    this.#isRunning = false;
  }
}

async function readInOneSnapshot(pool: pg.Pool, seconds: number): Promise<void> {
  if (seconds === 0) return;
  const client = await pool.connect();
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
  await client.query('SELECT count(*) FROM crm.isp');
  await sleep(seconds * 1_000);
  await client.query('COMMIT');
  client.release();
}

/** Spread over all services. */
async function readSubscribers(pool: pg.Pool, online: number): Promise<(Subscriber & { isp: number })[]> {
  const { rows } = await pool.query<Subscriber & { isp: number }>(
    `SELECT id, username, isp_id AS isp FROM crm.service ORDER BY md5(id::text) LIMIT $1`,
    [online],
  );
  return rows;
}

async function octetsOf(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ octets: string }>(
    'SELECT sum(in_bytes + out_bytes) AS octets FROM radius.session WHERE ended_at IS NULL',
  );
  return Number(rows[0]?.octets);
}
