import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { createLog } from '../../../src/config/log.ts';
import { createPool } from '../../../src/db/connection.ts';
import { type Database, openDatabase, type Tx } from '../../../src/db/database.ts';
import { migrate } from '../../../src/db/migrate.ts';
import { problemOf } from '../../../src/db/problem.ts';
import { execute, sql } from '../../../src/db/sql.ts';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import { prepare } from '../changes/prepared.ts';
import { SMALL } from '../dataset.ts';
import { watchCores } from '../radius/cores.ts';
import { Pair } from './pair.ts';
import { Notifying, WAYS, type Way } from './ways.ts';

/**
 * What notifications cost commits: `npm run bench:commits -- --rounds 5 --delay 0,2`. One row is changed by `Database.transaction`
 * of a node over a PostgreSQL with a synchronous standby, in alternating rounds: notified after the commit, as the product does,
 * not notified, and notified by the transaction itself, which has to wait for all others that do so.
 */
const { values } = parseArgs({
  options: {
    /** Transactions at a time, each over a connection of its own. */
    width: { type: 'string', default: '1,8,32' },
    /** Milliseconds to the standby and back. */
    delay: { type: 'string', default: '0,2' },
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '3' },
    /** Only the changes whose name contains this text. */
    only: { type: 'string', default: '' },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const numbers = (list: string) => list.split(',').map(Number);
// A server that stops may be faster than the end of its connections, which is no warning here.
const log = createLog('error');
const [seconds, rounds] = [Number(values.seconds), Number(values.rounds)];
/** Wanted: the rate with notifications, of that without. */
const MUST = 0.8;
const ROWS = 1_000;

type Change = (tx: Tx, row: number, value: Buffer) => Promise<unknown>;
const prepared = { prepared: true } as const;

/** What RADIUS must know at once: the hottest one, and a small one. */
const CHANGES: Readonly<Record<string, Change>> = {
  'password of a service': (tx, row, value) =>
    execute(tx, sql`UPDATE crm.service SET password_enc = ${value}::bytea WHERE id = ${row}::int`, prepared),
  'secret of a NAS': (tx, row, value) =>
    execute(tx, sql`UPDATE radius.nas SET secret_enc = ${value}::bytea WHERE id = ${row}::int`, prepared),
};

for (const delay of numbers(values.delay)) {
  const pair = await Pair.open(delay, filled);
  try {
    say(`\nstandby ${delay} ms away, Node ${process.version}, medians of ${rounds} rounds of ${seconds} s`);
    say(`load averages before: ${loadavg().map((load) => load.toFixed(1))}`);
    await compare(pair);
  } finally {
    await pair.stop();
  }
}

async function filled(url: string): Promise<void> {
  await migrate({ url, log });
  const pool = createPool(url, { name: 'fill', max: 1, statementTimeoutMs: 0 }, log);
  await prepare(pool, SMALL);
  await pool.end();
}

async function compare({ primary }: Pair): Promise<void> {
  const owner = createPool(primary.url, { name: 'switch', max: 1 }, log);
  const notifying = await Notifying.of(owner);
  const head = [
    '',
    'at once',
    'after/s',
    'none',
    'untold',
    'within',
    'AFTER:NONE',
    'least',
    'after:untold',
    'within:none',
  ];
  const print = table(
    [...head, 'p95 ms', 'none', 'untold', 'within', 'cores', 'none', 'untold', 'within', 'gave up', 'goal'],
    say,
  );
  for (const width of numbers(values.width)) {
    const db = await openDatabase({ url: primary.url, log, connections: width });
    try {
      const heard = { count: 0 };
      await db.listen('directory', () => void heard.count++);
      for (const [name, change] of Object.entries(CHANGES).filter(([each]) => each.includes(values.only)))
        print([name, width, ...figures(await alternate({ db, notifying, heard, change, width }))]);
    } finally {
      await db.close();
    }
  }
  await owner.end();
}

interface Contest {
  readonly db: Database;
  readonly notifying: Notifying;
  readonly heard: { count: number };
  readonly change: Change;
  readonly width: number;
}

interface Measured {
  /** Transactions a second. */
  readonly rate: number;
  /** Milliseconds until the transaction is over. */
  readonly p95: number;
  /** Of this process and of both servers, which it started. */
  readonly cores: number;
  /** Transactions that waited too long for their commit. */
  readonly givenUp: number;
}

type Round = Readonly<Record<Way, Measured>>;

async function alternate(contest: Contest): Promise<Round[]> {
  const done: Round[] = [];
  for (let round = -1; round < rounds; round++) {
    const measured: Partial<Record<Way, Measured>> = {};
    // Each way is first, second and third in turn. The first round warms up.
    for (let at = 0; at < WAYS.length; at++) {
      const way = WAYS[(at + round + 1) % WAYS.length] as Way;
      await contest.notifying.by(way);
      await contest.db.flushNotifications();
      contest.heard.count = 0;
      measured[way] = await measure(contest);
      if (contest.heard.count > 0 !== (way === 'after' || way === 'within'))
        throw new Error(`${contest.heard.count} notices by way '${way}'`);
    }
    if (round >= 0) done.push(measured as Round);
  }
  return done;
}

async function measure({ db, change, width }: Contest): Promise<Measured> {
  const times: number[] = [];
  let givenUp = 0;
  const used = await watchCores({ all: process.pid });
  const startedAt = performance.now();
  const lane = async (_: unknown, first: number): Promise<void> => {
    for (let row = first; performance.now() - startedAt < seconds * 1_000; row += width) {
      const begunAt = performance.now();
      const done = db.transaction((tx) => change(tx, (row % ROWS) + 1, Buffer.from(`${begunAt}`)));
      if (await done.then(() => true, waitedTooLong)) times.push(performance.now() - begunAt);
      else givenUp += 1;
      // As a call of the API does, whose answer waits until RADIUS knows.
      await db.flushNotifications();
    }
  };
  await Promise.all(Array.from({ length: width }, lane));
  const elapsed = (performance.now() - startedAt) / 1_000;
  const { all: cores = Number.NaN } = await used();
  times.sort((one, other) => one - other);
  return { rate: times.length / elapsed, p95: times[Math.floor(times.length * 0.95)] ?? Number.NaN, cores, givenUp };
}

/** A commit that notifies may wait for the others longer than a transaction waits for a lock. */
function waitedTooLong(error: unknown): false {
  if (problemOf(error)?.code === '55P03') return false;
  throw error;
}

function figures(done: readonly Round[]): (string | number)[] {
  const of = (figure: keyof Measured) => WAYS.map((way) => median(done.map((round) => round[way][figure])));
  const ratios = (way: Way, to: Way) => done.map((round) => round[way].rate / round[to].rate);
  const ratio = median(ratios('after', 'none'));
  return [
    ...of('rate').map(Math.round),
    ...[ratio, Math.min(...ratios('after', 'none'))],
    ...[median(ratios('after', 'untold')), median(ratios('within', 'none'))],
    ...of('p95'),
    ...of('cores'),
    done.reduce((sum, round) => sum + round.after.givenUp + round.within.givenUp, 0),
    `${ratio >= MUST ? 'met' : 'MISSED'} ${MUST}`,
  ];
}
