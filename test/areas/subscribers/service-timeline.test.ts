import { beforeAll, describe, expect, it } from 'vitest';
import { SOURCES, timelineStatement } from '../../../src/areas/subscribers/services/timeline/timeline.ts';
import { wholeInstallation } from '../../../src/core/tenancy/scope.ts';
import { execute, query, sql } from '../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { bulkLoad } from '../../fixtures/bulk-load.ts';
import { multiply } from '../../fixtures/multiply.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeTenant } from '../../fixtures/tenants.ts';

interface Entry {
  readonly id: string;
  readonly at: string;
  readonly kind: string;
  readonly title: string;
  readonly detail: string | null;
  readonly amt: string | null;
  readonly by: string | null;
}

const api = await startApi();
const shop = await Shop.open(api);
let one: Subscriber;

const timeline = (more: Record<string, string | number> = {}, as: Credentials = shop.me) =>
  api.ok<Entry[]>('service/timeline', { serviceid: one.id, ...more }, as);
const told = async (kinds: string) =>
  (await timeline({ kinds })).map(({ title, detail, amt }) => [title, detail, amt].filter(Boolean).join(' | '));

beforeAll(async () => {
  api.clock.at = undefined;
  one = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await one.pay(600, { ref_no: 'UPI-7' });
  await one.does('renew');
  await one.topUp({ gb: 5, amt: 50, type: 'Expiring' });
  const wrong = await one.pay(10);
  await api.ok('payment/cancel', { id: wrong, reason: 'entered twice' }, shop.me);
  await api.ok('service/update', { serviceid: one.id, tax_id: 'GST1' }, shop.me);
  await one.does('suspend');
  await sessions();
});

/** One open, one that has just ended, one of the log, and the log-ins of them. */
async function sessions(): Promise<void> {
  const { pool } = api.db;
  const columns = sql`isp_id, service_id, nas_id, nas_ip, username, acct_session_id, ip, started_at, updated_at`;
  const of = sql`${shop.ispid}::int, ${one.id}::int, 1, '127.0.0.1'::inet, ${one.username.toUpperCase()}::text`;
  await execute(
    pool,
    sql`INSERT INTO radius.session (${columns}, ended_at, session_time, out_bytes, terminate_cause)
        SELECT ${of}, 's' || n, '10.0.0.7', now() - n * interval '1 hour', now(), CASE WHEN n > 1 THEN now() END, 60, 1048576,
          CASE WHEN n > 1 THEN 'User-Request' END FROM generate_series(1, 2) n`,
  );
  await execute(
    pool,
    sql`INSERT INTO radius.session_log (id, ${columns}, ended_at, session_time, in_bytes, out_bytes)
        SELECT 900, ${of}, 's3', NULL, now() - interval '3 hours', now(), now(), 60, 0, 0`,
  );
  await execute(
    pool,
    // The last is of a service that had the name before, maybe a neighbour's.
    sql`INSERT INTO radius.auth_log (at, isp_id, service_id, nas_id, nas_ip, username, response, reason)
        SELECT now() - n * interval '1 hour', ${shop.ispid}::int, CASE WHEN n = 4 THEN 987654 ELSE ${one.id}::int END, 1,
          '127.0.0.1', ${one.username}, CASE WHEN n = 3 THEN 'Access-Reject' ELSE 'Access-Accept' END,
          CASE WHEN n = 3 THEN 'wrong password' END
        FROM generate_series(1, 4) n`,
  );
}

describe('the timeline of a service', () => {
  it('tells its changes of status and plan', async () => {
    expect(await told('status')).toEqual([
      'Active to Suspend | service.action',
      'NewRequest to Active | payment.new',
      'NewRequest | service.create',
    ]);
    const { valid_upto } = await one.shown();
    // Paid, and renewed early.
    const periods = await told('plan');
    expect(periods).toHaveLength(2);
    expect(periods[0]).toMatch(new RegExp(`^Plan \\d+, Whole \\| \\d{4}-\\d\\d-\\d\\d to ${valid_upto}$`));
  });

  it('tells what was billed and paid', async () => {
    expect(await told('payment')).toEqual([
      'Online cancelled | entered twice | -10.00',
      'Online | 10.00',
      'Online | UPI-7 | 600.00',
    ]);
    expect(await told('topup')).toEqual(['5 GB | Expiring | 50.00']);
    const documents = (await one.invoices()).map(({ document_no }) => document_no).reverse();
    expect((await timeline({ kinds: 'invoice' })).map(({ title }) => title)).toEqual(documents);
  });

  it('tells sessions and log-ins, from wherever they are', async () => {
    expect(await told('session')).toEqual([
      '127.0.0.1 | 10.0.0.7, 60 s, 1.00 MB down, 0.00 MB up',
      '127.0.0.1 | 10.0.0.7, 60 s, 1.00 MB down, 0.00 MB up, User-Request',
      '127.0.0.1 | 60 s, 0.00 MB down, 0.00 MB up',
    ]);
    expect(await told('login')).toEqual([
      'Access-Accept | 127.0.0.1',
      'Access-Accept | 127.0.0.1',
      'Access-Reject | wrong password, 127.0.0.1',
    ]);
  });

  it('tells what else was changed and by whom, but not what money did to the balance', async () => {
    const changes = await timeline({ kinds: 'change' });
    expect(changes.map(({ title, detail }) => `${title}: ${detail}`)).toEqual([
      'service.update: tax_id',
      'service.action: period_id, valid_upto',
    ]);
    const [user] = await api.ok<{ username: string }[]>('auth/user/list', { id: shop.me.userid }, shop.me);
    expect(changes[0]?.by).toBe(user?.username);
  });

  it('is the same in pages as at once, newest first, each entry once', async () => {
    // Many at one instant.
    await execute(api.db.pool, sql`UPDATE radius.session SET started_at = date_trunc('hour', started_at)`);
    const all = await timeline({ limit: 100 });
    expect(new Set(all.map(({ id }) => id)).size).toBe(all.length);
    expect(all.map(({ at }) => at)).toEqual(
      all
        .map(({ at }) => at)
        .toSorted()
        .toReversed(),
    );
    for (const limit of [1, 3]) {
      const pages: Entry[] = [];
      for (let page = await timeline({ limit }); page.length > 0; ) {
        pages.push(...page);
        page = await timeline({ limit, before: page.at(-1)?.id ?? '' });
      }
      expect(pages).toEqual(all);
    }
  });

  it('tells the last change that time made', async () => {
    const other = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await other.pay(600);
    await other.does('renew');
    await api.db.pool.query(
      `UPDATE crm.service SET valid_from = valid_from - 90, valid_upto = valid_upto - 90 WHERE id = $1`,
      [other.id],
    );
    await api.db.pool.query(
      `UPDATE crm.period SET starts_on = starts_on - 90, ends_on = ends_on - 90 WHERE service_id = $1`,
      [other.id],
    );
    // The audit is of two minutes ago.
    await api.db.pool.query(`ALTER TABLE auth.audit_event DISABLE TRIGGER USER`);
    await api.db.pool.query(`UPDATE auth.audit_event SET at = at - interval '2 minutes'`);
    await api.db.pool.query(`ALTER TABLE auth.audit_event ENABLE TRIGGER USER`);
    await shop.advance();
    const [last] = await api.ok<Entry[]>('service/timeline', { serviceid: other.id, kinds: 'status' }, shop.me);
    expect(last).toMatchObject({ title: (await other.shown()).status, by: null });
    expect(last?.title).toBe('NPD');
  });
});

