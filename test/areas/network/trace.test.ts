import { beforeAll, describe, expect, it } from 'vitest';
import { execute, query, raw, sql } from '../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeTenant } from '../../fixtures/tenants.ts';

type Row = Record<string, string | null>;
type Given = Record<string, string | number>;

const api = await startApi();
const shop = await Shop.open(api);
const reason = 'Letter 12/2026';
let one: Subscriber;
let two: Subscriber;
let nasid: number;

const ask = (question: Given, as: Credentials = shop.me) => api.ok<Row[]>('radius/trace', { reason, ...question }, as);
const brief = async (question: Given, as?: Credentials) =>
  (await ask(question, as)).map(({ username, certainty }) => `${username} ${certainty}`);

interface Put {
  readonly table?: string;
  readonly of?: Subscriber | null;
  readonly nas?: number;
  readonly ip?: string | null;
  readonly ip6?: string | null;
  readonly pd?: string | null;
  /** Wall clock of India. */
  readonly from: string;
  readonly upto?: string | null;
  readonly updated?: string;
  readonly cause?: string | null;
}

let put = 0;
/** A session of subscriber one that ended with a Stop, unless it says otherwise. */
async function session({ table = 'radius.session_log', of = one, nas = nasid, from, upto = null, ...more }: Put) {
  const { ip = null, ip6 = null, pd = null, updated = upto ?? from, cause = null } = more;
  put += 1;
  const id = 1_000_000 + put;
  const at = (text: string | null) => sql`(${text}::timestamp AT TIME ZONE 'Asia/Kolkata')`;
  if (table !== 'radius.session')
    await query(
      api.db.pool,
      sql`SELECT radius.ensure_partition(${table}::regclass, date_trunc('month', ${from}::timestamp)::date)`,
    );
  await execute(
    api.db.pool,
    sql`INSERT INTO ${raw(table)} (id, isp_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port, mac, ip, ip6_prefix,
          pd_prefix, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes, terminate_cause)
        VALUES (${id}, ${shop.ispid}, ${of?.id ?? null}, ${nas}, '127.0.0.1', ${of?.username ?? 'stranger'}, ${`s${id}`}, 'ether5',
          '02:00:00:00:00:01', ${ip}, ${ip6}, ${pd}, ${at(from)}, ${at(updated)}, ${at(upto)}, 0, 0, 0, ${cause})`,
  );
}

beforeAll(async () => {
  const nas = { resellerid: 0, name: 'Core', ip: '127.0.0.1', secret: 'testing123' };
  nasid = await api.ok<number>('radius/nas/create', nas, shop.me);
  one = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  two = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  api.clock.at = new Date('2026-11-23T12:00:00+05:30');
});

