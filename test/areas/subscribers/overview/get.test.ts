import { beforeAll, describe, expect, it } from 'vitest';
import { execute, sql } from '../../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';

interface Shown {
  readonly service: Record<string, string | null>;
  readonly owner: Record<string, string | null>;
  readonly plan: Record<string, string | null>;
  readonly subplan: Record<string, string | null>;
  readonly usage: Record<string, string | null>;
  readonly customer: Record<string, string | null> | null;
  readonly sessions: Record<string, string | null>[] | null;
  readonly money: Record<string, string | null> | null;
  readonly invoices: Record<string, string | null>[] | null;
  readonly access: Record<string, string | null> | null;
}

const api = await startApi();
const shop = await Shop.open(api);
let subscriber: Subscriber;

const get = (serviceid: number, as: Credentials = shop.me) => api.ok<Shown>('subscriber/get', { serviceid }, as);

beforeAll(async () => {
  const nas = { resellerid: 0, name: 'Core', ip: '127.0.0.1', secret: 'testing123' };
  await api.ok('radius/nas/create', nas, shop.me);
  subscriber = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
  await subscriber.pay(100);
  await subscriber.does('renew');
  await subscriber.uses(2.5);
  await subscriber.dialIn();
});

describe('a subscriber in one call', () => {
  it('has the rows of the lists', async () => {
    const shown = await get(subscriber.id);
    const first = async (list: string, filter: Record<string, string | number>) =>
      (await api.ok<unknown[]>(list, filter, shop.me))[0];
    expect(shown.service).toEqual(await subscriber.shown());
    expect(shown.customer).toEqual(await first('customer/list', { serviceid: subscriber.id }));
    expect(shown.plan).toEqual(await first('plan/list', { id: shop.planid }));
    expect(shown.subplan).toEqual(await first('plan/subplan_list', { id: shop.subplanid }));
    expect(shown.sessions).toEqual([expect.objectContaining({ username: subscriber.username, ip: null })]);
    expect(shown.invoices).toEqual(await api.ok('invoice/list', { serviceid: subscriber.id, paid: 'N' }, shop.me));
    expect(shown.invoices).toHaveLength(1);
  });

  it('has the names of the owners, the usage of the period and what is owed', async () => {
    const { owner, usage, money, service } = await get(subscriber.id);
    expect(owner).toMatchObject({
      ispid: String(shop.ispid),
      resellerid: '0',
      reseller: null,
      timezone: 'Asia/Kolkata',
    });
    expect(owner.isp).toMatch(/^Shop /);
    expect(usage).toEqual({
      ...{ period_from: service.valid_from, period_upto: service.valid_upto },
      ...{ used_gb: '2.500', total_gb: '100.000', bw_level: '1', exhausted: 'N' },
    });
    expect(money).toEqual({ currency: 'INR', outstanding: '399.00', credit_limit: null, wallet: null });
  });

  it('counts carry-over and top-ups in the volume of the period, and shows no limit as null', async () => {
    await subscriber.topUp({ gb: 5, amt: 50, type: 'Expiring' });
    expect((await get(subscriber.id)).usage.total_gb).toBe('105.000');
    const unlimited = await shop.plan({ bw1_gb: 0 });
    const other = await shop.subscribe({ ...unlimited, prepaid_postpaid: 'Postpaid' });
    expect((await get(other.id)).usage.total_gb).toBeNull();
  });

  it('has the wallet of the franchisee that sold it', async () => {
    const resellerid = await shop.franchisee(1000);
    const plan = await shop.plan();
    const sold = await shop.subscribe(plan, resellerid);
    const { owner, money } = await get(sold.id);
    expect(owner.reseller).toMatch(/^Reseller /);
    expect(Number(money?.wallet)).toBeLessThanOrEqual(1000);
    const own = await shop.user({ resellerid });
    expect((await get(sold.id, own)).money?.wallet).toBe(money?.wallet);
  });

  it('says what a log-in would get', async () => {
    expect((await get(subscriber.id)).access).toMatchObject({
      ...{ response: 'Access-Accept', access: 'plan', reason: null, dl: '20480', ul: '10240', nasip: '127.0.0.1' },
      ...{ online: 'Y', pool: null, ip: null },
    });
  });

  it('is there before its first period, and while the node does not know the NAS', async () => {
    const { explain } = api.network;
    api.network.explain = async () => null as never;
    const fresh = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    const { service, usage, access } = await get(fresh.id);
    api.network.explain = explain;
    expect({ status: service.status, from: usage.period_from, access }).toEqual({
      ...{ status: 'NewRequest', from: null, access: null },
    });
  });

  it('is there without usage of its session, and with the rate that its log-in was granted', async () => {
    await execute(
      api.db.pool,
      sql`UPDATE radius.session SET class = 'lm:1:abc1:fsg.7wg.1', mac = '02:00:00:00:00:01', ip = '10.0.0.9' WHERE service_id = ${subscriber.id}`,
    );
    const { sessions } = await get(subscriber.id);
    expect(sessions).toEqual([expect.objectContaining({ dl: '20464', ul: '10240', ip: '10.0.0.9' })]);
  });
});

describe('a part of a subscriber', () => {
  it.each([
    ['Network', { customer: true, money: true, invoices: true }],
    ['Accounts', { sessions: true, access: true, verdict: true }],
    ['ReadOnly', {}],
  ])('is null for a role without its permission: %s', async (roles, hidden) => {
    const shown = await get(subscriber.id, await shop.user({ roles }));
    const parts = Object.entries(shown).filter(([, value]) => value === null);
    expect(Object.fromEntries(parts.map(([name]) => [name, true]))).toEqual(hidden);
    if (shown.customer === null) expect(JSON.stringify(shown)).not.toContain('Ravi');
  });

  it('is nobody else’s', async () => {
    const other = await makeTenant(api);
    const { status, error } = await api.call('subscriber/get', { serviceid: subscriber.id }, other.me);
    expect({ status, error }).toEqual({ status: 404, error: `there is no service ${subscriber.id}` });
    const reseller = await shop.user({ resellerid: await shop.reseller() });
    expect((await api.call('subscriber/get', { serviceid: subscriber.id }, reseller)).status).toBe(404);
  });
});
