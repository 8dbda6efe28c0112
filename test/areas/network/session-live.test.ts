import { beforeAll, describe, expect, it } from 'vitest';
import { liveSessions } from '../../../src/areas/network/sessions/live.ts';
import { listStatement } from '../../../src/core/list/index.ts';
import { type Scope, wholeInstallation } from '../../../src/core/tenancy/scope.ts';
import { execute, query, sql } from '../../../src/db/sql.ts';
import { fill, SMALL } from '../../bench/dataset.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { freshDatabase } from '../../fixtures/database.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeTenant } from '../../fixtures/tenants.ts';

type Row = Record<string, string | null>;

const api = await startApi();
const shop = await Shop.open(api);
let one: Subscriber;
let nasid: number;

const live = (filter: Record<string, string | number> = {}, as: Credentials = shop.me) =>
  api.ok<Row[]>('session/live', filter, as);
const names = async (filter: Record<string, string | number>, as?: Credentials) =>
  (await live(filter, as)).map(({ username }) => username);

beforeAll(async () => {
  const nas = { resellerid: 0, name: 'Core', ip: '127.0.0.1', secret: 'testing123' };
  nasid = await api.ok<number>('radius/nas/create', nas, shop.me);
  one = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  await one.dialIn();
  await execute(
    api.db.pool,
    sql`UPDATE radius.session SET nas_id = ${nasid}, ip = '10.0.0.7', mac = '02:00:00:00:00:01', in_bytes = 1048576, out_bytes = 5242880,
          session_time = 60, acknowledged = '{"downKbps": 2048, "upKbps": 1024}', started_at = now() - interval '1 hour'`,
  );
});

describe('services within a session', () => {
  const parts = (filter: Record<string, string | number> = {}, as: Credentials = shop.me) =>
    api.ok<Row[]>('session/parts', filter, as);

  beforeAll(async () => {
    const at = Date.parse('2026-11-20T10:00:00Z');
    const part = {
      id: '0000005B',
      name: 'NET-20000',
      started: at,
      at: at + 300_000,
      seconds: 300,
      up: '1048576',
      down: '5242880',
    };
    await execute(
      api.db.pool,
      sql`UPDATE radius.session SET parts = radius.with_parts(NULL, ${JSON.stringify([part, { ...part, id: '0000005C', ended: at + 300_000 }])}::jsonb)`,
    );
  });

  it('are shown with the session, the latest first, and with their end', async () => {
    const [session] = await live();
    expect(await parts({ serviceid: one.id })).toEqual([
      expect.objectContaining({ partid: '0000005C', endtime: '2026-11-20 15:35:00' }),
      {
        ...{ id: session?.id, sessionid: session?.sessionid, ispid: String(shop.ispid), resellerid: '0' },
        ...{ serviceid: String(one.id), username: one.username, partid: '0000005B', name: 'NET-20000' },
        ...{ starttime: '2026-11-20 15:30:00', updatetime: '2026-11-20 15:35:00', endtime: null },
        ...{ duration: '300', ul_mb: '1.00', dl_mb: '5.00' },
      },
    ]);
    expect(await parts({ username: one.username })).toHaveLength(2);
  });

  it('are not shown to others', async () => {
    const stranger = await makeTenant(api);
    expect(await parts({}, stranger.me)).toEqual([]);
  });
});

