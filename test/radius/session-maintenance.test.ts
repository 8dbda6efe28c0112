import { Registry } from 'prom-client';
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { countSessions } from '../../src/areas/insight/dashboard/count-sessions.ts';
import { resolveConflicts } from '../../src/areas/network/sessions/conflicts.ts';
import { reapSessions } from '../../src/areas/network/sessions/reap.ts';
import { repairDrift } from '../../src/areas/network/sessions/repair-drift.ts';
import { reportSilentNases } from '../../src/areas/network/sessions/silent-nases.ts';
import { createLog } from '../../src/config/log.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { makeIpPool, makeNas, makeProxy } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { nextNumber } from '../factories/sequence.ts';
import { makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting, storedSessions } from './fixtures/accounting.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, type TestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);
const other = await startTestServer(db);
let nas: TestNas;

beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const MINUTE = 60_000;
const ago = (minutes: number) => Math.floor((Date.now() - minutes * MINUTE) / 1000) * 1000;
const inMinutes = (minutes: number) => new Date(Date.now() + minutes * MINUTE);

beforeEach(async () => {
  await execute(db.pool, sql`UPDATE radius.session SET ended_at = updated_at WHERE ended_at IS NULL`);
  await execute(db.pool, sql`DELETE FROM crm.outbox`);
  await heardUntil(0);
});

