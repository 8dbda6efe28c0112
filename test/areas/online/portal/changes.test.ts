import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import type { Browser } from '../../../fixtures/browser.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { contact, type Tenant } from '../../../fixtures/tenants.ts';
import { addSubscriber, type Own, pay, portalTenant, seen, signedIn } from './portal-user.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let tenant: Tenant;
let dearer: number;
let hidden: number;
let topup: number;
beforeAll(async () => {
  tenant = await portalTenant(api);
  const { planid, me, resellerid } = tenant;
  const quarterly = { planid, name: 'Quarterly', units: 3, charge1: 'Internet', amt1: 1400 };
  dearer = await api.ok('plan/subplan_create', { ...quarterly, portal: 'Y' }, me);
  hidden = await api.ok('plan/subplan_create', { ...quarterly, name: 'Hidden', amt1: 2000 }, me);
  topup = await api.ok('topupplan/create', { resellerid, name: '5 GB', gb: 5, amt: 50, type: 'Expiring' }, me);
});

interface Acting {
  readonly own: Own;
  readonly browser: Browser;
}

/** A subscriber who is signed in, with money. */
async function subscriber(money = 0, fields: Record<string, string | number> = {}, of = tenant): Promise<Acting> {
  const own = await addSubscriber(api, of, fields);
  if (money > 0) await pay(api, of, own.serviceid, money);
  return { own, browser: await signedIn(api, of, own) };
}

const input = async ({ own, browser }: Acting, more: object = {}) => ({
  ...(await seen(browser, own.serviceid)),
  preview: false,
  ...more,
});
const stored = ({ own }: Acting) => api.db.prisma.service.findUniqueOrThrow({ where: { id: own.serviceid } });
const events = () => api.db.prisma.ledgerEntry.count();
const refused = (reason: string) => ({ status: 409, message: expect.stringContaining(`${reason}: `) });

