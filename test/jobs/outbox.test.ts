import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { RetryLater } from '../../src/core/work/retry-later.ts';
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

it('finds an effect whose notification comes while a claim that was too early for it is on its way', async () => {
  let isFirst = true;
  const claim = async (statement: pg.QueryConfig) => {
    const answer = await db.pool.query(statement);
    if (isFirst) {
      isFirst = false;
      const heard = new Promise((resolve) => db.listen('outbox', resolve).then(() => request(1)));
      await heard;
    }
    return answer;
  };
  const pool = new Proxy(db.pool, { get: (of, name) => (name === 'query' ? claim : Reflect.get(of, name)) });
  const remember = async (_: unknown, payload: unknown) => void done.push(payload);
  running.push(await Outbox.start({ ...kernel, db: { ...db, pool } }, { handlers: { remember }, pollMs: 60_000 }));
  await until(() => done.length === 1);
});

it('is due in the moment of its transaction, so that the notification of it finds it', async () => {
  for (let at = 0; at < 50; at++) {
    const [row] = await query<{ due: boolean }>(
      db.pool,
      sql`INSERT INTO crm.outbox (kind, payload) VALUES ('remember', '1') RETURNING available_at <= now() AS due`,
    );
    expect(row?.due).toBe(true);
  }
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
    if (left >= 0) throw new RetryLater('the NAS never answers', 10);
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
  expect(await rows()).toEqual([{ attempts: 0, last_error: 'the NAS never answers', done: true }]);
});

it('with many rows and three nodes, each row is applied by one node', async () => {
  await request(...Array.from({ length: 500 }, (_, at) => at));
  for (let at = 0; at < 3; at++) await node();
  await empty();
  expect(done.map(Number).sort((one, other) => one - other)).toEqual(Array.from({ length: 500 }, (_, at) => at));
});

it('takes what the claim of another node leaves, if both have found the same rows', async () => {
  await request(1, 2, 3, 4, 5);
  const other = await db.pool.connect();
  await other.query(`BEGIN; UPDATE crm.outbox SET available_at = now() + interval '1 minute' WHERE payload < '4'`);
  let look = (): void => undefined;
  const looked = new Promise<void>((resolve) => {
    look = resolve;
  });
  const read = db.pool.query.bind(db.pool) as (...statement: unknown[]) => Promise<unknown>;
  const pool = { query: (...statement: unknown[]) => read(...statement).finally(look) } as never;
  const claiming = claimEffects({ pool }, { limit: 10, maxOfIsp: 3, active: new Map() });
  await looked;
  await other.query('COMMIT');
  other.release();
  expect((await claiming).map(({ payload }) => payload)).toEqual([4, 5]);
});

it('the rows claimed by a node that died are due again', async () => {
  await request(1);
  const claim = { limit: 10, maxOfIsp: 10, active: new Map() };
  expect(await claimEffects(db, claim)).toHaveLength(1);
  expect(await claimEffects(db, claim)).toHaveLength(0);
  await execute(db.pool, sql`UPDATE crm.outbox SET available_at = available_at - interval '60 seconds'`);
  await node();
  await empty();
  expect(done).toEqual([1]);
});

