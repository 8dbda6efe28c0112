import { Registry } from 'prom-client';
import { beforeEach, describe, expect, it } from 'vitest';
import { showLastArchive } from '../../../../src/areas/installation/archive/metrics.ts';
import { openPeriodUsage } from '../../../../src/areas/money/usage/period.ts';
import { recountUsage } from '../../../../src/areas/money/usage/recount.ts';
import { moveEndedSessions } from '../../../../src/areas/network/sessions/move-ended.ts';
import { usageReport } from '../../../../src/areas/subscribers/services/usage-report.ts';
import { wholeInstallation } from '../../../../src/core/tenancy/scope.ts';
import { execute, query, sql } from '../../../../src/db/sql.ts';
import { makeNas } from '../../../factories/network.ts';
import { makePlan } from '../../../factories/plans.ts';
import { dayFromToday, makeService } from '../../../factories/services.ts';
import { makeIsp } from '../../../factories/tenants.ts';
import { freshDatabase } from '../../../fixtures/database.ts';
import { openRecorder, recordOf } from '../../../radius/fixtures/recorder.ts';
import { usageOf } from '../../../radius/fixtures/usage.ts';
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

type Input = Parameters<typeof usageReport>[2];

function report(source: 'recent' | 'archive', more: Partial<Input> & Pick<Input, 'date_from' | 'date_upto'>) {
  const input = { serviceid: services[0].id, report_format: 'month_wise_summary', source, ...more } as const;
  return usageReport(db, { scope: wholeInstallation, zone: 'UTC' }, input);
}

const YEARS = { date_from: '2025-09-01', date_upto: '2026-11-30' };

describe('data old enough for the archive', () => {
  it('is in the archive only, younger data is not, and nothing is lost', async () => {
    const before = await seen(db);
    expect(await runArchive(db, { settings: KEEP_ALL })).toBe(true);
    expect(await seen(db)).toEqual(before);
    for (const [table, column] of [
      ['session_log', 'started_at'],
      ['usage_day', 'day'],
    ] as const) {
      expect(await spanOf(db, `crm_archive.${table}`, column)).toEqual([FIRST_MONTH, '2026-07-28']);
      expect((await spanOf(db, `radius.${table}`, column))[0]).toBe(firstDayIn('2026-08'));
    }
    expect(await spanOf(db, 'crm_archive.audit_event', 'at')).toEqual([FIRST_MONTH, '2026-07-28']);
    expect((await spanOf(db, 'auth.audit_event', 'at'))[0]).toBe(firstDayIn('2026-08'));
    expect((await spanOf(db, 'radius.auth_log', 'at'))[0]).toBe(FIRST_MONTH);
  });

  it('is in the usage report with source=archive, by session and in sums', async () => {
    const all = await report('recent', YEARS);
    expect(await report('archive', YEARS)).toEqual([]);
    await runArchive(db, { settings: KEEP_ALL });
    const [archived, recent] = [await report('archive', YEARS), await report('recent', YEARS)];
    expect(archived.at(-1)?.period).toBe('2026-07');
    expect([...archived, ...recent]).toEqual(all);
    const detail = { report_format: 'detailed', date_from: '2026-07-01', date_upto: '2026-08-31' } as const;
    const sessions = [...(await report('archive', detail)), ...(await report('recent', detail))];
    expect(sessions.map(({ sessionid }) => sessionid)).toEqual(
      ['07-08', '07-18', '07-28', '08-07', '08-17', '08-27'].map((day) => `s2026-${day}`),
    );
  });

  it('does not move when the archive runs again', async () => {
    await runArchive(db);
    const once = await seen(db);
    expect(await runArchive(db)).toBe(true);
    expect(await seen(db)).toEqual(once);
  });

  it('is counted, and every node shows when a run last finished', async () => {
    const metrics = new Registry();
    await runArchive(db, { metrics });
    await showLastArchive({ db, metrics });
    const text = await metrics.metrics();
    expect(text).toMatch(/lastmile_archive_rows_total\{table="session_log",step="archived"\} [1-9]\d*/);
    expect(text).toMatch(/lastmile_archive_rows_total\{table="auth_log",step="removed"\} [1-9]\d*/);
    expect(text).toContain(`lastmile_archive_success_timestamp_seconds ${NOW.getTime() / 1000}`);
  });
});

