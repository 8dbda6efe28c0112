import { verify } from 'argon2';
import { describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/areas/money/billing/verify/verify.ts';
import { rollUpSeries } from '../../src/areas/network/series/roll-up.ts';
import { query, raw, sql } from '../../src/db/sql.ts';
import { STAFF, STAFF_PASSWORD } from '../../src/demo/business/staff.ts';
import { noticeOf } from '../../src/demo/notice.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { makeDemo, NOW } from './made.ts';

const db = await freshDatabase();
const SUBSCRIBERS = 90;
const created = await makeDemo(db, { seed: 'test', days: 80, subscribers: SUBSCRIBERS });

const counts = async <K extends string>(statement: ReturnType<typeof sql>): Promise<Record<K, number>> => {
  const rows = await query<{ key: K; count: number }>(db.pool, statement);
  return Object.fromEntries(rows.map(({ key, count }) => [key, Number(count)])) as Record<K, number>;
};

describe('the demo', () => {
  it('has subscribers in every status, prepaid and postpaid, and some who have left', async () => {
    const byStatus = await counts(
      sql`SELECT coalesce(CASE WHEN deleted_at IS NOT NULL THEN 'deleted' END, status || ' ' || prepaid_postpaid) AS key,
            count(*) FROM crm.service GROUP BY 1`,
    );
    expect(byStatus).toMatchObject({
      'Active Postpaid': expect.any(Number),
      'Active Prepaid': expect.any(Number),
      'NewRequest Postpaid': expect.any(Number),
      deleted: expect.any(Number),
    });
    const statuses = new Set(Object.keys(byStatus).map((key) => key.split(' ')[0]));
    expect(statuses).toEqual(new Set(['Active', 'NP', 'NPD', 'Suspend', 'NewRequest', 'deleted']));
    expect(Object.values(byStatus).reduce((sum, count) => sum + count, 0)).toBe(SUBSCRIBERS);
    expect(created.serviceCount).toBe(SUBSCRIBERS - (byStatus.deleted ?? 0));
  });

  it('has a message to many that is over, and one that is paused half-way', async () => {
    const messages = await query<{ status: string; sent: number; queued: number; text: string }>(
      db.pool,
      sql`SELECT b.status, count(*) FILTER (WHERE m.status = 'Sent')::int AS sent,
            count(*) FILTER (WHERE m.status = 'Queued')::int AS queued, max(m.body) AS text
          FROM crm.broadcast b JOIN crm.notice_message m ON m.broadcast_id = b.id GROUP BY b.id ORDER BY b.id`,
    );
    expect(messages).toMatchObject([
      { status: 'Done', queued: 0 },
      { status: 'Paused', text: expect.stringContaining('Demo Net') },
    ]);
    for (const { sent } of messages) expect(sent).toBeGreaterThan(0);
    expect(messages[1]?.queued).toBeGreaterThan(0);
  });

  it('has complaints that are worked on, old ones closed, with replies, and calls to return', async () => {
    const byStatus = await counts(sql`SELECT status AS key, count(*) FROM crm.ticket GROUP BY 1`);
    expect(byStatus).toMatchObject({ Closed: expect.any(Number) });
    expect(Object.keys(byStatus).length).toBeGreaterThan(1);
    expect(await db.prisma.ticketEntry.count({ where: { kind: 'Public' } })).toBeGreaterThan(0);
    expect(await db.prisma.task.count({ where: { state: 'Open', source: 'Callback' } })).toBeGreaterThan(0);
  });

  it('has an outage of last week, whose services were compensated', async () => {
    const incidents = await db.prisma.incident.findMany();
    expect(incidents).toMatchObject([{ status: 'Resolved', compensation: 'Days', services: expect.any(Number) }]);
    const given = await db.prisma.incidentCompensation.findMany();
    expect(given.length).toBeGreaterThan(0);
    expect(given.some(({ kind }) => kind !== 'None')).toBe(true);
  });

  it('has pages for its subscribers, and keeps events', async () => {
    const { portal, eventFeed, sessionEvents } = await db.prisma.ispSetting.findUniqueOrThrow({
      where: { ispId: created.ispId },
    });
    expect({ portal, eventFeed, sessionEvents }).toEqual({
      portal: 'Connection',
      eventFeed: true,
      sessionEvents: true,
    });
    const at = { publicUrl: undefined, http: { address: '127.0.0.1', port: 8081 } };
    const lines = noticeOf(created, { ...at, gatewaySimulatorUrl: undefined }).join('\n');
    expect(lines).toContain('npm run cli -- gateway-simulator');
    expect(noticeOf(created, { ...at, gatewaySimulatorUrl: 'http://127.0.0.1:5' }).join('\n')).toContain(
      'a simulated provider at http://127.0.0.1:5, without money',
    );
    expect(lines).toContain('http://127.0.0.1:8081/console');
    expect(lines).toContain(`http://127.0.0.1:8081/my/${created.ispId}: username ${created.example}, password `);
  });

  it('has a correct ledger and no drift of balances', async () => {
    const findings = await verifyLedger(db);
    expect(findings.filter(({ wrong }) => wrong > 0)).toEqual([]);
    expect(created.checks).toBe(findings.length);
    expect(await query(db.pool, sql`SELECT * FROM crm.balance_drift`)).toEqual([]);
    expect(await query(db.pool, sql`SELECT * FROM crm.service_problem`)).toEqual([]);
  });

  it('has payments in every mode, top-ups, plan changes, wallet movements, commissions and credits', async () => {
    const modes = await counts(sql`SELECT mode AS key, count(*) FROM crm.payment GROUP BY 1`);
    expect(Object.keys(modes)).toEqual(expect.arrayContaining(['Online', 'Cash', 'Cheque', 'Bank', 'Card']));
    const wallet = await counts(sql`SELECT txn_code AS key, count(*) FROM crm.wallet_txn GROUP BY 1`);
    expect(Object.keys(wallet).sort()).toEqual(['Adj', 'Invoice', 'Payment', 'Settlement', 'Topup']);
    for (const table of ['topup', 'plan_change', 'credit_usage', 'invoice', 'lead_event'] as const)
      expect((await query(db.pool, sql`SELECT 1 FROM crm.${raw(table)} LIMIT 1`)).length).toBe(1);
  });

  it('has sessions that are online, a silent NAS, and log-ins accepted and rejected for different reasons', async () => {
    const online = await query<{ ip: string; heard: Date }>(
      db.pool,
      sql`SELECT host(nas_ip) AS ip, max(updated_at) AS heard FROM radius.session WHERE ended_at IS NULL GROUP BY 1`,
    );
    const heard = new Map(online.map(({ ip, heard: at }) => [ip, (NOW.getTime() - at.getTime()) / 60_000]));
    expect(heard.get('192.0.2.10')).toBeLessThan(6);
    expect(heard.get('192.0.2.77')).toBeGreaterThan(200);
    const alerts = await db.prisma.alert.findMany({ orderBy: { id: 'asc' } });
    expect(alerts).toMatchObject([
      { kind: 'silent', closedAt: null },
      { kind: 'reboot', closedAt: expect.any(Date) },
    ]);
    const reasons = await counts(
      sql`SELECT reason AS key, count(*) FROM radius.auth_log WHERE response = 'Access-Reject' GROUP BY 1`,
    );
    expect(Object.keys(reasons)).toEqual(
      expect.arrayContaining(['wrong password', 'unknown user', 'the service has not begun yet']),
    );
    const [usage] = await query<{ days: number }>(
      db.pool,
      sql`SELECT count(DISTINCT day)::int AS days FROM radius.usage_day`,
    );
    expect(usage?.days).toBeGreaterThan(70);
  });

  it('counts exactly what its sessions carried', async () => {
    const [sums] = await query<{ sessions: string; days: string }>(
      db.pool,
      sql`SELECT (SELECT sum(in_bytes + out_bytes)::text FROM radius.session_all) AS sessions,
            (SELECT sum(in_bytes + out_bytes)::text FROM radius.daily_usage) AS days`,
    );
    expect(sums?.sessions).toBe(sums?.days);
  });

  it('has full graphs at once, of the same sessions, log-ins and volumes', async () => {
    const [sums] = await query<Record<string, number>>(
      db.pool,
      sql`SELECT
            (SELECT online FROM radius.pulse WHERE reseller_id = 0 ORDER BY minute DESC LIMIT 1) AS now,
            (SELECT count(*)::int FROM radius.session WHERE ended_at IS NULL) AS open,
            (SELECT count(*)::int FROM radius.pulse WHERE reseller_id = 0) AS minutes,
            (SELECT sum(accepts)::int FROM radius.pulse_hour WHERE reseller_id = 0) AS accepts,
            (SELECT sum(wrong_password)::int FROM radius.pulse_hour WHERE reseller_id = 0) AS wrong,
            (SELECT count(*)::int FROM radius.auth_log WHERE response = 'Access-Accept') AS accepted,
            (SELECT count(*)::int FROM radius.auth_log WHERE reason = 'wrong password') AS mistyped,
            (SELECT sum(up + down)::float8 FROM radius.pulse_hour WHERE reseller_id = 0) AS carried,
            (SELECT sum(in_bytes + out_bytes)::float8 FROM radius.daily_usage) AS used`,
    );
    expect(sums?.now).toBe(sums?.open);
    expect(sums?.minutes).toBe(2_880);
    expect([sums?.accepts, sums?.wrong]).toEqual([sums?.accepted, sums?.mistyped]);
    expect((sums?.carried ?? 0) / (sums?.used ?? 1)).toBeCloseTo(1, 6);
    const days = await query<{ carried: number; used: number }>(
      db.pool,
      sql`SELECT sum(p.up)::float8 AS carried, d.used FROM radius.pulse_hour p JOIN
            (SELECT day, sum(in_bytes)::float8 AS used FROM radius.daily_usage GROUP BY 1) d
            ON d.day = (p.hour AT TIME ZONE 'Asia/Kolkata')::date
          WHERE p.reseller_id = 0 GROUP BY d.day, d.used`,
    );
    for (const { carried, used } of days) expect(carried / used).toBeCloseTo(1, 5);
  });

  it('has a week of traffic in its graphs, as much as was used, and NASes that carried it', async () => {
    const [sums] = await query<{ drawn: number; of_plans: number; used: number; nases: number }>(
      db.pool,
      sql`WITH yesterday AS (SELECT (${NOW}::timestamptz AT TIME ZONE 'Asia/Kolkata')::date - 1 AS day), hour AS (
            SELECT t.hour FROM radius.traffic_hour t, yesterday y
            WHERE (to_timestamp(t.hour * 3600::float8) AT TIME ZONE 'Asia/Kolkata')::date = y.day GROUP BY 1)
          SELECT (SELECT sum(b)::float8 FROM radius.traffic_hour t JOIN hour USING (hour), unnest(t.buckets) b) AS drawn,
            (SELECT sum(b)::float8 FROM radius.plan_traffic_hour t JOIN hour USING (hour), unnest(t.buckets) b) AS of_plans,
            (SELECT sum(d.in_bytes + d.out_bytes)::float8 FROM radius.daily_usage d JOIN yesterday USING (day)) AS used,
            (SELECT count(DISTINCT nas_id)::int FROM radius.nas_pulse WHERE down_octets > 0 AND online > 0) AS nases`,
    );
    expect((sums?.drawn ?? 0) / (sums?.used ?? 1)).toBeCloseTo(1, 2);
    expect((sums?.of_plans ?? 0) / (sums?.used ?? 1)).toBeCloseTo(1, 2);
    expect(sums?.nases).toBe(5);
  });

  it('rolls its minutes up to the same hours', async () => {
    const hours = () =>
      query(
        db.pool,
        sql`SELECT reseller_id, hour, online, accepts FROM radius.pulse_hour
            WHERE hour > ${NOW}::timestamptz - interval '20 hours' ORDER BY 1, 2`,
      );
    const before = await hours();
    await rollUpSeries({ db, clock: { now: () => NOW } });
    expect(await hours()).toEqual(before);
    expect(before.length).toBeGreaterThan(40);
  });

  it('has login users of every role, who sign in by the documented password', async () => {
    const users = await db.prisma.loginUser.findMany({ where: { ispId: { not: null } } });
    const roles = new Set(users.flatMap((user) => user.roles));
    expect(roles).toEqual(new Set(['Admin', 'Accounts', 'Support', 'Sales', 'Network', 'Field', 'ReadOnly']));
    for (const { username } of Object.values(STAFF)) {
      const user = users.find((each) => each.username === username);
      expect(await verify(user?.passwordHash ?? '', STAFF_PASSWORD)).toBe(true);
    }
    const installer = users.find(({ username }) => username === STAFF.installer.username);
    expect(installer?.locationIds.length).toBe(1);
  });

  it('happened over all its days: nothing is dated after its end, or all at once', async () => {
    for (const table of ['customer', 'invoice', 'payment', 'ledger_entry', 'lead', 'wallet_txn'] as const) {
      const [row] = await query<{ days: number; last: Date }>(
        db.pool,
        sql`SELECT count(DISTINCT created_at::date)::int AS days, max(created_at) AS last FROM crm.${raw(table)}`,
      );
      expect(row?.days, table).toBeGreaterThan(2);
      expect(row?.last.getTime(), table).toBeLessThanOrEqual(NOW.getTime());
    }
    const [audit] = await query<{ days: number; users: number; last: Date }>(
      db.pool,
      sql`SELECT count(DISTINCT at::date)::int AS days, count(DISTINCT username)::int AS users, max(at) AS last
          FROM auth.audit_event`,
    );
    expect(audit?.days).toBeGreaterThan(60);
    expect(audit?.users).toBeGreaterThan(6);
    expect(audit?.last.getTime()).toBeLessThanOrEqual(NOW.getTime());
  });

  it('leaves nothing of its clock in the database', async () => {
    const left = await query(
      db.pool,
      sql`SELECT nspname FROM pg_namespace WHERE nspname LIKE 'lastmile_demo%'
          UNION ALL SELECT tgname FROM pg_trigger WHERE tgname LIKE 'a_demo%'`,
    );
    expect(left).toEqual([]);
    expect(await query(db.pool, sql`SELECT 1 FROM crm.outbox WHERE done_at IS NULL`)).toEqual([]);
  });

  it('is refused where there is an ISP', async () => {
    await expect(makeDemo(db, { seed: 'again', days: 10, subscribers: 5 })).rejects.toThrow('without an ISP');
  });
});
