import { beforeAll, describe, expect, it } from 'vitest';
import { authLog } from '../../../src/areas/network/sessions/auth-log.ts';
import { sessionLog } from '../../../src/areas/network/sessions/session-log.ts';
import { lastSession } from '../../../src/areas/network/sessions/status.ts';
import { listStatement } from '../../../src/core/list/index.ts';
import type { Scope } from '../../../src/core/tenancy/scope.ts';
import { execute, query, raw, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const { pool } = api.db;
let tenant: Tenant;

/** Rows of other subscribers, of fifty ISPs with a NAS each: enough for an index to pay off. */
const MANY = sql`generate_series(1, 20000) n, LATERAL (SELECT n % 50 + 100 AS isp) i`;
const SESSION = 'isp_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at';

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { ispid, serviceid, nasid } = tenant;
  const mine = sql`${ispid}::int, ${nasid}::int, '127.0.0.1'::inet`;
  await execute(
    pool,
    sql`INSERT INTO radius.session (service_id, ${raw(SESSION)}) SELECT ${serviceid}::int, ${mine}, 'RAVI@Isp', 'open', now(), now()`,
  );
  await execute(
    pool,
    sql`INSERT INTO radius.session_log (id, ${raw(SESSION)}, ended_at, session_time, in_bytes, out_bytes)
        SELECT 1000000, ${mine}, 'ravi@ISP', 'ended', now() - interval '2 hours', now(), now() - interval '1 hour', 3600, 1, 1
        UNION ALL
        SELECT n, i.isp, i.isp, '127.1.0.0'::inet + i.isp, 'user' || n, 's' || n, now() - make_interval(secs => n), now(), now(), 1, 1, 1
        FROM ${MANY}`,
  );
  await execute(
    pool,
    sql`INSERT INTO radius.auth_log (at, isp_id, nas_id, nas_ip, username, response)
        SELECT now(), ${mine}, 'rAVI@isp', 'Access-Accept'
        UNION ALL SELECT now() - make_interval(secs => n), i.isp, i.isp, '127.1.0.0'::inet + i.isp, 'user' || n, 'Access-Reject'
        FROM ${MANY}`,
  );
  await execute(pool, sql`ANALYZE radius.session_log, radius.auth_log`);
});

const ofIsp = (ispId: number) => ({ ispId, resellerId: null, locations: null }) as unknown as Scope;

async function planOf(list: Parameters<typeof listStatement>[0], ispId: number, input: object): Promise<string> {
  const statement = listStatement(list, { scope: ofIsp(ispId), zone: 'UTC', input: { rows_limit: 50, ...input } });
  const rows = await query<{ 'QUERY PLAN': string }>(pool, sql`EXPLAIN (COSTS OFF) ${statement}`);
  return rows.map((row) => row['QUERY PLAN']).join('\n');
}

describe('a subscriber whose device spells the username in another case', () => {
  it.each(['ravi@isp', 'RAVI@ISP', 'Ravi@Isp'])('is found as %s', async (username) => {
    const { me } = tenant;
    expect(await api.ok('radius/user/status', { username }, me)).toMatchObject({ sessionid: 'open' });
    expect(await api.ok('radius/user/last_online', { username }, me)).toMatchObject({ sessionid: 'ended' });
    expect(await api.ok('radius/user/auth_log', { username }, me)).toMatchObject([{ username: 'rAVI@isp' }]);
  });

  it('is disconnected with the name the NAS knows', async () => {
    await api.ok('radius/user/disconnect', { username: 'ravi@isp' }, tenant.me);
    expect(api.network.asked).toMatchObject([{ username: 'RAVI@Isp', acctSessionId: 'open' }]);
  });

  it('is found through an index', async () => {
    for (const list of [lastSession, authLog])
      expect(await planOf(list, 107, { username: 'USER7' })).toContain('Index Cond: (lower(username) = ');
  });
});

describe('a disconnect by the server administrator', () => {
  it('says which ISP is meant if several have a user of that name', async () => {
    const other = await makeTenant(api);
    await execute(
      pool,
      sql`INSERT INTO radius.session (service_id, ${raw(SESSION)})
          SELECT s.id, s.isp_id, n.id, n.ip, ${tenant.username}, 'twin', now(), now()
          FROM crm.service s JOIN radius.nas n ON n.id = ${other.nasid} WHERE s.id = ${other.serviceid}`,
    );
    await execute(pool, sql`UPDATE crm.service SET username = ${tenant.username} WHERE id = ${other.serviceid}`);
    const [{ nasip } = { nasip: '' }] = await query<{ nasip: string }>(
      pool,
      sql`SELECT host(ip) AS nasip FROM radius.nas WHERE id = ${other.nasid}`,
    );
    const asked = api.network.asked.length;
    for (const force of ['N', 'Y'])
      expect(await api.call('radius/user/disconnect', { username: tenant.username, force }, api.admin)).toMatchObject({
        status: 400,
        error: 'nasip: is required, because more than one ISP has a user with this name',
      });
    expect(api.network.asked.slice(asked)).toEqual([]);
    await api.ok('radius/user/disconnect', { username: tenant.username, nasip }, api.admin);
    expect(api.network.asked.slice(asked)).toMatchObject([{ acctSessionId: 'twin' }]);
  });
});

describe('a disconnect without open sessions', () => {
  it('says whether the user is offline or does not exist, which another tenant’s user does not', async () => {
    const other = await makeTenant(api);
    const asks = async (username: string, more = {}) =>
      (await api.call('radius/user/disconnect', { username, ...more }, tenant.me)).status;
    expect(await asks(tenant.username)).toBe(409);
    for (const name of ['nobody', other.username]) {
      expect(await asks(name)).toBe(404);
      expect(await asks(name, { force: 'Y' })).toBe(404);
    }
  });
});

describe('the session log of a NAS', () => {
  it('is read from the index in order of time without a sort: a NAS belongs to one ISP', async () => {
    const plan = await planOf(sessionLog, 107, {
      nasip: '127.1.0.107',
      session_starttime: { op: '<', value: new Date() },
    });
    expect(plan).toContain('nas_ip_started_at_idx');
    expect(plan).not.toContain('Bitmap');
  });
});