describe('data past its retention', () => {
  it('is removed, by kind, and nothing else', async () => {
    const settings = { RETENTION_SESSIONS_DAYS: '365', RETENTION_USAGE_DAYS: '380', RETENTION_AUDIT_DAYS: '400' };
    await runArchive(db, { settings });
    expect((await spanOf(db, 'crm_archive.session_log', 'started_at'))[0]).toBe(firstDayIn('2025-11'));
    expect((await spanOf(db, 'crm_archive.usage_day', 'day'))[0]).toBe(firstDayIn('2025-11'));
    expect((await spanOf(db, 'crm_archive.audit_event', 'at'))[0]).toBe(firstDayIn('2025-10'));
    expect((await spanOf(db, 'radius.auth_log', 'at'))[0]).toBe(firstDayIn('2026-08'));
  });

  it('may be younger than the archiving age: then it is archived and removed', async () => {
    await runArchive(db, { settings: { ARCHIVE_AFTER_DAYS: '365', RETENTION_SESSIONS_DAYS: '60' } });
    expect((await spanOf(db, 'radius.session_log', 'started_at'))[0]).toBe(firstDayIn('2026-09'));
    expect(await spanOf(db, 'crm_archive.session_log', 'started_at')).toEqual([null, null]);
    expect((await spanOf(db, 'radius.usage_day', 'day'))[0]).toBe(firstDayIn('2025-11'));
  });

  it('is no longer recounted by a period that was open then, which keeps its usage', async () => {
    const [{ id }] = services;
    const dates = { startsOn: dayFromToday(0), endsOn: dayFromToday(900) };
    const owner = { serviceId: id, ispId: isp.id, planId: plan.id, subPlanId: plan.subPlan.id };
    const period = await db.prisma.period.create({ data: { ...owner, ...dates } });
    const caps = { level1: null, level2: 0n, level3: 0n };
    await db.transaction((tx) => openPeriodUsage(tx, { serviceId: id, periodId: period.id, caps }));
    // As if it had been opened long ago.
    await execute(
      db.pool,
      sql`UPDATE radius.usage SET counted_from = '2025-09-05', base_in_bytes = 0, base_out_bytes = 0 WHERE service_id = ${id}`,
    );
    const recounted = async () => {
      await db.transaction((tx) => recountUsage(tx, id));
      return (await usageOf(db, id)).usage.usedBytes;
    };
    const used = await recounted();
    expect(used).toBeGreaterThan(100n * MB);
    await runArchive(db, { settings: { RETENTION_USAGE_DAYS: '365' } });
    expect((await spanOf(db, 'crm_archive.usage_day', 'day'))[0]).toBe(firstDayIn('2025-11'));
    expect(await recounted()).toBe(used);
  });
});

