import { beforeAll, describe, expect, it } from 'vitest';
import { REJECT_BEGINNINGS, REJECT_KINDS } from '../../../src/areas/network/series/vocabulary.ts';
import { rejects } from '../../../src/areas/network/sessions/rejects.ts';
import { listStatement } from '../../../src/core/list/index.ts';
import { type Scope, wholeInstallation } from '../../../src/core/tenancy/scope.ts';
import { execute, query, sql } from '../../../src/db/sql.ts';
import { rejectKindOf } from '../../../src/radius/state/pulse/reject-kind.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

type Row = Record<string, string | null>;
type Given = Record<string, string | number>;

const api = await startApi();
const { prisma } = api.db;
let mine: Tenant;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const NOON = new Date('2026-11-28T12:00:00Z');
const before = (ms: number) => new Date(NOON.getTime() - ms);

const listed = (filter: Given = {}, as: Credentials = mine.me) => api.ok<Row[]>('radius/user/rejects', filter, as);
const reasons = async (filter: Given = {}, as?: Credentials) => (await listed(filter, as)).map(({ reason }) => reason);

beforeAll(async () => {
  api.clock.at = NOON;
  mine = await makeTenant(api);
  const { ispid: ispId, nasid: nasId, serviceid: serviceId, resellerid: resellerId, username } = mine;
  const stranger = { ispId, nasId, nasIp: '127.0.0.1', response: 'Access-Reject', username: 'ravi.kumr' };
  const known = { ...stranger, serviceId, resellerId, username, mac: '02:00:00:00:00:01', protocol: 'PAP' };
  await prisma.authLog.createMany({
    data: [
      { ...known, at: before(MINUTE_MS), reason: 'wrong password' },
      { ...known, at: before(2 * MINUTE_MS), response: 'Access-Accept' },
      { ...stranger, at: before(3 * MINUTE_MS), reason: 'unknown user', nasIp: '127.0.0.2' },
      { ...known, at: before(4 * MINUTE_MS), reason: 'the service is bound to another MAC address' },
      { ...stranger, at: before(5 * MINUTE_MS), reason: 'the EAP message is malformed' },
      { ...known, at: before(25 * HOUR_MS), reason: 'the data volume is used up' },
    ],
  });
});

describe('rejected log-ins', () => {
  it('are those of all users, newest first, with user, NAS, device and reason', async () => {
    const { ispid, resellerid, serviceid, username, nasid } = mine;
    const [first] = await listed();
    expect(first).toEqual({
      ...{ id: expect.stringMatching(/^\d+$/), at: '2026-11-28 11:59:00' },
      ...{ ispid: String(ispid), resellerid: String(resellerid), serviceid: String(serviceid), username },
      ...{ kind: 'wrong_password', reason: 'wrong password', protocol: 'PAP', mac: '02:00:00:00:00:01' },
      ...{ nasid: String(nasid), nasname: expect.stringMatching(/^Core/), nasip: '127.0.0.1' },
    });
    expect(await reasons()).toEqual([
      'wrong password',
      'unknown user',
      'the service is bound to another MAC address',
      'the EAP message is malformed',
    ]);
    expect(await listed({ show_count: 1 })).toBe(4);
  });

  it('are filtered by kind of reason, NAS, user and device', async () => {
    expect(await reasons({ kind: 'unknown_user' })).toEqual(['unknown user']);
    expect(await reasons({ kind: 'other' })).toEqual(['the EAP message is malformed']);
    expect(await reasons({ nasip: '127.0.0.2' })).toEqual(['unknown user']);
    expect(await reasons({ nasid: mine.nasid, mac: '02-00-00-00-00-01' })).toEqual([
      'wrong password',
      'the service is bound to another MAC address',
    ]);
    expect(await reasons({ username: 'RAVI.kumr', kind: 'unknown_user' })).toEqual(['unknown user']);
    expect(await reasons({ nasid: 999_999 })).toEqual([]);
  });

  it('are of the last 24 hours, of a day, or of the time that is asked for', async () => {
    expect(await reasons({ date_to: '2026-11-27' })).toEqual(['the data volume is used up']);
    expect(await reasons({ date_to: '2026-11-28 11:55:00' })).toEqual(['the EAP message is malformed']);
    expect(await reasons({ date_from: '2026-11-27' })).toHaveLength(5);
    expect(await reasons({ date_from: '2026-11-28 11:58:30' })).toEqual(['wrong password']);
    expect(await reasons({ date_from: '2026-11-27', date_to: '2026-11-27' })).toEqual(['the data volume is used up']);
  });

  it('are shown to a reseller of its own services only, and to nobody else', async () => {
    const { ispid, resellerid } = mine;
    const reseller = await makeUser(api, mine.me, { ispid, resellerid, groupname: 'Reseller' });
    expect(await reasons({}, reseller)).toEqual(['wrong password', 'the service is bound to another MAC address']);
    expect(await reasons({}, (await makeTenant(api)).me)).toEqual([]);
    const sales = await makeUser(api, mine.me, { ispid, groupname: 'Employee', resellerid: 0, roles: 'Sales' });
    expect(await api.call('radius/user/rejects', {}, sales)).toMatchObject({ status: 403 });
  });
});

describe('the kind of a reason', () => {
  it('is in the list what the counters of the node make of it', async () => {
    const { ispid: ispId, nasid: nasId } = await makeTenant(api);
    const texts = [...REJECT_BEGINNINGS.map(([, beginning]) => `${beginning} and more`), 'no such thing', ''];
    await prisma.authLog.createMany({
      data: texts.map((reason) => {
        return { ispId, nasId, nasIp: '127.0.0.1', username: 'x', response: 'Access-Reject', at: NOON, reason };
      }),
    });
    const rows = await listed({ ispid: ispId, rows_limit: 100 }, api.admin);
    const kinds = new Map(rows.map(({ reason, kind }) => [reason, kind]));
    expect(kinds.size).toBe(texts.length);
    for (const reason of texts) expect(kinds.get(reason), reason).toBe(REJECT_KINDS[rejectKindOf(reason)]);
  });
});

describe('a page of the rejected log-ins of an ISP', () => {
  it('is read by the time of that ISP, without its accepted log-ins being sorted', async () => {
    await execute(
      api.db.pool,
      sql`INSERT INTO radius.auth_log (at, isp_id, nas_id, nas_ip, username, response)
          SELECT ${NOON}::timestamptz - make_interval(secs => n), n % 50 + 1000, 1, '127.0.0.1', 'user' || n,
            CASE WHEN n % 3 = 0 THEN 'Access-Reject' ELSE 'Access-Accept' END FROM generate_series(1, 20000) n`,
    );
    await execute(api.db.pool, sql`ANALYZE radius.auth_log`);
    const scope = { ...wholeInstallation, ispId: 1007 } as Scope;
    const input = { rows_limit: 50, date_from: before(24 * HOUR_MS) };
    const plan = await query<{ 'QUERY PLAN': string }>(
      api.db.pool,
      sql`EXPLAIN (COSTS OFF) ${listStatement(rejects, { scope, zone: 'UTC', input })}`,
    );
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    expect(text).toMatch(/Index Scan Backward using auth_log_\w*(isp_id_at|rejects)_idx/);
  });
});
