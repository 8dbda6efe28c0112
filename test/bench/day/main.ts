import { loadavg, totalmem } from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { Databases } from '../changes/databases.ts';
import { LARGE, SMALL } from '../dataset.ts';
import { OurNode } from '../radius/our-node.ts';
import { accelerate } from './accelerated-day.ts';
import { prepareDay } from './prepared-day.ts';
import { Staff } from './staff.ts';
import { parseStorageOptions, setStorageOptions } from './storage-options.ts';

/**
 * A day of an installation at speed: `npm run bench:day -- --services 1000000 --minutes 10`. Every online service is updated once
 * in a round, some sessions end and begin, the staff takes payments, and half-way it is midnight. It prints how fast each minute
 * was, and what happened to the tables. `--set 'radius.session: fillfactor=70'`, any number of times, to compare settings.
 */
const { values } = parseArgs({
  options: {
    services: { type: 'string', default: String(LARGE.services) },
    /** Share of the services that are online. */
    online: { type: 'string', default: '0.7' },
    minutes: { type: 'string', default: '10' },
    /** Simulated seconds between two Interim-Updates of a session. */
    interval: { type: 'string', default: '300' },
    width: { type: 'string', default: '64' },
    /** Updates a second; by default as many as are answered. */
    rate: { type: 'string', default: 'Infinity' },
    /** Share of the updates instead of which a session ends and another begins. */
    reconnects: { type: 'string', default: '0.01' },
    /** Payments and renewals a second. */
    changes: { type: 'string', default: '5' },
    /** Simulated seconds after which the usage that lists sort by is brought up to date, as a job does. */
    listed: { type: 'string', default: '60' },
    /** Seconds of a reader with one snapshot, as a backup is. */
    reader: { type: 'string', default: '0' },
    set: { type: 'string', multiple: true, default: [] },
    /** Settings of PostgreSQL, `checkpoint_timeout=5min`. */
    postgres: { type: 'string', multiple: true, default: [] },
  },
});
const say = (line: string) => process.stdout.write(`${line}\n`);
const services = Number(values.services);
const pace = {
  inFlight: Number(values.width),
  perSecond: Number(values.rate),
  intervalS: Number(values.interval),
  reconnects: Number(values.reconnects),
};
const storage = values.set.map(parseStorageOptions);

/** As deploy/patroni/patroni.yml has it. */
const megabytes = (share: number) => `${Math.round((totalmem() * share) / 1_048_576)}MB`;
const RECOMMENDED = {
  max_connections: '200',
  wal_compression: 'on',
  max_wal_size: '4GB',
  checkpoint_timeout: '30min',
  shared_buffers: megabytes(1 / 4),
  effective_cache_size: megabytes(1 / 2),
};
const settings = { ...RECOMMENDED, ...Object.fromEntries(values.postgres.map((each) => each.split('='))) };

const databases = await Databases.open({ folder: 'day', fill: prepareDay, settings });
try {
  const url = await databases.copy(await databases.prepared(sizeOf(services), say), 'day');
  const pool = new pg.Pool({ connectionString: url, max: 5 });
  pool.on('error', () => undefined); // the query that fails tells it
  try {
    for (const options of storage) await setStorageOptions(pool, options);
    const perSecond = Number(values.changes);
    const staff = await Staff.open(pool, { perSecond, most: Math.ceil(perSecond * Number(values.minutes) * 60) });
    // A copy makes a checkpoint, so that tables that were written anew log their pages as the others do.
    await databases.copy('template0', 'checkpoint');
    await overNode(url, pool, staff);
  } finally {
    await pool.end();
  }
} finally {
  for (const name of ['day', 'checkpoint']) await databases.drop(name);
  await databases.stop();
}

async function overNode(url: string, pool: pg.Pool, staff: Staff): Promise<void> {
  const node = await OurNode.start(url);
  try {
    await node.ready();
    say(`${services} services; ${values.set.join('; ') || 'as migrated'}; ${JSON.stringify(settings)}`);
    say(`load averages before: ${loadavg().map((load) => load.toFixed(1))}`);
    const { isps } = sizeOf(services);
    const pids = { node: node.pid, postgres: databases.server.pid };
    const online = Math.round(services * Number(values.online));
    const seconds = { listedSeconds: Number(values.listed), readerSeconds: Number(values.reader) };
    await accelerate({ node, pids, pool, staff, pace, online, isps, minutes: Number(values.minutes), ...seconds }, say);
    const { now, peak } = await node.memory();
    say(`memory of the node: ${now.toFixed(0)} MB, ${peak.toFixed(0)} MB at most`);
  } finally {
    await node.stop();
  }
}

/** Multiples of the ISPs, so that each has as many. */
function sizeOf(count: number) {
  const { isps } = LARGE;
  const customers = Math.max(200, Math.ceil((count * 0.4) / 200) * 200);
  return { ...SMALL, isps, customers, services: count, leads: 200, sessions: 0 };
}
