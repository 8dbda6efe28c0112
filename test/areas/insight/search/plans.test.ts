import { beforeAll, describe, expect, it } from 'vitest';
import { searchStatement } from '../../../../src/areas/insight/search/find.ts';
import { wantedOf } from '../../../../src/areas/subscribers/search/wanted.ts';
import { PERMISSIONS } from '../../../../src/core/access/permission.ts';
import { type Scope, wholeInstallation } from '../../../../src/core/tenancy/scope.ts';
import { execute, query, sql } from '../../../../src/db/sql.ts';
import { fill, SMALL } from '../../../bench/dataset.ts';
import { freshDatabase } from '../../../fixtures/database.ts';

const db = await freshDatabase();
const regions = ['IN'];
const ofIsp = { ispId: 2, resellerId: null, locations: null, regions } as unknown as Scope;
const ofReseller = { ispId: 2, resellerId: 2, locations: null, regions } as unknown as Scope;
const ofPlace = {
  ...{ ispId: 2, resellerId: null, regions, locations: [{ id: 1, code: 'L7', subs: null }] },
} as unknown as Scope;

beforeAll(async () => {
  await fill(db.pool, {
    ...SMALL,
    isps: 3,
    resellers: 30,
    customers: 24_000,
    services: 30_000,
    leads: 9_000,
    sessions: 0,
  });
  await execute(
    db.pool,
    sql`INSERT INTO radius.session (isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, mac, started_at, updated_at)
        SELECT isp_id, reseller_id, id, isp_id, '127.1.0.0'::inet + isp_id, username, 's' || id, '10.0.0.0'::inet + id, mac, now(), now()
        FROM crm.service WHERE id % 2 = 0`,
  );
  await execute(db.pool, sql`VACUUM ANALYZE radius.session`);
});

/** Pages of the database that a search reads. */
async function pagesRead(text: string, scope: Scope, inside: boolean): Promise<number> {
  const search = { wanted: wantedOf(text, scope), scope, permissions: new Set(PERMISSIONS), limit: 20, inside };
  const statement = searchStatement(search);
  if (!statement) return 0;
  const explained = sql`EXPLAIN (ANALYZE, BUFFERS, TIMING OFF, FORMAT JSON) ${statement}`;
  const [row] = await query<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>(db.pool, explained);
  const plan = row?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}

const TEXTS = [
  ...[
    'u',
    'user',
    'user00',
    'user0001234',
    'user0012345_000000',
    'nobody',
    '7',
    '12345',
    '9800007919',
    '+91 98000-07919',
    '007919',
    'sip:09800007919@pbx',
    'a',
    'Ra',
    'Ravi',
  ],
  ...[
    'Asha',
    'Latha c81e',
    'person12@example.net',
    '10.0.0.80',
    '00:00:00:00:00:50',
    'INV-17',
    'NAS 2',
    'Lead',
    'xyzzy',
  ],
];

describe.each<[string, Scope]>([
  ['an ISP', ofIsp],
  ['a reseller', ofReseller],
  ['an Employee of a location', ofPlace],
  ['all ISPs', wholeInstallation],
])('a search of %s', (_, scope) => {
  // Services, customers and leads take 3,500 pages; twenty rows of each kind with their keys take some hundred.
  it.each(TEXTS)('for %s reads no table', async (text) => {
    expect(await pagesRead(text, scope, false)).toBeLessThan(700);
  });

  it.each(['c81e728d', '_c81e', 'xyzzy'])('for a part of a name, %s, reads the trigrams', async (text) => {
    expect(await pagesRead(text, scope, true)).toBeLessThan(700);
  });
});