describe('live sessions', () => {
  it('are shown with service, customer and NAS', async () => {
    const { customerid } = await one.shown();
    expect(await live()).toEqual([
      {
        ...{
          id: expect.any(String),
          sessionid: expect.stringMatching(/^s/),
          ispid: String(shop.ispid),
          resellerid: '0',
        },
        ...{ serviceid: String(one.id), username: one.username, customerid, customername: 'Ravi' },
        ...{ nasid: String(nasid), nasname: 'Core', nasip: '127.0.0.1', ip: '10.0.0.7', mac: '02:00:00:00:00:01' },
        ...{ ip6: null, ip6_prefix: null, pd_prefix: null },
        ...{ starttime: expect.any(String), updatetime: expect.any(String), duration: '60' },
        ...{ dl_mb: '5.00', ul_mb: '1.00', dl: '2048', ul: '1024' },
        ...{ refused_at: null, refusal: null, advice: null },
      },
    ]);
  });

  it.each([
    ['ip', '10.0.0.7', '10.0.0.8'],
    ['mac', '0200.0000.0001', '02:00:00:00:00:02'],
    ['nasip', '127.0.0.1', '127.0.0.2'],
    ['resellerid', '0', '987'],
    ['location_code', 'BLR', 'MYS'],
    ['sub_location_code', 'BLR-N', 'BLR-S'],
  ])('are filtered by %s', async (name, value, other) => {
    expect(await names({ [name]: value })).toEqual([one.username]);
    expect(await names({ [name]: other })).toEqual([]);
  });

  it('are filtered by username in any case, service and NAS', async () => {
    expect(await names({ username: one.username.toUpperCase() })).toEqual([one.username]);
    expect(await names({ serviceid: one.id, nasid })).toEqual([one.username]);
    expect(await names({ serviceid: one.id, nasid: nasid + 1 })).toEqual([]);
  });

  it('are sorted by their start, and counted; ended ones are not among them', async () => {
    const two = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
    await two.dialIn();
    expect(await names({})).toEqual([one.username, two.username]);
    expect(await names({ sort_field: 'started', sort_order: 'desc' })).toEqual([two.username, one.username]);
    expect(await names({ sort_field: 'id', sort_order: 'desc', rows_limit: 1 })).toEqual([two.username]);
    await execute(api.db.pool, sql`UPDATE radius.session SET ended_at = now() WHERE service_id = ${two.id}`);
    expect(await live({ show_count: 1 })).toBe(1);
  });

  it('of an unknown user are shown without a customer', async () => {
    await execute(
      api.db.pool,
      sql`INSERT INTO radius.session (isp_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at)
          VALUES (${shop.ispid}, ${nasid}, '127.0.0.1', 'stranger', 'x1', now(), now())`,
    );
    const [row] = await live({ username: 'stranger' });
    expect(row).toMatchObject({ serviceid: null, customerid: null, customername: null, nasname: 'Core', dl: null });
  });

  it('show no name to a role that may not read customers', async () => {
    const [row] = await live({ serviceid: one.id }, await shop.user({ roles: 'Network' }));
    expect(row).toMatchObject({ username: one.username, customername: null });
  });

  it('are nobody else’s', async () => {
    const other = await makeTenant(api);
    for (const filter of [{}, { ip: '10.0.0.7' }, { mac: '02:00:00:00:00:01' }, { nasid }, { serviceid: one.id }])
      expect(await live(filter, other.me)).toEqual([]);
    const reseller = await shop.user({ resellerid: await shop.reseller() });
    expect(await live({}, reseller)).toEqual([]);
    await api.ok('location/create', { location_code: 'ELSE', location: 'Elsewhere' }, shop.me);
    expect(await live({}, await shop.user({ groupname: 'Employee', resellerid: 0, lc: 'ELSE' }))).toEqual([]);
    expect(await names({}, await shop.user({ groupname: 'Employee', resellerid: 0, lc: 'BLR' }))).toEqual([
      one.username,
    ]);
  });
});

describe('a page of live sessions among many', () => {
  const ofIsp = { ispId: 2, resellerId: null, locations: null } as unknown as Scope;
  type Input = Readonly<Record<string, unknown>>;

  it('reads no more than its rows', async () => {
    const { pool, lookups } = await many;
    for (const [scope, input] of [
      [ofIsp, {}],
      [ofIsp, { sort_field: 'started', sort_order: 'desc' }],
      [ofIsp, { ip: '10.0.0.80' }],
      [ofIsp, { mac: '00:00:00:00:00:50' }],
      [ofIsp, { username: 'user0000080_f033ab' }],
      [ofIsp, { serviceid: 80 }],
      [wholeInstallation, { sort_field: 'id', sort_order: 'desc' }],
      [wholeInstallation, { ip: '10.0.0.80' }],
    ] as [Scope, Input][]) {
      const page = { rows_limit: 50, rows_offset: 0, sort_field: 'started', sort_order: 'asc', ...input };
      const statement = listStatement(liveSessions, { scope, zone: 'UTC', input: page });
      const explained = sql`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${statement}`;
      const [row] = await query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(pool, explained);
      const plan = row?.['QUERY PLAN'][0].Plan ?? {};
      const pages = (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
      expect(pages, JSON.stringify(input)).toBeLessThan(1_000);
      const generic = await lookups.query<{ 'QUERY PLAN': string }>(
        `EXPLAIN (GENERIC_PLAN, COSTS OFF) ${statement.text}`,
      );
      expect(generic.rows.map((each) => each['QUERY PLAN']).join('\n')).not.toMatch(/Seq Scan on (service|session)/);
    }
  });
});

const large = await freshDatabase();
const many = (async () => {
  await fill(large.pool, {
    ...SMALL,
    isps: 3,
    resellers: 3,
    customers: 3_000,
    services: 30_000,
    leads: 10,
    sessions: 0,
  });
  await execute(
    large.pool,
    sql`INSERT INTO radius.session (isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, mac, started_at, updated_at, ended_at)
        SELECT isp_id, reseller_id, id, isp_id, '127.1.0.0'::inet + isp_id, username, 's' || id, '10.0.0.0'::inet + id, mac,
          now() - make_interval(secs => 100000 - id), now(), CASE WHEN id % 3 = 0 THEN now() END FROM crm.service`,
  );
  await execute(large.pool, sql`VACUUM ANALYZE radius.session`);
  return large;
})();
