import { setTimeout as pause } from 'node:timers/promises';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Database } from '../../../../src/db/database.ts';
import { makeNas } from '../../../factories/network.ts';
import { makePlan } from '../../../factories/plans.ts';
import { makeService } from '../../../factories/services.ts';
import { makeIsp } from '../../../factories/tenants.ts';
import { freshDatabase } from '../../../fixtures/database.ts';
import { openRecorder, recordOf } from '../../../radius/fixtures/recorder.ts';
import { until } from '../../../radius/fixtures/server.ts';
import { emptyMonths, FIRST_MONTH, fillMonths, firstDayIn, KEEP_ALL, NOW, runArchive, seen, spanOf } from './months.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nas = await makeNas(db, isp);
const services = [await makeService(db, plan), await makeService(db, plan)] as const;
const recorder = openRecorder(db);
const MB = 2n ** 20n;

beforeEach(async () => {
  await emptyMonths(db);
  await fillMonths(db, { ispId: isp.id, nasId: nas.id, services });
});

/** Everything old enough is in the archive, and only there. */
async function expectArchived(): Promise<void> {
  expect((await spanOf(db, 'crm_archive.session_log', 'started_at'))[0]).toBe(FIRST_MONTH);
  expect((await spanOf(db, 'radius.session_log', 'started_at'))[0]).toBe(firstDayIn('2026-08'));
  expect((await spanOf(db, 'radius.usage_day', 'day'))[0]).toBe(firstDayIn('2026-08'));
  expect((await spanOf(db, 'auth.audit_event', 'at'))[0]).toBe(firstDayIn('2026-08'));
}

/** A database that fails after so many statements and transactions, before or after the last one is executed. */
function dyingAfter(steps: number, committed: boolean): Database {
  let left = steps;
  const dying = async <T>(work: () => Promise<T>): Promise<T> => {
    left -= 1;
    if (left > 0 || (left === 0 && committed)) {
      const done = await work();
      if (left > 0) return done;
    }
    throw new Error('the node died');
  };
  const pool = new Proxy(db.pool, {
    get: (target, name) =>
      name === 'query' ? (given: never) => dying(() => target.query(given)) : Reflect.get(target, name),
  });
  return { ...db, pool, transaction: (work, options) => dying(() => db.transaction(work, options)) };
}

describe('a run that dies', () => {
  it('anywhere loses nothing and duplicates nothing, and the next one continues', async () => {
    const before = await seen(db);
    let died = 0;
    for (let steps = 1; ; steps = 1 + (steps % 7)) {
      const ended = await runArchive(dyingAfter(steps, died % 2 === 0), { settings: KEEP_ALL }).catch(
        (error: Error) => error.message,
      );
      expect(await seen(db)).toEqual(before);
      if (ended === true) break;
      expect(ended).toBe('the node died');
      died += 1;
      // A node that lives long enough finishes the rest.
      if (died >= 60) {
        expect(await runArchive(db, { settings: KEEP_ALL })).toBe(true);
        break;
      }
    }
    expect(died).toBeGreaterThan(20);
    expect(await seen(db)).toEqual(before);
    await expectArchived();
  });

  it('while it removes has removed nothing that should stay', async () => {
    const settings = { RETENTION_SESSIONS_DAYS: '380', RETENTION_USAGE_DAYS: '380', RETENTION_AUDIT_DAYS: '380' };
    await runArchive(db, { settings: KEEP_ALL });
    for (let steps = 1; steps < 25; steps += 2)
      await runArchive(dyingAfter(steps, steps % 4 === 1), { settings }).catch(() => undefined);
    expect(await runArchive(db, { settings })).toBe(true);
    expect((await spanOf(db, 'crm_archive.session_log', 'started_at'))[0]).toBe(firstDayIn('2025-11'));
    expect((await spanOf(db, 'crm_archive.usage_day', 'day'))[0]).toBe(firstDayIn('2025-11'));
    expect((await spanOf(db, 'crm_archive.audit_event', 'at'))[0]).toBe(firstDayIn('2025-11'));
  });
});

it('an aborted run ends between two steps, and the next one continues', async () => {
  const before = await seen(db);
  const ending = new AbortController();
  let transactions = 0;
  const counted: Database = {
    ...db,
    transaction: (work, options) => {
      transactions += 1;
      if (transactions === 4) ending.abort();
      return db.transaction(work, options);
    },
  };
  expect(await runArchive(counted, { settings: KEEP_ALL, signal: ending.signal })).toBe(false);
  expect((await spanOf(db, 'radius.session_log', 'started_at'))[0]).not.toBe(firstDayIn('2026-08'));
  expect(await seen(db)).toEqual(before);
  expect(await runArchive(db, { settings: KEEP_ALL })).toBe(true);
  await expectArchived();
});

describe('while the archive runs', () => {
  it('accounting continues, and every row is in one place at every moment, with two nodes archiving', async () => {
    const before = await seen(db);
    let going = true;
    let sent = 0;
    const startedAt = NOW.getTime() - 3_600_000;
    const told = { service: services[0], session: 'now', nas, startedAt };
    const accounting = (async () => {
      for (; going; sent += 1) {
        const more = { seconds: sent, upBytes: BigInt(sent) * MB, day: sent % 2 === 0 ? '2026-11-22' : '2026-11-21' };
        const { refused } = await recorder.record([recordOf(told, more)]);
        expect(refused.size).toBe(0);
      }
    })();
    const looking = (async () => {
      for (; going; ) {
        const { sessions, twice, events, changes } = await seen(db);
        expect({ twice, events, changes }).toEqual({ twice: 0, events: before.events, changes: before.changes });
        expect(sessions - before.sessions).toBeLessThanOrEqual(1);
        expect(sessions - before.sessions).toBeGreaterThanOrEqual(0);
      }
    })();
    const archiving = (async () => {
      await until(() => sent > 3);
      await Promise.all([runArchive(db, { settings: KEEP_ALL }), runArchive(db, { settings: KEEP_ALL })]);
    })().finally(() => {
      going = false;
    });
    await Promise.all([archiving, accounting, looking]);
    const after = await seen(db);
    expect(after.sessions).toBe(before.sessions + 1);
    expect(BigInt(after.days) - BigInt(before.days)).toBe(BigInt(sent - 1) * MB);
    await expectArchived();
  });

  it('a long query blocks no other reader or writer; the archive continues when it has ended', async () => {
    const before = await seen(db);
    const reader = await db.pool.connect();
    await reader.query('BEGIN; SELECT count(*) FROM radius.session_log');
    let ended = false;
    const archiving = runArchive(db, { settings: KEEP_ALL }).finally(() => {
      ended = true;
    });
    const waits = async () =>
      (await db.pool.query(`SELECT FROM pg_locks WHERE NOT granted AND mode = 'AccessExclusiveLock'`)).rowCount !== 0;
    const others: Promise<unknown>[] = [];
    for (let times = 0; times < 3; times += 1) {
      // The archive waits for the table, and later queries queue after it until it gives up.
      await until(waits, 60_000);
      others.push(db.pool.query('SELECT count(*) FROM radius.session_all'));
      await Promise.all(others);
      await pause(5);
    }
    expect(ended).toBe(false);
    expect((await spanOf(db, 'crm_archive.session_log', 'started_at'))[0]).toBe(null);
    await reader.query('COMMIT');
    reader.release();
    expect(await archiving).toBe(true);
    expect(await seen(db)).toEqual(before);
    await expectArchived();
  });
});