describe('who had an address', () => {
  it('is answered with the person, the plan, the device, the line, the NAS and the time', async () => {
    await session({ ip: '10.1.0.1', from: '2026-11-20 10:00:00', upto: '2026-11-20 12:00:00' });
    const [plan] = await api.ok<Row[]>('plan/list', { id: shop.planid }, shop.me);
    const { customerid } = await one.shown();
    expect(await ask({ ip: '10.1.0.1', at: '2026-11-20 11:00:00' })).toEqual([
      {
        certainty: 'certain',
        why: 'The NAS reported the session after that time too, and no session of another service had the address.',
        ...{ insideip: null, first_port: null, last_port: null },
        ...{ ip: '10.1.0.1', starttime: '2026-11-20 10:00:00', endtime: '2026-11-20 12:00:00' },
        ...{ updatetime: '2026-11-20 12:00:00', assignment: 'dynamic', ispid: String(shop.ispid), resellerid: '0' },
        ...{
          serviceid: String(one.id),
          username: one.username,
          planname: plan?.name,
          customerid,
          customername: 'Ravi',
        },
        ...{ mobile: '9800000001', email: 'noc@example.net', address: '1 Main Road, Bengaluru, Karnataka, 560001' },
        ...{ installation_address: '1 Main Road, Bengaluru, Karnataka, 560001', mac: '02:00:00:00:00:01' },
        ...{ nasport: 'ether5', circuit_id: null, nasid: String(nasid), nasname: 'Core', nasip: '127.0.0.1' },
        sessionid: expect.stringMatching(/^s/),
      },
    ]);
  });

  it('is asked of an instant: from the second of the start to that of the end', async () => {
    const asked = (at: string) => brief({ ip: '10.1.0.1', at: `2026-11-20 ${at}` });
    expect(await asked('09:59:59')).toEqual([]);
    expect(await asked('10:00:00')).toEqual([`${one.username} certain`]);
    expect(await asked('12:00:00')).toEqual([`${one.username} certain`]);
    expect(await asked('12:00:01')).toEqual([]);
  });

  it('is asked of a range, in the order of the starts, and can be counted', async () => {
    await session({ of: two, ip: '10.1.0.1', from: '2026-11-20 12:00:00', upto: '2026-11-20 14:00:00' });
    const range = { ip: '10.1.0.1', from: '2026-11-20 00:00:00', upto: '2026-11-20 23:59:59' };
    expect(await brief(range)).toEqual([`${one.username} certain`, `${two.username} certain`]);
    expect(await ask({ ...range, show_count: 1 })).toBe(2);
    expect(await brief({ ...range, rows_limit: 1, rows_offset: 1 })).toEqual([`${two.username} certain`]);
    // Within the second of the handover nobody can tell.
    expect(await brief({ ip: '10.1.0.1', at: '2026-11-20 12:00:00' })).toEqual([
      `${one.username} ambiguous`,
      `${two.username} ambiguous`,
    ]);
  });

  it('is found in use, ended a moment ago, in the log and in the archive, however long the session was', async () => {
    await session({
      table: 'radius.session',
      ip: '10.1.1.1',
      from: '2026-03-01 10:00:00',
      updated: '2026-11-23 11:58:00',
    });
    await session({
      table: 'radius.session',
      ip: '10.1.1.2',
      from: '2026-11-22 10:00:00',
      upto: '2026-11-23 09:00:00',
    });
    await session({ ip: '10.1.1.3', from: '2026-06-01 10:00:00', upto: '2026-11-20 11:00:00' });
    const archive = { table: 'crm_archive.session_log' };
    await session({ ...archive, ip: '10.1.1.4', from: '2025-01-10 10:00:00', upto: '2025-01-10 11:00:00' });
    await session({ ...archive, ip: '10.1.1.4', of: two, from: '2025-01-10 12:00:00', upto: '2025-08-10 11:00:00' });
    expect(await brief({ ip: '10.1.1.1', at: '2026-11-01 00:00:00' })).toEqual([`${one.username} certain`]);
    expect(await brief({ ip: '10.1.1.2', at: '2026-11-23 08:59:00' })).toEqual([`${one.username} certain`]);
    expect(await brief({ ip: '10.1.1.3', at: '2026-11-20 10:00:00' })).toEqual([`${one.username} certain`]);
    expect(await brief({ ip: '10.1.1.4', at: '2025-01-10 10:30:00' })).toEqual([`${one.username} certain`]);
    expect(await brief({ ip: '10.1.1.4', at: '2025-08-01 10:30:00' })).toEqual([`${two.username} certain`]);
  });

  it('is found by an IPv6 address in a prefix of the link or a delegated one', async () => {
    const time = { from: '2026-11-10 10:00:00', upto: '2026-11-10 12:00:00' };
    await session({ ...time, ip6: '2001:db8:1:1::/64', pd: '2001:db8:8100::/56' });
    await session({ of: two, ip6: '2001:db8:1:2::7/128', from: '2026-05-10 10:00:00', upto: '2026-11-10 12:00:00' });
    const at = '2026-11-10 11:00:00';
    expect(await ask({ ip: '2001:db8:1:1::99', at })).toMatchObject([
      { username: one.username, ip: '2001:db8:1:1::/64' },
    ]);
    expect(await ask({ ip: '2001:db8:8100:ff::1', at })).toMatchObject([{ ip: '2001:db8:8100::/56' }]);
    expect(await ask({ ip: '2001:db8:8101::1', at })).toEqual([]);
    expect(await ask({ ip: '2001:db8:1:2::7', at })).toMatchObject([
      { username: two.username, ip: '2001:db8:1:2::7/128' },
    ]);
  });

  it('says that a static address is one', async () => {
    const pool = { resellerid: 0, pool_name: 'static', range_from: '10.1.2.1', range_upto: '10.1.2.9' };
    await api.ok('radius/ippool/create', pool, shop.me);
    const fields = { ip_assignment: 'StaticIP', ippool: 'static', staticip: '10.1.2.1' };
    const three = await shop.subscribe(fields);
    await session({ of: three, ip: '10.1.2.1', from: '2026-11-20 10:00:00', upto: '2026-11-20 12:00:00' });
    const rows = await ask({ ip: '10.1.2.1', at: '2026-11-20 11:00:00' });
    expect(rows).toMatchObject([{ username: three.username, assignment: 'static' }]);
  });

  it('names the plan of that time', async () => {
    const { planid, subplanid } = await shop.plan({ name: 'Earlier' });
    await execute(
      api.db.pool,
      sql`INSERT INTO crm.period (isp_id, service_id, plan_id, sub_plan_id, starts_on, ends_on, closed_at)
          VALUES (${shop.ispid}, ${one.id}, ${planid}, ${subplanid}, '2025-09-01', '2025-09-30', now())`,
    );
    await session({ ip: '10.1.2.2', from: '2025-09-05 10:00:00', upto: '2025-09-05 12:00:00' });
    expect(await ask({ ip: '10.1.2.2', at: '2025-09-05 11:00:00' })).toMatchObject([{ planname: 'Earlier' }]);
  });
});

