import { beforeAll, describe, expect, it } from 'vitest';
import { liveSessions } from '../../../src/areas/network/sessions/live.ts';
import { archivedSessionLog, sessionLog } from '../../../src/areas/network/sessions/session-log.ts';
import { listStatement } from '../../../src/core/list/run.ts';
import type { Scope } from '../../../src/core/tenancy/scope.ts';
import { execute, query, raw, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const { pool } = api.db;
const COLUMNS = 'isp_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at';
let tenant: Tenant;
let other: Tenant;

/** Sessions of many subscribers with a delegated /56 each, and as many with IPv4 only. */
beforeAll(async () => {
  tenant = await makeTenant(api);
  other = await makeTenant(api);
  const values = (ispid: number) => sql`${ispid}::int, ${ispid}::int, '127.0.0.1'::inet, 'user' || n, 's' || n,
    now() - make_interval(secs => n), now()`;
  const prefixes = sql`radius.prefix_at('2001:db9::/40', 64, n), radius.prefix_at('2001:db8::/40', 56, n)`;
  await execute(
    pool,
    sql`INSERT INTO radius.session (${raw(COLUMNS)}, ip6_prefix, pd_prefix)
        SELECT ${values(tenant.ispid)}, ${prefixes} FROM generate_series(1, 20000) n`,
  );
  const ended = raw(`${COLUMNS}, ended_at, session_time, in_bytes, out_bytes, id`);
  for (const table of ['radius.session_log', 'crm_archive.session_log'])
    await execute(
      pool,
      sql`INSERT INTO ${raw(table)} (${ended}, ip6_prefix, pd_prefix)
          SELECT ${values(tenant.ispid)}, now(), 1, 1, 1, n, ${prefixes} FROM generate_series(1, 20000) n
          UNION ALL SELECT ${values(tenant.ispid)}, now(), 1, 1, 1, 100000 + n, NULL, NULL FROM generate_series(1, 20000) n`,
    );
  // Another ISP has the same prefixes.
  await execute(
    pool,
    sql`INSERT INTO radius.session (${raw(COLUMNS)}, ip6_prefix, pd_prefix)
        SELECT ${values(other.ispid)}, ${prefixes} FROM generate_series(1, 10) n`,
  );
  await execute(pool, sql`ANALYZE radius.session, radius.session_log, crm_archive.session_log`);
});

describe('a filter by an IPv6 address', () => {
  const found = (parameters: Record<string, string>, as = tenant.me) =>
    api.ok<Record<string, string>[]>('session/live', parameters, as);

  it('finds the session that has it, in a prefix of the link or in the delegated one', async () => {
    const session = { username: 'user7', ip6_prefix: '2001:db9:0:7::/64', pd_prefix: '2001:db8:0:700::/56' };
    for (const ip6 of ['2001:db9:0:7::1', '2001:db8:0:7ff::1', '2001:db8:0:700::/56', '2001:db8:0:720::/60'])
      expect(await found({ ip6 })).toMatchObject([session]);
    expect(await found({ ip6: '2001:db8:0:600::/55' })).toHaveLength(2);
    expect(await found({ ip6: '2001:dba::1' })).toEqual([]);
    const log = await api.ok('radius/user/session_log', { ip6: '2001:db8:0:7ff::1' }, tenant.me);
    expect(log).toMatchObject([session, session]);
    expect(await api.ok('radius/user/online', { ip6: '2001:db8:0:7ff::1' }, tenant.me)).toEqual({ s7: 'user7' });
  });

  it('finds the session of the own ISP only', async () => {
    expect(await found({ ip6: '2001:db8:0:7ff::1' }, other.me)).toHaveLength(1);
    expect(await found({ ip6: '2001:db8:0:1100::1' }, other.me)).toEqual([]);
  });

  it('says what is wrong with anything else', async () => {
    const answer = await api.call('session/live', { ip6: '10.0.0.1' }, tenant.me);
    expect(answer).toMatchObject({ status: 400 });
    expect(answer.error).toBe('ip6: must be an IPv6 address or a prefix such as 2001:db8::/56');
  });

  it.each([
    ['open sessions', liveSessions],
    ['the session log', sessionLog],
    ['the archive', archivedSessionLog],
  ])('reads %s by the indexes of the prefixes', async (_, list) => {
    const scope = { ispId: tenant.ispid, resellerId: null, locations: null } as unknown as Scope;
    const input = { ip6: '2001:db8:0:7ff::1/128', rows_limit: 50 };
    const statement = listStatement(list, { scope, zone: 'UTC', input });
    const rows = await query<{ 'QUERY PLAN': string }>(pool, sql`EXPLAIN (COSTS OFF) ${statement}`);
    const month = new Date().toISOString().slice(0, 7).replace('-', 'm');
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/Index Cond: \(ip6_prefix && /);
    expect(plan).toMatch(/Index Cond: \(pd_prefix && /);
    // The months to come are empty.
    expect(plan).not.toMatch(new RegExp(`Seq Scan on session(_log_y${month})? `));
  });
});
