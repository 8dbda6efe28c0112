import pg from 'pg';
import { beforeEach, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { createPool } from '../../src/db/connection.ts';
import { openDatabase } from '../../src/db/database.ts';
import { query, sql } from '../../src/db/sql.ts';
import { Standby } from '../../src/db/standby.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { openLine } from '../fixtures/line.ts';

const db = await freshDatabase();
const log = createLog('silent');

/** Tells where its statements run. */
function server(name: string) {
  const pool = createPool(db.url, { name, max: 2 }, log);
  onTestFinished(() => pool.end());
  return pool;
}
const nameOf = async (pool: pg.Pool) => {
  const [row] = await query<{ name: string }>(pool, sql`SELECT current_setting('application_name') AS name`);
  return row?.name;
};

interface Pair {
  readonly primary: pg.Pool;
  readonly standby: pg.Pool;
}

/** Places in the log, as two servers tell them. */
function positions({ primary, standby }: Pair, given: { primary: number; standby: number }): void {
  for (const [pool, of] of [
    [primary, 'primary'],
    [standby, 'standby'],
  ] as const) {
    const real = pool.query.bind(pool) as (...args: unknown[]) => unknown;
    pool.query = ((text: unknown, ...rest: unknown[]) =>
      String(text).includes('AS position')
        ? Promise.resolve({ rows: [{ position: String(given[of]) }] })
        : real(text, ...rest)) as typeof pool.query;
  }
}

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['performance', 'setInterval', 'clearInterval'] });
  return () => vi.useRealTimers();
});

it('a standby that is where the primary is has caught up', async () => {
  const standby = new Standby({ primary: server('the primary'), standby: server('the standby'), log });
  await standby.check();
  expect(await standby.read(nameOf)).toContain('the standby');
});

it('a standby is read from while it follows within ten seconds, and again when it has caught up', async () => {
  const pair = { primary: server('the primary'), standby: server('the standby') };
  const at = { primary: 100, standby: 100 };
  positions(pair, at);
  const standby = new Standby({ ...pair, log });
  expect(await standby.read(nameOf)).toContain('the primary'); // not compared yet
  await standby.check();
  expect(await standby.read(nameOf)).toContain('the standby');
  at.primary = 200;
  vi.advanceTimersByTime(9_000);
  await standby.check();
  expect(standby.lagMs).toBe(9_000);
  expect(await standby.read(nameOf)).toContain('the standby');
  at.primary = 300;
  vi.advanceTimersByTime(1_001);
  await standby.check();
  expect(await standby.read(nameOf)).toContain('the primary');
  at.standby = 200; // where the primary was a second ago
  await standby.check();
  expect(standby.lagMs).toBe(1_001);
  expect(await standby.read(nameOf)).toContain('the standby');
});

it('a standby that nothing reaches any more is current as long as the primary writes nothing', async () => {
  const pair = { primary: server('the primary'), standby: server('the standby') };
  positions(pair, { primary: 7, standby: 7 });
  const standby = new Standby({ ...pair, log });
  for (let second = 0; second < 60; second++) {
    vi.advanceTimersByTime(1_000);
    await standby.check();
  }
  expect(standby.lagMs).toBe(0);
});

it('what a standby cancels, or does not answer, is read from the primary; a mistake is not repeated', async () => {
  const pair = { primary: server('the primary'), standby: server('the standby') };
  const standby = new Standby({ ...pair, log });
  await standby.check();
  const failing = (code: string) => async (pool: pg.Pool) => {
    if (pool === pair.standby)
      throw Object.assign(new pg.DatabaseError('canceled', 8, 'error'), { code, severity: 'ERROR' });
    return nameOf(pool);
  };
  expect(await standby.read(failing('40001'))).toContain('the primary');
  expect(await standby.read(failing('57P01'))).toContain('the primary');
  await expect(standby.read(failing('42601'))).rejects.toThrow('canceled');
});

it('an open database compares them itself, reads history from the standby, and all else from the primary', async () => {
  vi.useRealTimers();
  const line = await openLine(db.url);
  const open = await openDatabase({ url: db.url, readUrl: line.url, log, connections: 2 });
  onTestFinished(() => open.close());
  await expect.poll(() => open.history(nameOf)).toBe('lastmile history');
  expect(await nameOf(open.pool)).toBe('lastmile sql');
  expect(open.historyLagMs()).toBeLessThan(10_000);
  line.silence();
  await expect.poll(() => open.history(nameOf)).toBe('lastmile sql');
});

it('without a standby, history is read from the primary', async () => {
  expect(await db.history(nameOf)).toBe('lastmile sql');
  expect(db.historyLagMs()).toBeNull();
});