describe('data that is still needed', () => {
  const LONG_AGO = Date.parse('2026-03-15T00:00:00Z');
  const told = { service: services[0], session: 'long', nas, startedAt: LONG_AGO };
  const secondsUpto = (text: string) => (Date.parse(text) - LONG_AGO) / 1000;
  const where = async () =>
    query(
      db.pool,
      sql`SELECT 'session' AS place, out_bytes::text AS down FROM radius.session WHERE acct_session_id = 'long'
          UNION ALL SELECT 'recent', out_bytes::text FROM radius.session_log WHERE acct_session_id = 'long'
          UNION ALL SELECT 'archive', out_bytes::text FROM crm_archive.session_log WHERE acct_session_id = 'long'`,
    );
  const tells = (upto: string, mb: number, kind: 'interim' | 'stop') =>
    recorder.record([
      recordOf(told, {
        kind,
        seconds: secondsUpto(upto),
        downBytes: BigInt(mb) * MB,
        day: upto.slice(0, 10),
        alive: kind === 'interim',
      }),
    ]);
  const move = () => moveEndedSessions(db, NOW, new AbortController().signal);

  it('includes an open session, whenever it started', async () => {
    await tells('2026-11-22T08:00:00Z', 5, 'interim');
    await runArchive(db);
    expect(await where()).toEqual([{ place: 'session', down: String(5n * MB) }]);
    await tells('2026-11-22T09:00:00Z', 6, 'stop');
    expect(await where()).toEqual([{ place: 'session', down: String(6n * MB) }]);
  });

  it.each([
    ['before its month was archived', false],
    ['after', true],
  ])('a session that ended a few days ago, moved to the log %s: its NAS may continue it', async (_, archivedFirst) => {
    if (archivedFirst) await runArchive(db);
    await tells('2026-11-20T08:00:00Z', 5, 'stop');
    await move();
    expect(await where()).toMatchObject([{ place: 'recent' }]);
    await runArchive(db);
    expect(await where()).toMatchObject([{ place: 'recent' }]);
    await tells('2026-11-22T09:00:00Z', 9, 'interim');
    expect(await where()).toEqual([{ place: 'session', down: String(9n * MB) }]);
  });

  it('is archived when it ended longer ago', async () => {
    await runArchive(db);
    await tells('2026-11-01T08:00:00Z', 5, 'stop');
    await move();
    expect(await where()).toMatchObject([{ place: 'recent' }]);
    await runArchive(db);
    expect(await where()).toMatchObject([{ place: 'archive' }]);
  });

  it('includes the last day of a service without usage since: it is archived with its month, apart from later days', async () => {
    const [{ id }] = services;
    const days = async () => (await report('archive', { date_from: '2026-05-01', date_upto: '2026-05-31' }))[0];
    await execute(
      db.pool,
      sql`UPDATE radius.usage SET day = '2026-05-12', day_in_bytes = ${MB}, day_out_bytes = ${MB}, day_seconds = 60 WHERE service_id = ${id}`,
    );
    await runArchive(db);
    expect(await days()).toMatchObject({ period: '2026-05', ul_mb: '4.00' });
    // As if it had been accounted at that moment.
    await execute(
      db.pool,
      sql`UPDATE radius.usage SET day = '2026-05-13', day_in_bytes = ${MB}, day_out_bytes = ${MB}, day_seconds = 60 WHERE service_id = ${id}`,
    );
    await execute(
      db.pool,
      sql`UPDATE radius.usage SET day = NULL, day_in_bytes = 0, day_out_bytes = 0 WHERE service_id = ${id}`,
    );
    await runArchive(db);
    expect(await days()).toMatchObject({ period: '2026-05', ul_mb: '5.00' });
    expect(await spanOf(db, 'radius.usage_day_default', 'day')).toEqual([null, null]);
  });
});

it('a table of the archive has the columns of the table that it comes from', async () => {
  const columns = async (table: string) =>
    (
      await query<{ name: string; type: string }>(
        db.pool,
        sql`SELECT attname AS name, format_type(atttypid, atttypmod) AS type FROM pg_attribute
            WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped ORDER BY attnum`,
      )
    ).map(({ name, type }) => `${name} ${type}`);
  for (const [daily, archived] of [
    ['radius.session_log', 'crm_archive.session_log'],
    ['radius.usage_day', 'crm_archive.usage_day'],
    ['auth.audit_event', 'crm_archive.audit_event'],
    ['auth.audit_change', 'crm_archive.audit_change'],
  ] as const)
    expect(await columns(archived)).toEqual(await columns(daily));
});
