import { beforeAll, describe, expect, it } from 'vitest';
import { execute, query, raw, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeTenant } from '../../fixtures/tenants.ts';

type Row = Record<string, string | null>;
type Given = Record<string, string | number>;

const api = await startApi();
const shop = await Shop.open(api);
const reason = 'Letter 13/2026';
let one: Subscriber;
let two: Subscriber;
let nasid: number;

const ask = (question: Given, as = shop.me) => api.ok<Row[]>('radius/trace', { reason, ...question }, as);
const brief = async (question: Given, as = shop.me) =>
  (await ask(question, as)).map(({ username, certainty }) => `${username} ${certainty}`);

interface Block {
  readonly ip: string;
  readonly first: number;
  readonly last: number;
  readonly from?: string;
  readonly upto?: string;
}

const day = (time: string) => new Date(`2026-11-20T${time}+05:30`).getTime();

let put = 0;
/** A session on 20 November from 10:00 to 12:00, wall clock of India, unless it says otherwise. */
async function session(given: {
  readonly of: Subscriber;
  readonly ip: string;
  readonly blocks?: readonly Block[];
  readonly table?: string;
  readonly day?: string;
  readonly isOpen?: boolean;
  readonly ispid?: number;
}) {
  const { of, ip, blocks, table = 'radius.session_log', day: date = '2026-11-20', isOpen = false, ispid } = given;
  put += 1;
  const at = (time: string) => sql`(${`${date} ${time}`}::timestamp AT TIME ZONE 'Asia/Kolkata')`;
  if (table !== 'radius.session')
    await query(
      api.db.pool,
      sql`SELECT radius.ensure_partition(${table}::regclass, date_trunc('month', ${date}::date)::date)`,
    );
  const stored = blocks?.map(({ from, upto, ...block }) => ({
    ...block,
    ...(from === undefined ? {} : { from: day(from) }),
    ...(upto === undefined ? {} : { upto: day(upto) }),
  }));
  await execute(
    api.db.pool,
    sql`INSERT INTO ${raw(table)} (id, isp_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, started_at, updated_at,
          ended_at, session_time, in_bytes, out_bytes, terminate_cause, port_blocks)
        VALUES (${2_000_000 + put}, ${ispid ?? shop.ispid}, ${ispid ? null : of.id}, ${nasid}, '127.0.0.1', ${of.username}, ${`n${put}`},
          ${ip}, ${at('10:00')}, ${at('12:00')}, ${isOpen ? null : at('12:00')}, 0, 0, 0, 'User-Request',
          ${stored ? JSON.stringify(stored) : null}::jsonb)`,
  );
}

beforeAll(async () => {
  nasid = await api.ok<number>(
    'radius/nas/create',
    { resellerid: 0, name: 'CGN', ip: '127.0.0.1', secret: 'testing123' },
    shop.me,
  );
  one = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  two = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  api.clock.at = new Date('2026-11-23T12:00:00+05:30');
});