describe('a timeline is refused', () => {
  it.each(['7', '1.x', '1.X.1', "1.a'.1", '1.a.1.2', '99999999999999999.a.1'])('before %s', async (before) => {
    const { status, error } = await api.call('service/timeline', { serviceid: one.id, before }, shop.me);
    expect({ status, error }).toEqual({ status: 400, error: 'before: must be the id of an entry' });
  });

  it('to another tenant', async () => {
    const other = await makeTenant(api);
    expect((await api.call('service/timeline', { serviceid: one.id }, other.me)).status).toBe(404);
  });
});

describe('a role reads in a timeline only', () => {
  it.each<[string, string[]]>([
    ['Network', ['status', 'plan', 'session', 'topup', 'login']],
    ['Accounts', ['status', 'plan', 'payment', 'invoice', 'topup']],
    ['Support', ['status', 'plan', 'payment', 'invoice', 'session', 'topup', 'login']],
    ['ReadOnly', ['status', 'plan', 'payment', 'invoice', 'session', 'topup', 'change', 'login']],
  ])('what it may read elsewhere: %s', async (roles, kinds) => {
    const entries = await timeline({ limit: 100 }, await shop.user({ roles }));
    expect(new Set(entries.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });
});

describe('the timeline of one service among many', () => {
  it('is read by keys', async () => {
    const other = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await other.pay(600);
    await multiply(api.db.pool, other.id, { from: 1, to: 3_000 });
    await bulkLoad(api.db.pool, ['auth.audit_change', 'radius.session'], async (client) => {
      await client.query(
        `INSERT INTO auth.audit_change (event_id, table_name, row_id, operation, after)
       SELECT (SELECT max(id) FROM auth.audit_event), 'crm.service', (100000 + n)::text, 'update', '{"status": "NP"}' FROM generate_series(1, 20000) n`,
      );
      await client.query(
        `INSERT INTO radius.session_log (id, isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at, ended_at, session_time, in_bytes, out_bytes)
       SELECT 1000 + n, 1, 100000 + n % 500, 1, '127.0.0.1', 'u' || n % 500, 's' || n, now(), now(), now(), 1, 1, 1 FROM generate_series(1, 20000) n`,
      );
      await client.query(
        `INSERT INTO radius.auth_log (at, isp_id, nas_id, nas_ip, username, response)
       SELECT now() - make_interval(secs => n), ${shop.ispid}, 1, '127.0.0.1', 'u' || n % 500, 'Access-Accept' FROM generate_series(1, 20000) n`,
      );
      await client.query(
        `INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at)
       SELECT 1, 100000 + n, 1, '127.0.0.1', 'u' || n, 'x' || n, now(), now() FROM generate_series(1, 20000) n`,
      );
    });
    await api.db.pool.query('ANALYZE auth.audit_change, radius.session_log, radius.auth_log, radius.session');
    const { customerId } = await api.db.prisma.service.findUniqueOrThrow({ where: { id: one.id } });
    const statement = timelineStatement(
      { id: one.id, ispId: shop.ispid, customerId, username: one.username },
      { scope: wholeInstallation, sources: SOURCES, position: null, limit: 50 },
    );
    const plan = await query<{ 'QUERY PLAN': string }>(api.db.pool, sql`EXPLAIN (COSTS OFF) ${statement}`);
    const text = plan.map((row) => row['QUERY PLAN']).join('\n');
    const month = new Date().toISOString().slice(0, 7).replace('-', 'm');
    expect(text).not.toMatch(/Seq Scan on (service|period|invoice|payment|audit_change|session)\b/);
    expect(text).not.toMatch(new RegExp(`Seq Scan on (session|auth)_log_y${month}`));
    expect(text).toContain('audit_change_service_idx');
    expect(text).toContain(`auth_log_y${month}_lower_at_idx`);
  });
});