describe('how certain it is', () => {
  it('is probable while the session is open and its NAS has not reported it since', async () => {
    await session({
      table: 'radius.session',
      ip: '10.2.0.1',
      from: '2026-11-23 10:00:00',
      updated: '2026-11-23 11:50:00',
    });
    expect(await brief({ ip: '10.2.0.1', at: '2026-11-23 11:49:00' })).toEqual([`${one.username} certain`]);
    expect(await ask({ ip: '10.2.0.1', at: '2026-11-23 11:55:00' })).toMatchObject([
      { certainty: 'probable', why: 'The session is open; its NAS last reported it at 2026-11-23 11:50:00.' },
    ]);
  });

  it('is probable for as long as a session may be silent after the last report of one without a Stop', async () => {
    await session({ ip: '10.2.0.2', from: '2026-11-20 10:00:00', upto: '2026-11-20 11:00:00', cause: 'Stale' });
    expect(await brief({ ip: '10.2.0.2', at: '2026-11-20 10:30:00' })).toEqual([`${one.username} certain`]);
    expect(await ask({ ip: '10.2.0.2', at: '2026-11-20 11:10:00' })).toMatchObject([
      {
        certainty: 'probable',
        why: 'No Stop arrived (Stale); the NAS last reported the session at 2026-11-20 11:00:00.',
      },
    ]);
    expect(await brief({ ip: '10.2.0.2', at: '2026-11-20 11:20:00' })).toEqual([]);
    await session({ of: two, ip: '10.2.0.2', from: '2026-11-20 11:05:00', upto: '2026-11-20 11:30:00' });
    expect(await brief({ ip: '10.2.0.2', at: '2026-11-20 11:10:00' })).toEqual([`${two.username} certain`]);
  });

  it('is ambiguous when services overlap, and not when two sessions are of one', async () => {
    const time = { from: '2026-11-20 10:00:00', upto: '2026-11-20 11:00:00' };
    await session({ ...time, ip: '10.2.0.3' });
    await session({ ...time, ip: '10.2.0.3' });
    const at = '2026-11-20 10:30:00';
    expect(await brief({ ip: '10.2.0.3', at })).toEqual([`${one.username} certain`, `${one.username} certain`]);
    await session({ ...time, ip: '10.2.0.3', of: null });
    const found = await brief({ ip: '10.2.0.3', at });
    expect(found.sort()).toEqual(
      [`${one.username} ambiguous`, `${one.username} ambiguous`, 'stranger ambiguous'].sort(),
    );
    expect(await brief({ ip: '10.2.0.3', at, nasip: '127.0.0.2' })).toEqual([]);
  });
});

