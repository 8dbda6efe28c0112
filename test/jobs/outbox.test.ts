import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { RetryLater } from '../../src/core/retry-later.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { Outbox, type OutboxOptions } from '../../src/jobs/outbox.ts';
import { claimEffects, purgeEffects } from '../../src/jobs/outbox-table.ts';
import { FakeNetwork } from '../fixtures/api.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { until } from '../radius/fixtures/server.ts';

const db = await freshDatabase();
const kernel = { db, log: createLog('silent'), network: new FakeNetwork() };

let running: { stop(): Promise<void> }[];
let done: unknown[];

beforeEach(async () => {
  await execute(db.pool, sql`DELETE FROM crm.outbox`);
  running = [];
  done = [];
});
afterEach(() => Promise.all(running.map((node) => node.stop())));

/** A node whose handler records each payload, after `fails` failures. */
async function node({ fails = 0, ...options }: OutboxOptions & { fails?: number } = {}): Promise<void> {
  let left = fails;
  const remember = async (_: unknown, payload: unknown) => {
    left -= 1;
    if (left >= 0) throw new Error('the NAS did not answer');
    done.push(payload);
  };
  running.push(await Outbox.start(kernel, { handlers: { remember }, firstPauseMs: 10, pollMs: 20, ...options }));
}

const request = (...payloads: number[]) =>
  execute(
    db.pool,
    sql`INSERT INTO crm.outbox (kind, payload) SELECT 'remember', to_jsonb(n) FROM unnest(${payloads}::int[]) n`,
  );
const rows = () =>
  query<{ attempts: number; last_error: string | null; done: boolean }>(
    db.pool,
    sql`SELECT attempts, last_error, done_at IS NOT NULL AS done FROM crm.outbox ORDER BY id`,
  );
const empty = () => until(async () => (await rows()).length === 0);

it('applies what is in the outbox at its start, and new effects at once', async () => {
  await request(1);
  await node({ pollMs: 60_000 });
  await empty();
  await request(2);
  await empty();
  expect(done).toEqual([1, 2]);
});

it('applies equal effects once', async () => {
  await request(7, 7, 8, 7);
  await node();
  await empty();
  expect(done).toEqual([7, 8]);
});

it('retries a failed effect and keeps the reason', async () => {
  await request(1);
  // Fails until the reason has been read.
  const remember = vi.fn().mockRejectedValue(new Error('the NAS did not answer'));
  await node({ handlers: { remember } });
  await until(async () => (await rows())[0]?.last_error === 'the NAS did not answer');
  remember.mockImplementation(async (_, payload) => void done.push(payload));
  await empty();
  expect(done).toEqual([1]);
});

it('gives up after the last attempt; the row is kept for a while and then purged', async () => {
  await request(1);
  await execute(db.pool, sql`UPDATE crm.outbox SET attempts = 11`);
  await node({ fails: 1 });
  await until(async () => (await rows())[0]?.done === true);
  expect(await purgeEffects(db)).toBe(0);
  await execute(db.pool, sql`UPDATE crm.outbox SET done_at = now() - interval '8 days'`);
  expect(await purgeEffects(db)).toBe(1);
});

it('a deferred effect waits as long as its handler says, spends no attempt, and is given up after an hour', async () => {
  await request(1);
  let left = 20;
  const remember = async (_: unknown, payload: unknown) => {
    left -= 1;
    if (left >= 0) throw new RetryLater('the NAS answers nothing', 10);
    done.push(payload);
  };
  await node({ handlers: { remember } });
  await empty();
  expect(done).toEqual([1]);
  left = 1;
  await execute(
    db.pool,
    sql`INSERT INTO crm.outbox (kind, payload, created_at) VALUES ('remember', '2', now() - interval '61 minutes')`,
  );
  await until(async () => (await rows())[0]?.done === true);
  expect(await rows()).toEqual([{ attempts: 0, last_error: 'the NAS answers nothing', done: true }]);
});

it('with many rows and three nodes, each row is applied by one node', async () => {
  await request(...Array.from({ length: 500 }, (_, at) => at));
  for (let at = 0; at < 3; at++) await node();
  await empty();
  expect(done.map(Number).sort((one, other) => one - other)).toEqual(Array.from({ length: 500 }, (_, at) => at));
});

it('the rows claimed by a node that died are due again', async () => {
  await request(1);
  expect(await claimEffects(db, 10)).toHaveLength(1);
  expect(await claimEffects(db, 10)).toHaveLength(0);
  await execute(db.pool, sql`UPDATE crm.outbox SET available_at = available_at - interval '60 seconds'`);
  await node();
  await empty();
  expect(done).toEqual([1]);
});