describe('who had a port of a public address, as the NAS reported it', () => {
  const ip = '198.51.100.10';

  beforeAll(async () => {
    await session({ of: one, ip: '100.64.0.1', blocks: [{ ip, first: 1024, last: 2047 }] });
    await session({
      of: two,
      ip: '100.64.0.2',
      blocks: [
        { ip, first: 2048, last: 3071 },
        { ip, first: 5000, last: 5099, from: '10:30:00', upto: '11:00:00' },
      ],
    });
    await session({ of: one, ip: '100.64.0.3', blocks: [{ ip, first: 5000, last: 5099, from: '11:00:05' }] });
  });

  it('is one person, for certain, with the ports and the address inside', async () => {
    expect(await ask({ ip, port: 2500, at: '2026-11-20 11:00:00' })).toMatchObject([
      {
        ...{ username: two.username, certainty: 'certain', ip, insideip: '100.64.0.2' },
        ...{ first_port: '2048', last_port: '3071' },
        ...{ starttime: '2026-11-20 10:00:00', endtime: '2026-11-20 12:00:00' },
      },
    ]);
    expect(await brief({ ip, port: 1024, at: '2026-11-20 11:00:00' })).toEqual([`${one.username} certain`]);
    expect(await brief({ ip, port: 3072, at: '2026-11-20 11:00:00' })).toEqual([]);
    expect(await brief({ ip, port: 1024, at: '2026-11-20 12:00:01' })).toEqual([]);
  });

  it('is who had the block at that time, where it was handed on', async () => {
    expect(await brief({ ip, port: 5050, at: '2026-11-20 10:29:59' })).toEqual([]);
    expect(await ask({ ip, port: 5050, at: '2026-11-20 10:45:00' })).toMatchObject([
      {
        ...{ username: two.username, certainty: 'certain' },
        ...{ starttime: '2026-11-20 10:30:00', endtime: '2026-11-20 11:00:00' },
      },
    ]);
    expect(await brief({ ip, port: 5050, at: '2026-11-20 11:30:00' })).toEqual([`${one.username} certain`]);
    const range = { ip, port: 5050, from: '2026-11-20 10:00:00', upto: '2026-11-20 12:00:00' };
    expect(await brief(range)).toEqual([`${two.username} certain`, `${one.username} certain`]);
  });

  it('is everyone who shares the address without a port', async () => {
    const rows = await ask({ ip, at: '2026-11-20 10:45:00' });
    expect(rows.map(({ username, first_port, certainty }) => [username, first_port, certainty])).toEqual([
      [one.username, '1024', 'ambiguous'],
      [two.username, '2048', 'ambiguous'],
      [two.username, '5000', 'ambiguous'],
    ]);
    expect(rows[0]?.why).toBe('Several services shared the address by NAT; the port tells whose it was.');
  });

  it('is found in use, in the log and in the archive', async () => {
    const at = (table: string, ip: string, date: string, isOpen = false) =>
      session({ of: one, ip: '100.64.1.1', table, day: date, isOpen, blocks: [{ ip, first: 1024, last: 2047 }] });
    await at('radius.session', '198.51.100.20', '2026-11-23', true);
    await at('radius.session', '198.51.100.21', '2026-11-23');
    await at('crm_archive.session_log', '198.51.100.22', '2025-02-03');
    expect(await brief({ ip: '198.51.100.20', port: 2000, at: '2026-11-23 11:00:00' })).toEqual([
      `${one.username} certain`,
    ]);
    expect(await brief({ ip: '198.51.100.21', port: 2000, at: '2026-11-23 11:00:00' })).toEqual([
      `${one.username} certain`,
    ]);
    expect(await brief({ ip: '198.51.100.22', port: 2000, at: '2025-02-03 11:00:00' })).toEqual([
      `${one.username} certain`,
    ]);
  });

  it('is not what the NAS of another ISP claims', async () => {
    const other = await makeTenant(api);
    await session({ of: two, ip: '100.64.0.9', ispid: other.ispid, blocks: [{ ip, first: 1, last: 65_535 }] });
    expect(await brief({ ip, port: 1024, at: '2026-11-20 11:00:00' })).toEqual([`${one.username} certain`]);
    // Its clock is that of Greenwich.
    expect(await brief({ ip, port: 1024, at: '2026-11-20 05:30:00' }, other.me)).toEqual([`${two.username} certain`]);
  });

  it('is exported with the source ports', async () => {
    const file = await fetch(`${api.url}/api/radius/trace/export`, {
      method: 'POST',
      body: new URLSearchParams({ reason, ip, port: '2500', at: '2026-11-20 11:00:00' }),
      headers: { 'x-userid': String(shop.me.userid), 'x-api-key': shop.me.api_key },
    });
    const text = await file.text();
    expect(text).toContain('2048-3071');
    expect(text).toContain(ip);
  });

  it('is asked of IPv4 only', async () => {
    const answer = await api.call(
      'radius/trace',
      { reason, ip: '2001:db8::1', port: 80, at: '2026-11-20 11:00:00' },
      shop.me,
    );
    expect(answer).toMatchObject({ status: 400, error: 'port: applies only to an IPv4 address' });
  });
});

