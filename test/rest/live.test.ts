import { Registry } from 'prom-client';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { execute, sql } from '../../src/db/sql.ts';
import { createHttpServer } from '../../src/rest/app.ts';
import { FailedLogins } from '../../src/rpc/failed-logins.ts';
import { startApi } from '../fixtures/api.ts';
import { Browser } from '../fixtures/browser.ts';
import { openStream } from '../fixtures/live-stream.ts';
import { makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

const PASSWORD = 'correct horse';
const api = await startApi();
let tenant: Tenant;
let neighbour: Tenant;

beforeAll(async () => {
  tenant = await makeTenant(api);
  neighbour = await makeTenant(api);
});

/** A browser in which a new user of the tenant is signed in. */
async function signedIn(fields: Record<string, string | number> = {}, of = tenant) {
  const { userid } = await makeUser(api, of.me, { ispid: of.ispid, password: PASSWORD, ...fields });
  const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
  const browser = new Browser(api.url);
  await browser.ok('login.start', { username, password: PASSWORD });
  return { browser, userid };
}

async function stream(fields: Record<string, string | number> = {}, of = tenant) {
  const { browser, userid } = await signedIn(fields, of);
  return { ...(await openStream(api.url, browser)), browser, userid };
}

/** How long the node would wait for calls that go on. */
const PATIENCE_MS = 60_000;

let discount = 0;
/** Changes the service of a tenant. */
async function changeService({ serviceid, me }: Tenant): Promise<void> {
  discount += 1;
  await api.ok('service/update', { serviceid, discount_amt: `${discount}.00` }, me);
}

describe('the live stream', () => {
  it('tells which record has changed, and nothing of what is in it', async () => {
    const { told } = await stream();
    const id = await api.ok<number>('payment/new', payment(tenant), tenant.me);
    await expect.poll(() => told).toContainEqual({ topic: 'payment', id });
    await expect.poll(() => told).toContainEqual({ topic: 'service', id: tenant.serviceid });
    for (const each of told) expect(Object.keys(each).sort()).toEqual(['id', 'topic']);
  });

  it('tells nobody of what it may not read: another ISP, a reseller, a role without the permission', async () => {
    const { resellerid } = tenant;
    const seller = await stream({ groupname: 'Reseller', resellerid });
    const others = [await stream({}, neighbour), await stream({ roles: 'Sales' })];
    const owner = await stream();
    await api.ok('payment/new', payment(tenant), tenant.me);
    const changed = { topic: 'service', id: tenant.serviceid };
    await expect.poll(() => owner.told).toContainEqual(changed);
    await expect.poll(() => seller.told).toContainEqual(changed);
    for (const { told } of others) expect(told.filter(({ topic }) => topic !== 'user')).toEqual([]);
  });

  it('tells an Employee of some locations of the records there only', async () => {
    await api.ok('location/create', { location_code: 'MAA', location: 'Chennai' }, tenant.me).catch(() => undefined);
    const employee = { groupname: 'Employee', resellerid: 0 };
    const here = await stream({ ...employee, lc: 'BLR' });
    const elsewhere = await stream({ ...employee, lc: 'MAA' });
    await changeService(tenant);
    await expect.poll(() => here.told).toContainEqual({ topic: 'service', id: tenant.serviceid });
    expect(elsewhere.told.filter(({ topic }) => topic !== 'user')).toEqual([]);
  });

  it('tells of sessions that began, and of those that ended', async () => {
    const { told } = await stream();
    const { ispid, serviceid, nasid, username } = tenant;
    await execute(
      api.db.pool,
      sql`INSERT INTO radius.session (isp_id, service_id, nas_id, username, acct_session_id, nas_ip, started_at, updated_at)
          VALUES (${ispid}, ${serviceid}, ${nasid}, ${username}, 's1', '127.0.0.1', now() - interval '1 hour', now())`,
    );
    const begun = { topic: 'session', id: serviceid };
    await expect.poll(() => told).toContainEqual(begun);
    told.length = 0;
    await execute(api.db.pool, sql`UPDATE radius.session SET ended_at = now() WHERE service_id = ${serviceid}`);
    await expect.poll(() => told).toContainEqual(begun);
  });

  it('finds a change whose transaction ends after a later one', async () => {
    const { told } = await stream();
    let commit = () => {};
    const held = new Promise<void>((resolve) => {
      commit = resolve;
    });
    let change = () => {};
    const changed = new Promise<void>((resolve) => {
      change = resolve;
    });
    const begin = (table: string, id: number) =>
      sql`SELECT auth.begin_audit(NULL, 'x', ${tenant.ispid}::int, NULL, NULL, ${table}, ${String(id)}, '{}'::jsonb)`;
    const slow = api.db.transaction(async (tx) => {
      await execute(tx, begin('customer', tenant.customerid));
      await execute(tx, sql`UPDATE crm.customer SET name = name || 'x' WHERE id = ${tenant.customerid}`);
      change();
      await held;
    });
    await changed;
    await changeService(tenant);
    await expect.poll(() => told).toContainEqual({ topic: 'service', id: tenant.serviceid });
    expect(told).not.toContainEqual({ topic: 'customer', id: tenant.customerid });
    commit();
    await slow;
    await expect.poll(() => told).toContainEqual({ topic: 'customer', id: tenant.customerid });
  });

  it('ends when its user signs out, is suspended, or may do less', async () => {
    const first = await stream();
    await first.browser.ok('login.end');
    await first.ended;
    const second = await stream();
    await api.ok('auth/user/update', { id: second.userid, roles: 'Support' }, tenant.me);
    await second.ended;
    const third = await stream();
    await api.ok('auth/user/update', { id: third.userid, status: 'Suspend' }, tenant.me);
    await third.ended;
  });

  it('is not opened without a session, by a page of another site, or by GET', async () => {
    const { browser } = await signedIn();
    expect((await openStream(api.url, { cookie: '' })).status).toBe(401);
    expect((await openStream(api.url, browser, { origin: 'http://evil.example' })).status).toBe(401);
    expect((await openStream(api.url, browser, { 'x-lastmile': 'other' })).status).toBe(401);
    expect((await fetch(`${api.url}/console/live`)).status).toBe(405);
  });

  it('is refused to a user who has ten open already', async () => {
    const { browser } = await signedIn();
    const open = await Promise.all(Array.from({ length: 12 }, () => openStream(api.url, browser)));
    expect(open.map(({ status }) => status).filter((status) => status === 200)).toHaveLength(10);
    expect(open.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(2);
  });

  it('does not keep a session of somebody who is away, nor a node that stops', async () => {
    const { browser, userid } = await signedIn();
    const seen = () => api.db.prisma.loginSession.findFirstOrThrow({ where: { userId: userid } });
    await execute(
      api.db.pool,
      sql`UPDATE auth.login_session SET seen_at = seen_at - interval '10 minutes' WHERE user_id = ${userid}`,
    );
    const before = await seen();
    const { http, url } = await otherNode();
    const { ended } = await openStream(url, browser);
    expect((await seen()).seenAt).toEqual(before.seenAt);
    const startedAt = performance.now();
    await http.close(PATIENCE_MS);
    await ended;
    expect(performance.now() - startedAt).toBeLessThan(PATIENCE_MS);
  });
});

const payment = ({ serviceid }: Tenant) => ({ serviceid, amt: '10.00', mode: 'Cheque', ref_no: '1' });

async function otherNode() {
  const metrics = new Registry();
  const failures = new FailedLogins(api.kernel.clock);
  const kernel = { ...api.kernel, metrics };
  const http = createHttpServer({
    kernel,
    router: appRouter,
    failures,
    metrics,
    panel: { page: () => '', files: {} },
    readiness: {},
  });
  await new Promise<void>((resolve) => http.server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => http.close(0));
  const address = http.server.address();
  return { http, url: `http://127.0.0.1:${typeof address === 'object' ? address?.port : 0}` };
}
