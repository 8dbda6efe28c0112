import { beforeEach, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../../src/areas/money/billing/verify/verify.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';
import { makeUser } from '../../fixtures/tenants.ts';

const api = await startApi();
const shop = await Shop.open(api);
const other = await Shop.open(api);
let collector: Credentials;
let subscriber: Subscriber;

const cashOf = async ({ userid: id }: Credentials) =>
  (await api.ok<{ cash_balance: string }[]>('auth/user/list', { id }, shop.me))[0]?.cash_balance;
const settle = (amt: number | string, more: Record<string, string | number> = {}, as = shop.me) =>
  api.call('auth/user/cash_settle', { id: collector.userid, amt, ...more }, as);

beforeEach(async () => {
  collector = await makeUser(api, shop.me, { ispid: shop.ispid, roles: 'Accounts', cash_limit: 500 });
  subscriber = await shop.subscribe();
  await api.ok('payment/new', { serviceid: subscriber.id, amt: 400, mode: 'Cash' }, collector);
});

describe('cash that a collector hands over', () => {
  it('leaves the collector and goes to the bank, as an entry of the ledger', async () => {
    const preview = await settle(300, { preview: 'Y' });
    expect(preview.result).toEqual({ cash_before: '400.00', amt: '300.00', cash_balance: '100.00' });
    expect(await cashOf(collector)).toBe('400.00');
    expect(await settle(300, { ref_no: 'slip 7' })).toMatchObject({ status: 200, result: 'done' });
    expect(await cashOf(collector)).toBe('100.00');
    const [entry] = await api.db.prisma.ledgerEntry.findMany({
      where: { kind: 'cash_settlement' },
      include: { lines: { include: { account: true } } },
      orderBy: { id: 'desc' },
      take: 1,
    });
    expect(entry?.memo).toContain('slip 7');
    expect(entry?.lines.map(({ amt, account: { key } }) => [key, String(amt)]).sort()).toEqual([
      [`cash:${collector.userid}`, '-300'],
      [`nominal:${shop.ispid}:bank`, '300'],
    ]);
    const checks = await verifyLedger(api.db);
    expect(checks.flatMap(({ problems }) => problems)).toEqual([]);
  });

  it('makes room below the limit', async () => {
    const payment = { serviceid: subscriber.id, amt: 200, mode: 'Cash' };
    expect(await api.call('payment/new', payment, collector)).toMatchObject({ status: 409 });
    await settle(400);
    expect(await api.call('payment/new', payment, collector)).toMatchObject({ status: 200 });
  });

  it.each([
    ['400.01', 409, /^amt: login user user\d+ holds 400.00 in cash, not 400.01$/],
    ['0', 400, 'amt: must be above 0'],
    ['-1', 400, /^amt: must be a number from 0/],
  ])('of %s is refused and changes nothing', async (amt, status, error) => {
    const answer = await settle(amt);
    expect(answer.status).toBe(status);
    expect(answer.error).toMatch(error);
    expect(await cashOf(collector)).toBe('400.00');
  });

  it('is not taken twice by two calls at once, nor by a repeated one', async () => {
    const answers = await Promise.all([settle(300), settle(300)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    await Promise.all([settle(40, { idempotency_key: 'k' }), settle(40, { idempotency_key: 'k' })]);
    expect(await cashOf(collector)).toBe('60.00');
  });

  it('is taken by another login user, and of the same ISP', async () => {
    expect(await settle(1, {}, collector)).toMatchObject({ status: 403 });
    expect(await settle(1, {}, other.me)).toMatchObject({ status: 404 });
    const support = await makeUser(api, shop.me, { ispid: shop.ispid, roles: 'Support' });
    expect(await settle(1, {}, support)).toMatchObject({ status: 403 });
    expect(await cashOf(collector)).toBe('400.00');
    const colleague = await makeUser(api, shop.me, { ispid: shop.ispid, roles: 'Accounts' });
    expect(await settle(400, {}, colleague)).toMatchObject({ status: 200 });
    expect(await api.call('auth/user/delete', { id: collector.userid }, shop.me)).toMatchObject({ status: 200 });
  });

  it('of a franchisee’s user is the franchisee’s own', async () => {
    const franchisee = await shop.reseller({
      ...{ type: 'Franchisee', commission_percent: 10, credit_limit: 1000, payment_by: 'ISP+Reseller' },
    });
    const staff = await makeUser(api, shop.me, {
      ...{ groupname: 'Reseller', resellerid: franchisee, ispid: shop.ispid, cash_limit: 500 },
    });
    const resold = await shop.subscribe({}, franchisee);
    await api.ok('payment/new', { serviceid: resold.id, amt: 50, mode: 'Cash' }, staff);
    await api.ok('auth/user/cash_settle', { id: staff.userid, amt: 50 }, shop.me);
    const own = await api.db.prisma.ledgerAccount.findFirst({
      where: { ispId: shop.ispid, name: 'franchisee_cash' },
      include: { lines: true },
    });
    expect(own?.lines.map(({ amt }) => Number(amt))).toEqual([-50, 50]);
  });
});