describe('a subscriber renews', () => {
  it('from his advance, after a preview that changes nothing; the audit says who it was', async () => {
    const acting = await subscriber(998);
    const before = await stored(acting);
    const wanted = await input(acting);
    const preview = await acting.browser.ok('portal.renew', { ...wanted, preview: true });
    expect(preview).toMatchObject({ total: '499.00', balance: '0.00', missing: '0.00' });
    expect(await stored(acting)).toEqual(before);
    expect(await acting.browser.ok('portal.renew', wanted)).toEqual(preview);
    const after = await stored(acting);
    expect(after.validUpto?.getTime()).toBeGreaterThan(before.validUpto?.getTime() ?? 0);
    const [event] = await api.ok<object[]>('audit/list', { procedure: 'portal.renew', rows_limit: 1 }, tenant.me);
    expect(event).toMatchObject({
      username: `subscriber ${acting.own.username}`,
      via: 'subscriber',
      target: `serviceid=${acting.own.serviceid}`,
      changes: expect.arrayContaining([expect.objectContaining({ table: 'crm.service' })]),
    });
  });

  it('not a second time by a second tap, even at the same moment', async () => {
    const acting = await subscriber(499 * 3);
    const wanted = await input(acting);
    const answers = await Promise.all([1, 2, 3].map(() => acting.browser.call('portal.renew', wanted)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect((await stored(acting)).osAmt.toFixed(2)).toBe('-499.00');
    expect(await acting.browser.call('portal.renew', wanted)).toMatchObject(refused('seen'));
  });

  it('never on debt: what is missing is said, and nothing happens', async () => {
    const acting = await subscriber(600);
    const wanted = await input(acting);
    const before = await events();
    expect(await acting.browser.ok('portal.renew', { ...wanted, preview: true })).toMatchObject({ missing: '398.00' });
    expect(await acting.browser.call('portal.renew', wanted)).toMatchObject(refused('missing'));
    expect(await events()).toBe(before);
  });

  it('with a credit limit no further than without one, and no debt is hidden by it', async () => {
    const acting = await subscriber(600);
    await api.db.prisma.service.update({ where: { id: acting.own.serviceid }, data: { creditLimit: 5_000 } });
    const wanted = await input(acting);
    expect(await acting.browser.call('portal.renew', wanted)).toMatchObject(refused('missing'));
    await pay(api, tenant, acting.own.serviceid, 398);
    await acting.browser.ok('portal.renew', await input(acting));
    expect((await stored(acting)).creditLimit?.toFixed(2)).toBe('5000.00');
  });

  it('not what his provider has stopped, has not begun, or bills itself', async () => {
    const [cut, suspended, fresh, postpaid] = await Promise.all([
      subscriber(998),
      subscriber(998),
      subscriber(),
      subscriber(0, { prepaid_postpaid: 'Postpaid' }),
    ]);
    await api.ok('service/action', { serviceid: cut.own.serviceid, action: 'npd' }, tenant.me);
    await api.ok('service/action', { serviceid: suspended.own.serviceid, action: 'suspend' }, tenant.me);
    for (const acting of [cut, suspended, fresh, postpaid])
      expect(await acting.browser.call('portal.renew', await input(acting))).toMatchObject(refused('status'));
  });
});

describe('a subscriber changes his plan', () => {
  const change = async (acting: Acting, subplanid: number, schedule: string, preview = false) =>
    acting.browser.call('portal.plan_change', { ...(await input(acting)), subplanid, schedule, preview });

  it('to one that costs more at once, if the advance and the unused days pay for it', async () => {
    const acting = await subscriber(499 + 901);
    expect(await change(acting, dearer, 'immediately', true)).toMatchObject({ data: { missing: '0.00' } });
    expect(await change(acting, dearer, 'immediately')).toMatchObject({ status: 200 });
    const { subPlanId, osAmt } = await stored(acting);
    expect([subPlanId, osAmt.toFixed(2)]).toEqual([dearer, '0.00']);
    expect(await change(acting, dearer, 'immediately')).toMatchObject(refused('offer'));
  });

  it('to a cheaper one only with the next bill, so that nobody buys new data by changing to and fro', async () => {
    const acting = await subscriber(1900, { subplanid: dearer });
    expect(await change(acting, tenant.subplanid, 'immediately')).toMatchObject(refused('offer'));
    expect(await change(acting, tenant.subplanid, 'next_bill')).toMatchObject({ status: 200 });
    expect((await stored(acting)).subPlanId).toBe(dearer);
    expect(await acting.browser.ok('portal.overview')).toMatchObject({ services: [{ next_plan: 'Fast 20, Monthly' }] });
  });

  it('not to one that is not offered, is of another ISP, or is not paid for', async () => {
    const acting = await subscriber(499);
    const other = await portalTenant(api);
    for (const subplanid of [hidden, other.subplanid, 987_654])
      expect(await change(acting, subplanid, 'next_bill')).toMatchObject(refused('offer'));
    const offers = await acting.browser.ok<{ plans: { subplanid: number }[] }>('portal.offers', {
      serviceid: acting.own.serviceid,
    });
    expect(offers.plans.map(({ subplanid }) => subplanid)).toEqual([tenant.subplanid, dearer]);
    expect(await change(acting, dearer, 'immediately')).toMatchObject(refused('missing'));
    expect(await change(acting, dearer, 'immediately', true)).toMatchObject({ data: { missing: '901.00' } });
  });

  it('postpaid not while an invoice is overdue', async () => {
    const acting = await subscriber(0, { prepaid_postpaid: 'Postpaid' });
    expect(await change(acting, dearer, 'immediately')).toMatchObject({ status: 200 });
    await api.ok('service/action', { serviceid: acting.own.serviceid, action: 'renew' }, tenant.me);
    // The invoice is due after a week.
    api.clock.at = new Date(Date.now() + 10 * 24 * 3_600_000);
    onTestFinished(() => {
      api.clock.at = undefined;
    });
    expect(await change(acting, tenant.subplanid, 'next_bill')).toMatchObject(refused('overdue'));
  });
});

describe('a subscriber buys data', () => {
  const buy = async (acting: Acting, more: object = {}) =>
    acting.browser.call('portal.topup', { ...(await input(acting)), topup_planid: topup, ...more });

  it('from his advance, once for each look at the balance', async () => {
    const acting = await subscriber(499 + 50);
    const wanted = { ...(await input(acting)), topup_planid: topup };
    expect(await acting.browser.ok('portal.topup', wanted)).toMatchObject({ total: '50.00', balance: '0.00' });
    expect(await acting.browser.call('portal.topup', wanted)).toMatchObject(refused('seen'));
    expect(await buy(acting)).toMatchObject(refused('missing'));
    expect(await acting.browser.ok('portal.overview')).toMatchObject({ services: [{ total_gb: '105.000' }] });
  });

  it('postpaid with the next invoice, while nothing is due', async () => {
    const acting = await subscriber(0, { prepaid_postpaid: 'Postpaid' });
    expect(await buy(acting)).toMatchObject({ status: 200 });
    await api.ok('service/action', { serviceid: acting.own.serviceid, action: 'renew' }, tenant.me);
    expect(await buy(acting)).toMatchObject(refused('overdue'));
  });

  it('not that of another reseller', async () => {
    const reseller = { type: 'Reseller', name: 'Other', code: 'OT', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
    const resellerid = await api.ok<number>('reseller/create', reseller, tenant.me);
    const theirs = { resellerid, name: 'Theirs', gb: 5, amt: 1, type: 'Expiring' };
    const topup_planid = await api.ok<number>('topupplan/create', theirs, tenant.me);
    expect(await buy(await subscriber(600), { topup_planid })).toMatchObject(refused('offer'));
  });
});

describe('what is between the provider and his reseller', () => {
  it('is refused without a word on wallets', async () => {
    const shop = await portalTenant(api);
    const acting = await subscriber(998, {}, shop);
    const franchisee = { type: 'Franchisee', commission_percent: 10, credit_limit: 0 };
    await api.ok('reseller/update', { resellerid: shop.resellerid, ...franchisee }, shop.me);
    const answer = await acting.browser.call('portal.renew', await input(acting));
    expect(answer).toMatchObject({ status: 409, message: 'you cannot do this here; ask your provider' });
  });
});