describe('an ISP with many effects', () => {
  const requestOf = (ispId: number, count: number) =>
    execute(
      db.pool,
      sql`INSERT INTO crm.outbox (isp_id, kind, payload)
          SELECT ${ispId}, 'remember', jsonb_build_object('isp', ${ispId}::int, 'serviceId', ${ispId} * 1000 + n)
          FROM generate_series(1, ${count}::int) n`,
    );

  it('has its turn with the others, whose effects are newer', async () => {
    await requestOf(1, 100);
    await requestOf(2, 2);
    await requestOf(3, 1);
    const claimed = await claimEffects(db, { limit: 6, maxOfIsp: 10, active: new Map() });
    expect(claimed.map(({ ispId }) => ispId).sort()).toEqual([1, 1, 1, 2, 2, 3]);
    const next = await claimEffects(db, { limit: 50, maxOfIsp: 10, active: new Map([[1, 7]]) });
    expect(next.map(({ ispId }) => ispId)).toEqual([1, 1, 1]);
  });

  it('has a place that becomes free after those that have fewer, although its effects are older', async () => {
    await requestOf(1, 10);
    await requestOf(2, 10);
    await execute(db.pool, sql`UPDATE crm.outbox SET available_at = available_at - interval '1 minute'`);
    await requestOf(3, 10);
    const claimed = await claimEffects(db, {
      limit: 4,
      maxOfIsp: 48,
      active: new Map([
        [1, 40],
        [2, 22],
        [3, 1],
      ]),
    });
    expect(claimed.map(({ ispId }) => ispId)).toEqual([3, 3, 3, 3]);
  });

  it('whose NASes do not answer leaves room for those of the others', async () => {
    await requestOf(1, 100);
    let answer = (): void => undefined;
    const silence = new Promise<void>((resolve) => {
      answer = resolve;
    });
    const remember = async (_: unknown, payload: { isp: number }) => {
      if (payload.isp === 1) await silence;
      done.push(payload.isp);
    };
    await node({ handlers: { remember } });
    await requestOf(2, 20);
    await until(() => done.length === 20);
    expect(done).toEqual(Array.from({ length: 20 }, () => 2));
    answer();
    await empty();
    expect(done).toHaveLength(120);
  });

  it('gets every place again that becomes free, also in the middle of a claim', async () => {
    await requestOf(1, 1_000);
    const remember = async (_: unknown, payload: unknown) => {
      await sleep(Math.random() * 20);
      done.push(payload);
    };
    await node({ handlers: { remember }, pollMs: 60_000 });
    await empty();
    expect(done).toHaveLength(1_000);
  });

  it('on NASes that answer nothing waits at no cost, and is tried before it is given up', async () => {
    const { pausedServices } = kernel.network;
    onTestFinished(() => pausedServices.clear());
    for (let at = 1; at <= 100; at++) pausedServices.set(1000 + at, 60_000);
    await requestOf(1, 100);
    await requestOf(2, 1);
    await node();
    await until(async () => (await rows()).every(({ last_error }) => last_error === 'the NAS never answers'));
    expect(done).toEqual([{ isp: 2, serviceId: 2001 }]);
    expect(await rows()).toHaveLength(100);
    expect(new Set((await rows()).map(({ attempts }) => attempts))).toEqual(new Set([0]));
    await execute(db.pool, sql`UPDATE crm.outbox SET created_at = now() - interval '31 minutes', available_at = now()`);
    await empty();
    expect(done).toHaveLength(101);
  });

  it.each([/attempts - 1/, /LIMIT/, /last_error/])(
    'on NASes that answer nothing keeps no other waiting when the database fails to postpone it (%s)',
    async (failing) => {
      const { pausedServices } = kernel.network;
      onTestFinished(() => pausedServices.clear());
      pausedServices.set(1001, 60_000);
      await requestOf(1, 2);
      let hasFailed = false;
      const orFail = (statement: pg.QueryConfig) => {
        if (hasFailed || !failing.test(statement.text) || statement.text.includes('RECURSIVE'))
          return db.pool.query(statement);
        hasFailed = true;
        return Promise.reject(new Error('the connection broke'));
      };
      const pool = new Proxy(db.pool, { get: (of, name) => (name === 'query' ? orFail : Reflect.get(of, name)) });
      const remember = async (_: unknown, payload: unknown) => void done.push(payload);
      running.push(await Outbox.start({ ...kernel, db: { ...db, pool } }, { handlers: { remember }, pollMs: 20 }));
      await until(() => done.some((each) => (each as { serviceId: number }).serviceId === 1002), 10_000);
      expect(hasFailed).toBe(true);
    },
  );

  it('on NASes that answer nothing comes soon to those for other NASes of the ISP', async () => {
    const { pausedServices } = kernel.network;
    const asked = vi.spyOn(kernel.network, 'paused');
    onTestFinished(() => pausedServices.clear());
    for (let at = 1; at <= 5_000; at++) pausedServices.set(1000 + at, 60_000);
    await requestOf(1, 5_001);
    await node();
    await until(() => done.length > 0);
    expect(done).toEqual([{ isp: 1, serviceId: 6001 }]);
    await until(async () => (await rows()).every(({ last_error }) => last_error === 'the NAS never answers'));
    // Claimed alone, 48 at a time, they would be more than a hundred turns.
    expect(asked.mock.calls.length).toBeLessThan(40);
    expect(new Set((await rows()).map(({ attempts }) => attempts))).toEqual(new Set([0]));
  });
});
