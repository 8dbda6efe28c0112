import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api);
});
beforeEach(() => shop.day('2026-03-10'));

const paidOf = async (service: Subscriber) =>
  (await service.invoices()).map(({ total, paid_amt, paid }) => `${paid_amt} of ${total} ${paid}`);
const cancel = (id: number) => api.call('payment/cancel', { id, reason: 'bounced' }, shop.me);
const cashOf = async (id: number) =>
  (await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id } })).cashBalance.toFixed(2);

/** Invoices of 499.00 and 200.00. */
async function twoInvoices(): Promise<Subscriber> {
  const service = await shop.subscribe();
  await service.does('invoice');
  await service.topUp({ gb: 5, amt: 200, type: 'Expiring' });
  await service.does('invoice');
  return service;
}

describe('a payment', () => {
  it('pays the oldest invoice first, and the rest is an advance', async () => {
    const service = await twoInvoices();
    await service.pay('498.99');
    expect(await paidOf(service)).toEqual(['498.99 of 499.00 N', '0.00 of 200.00 N']);
    await service.pay('100.01');
    expect(await paidOf(service)).toEqual(['499.00 of 499.00 Y', '100.00 of 200.00 N']);
    await service.pay(151);
    expect(await paidOf(service)).toEqual(['499.00 of 499.00 Y', '200.00 of 200.00 Y']);
    expect((await service.shown()).os_amt).toBe('-51.00');
    await service.topUp({ gb: 5, amt: 50, type: 'Expiring' });
    await service.does('invoice');
    expect((await paidOf(service)).at(-1)).toBe('50.00 of 50.00 Y');
  });

  it('that is cancelled makes the newest invoice unpaid first', async () => {
    const service = await twoInvoices();
    const first = await service.pay(550);
    await service.pay(200);
    expect((await cancel(first)).error).toBeNull();
    expect(await paidOf(service)).toEqual(['200.00 of 499.00 N', '0.00 of 200.00 N']);
    expect((await service.shown()).os_amt).toBe('499.00');
    expect((await service.ledger()).slice(-2)).toEqual([
      'payment_reversal bank -550.00',
      'payment_reversal service 550.00',
    ]);
    const again = await cancel(first);
    expect([again.status, again.error]).toEqual([409, `payment ${first} is already cancelled`]);
  });

  it('is not changed by the preview of its cancellation', async () => {
    const service = await twoInvoices();
    const id = await service.pay(550);
    const before = [await service.shown(), await service.ledger(), await paidOf(service)];
    const bounced = { id, reason: 'bounced' };
    const shown = await api.ok<object>('payment/cancel', { ...bounced, preview: 'Y' }, shop.me);
    expect(shown).toMatchObject({ status: 'Active', os_amt: '699.00', charges: [], invoices: [], sessions: 0 });
    expect([await service.shown(), await service.ledger(), await paidOf(service)]).toEqual(before);
    expect(await api.ok('payment/list', { id }, shop.me)).toMatchObject([{ status: 'Paid' }]);
    expect((await cancel(id)).error).toBeNull();
    expect((await service.shown()).os_amt).toBe('699.00');
    const again = await api.call('payment/cancel', { ...bounced, preview: 'Y' }, shop.me);
    expect([again.status, again.error]).toEqual([409, `payment ${id} is already cancelled`]);
  });

  it('is cancelled once by concurrent calls', async () => {
    const service = await twoInvoices();
    const id = await service.pay(699);
    const answers = await Promise.all([1, 2, 3].map(async () => (await cancel(id)).status));
    expect(answers.sort()).toEqual([200, 409, 409]);
    expect((await service.shown()).os_amt).toBe('699.00');
  });

  it('that is cancelled after it renewed a service leaves the month owed, and the service ends after it', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    const id = await service.pay(499);
    await cancel(id);
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 499.00');
    expect(await paidOf(service)).toEqual(['0.00 of 499.00 N']);
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 499.00');
    await service.pay(499);
    expect((await service.shown()).status).toBe('NPD');
    await service.pay(499);
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  });

  it('in cash counts for its collector, up to a limit', async () => {
    const service = await twoInvoices();
    const collector = await shop.user({ cash_limit: 499 });
    const cash = (amt: number) => ({ serviceid: service.id, amt, mode: 'Cash' });
    const id = await api.ok<number>('payment/new', cash(499), collector);
    expect(await cashOf(collector.userid)).toBe('499.00');
    const { status, error } = await api.call('payment/new', cash(2), collector);
    expect(status).toBe(409);
    expect(error).toContain('would hold 501.00 in cash, above the limit of 499.00; settle some first');
    const previewed = await api.call('payment/new', { ...cash(2), preview: 'Y' }, collector);
    expect([previewed.status, previewed.error]).toEqual([status, error]);
    expect((await service.shown()).os_amt).toBe('200.00');
    await cancel(id);
    expect(await cashOf(collector.userid)).toBe('0.00');
    const both = await Promise.all([300, 300].map((amt) => api.call('payment/new', cash(amt), collector)));
    expect(both.map((answer) => answer.status).sort()).toEqual([200, 409]);
    expect(await cashOf(collector.userid)).toBe('300.00');
  });

  it('is neither in the future nor 0', async () => {
    const service = await shop.subscribe();
    const pay = (more: Record<string, string | number>) =>
      api.call('payment/new', { serviceid: service.id, amt: 1, mode: 'Online', ...more }, shop.me);
    expect((await pay({ payment_date: '2026-03-11' })).error).toContain(
      'payment_date: must not be after today, 2026-03-10',
    );
    expect((await pay({ amt: 0 })).error).toContain('amt: must be above 0');
    shop.day('2026-03-12');
    expect((await pay({ payment_date: '2026-03-10' })).error).toBeNull();
  });

  it('is collected by those whom payment_by allows', async () => {
    const collectors: Record<string, number[]> = { ISP: [200, 403], Reseller: [403, 200], 'ISP+Reseller': [200, 200] };
    for (const [payment_by, expected] of Object.entries(collectors)) {
      const resellerid = await shop.reseller({ payment_by });
      const theirs = await shop.user({ resellerid });
      const service = await shop.subscribe({}, resellerid);
      const answers = await Promise.all(
        [shop.me, theirs].map((as) => api.call('payment/new', { serviceid: service.id, amt: 10, mode: 'Online' }, as)),
      );
      expect(answers.map(({ status }) => status)).toEqual(expected);
    }
  });

  it('is cancelled by those who may collect it, but not by a reseller if the ISP did', async () => {
    const cashier = await shop.user({ cash_limit: 10_000 });
    const resellerid = await shop.reseller({ payment_by: 'ISP' });
    const theirs = await shop.user({ resellerid, cash_limit: 10_000 });
    const service = await shop.subscribe({}, resellerid);
    const cash = { serviceid: service.id, amt: 100, mode: 'Cash' };
    const taken = await api.ok<number>('payment/new', cash, cashier);
    const takeBack = async (id: number, as: Credentials) => {
      const { status, error } = await api.call('payment/cancel', { id, reason: 'mistaken' }, as);
      return [status, error];
    };
    const agree = (payment_by: string) => api.ok('reseller/update', { resellerid, payment_by }, shop.me);
    const byIsp = [403, `the ISP collects the payments for reseller ${resellerid}`];
    expect(await takeBack(taken, theirs)).toEqual(byIsp);
    await agree('ISP+Reseller');
    expect(await takeBack(taken, theirs)).toEqual([
      403,
      `the ISP collected payment ${taken}, so only the ISP can cancel it`,
    ]);
    await agree('Reseller');
    expect(await takeBack(taken, shop.me)).toEqual([
      403,
      `the Reseller collects the payments for reseller ${resellerid}`,
    ]);
    expect(await cashOf(cashier.userid)).toBe('100.00');
    const own = await api.ok<number>('payment/new', cash, theirs);
    expect(await takeBack(own, theirs)).toEqual([200, null]);
    await agree('ISP+Reseller');
    expect(await takeBack(taken, api.admin)).toEqual([403, 'mode: only login users of an ISP can collect Cash']);
    expect(await takeBack(taken, shop.me)).toEqual([200, null]);
    expect(await cashOf(cashier.userid)).toBe('0.00');
  });

  it('of another tenant is not waited for', async () => {
    const service = await shop.subscribe();
    const id = await service.pay(10);
    const stranger = await Shop.open(api, { on: '2026-03-10' });
    await api.db.transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM crm.payment WHERE id = ${id} FOR UPDATE`;
      const { status, error } = await api.call('payment/cancel', { id, reason: 'mine' }, stranger.me);
      expect([status, error]).toEqual([404, `there is no payment ${id}`]);
    });
  });

  it('in cash stays with its ISP: the collector cannot be moved to another one', async () => {
    const other = await Shop.open(api, { on: '2026-03-10' });
    const service = await shop.subscribe();
    const collector = await shop.user({ cash_limit: 1000 });
    const cash = (serviceid: number) => api.call('payment/new', { serviceid, amt: 10, mode: 'Cash' }, collector);
    const move = () => api.call('auth/user/update', { id: collector.userid, ispid: other.ispid }, api.admin);
    expect((await move()).error).toBeNull();
    await api.ok('auth/user/update', { id: collector.userid, ispid: shop.ispid }, api.admin);
    expect((await cash(service.id)).error).toBeNull();
    const { status, error } = await move();
    expect([status, error]).toEqual([
      409,
      `ispid: login user ${collector.userid} has collected cash for its ISP; create another login user instead`,
    ]);
    // As if it had been moved before that was refused.
    await api.db.pool.query('UPDATE auth.login_user SET isp_id = $2 WHERE id = $1', [collector.userid, other.ispid]);
    const theirs = await other.subscribe();
    const answer = await cash(theirs.id);
    expect([answer.status, answer.error]).toEqual([
      409,
      expect.stringMatching(
        /^mode: login user \S+ has collected Cash for another ISP; another login user must take or pay this$/,
      ),
    ]);
    expect(
      (await api.call('payment/new', { serviceid: theirs.id, amt: 10, mode: 'Online' }, collector)).error,
    ).toBeNull();
  });

  it('that is concurrent with a run counts once', async () => {
    const services = await Promise.all(
      Array.from({ length: 6 }, () => shop.subscribe({ prepaid_postpaid: 'Prepaid' })),
    );
    for (const service of services) await service.pay(499);
    shop.day('2026-04-10');
    await Promise.all([shop.advance(), ...services.map((service) => service.pay(499)), shop.advance()]);
    for (const service of services) expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  });
});