describe('who had a port by a rule of deterministic NAT', () => {
  const fields = () => ({
    nasid,
    ...{ inside_from: '100.70.0.0', inside_upto: '100.70.0.9', public_from: '203.0.113.5', public_upto: '203.0.113.5' },
    ...{ ports: 1000, valid_from: '2026-11-20 00:00:00' },
  });
  let ruleid: number;

  beforeAll(async () => {
    ruleid = await api.ok<number>('radius/nas/nat_create', { ...fields(), valid_upto: '2026-11-20 11:00:00' }, shop.me);
    await api.ok('radius/nas/nat_create', { ...fields(), ports: 2000, valid_from: '2026-11-20 11:00:00' }, shop.me);
    await session({ of: one, ip: '100.70.0.3' });
    await session({ of: two, ip: '100.70.0.1' });
  });

  it('is the person with the inside address that the rule of that time names', async () => {
    const asked = (at: string) => ask({ ip: '203.0.113.5', port: 4500, at: `2026-11-20 ${at}` });
    expect(await asked('10:59:59')).toMatchObject([
      {
        ...{ username: one.username, certainty: 'certain', ip: '203.0.113.5', insideip: '100.70.0.3' },
        ...{ first_port: '4024', last_port: '5023', starttime: '2026-11-20 10:00:00', endtime: '2026-11-20 11:00:00' },
      },
    ]);
    expect(await asked('11:00:01')).toMatchObject([{ username: two.username, first_port: '3024', last_port: '5023' }]);
    expect(await asked('12:00:01')).toEqual([]);
    expect(await brief({ ip: '203.0.113.5', at: '2026-11-20 10:30:00' })).toEqual([
      `${one.username} ambiguous`,
      `${two.username} ambiguous`,
    ]);
  });

  it('can be looked up from the inside, to compare it with the NAS', async () => {
    const ask = (at: string) => api.ok('radius/nas/nat_translate', { nasid, ip: '100.70.0.3', at }, shop.me);
    expect(await ask('2026-11-20 10:00:00')).toEqual({
      ruleid: String(ruleid),
      publicip: '203.0.113.5',
      first_port: '4024',
      last_port: '5023',
    });
    expect(await ask('2026-11-20 11:00:00')).toMatchObject({ first_port: '7024', last_port: '9023' });
    const none = await api.call('radius/nas/nat_translate', { nasid, ip: '100.71.0.3' }, shop.me);
    expect(none).toMatchObject({ status: 404, error: `NAS ${nasid} has no NAT rule for 100.71.0.3 at that time` });
  });

  it.each<[string, Given, number, string]>([
    ['addresses in the wrong order', { inside_upto: '100.69.0.0' }, 400, 'inside_upto: must not be below inside_from'],
    ['public ones as well', { public_upto: '203.0.113.4' }, 400, 'public_upto: must not be below public_from'],
    [
      'ports in the wrong order',
      { first_port: 5000, last_port: '4000' },
      400,
      'last_port: must not be below first_port',
    ],
    [
      'too little room',
      { ports: 10_000 },
      400,
      'ports: the public addresses have 6 blocks of 10000 ports, for 10 inside addresses',
    ],
    ['an end before the start', { valid_upto: '2026-11-19 00:00:00' }, 400, 'valid_upto: must be after valid_from'],
    [
      'inside addresses of another rule',
      { public_from: '203.0.113.9', public_upto: '203.0.113.9' },
      409,
      'inside_from: another rule of the NAS has some of these inside addresses at that time',
    ],
    [
      'public addresses of another rule',
      { inside_from: '100.71.0.0', inside_upto: '100.71.0.9' },
      409,
      'public_from: another rule of the ISP has some of these public addresses at that time',
    ],
    ['an unknown NAS', { nasid: 999_999 }, 404, 'there is no NAS 999999'],
  ])('refuses %s', async (_, change, status, error) => {
    expect(await api.call('radius/nas/nat_create', { ...fields(), ...change }, shop.me)).toMatchObject({
      status,
      error,
    });
  });

  it('is ended, not changed; nothing but its end and notes can be', async () => {
    const rule = async () => (await api.ok<Row[]>('radius/nas/nat_list', { id: ruleid }, shop.me))[0];
    await api.ok(
      'radius/nas/nat_update',
      { id: ruleid, valid_upto: '2026-11-20 10:30:00', notes: 'old router' },
      shop.me,
    );
    expect(await rule()).toMatchObject({ valid_upto: '2026-11-20 10:30:00', notes: 'old router', ports: '1000' });
    expect(await ask({ ip: '203.0.113.5', port: 4500, at: '2026-11-20 10:45:00' })).toEqual([]);
    const overlap = await api.call('radius/nas/nat_update', { id: ruleid, valid_upto: '' }, shop.me);
    expect(overlap).toMatchObject({ status: 409 });
    const early = await api.call('radius/nas/nat_update', { id: ruleid, valid_upto: '2026-11-01 00:00:00' }, shop.me);
    expect(early).toMatchObject({ status: 400, error: 'valid_upto: must be after valid_from' });
    await api.ok('radius/nas/nat_delete', { id: ruleid }, shop.me);
    expect(await rule()).toBeUndefined();
  });

  it('is of the ISP alone: a rule of another ISP with the same addresses finds nothing here', async () => {
    const other = await makeTenant(api);
    await api.ok('radius/nas/nat_create', { ...fields(), nasid: other.nasid }, other.me);
    expect(await ask({ ip: '203.0.113.5', port: 4500, at: '2026-11-20 11:30:00' }, other.me)).toEqual([]);
    const foreign = await api.call('radius/nas/nat_create', { ...fields(), nasid: other.nasid }, shop.me);
    expect(foreign).toMatchObject({ status: 404 });
  });
});