describe('the question', () => {
  const at = '2026-11-20 11:00:00';
  const ip = '10.1.0.1';

  it('is in the audit with its reason, also if nothing was found, and also for the file', async () => {
    await ask({ ip: '10.9.9.9', at, reason: 'Letter 99' });
    await api.call('radius/trace/export', { ip: '10.9.9.9', at, reason: 'Letter 100' }, shop.me);
    for (const [procedure, why] of [
      ['trace.find', 'Letter 99'],
      ['trace.export', 'Letter 100'],
    ] as const) {
      const [event] = await api.db.prisma.auditEvent.findMany({
        where: { procedure },
        orderBy: { id: 'desc' },
        take: 1,
      });
      expect(event).toMatchObject({
        userId: shop.me.userid,
        target: 'ip=10.9.9.9',
        input: { ip: '10.9.9.9', reason: why },
      });
    }
  });

  it.each<[Given, string]>([
    [{ ip, at }, 'reason'],
    [{ ip, at, reason: ' ' }, 'reason'],
    [{ at, reason }, 'ip'],
    [{ ip: '10.1.0', at, reason }, 'ip'],
    [{ ip, reason }, 'at'],
    [{ ip, at, from: at, reason }, 'from'],
    [{ ip, from: at, reason }, 'upto'],
    [{ ip, upto: at, reason }, 'from'],
    [{ ip, from: at, upto: '2026-11-20 10:59:59', reason }, 'upto'],
    [{ ip, from: at, upto: '2027-11-20 10:59:59', reason }, 'upto'],
  ])('%j is refused for %s, and not recorded', async (question, name) => {
    const before = await api.db.prisma.auditEvent.count();
    const { status, error } = await api.call('radius/trace', question, shop.me);
    expect([status, error?.startsWith(`${name}: `)]).toEqual([400, true]);
    expect(await api.db.prisma.auditEvent.count()).toBe(before);
  });

  it('is allowed to administrators and network operations only, of one ISP', async () => {
    const asked = { ip, at, reason };
    for (const roles of ['Support', 'ReadOnly', 'Accounts'])
      expect(await api.call('radius/trace', asked, await shop.user({ roles }))).toMatchObject({ status: 403 });
    const limited = await shop.user({ groupname: 'Employee', resellerid: 0, lc: 'BLR' });
    expect(await api.call('radius/trace', asked, limited)).toMatchObject({ status: 403 });
    expect(await api.call('radius/trace', asked, api.admin)).toMatchObject({
      status: 400,
      error: 'ispid: is required',
    });
    expect(await brief({ ip, at, ispid: shop.ispid }, api.admin)).toEqual([`${one.username} certain`]);
  });

  it('tells network operations the session and the line, and not the person', async () => {
    const noc = await shop.user({ groupname: 'Employee', resellerid: 0, roles: 'Network' });
    const person = { customername: null, mobile: null, email: null, address: null, installation_address: null };
    expect(await ask({ ip, at }, noc)).toMatchObject([
      { serviceid: String(one.id), username: one.username, nasname: 'Core', mac: '02:00:00:00:00:01', ...person },
    ]);
    const { result } = await api.call('radius/trace/export', { ip, at, reason }, noc);
    const [, row] = String(result).split('\r\n');
    expect(row).toMatch(new RegExp(`^,,,,,ether5,${one.username},`));
  });

  it('finds nothing of another tenant, and of a reseller its own, judged among all sessions', async () => {
    expect(await ask({ ip, at }, (await makeTenant(api)).me)).toEqual([]);
    const resellerid = await shop.reseller();
    const theirs = await shop.subscribe({}, resellerid);
    const reseller = await shop.user({ resellerid });
    const time = { from: '2026-11-20 10:00:00', upto: '2026-11-20 11:00:00' };
    await session({ ...time, ip: '10.3.0.1' });
    await session({ ...time, ip: '10.3.0.1', of: theirs });
    await execute(
      api.db.pool,
      sql`UPDATE radius.session_log SET reseller_id = ${resellerid} WHERE service_id = ${theirs.id}`,
    );
    const during = { ip: '10.3.0.1', at: '2026-11-20 10:30:00' };
    expect(await brief(during, reseller)).toEqual([`${theirs.username} ambiguous`]);
    expect(await brief({ ...during, resellerid })).toEqual([`${theirs.username} ambiguous`]);
    // A service that is somebody else's by now: the session was the reseller's, the person is not.
    await execute(
      api.db.pool,
      sql`UPDATE radius.session_log SET reseller_id = ${resellerid} WHERE service_id = ${one.id}`,
    );
    const rows = await ask(during, reseller);
    expect(rows.find(({ serviceid }) => serviceid === String(one.id))).toMatchObject({
      customername: null,
      mobile: null,
    });
  });
});

describe('the file', () => {
  it('has the columns of the circular, in Indian Standard Time', async () => {
    const four = await shop.subscribe({});
    await api.ok('service/identity_add', { serviceid: four.id, circuit_id: 'olt1/1/2' }, shop.me);
    await session({ of: four, ip: '10.4.0.1', from: '2026-11-20 23:00:00', upto: '2026-11-21 01:30:00' });
    const asked = { ip: '10.4.0.1', at: '2026-11-20 23:30:00', reason };
    const { status, result, headers } = await api.call('radius/trace/export', asked, shop.me);
    expect([status, headers.get('content-disposition')]).toEqual([200, 'attachment; filename="trace-2026-11-23.csv"']);
    const [heading, row] = String(result).split('\r\n');
    expect(heading).toBe(
      '\uFEFFName of person/organization,Address,Contact No.,Alternate Contact No.,E-mail Address,' +
        'Landline/MSISDN/MDN/Leased circuit ID for Internet Access,User ID for Internet Access based on authentication,' +
        'IP address assigned,Static/Dynamic IP Address Allocation,Source port of the public IP Address in case of NATing,' +
        'IST Start Time of IP address allocation (hh:mm:ss),IST End Time of IP address allocation (hh:mm:ss),' +
        'Start Date of IP address allocation (dd/mm/yyyy),End Date of IP address allocation (dd/mm/yyyy),' +
        'Source MAC Address/Other device Identification number,Certainty,Remarks',
    );
    expect(row).toBe(
      `Ravi,"1 Main Road, Bengaluru, Karnataka, 560001",9800000001,,noc@example.net,olt1/1/2,${four.username},10.4.0.1,Dynamic,,` +
        '23:00:00,01:30:00,20/11/2026,21/11/2026,02:00:00:00:00:01,certain,' +
        '"The NAS reported the session after that time too, and no session of another service had the address."',
    );
  });
});