/** As of so many minutes from now, some node has been listening for an hour without a gap. */
function heardUntil(minutes: number) {
  const value = { since: new Date(ago(60 - minutes)).toISOString(), at: inMinutes(minutes).toISOString() };
  return execute(
    db.pool,
    sql`INSERT INTO crm.setting (key, value) VALUES ('accounting_heard', ${JSON.stringify(value)}::jsonb)
        ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
  );
}

async function reapIn(minutes: number) {
  await heardUntil(minutes);
  return reapSessions(db, inMinutes(minutes));
}

interface Line {
  readonly username: string;
  readonly mac?: string;
}

function logIn({ username, mac = '02-00-00-0A-0B-0C' }: Line, at: TestServer = server): Promise<Decoded | null> {
  const attributes: Pair[] = [
    ['User-Name', username],
    ['User-Password', 'secret'],
    ['Calling-Station-Id', mac],
  ];
  return nas.ask(at.authPort, nas.accessRequest(attributes));
}

interface Report {
  readonly type: 'Start' | 'Interim-Update' | 'Stop';
  readonly session: string;
  /** Minutes ago. */
  readonly ago: number;
  readonly seconds?: number;
  readonly more?: readonly Pair[];
}

async function report(
  { username, mac = '02-00-00-0A-0B-0C' }: Line,
  record: Report,
  at: TestServer = server,
): Promise<void> {
  const more: Pair[] = [['Calling-Station-Id', mac], ...(record.more ?? [])];
  const packet = accounting({ ...record, username, at: ago(record.ago), more });
  const answer = await nas.ask(at.acctPort, nas.accountingRequest(packet));
  expect(answer?.code).toBe('Accounting-Response');
}

const classOf = (answer: Decoded | null): Pair => ['Class', answer?.attributes.Class as Buffer];
const leases = () =>
  query<{ ip: string; leased_to: number }>(
    db.pool,
    sql`SELECT host(ip) AS ip, leased_to FROM radius.ip_address WHERE leased_to IS NOT NULL ORDER BY ip`,
  );
const outbox = () =>
  query<{ kind: string; payload: unknown }>(db.pool, sql`SELECT kind, payload FROM crm.outbox ORDER BY id`);
async function service(more: ServiceOptions = {}): Promise<{ id: number; username: string }> {
  const { id, username } = await makeService(db, plan, more);
  const count = await db.prisma.service.count();
  for (const node of [server, other]) await until(async () => (await node.metric('lastmile_radius_services')) >= count);
  return { id, username };
}
const name = () => `k${nextNumber()}`;

/** Of the NAS, in seconds; null: of the ISP. */
async function interimInterval(seconds: number | null): Promise<void> {
  await execute(db.pool, sql`UPDATE radius.nas SET interim_interval = ${seconds} WHERE id = ${nasRow.id}`);
  for (const node of [server, other]) await node.network.caughtUp();
}

describe('a silent session', () => {
  it('ends after three intervals at its last update, with its lease, and opens again when its NAS continues', async () => {
    const pool = await makeIpPool(db, isp);
    const one = await service({ ipAssignment: 'IPpool', ipPoolId: pool.id });
    const answer = await logIn(one);
    const address: Pair = ['Framed-IP-Address', String(answer?.attributes['Framed-IP-Address'])];
    const session = name();
    const more = [classOf(answer), address];
    await report(one, { type: 'Start', session, ago: 10, more });
    expect(await reapIn(4)).toEqual({ sessions: 0, leases: 0 });
    expect(await reapIn(6)).toEqual({ sessions: 1, leases: 1 });
    const [ended] = await storedSessions(db, session);
    expect(ended).toMatchObject({ terminate_cause: 'Stale', ended_at: ended?.updated_at });
    expect(await leases()).toEqual([]);
    await report(one, { type: 'Interim-Update', session, ago: 0, seconds: 600, more });
    expect((await storedSessions(db, session))[0]).toMatchObject({ terminate_cause: null, ended_at: null });
    await resolveConflicts({ db, log: createLog('silent'), clock: { now: () => new Date() } });
    expect(await leases()).toEqual([{ ip: address[1], leased_to: one.id }]);
    await report(one, { type: 'Stop', session, ago: 0, seconds: 601, more });
    expect(await leases()).toEqual([]);
  });

  it('may be silent for longer on a NAS that reports less often, and keeps other devices out meanwhile', async () => {
    const one = await service();
    await interimInterval(1_000);
    onTestFinished(() => interimInterval(null));
    const session = name();
    await report(one, { type: 'Start', session, ago: 20 });
    expect((await reapIn(25)).sessions).toBe(0);
    expect((await logIn({ ...one, mac: '02-00-00-0A-0B-FF' }))?.code).toBe('Access-Reject');
    expect((await reapIn(35)).sessions).toBe(1);
  });

  it('does not end right after an outage: first its NAS gets time to report', async () => {
    const one = await service();
    const session = name();
    await report(one, { type: 'Start', session, ago: 60 });
    await execute(
      db.pool,
      sql`UPDATE crm.setting SET value = value || jsonb_build_object('at', now() - interval '1 hour')
          WHERE key = 'accounting_heard'`,
    );
    expect((await reapSessions(db, new Date())).sessions).toBe(0);
    for (let minute = 2; minute < 15; minute += 2) expect((await reapSessions(db, inMinutes(minute))).sessions).toBe(0);
    expect((await reapSessions(db, inMinutes(15))).sessions).toBe(1);
  });

  it('is reported with its NAS when all sessions of that NAS are silent, once, and as a metric until one is active again', async () => {
    const row = await makeNas(db, isp);
    const quiet = await TestNas.open(row);
    await until(async () => (await server.metric('lastmile_radius_nases')) === 2);
    const warned: unknown[] = [];
    const lines: unknown[] = [];
    const log = {
      ...createLog('silent'),
      warn: (what: unknown) => warned.push(what),
      info: (what: unknown) => lines.push(what),
    };
    const metrics = new Registry();
    const report = async (minutes: number) => {
      const clock = { now: () => inMinutes(minutes) };
      await countSessions({ db, clock });
      await reportSilentNases({ db, metrics, log: log as never, clock });
    };
    const one = await service();
    const start = (session: string, at: number) =>
      quiet.ask(
        server.acctPort,
        quiet.accountingRequest(accounting({ type: 'Start', username: one.username, session, at })),
      );
    await start('quiet1', ago(3));
    await start('quiet2', ago(1));
    const about = (ip: string) => warned.filter((what) => (what as { nas: string }).nas === ip);
    await report(13);
    expect(about(row.ip)).toEqual([]);
    await report(15);
    await report(16);
    expect(about(row.ip)).toEqual([expect.objectContaining({ sessions: 2 })]);
    expect(await metrics.metrics()).toContain(`lastmile_radius_silent_nases{nas="${row.ip}"}`);
    await start('quiet3', ago(0));
    await report(14);
    expect(lines).toContainEqual({ nas: row.ip });
    expect(await metrics.metrics()).not.toContain(`"${row.ip}"`);
    quiet.close();
  });

  it('is reported for twenty NASes of an ISP, so that a tenant with more hides nobody else’s', async () => {
    const [many, few] = [await makeIsp(db), await makeIsp(db)];
    const made = [];
    for (let n = 0; n < 25; n++) made.push(await makeNas(db, many));
    const other = await makeNas(db, few);
    await db.pool.query(
      `INSERT INTO radius.session (isp_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at)
       SELECT isp_id, id, ip, 'many', 's', now() - interval '2 hours', now() - make_interval(mins => 60, secs => -id)
       FROM radius.nas WHERE id = ANY($1)`,
      [[...made, other].map(({ id }) => id)],
    );
    const metrics = new Registry();
    const clock = { now: () => new Date() };
    await countSessions({ db, clock });
    await reportSilentNases({ db, metrics, log: createLog('silent'), clock });
    const text = await metrics.metrics();
    const shown = [...made, other].filter(({ ip }) => text.includes(`{nas="${ip}"}`));
    expect(shown).toEqual([...made.slice(0, 20), other]);
    await db.pool.query(`DELETE FROM radius.session WHERE username = 'many'`);
  });

  it('is reported once for each NAS, also where NASes of different proxies have the same address', async () => {
    const ip = '10.99.0.1';
    for (let tenant = 0; tenant < 2; tenant++) {
      const owner = await makeIsp(db);
      const { id: nasId } = await makeNas(db, owner, { ip, proxyId: (await makeProxy(db, owner)).id });
      await db.pool.query(
        `INSERT INTO radius.session (isp_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at)
         VALUES ($1, $2, $3, 'same', 's', now() - interval '2 hours', now() - interval '1 hour')`,
        [owner.id, nasId, ip],
      );
    }
    const clock = { now: () => new Date() };
    const metrics = new Registry();
    const warned: unknown[] = [];
    const log = {
      ...createLog('silent'),
      warn: (what: { nas: string }) => void (what.nas === ip && warned.push(what)),
    };
    await countSessions({ db, clock });
    for (let run = 0; run < 3; run++) await reportSilentNases({ db, metrics, log: log as never, clock });
    expect(warned).toHaveLength(2);
    await db.pool.query(`DELETE FROM radius.session WHERE username = 'same'`);
  });
});

describe('a lease', () => {
  it('whose session never started is released after a while', async () => {
    const pool = await makeIpPool(db, isp);
    const one = await service({ ipAssignment: 'IPpool', ipPoolId: pool.id });
    await logIn(one);
    expect((await reapIn(14)).leases).toBe(0);
    expect((await reapIn(16)).leases).toBe(1);
  });

  it('stays while its session lasts, although a later log-in took it over and never started', async () => {
    const pool = await makeIpPool(db, isp);
    const one = await service({ ipAssignment: 'IPpool', ipPoolId: pool.id });
    const first = await logIn(one);
    const session = name();
    const more: Pair[] = [classOf(first), ['Framed-IP-Address', String(first?.attributes['Framed-IP-Address'])]];
    await report(one, { type: 'Start', session, ago: 0, more });
    await logIn(one);
    await execute(
      db.pool,
      sql`UPDATE radius.ip_address SET leased_at = now() - interval '1 hour' WHERE leased_to IS NOT NULL`,
    );
    expect((await reapSessions(db, new Date())).leases).toBe(0);
    await report(one, { type: 'Stop', session, ago: 0, more });
    expect((await reapSessions(db, new Date())).leases).toBe(1);
  });

  it('that contradicts accounting is reported', async () => {
    const pool = await makeIpPool(db, isp);
    const [holder, intruder] = [
      await service({ ipAssignment: 'IPpool', ipPoolId: pool.id }),
      await service({ ipAssignment: 'IPpool', ipPoolId: pool.id }),
    ];
    const ip = String((await logIn(holder))?.attributes['Framed-IP-Address']);
    await report(intruder, { type: 'Start', session: name(), ago: 0, more: [['Framed-IP-Address', ip]] });
    const warned: unknown[] = [];
    const log = { warn: (what: unknown) => warned.push(what) } as never;
    await resolveConflicts({ db, log, clock: { now: () => new Date() } });
    expect(warned).toEqual([{ ip, nas: nas.ip, username: intruder.username, holder: holder.username }]);
    await execute(
      db.pool,
      sql`UPDATE radius.ip_address SET leased_to = NULL, lease_kind = NULL, session_key = NULL, leased_at = NULL`,
    );
  });
});

describe('one session per service, over two nodes', () => {
  it('a session on one node blocks other devices on the other node until it ends', async () => {
    const one = await service();
    const session = name();
    const payloads: string[] = [];
    const unlisten = await db.listen(
      'online',
      (notice) => void payloads.push(notice.type === 'reset' ? '' : notice.payload),
    );
    await report(one, { type: 'Start', session, ago: 0 });
    await until(() => payloads.some((each) => each.endsWith(`:${one.id}`)));
    await unlisten();
    expect((await logIn({ ...one, mac: '02-00-00-00-00-02' }, other))?.code).toBe('Access-Reject');
    await report(one, { type: 'Stop', session, ago: 0 });
    expect((await logIn({ ...one, mac: '02-00-00-00-00-02' }, other))?.code).toBe('Access-Accept');
  });

  it('a log-in on one node blocks other devices on the other node before its session starts', async () => {
    const one = await service();
    const two = { ...one, mac: '02-00-00-00-00-05' };
    const payloads: string[] = [];
    const unlisten = await db.listen(
      'online',
      (notice) => void payloads.push(notice.type === 'reset' ? '' : notice.payload),
    );
    const isNotified = (text: string) => until(() => payloads.some((each) => each.includes(text)));
    const answer = await logIn(one);
    await isNotified(`+[[${one.id},`);
    expect((await logIn(two, other))?.attributes['Reply-Message']).toContain('another session is open');
    // Its NAS may retry at the other node when the answer was lost.
    expect((await logIn(one, other))?.code).toBe('Access-Accept');
    const session = name();
    await report(one, { type: 'Start', session, ago: 0, more: [classOf(answer)] });
    await isNotified(`:${one.id}`);
    await report(one, { type: 'Stop', session, ago: 0 });
    await unlisten();
  });

  it('a session that started and ended on one node blocks no log-in on the other', async () => {
    const one = await service();
    const payloads: string[] = [];
    const unlisten = await db.listen(
      'online',
      (notice) => void payloads.push(notice.type === 'reset' ? '' : notice.payload),
    );
    const session = name();
    const more = [classOf(await logIn(one))];
    await report(one, { type: 'Start', session, ago: 0, more });
    await until(() => payloads.some((payload) => payload.includes(`:${one.id}`)));
    await unlisten();
    await report(one, { type: 'Stop', session, ago: 0, more });
    expect((await logIn({ ...one, mac: '02-00-00-00-00-06' }, other))?.code).toBe('Access-Accept');
  });

  it('a session whose NAS has switched to the other node does not count as stale', async () => {
    const one = await service();
    const session = name();
    await report(one, { type: 'Start', session, ago: 40 });
    await report(one, { type: 'Interim-Update', session, ago: 0, seconds: 2400 }, other);
    expect((await logIn({ ...one, mac: '02-00-00-00-00-03' }))?.code).toBe('Access-Reject');
  });

  const working = { now: () => new Date() };
  const broken = {
    now: () => {
      throw new Error('no');
    },
  };
  it.each([
    ['', 0, 0],
    [', also where it is not the turn of their service', 2_000_000_000, 0],
    [', also where the runs since have failed', 2_000_000_000, 2],
  ])(
    'if two nodes accept two devices at the same moment, the later one is disconnected%s',
    async (_where, after, failures) => {
      const settle = (clock = working) => resolveConflicts({ db, log: createLog('silent'), clock });
      await settle();
      const one = await service();
      await execute(
        db.pool,
        sql`INSERT INTO crm.setting (key, value) VALUES ('conflicts_resolved_upto', jsonb_build_object('after', ${after}::int))
          ON CONFLICT (key) DO UPDATE SET value = excluded.value`,
      );
      const [first, second] = [name(), name()];
      await report(one, { type: 'Start', session: first, ago: 1 });
      await report({ ...one, mac: '02-00-00-00-00-04' }, { type: 'Start', session: second, ago: 0 }, other);
      const [row] = await query<{ id: number }>(
        db.pool,
        sql`SELECT id FROM radius.session WHERE acct_session_id = ${second}`,
      );
      for (let failed = 0; failed < failures; failed++) await expect(settle(broken)).rejects.toThrow('no');
      const payload = { serviceId: one.id, sessions: [row?.id] };
      for (let run = 0; run < 2; run++) {
        await settle();
        expect(await outbox()).toEqual([{ kind: 'session_disconnect', payload }]);
      }
    },
  );

  it('any number of sessions that a NAS reports of one service leaves time for others', async () => {
    const { id, username } = await service();
    const open = (from: number, upto: number, firstService = 0) =>
      db.pool.query(
        `INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, mac, started_at, updated_at)
         SELECT $1, CASE $7::int WHEN 0 THEN $2::int ELSE $7 + n END, $3, '127.0.0.1', $4, 'many' || n, n, now(), now()
         FROM generate_series($5::int, $6) n`,
        [isp.id, id, nasRow.id, username, from, upto, firstService],
      );
    await open(1, 10_000);
    await open(100_001, 150_000, 1_000_000);
    onTestFinished(() => db.pool.query(`DELETE FROM radius.session WHERE service_id > 1000000`).then(() => {}));
    await execute(db.pool, sql`ANALYZE radius.session`);
    const pool = db.openPool({ name: 'brief', max: 1, statementTimeoutMs: 5_000 });
    for (let run = 1; run <= 3; run++) {
      await resolveConflicts({ db: { ...db, pool }, log: createLog('silent'), clock: working });
      await open(10_000 + run, 10_000 + run);
    }
    expect(await outbox()).toHaveLength(1);
  });
});

describe('a session that has drifted', () => {
  const refresh = (serviceId: number) => [{ kind: 'session_refresh', payload: { serviceId } }];
  const kernel = { db, network: server.network };

  it('is found by the access granted at log-in, and requested once', async () => {
    const one = await service();
    const answer = await logIn(one);
    await report(one, { type: 'Start', session: name(), ago: 0, more: [classOf(answer)] });
    expect(await repairDrift(kernel)).toBe(0);
    await db.prisma.service.update({ where: { id: one.id }, data: { status: 'NPD' } });
    await until(async () => (await repairDrift(kernel)) === 1);
    expect(await repairDrift(kernel)).toBe(0);
    expect(await outbox()).toEqual(refresh(one.id));
  });

  it('is found by the access its NAS acknowledged last', async () => {
    const one = await service();
    const session = name();
    await report(one, { type: 'Start', session, ago: 0 });
    expect(await repairDrift(kernel)).toBe(0);
    const access = { downKbps: 1, upKbps: 1, pool: null, addressList: null, address: null };
    await execute(
      db.pool,
      sql`UPDATE radius.session SET acknowledged = ${JSON.stringify(access)}::jsonb WHERE acct_session_id = ${session}`,
    );
    expect(await repairDrift(kernel)).toBe(1);
  });

  it('since its log-in is updated as soon as it starts', async () => {
    const one = await service();
    const answer = await logIn(one);
    await db.prisma.service.update({ where: { id: one.id }, data: { status: 'NP' } });
    await until(async () => (await logIn(one))?.attributes['Vendor-Specific'] !== undefined && (await npReached(one)));
    await report(one, { type: 'Start', session: name(), ago: 0, more: [classOf(answer)] });
    await until(async () => (await outbox()).length > 0);
    expect(await outbox()).toEqual(refresh(one.id));
  });

  async function npReached(one: Line): Promise<boolean> {
    const answer = await logIn(one);
    return (answer?.raw_attributes ?? []).some(([, value]) => value.includes('512k/512k'));
  }
});
