import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api);
});
beforeEach(() => shop.day('2026-03-10'));

type Fields = Record<string, string | number>;
const refunding = ({ id: serviceid }: Subscriber, fields: Fields, as = shop.me) =>
  api.call('payment/refund', { serviceid, of: 'Advance', mode: 'Bank', reason: 'moves away', ...fields }, as);
const osAmt = async (service: Subscriber) => (await service.shown()).os_amt;
const refusal = async (service: Subscriber, fields: Fields) => {
  const { status, error } = await refunding(service, fields);
  return [status, error];
};
const cashOf = async (as: { userid: number }) => {
  const [user] = await api.ok<Fields[]>('auth/user/list', { id: as.userid }, shop.me);
  return user?.cash_balance;
};

async function withAdvance(amt: number, fields: Fields = {}): Promise<Subscriber> {
  const service = await shop.subscribe({ bill_from: '2999-01-01', ...fields });
  await service.pay(amt, { mode: 'Bank' });
  return service;
}

describe('a refund of an advance', () => {
  it('is paid out of the bank, and noted with how it was paid', async () => {
    const service = await withAdvance(700);
    const { result } = await refunding(service, { amt: 200, ref_no: 'N123', ref_date: '2026-03-09', ref_bank: 'SBI' });
    expect(await osAmt(service)).toBe('-500.00');
    expect((await service.ledger()).slice(-2)).toEqual(['refund bank -200.00', 'refund service 200.00']);
    const listed = await api.ok<Fields[]>('adjustment/list', { id: Number(result) }, shop.me);
    expect(listed).toMatchObject([
      { kind: 'Refund', amt: '200.00', mode: 'Bank', ref_no: 'N123', ref_date: '2026-03-09', ref_bank: 'SBI' },
    ]);
    const { entries } = await api.ok<{ entries: Fields[] }>('service/statement', { serviceid: service.id }, shop.me);
    expect(entries.at(-1)).toMatchObject({ kind: 'refund', memo: 'Refund, Bank', debit: '200.00', balance: '-500.00' });
  });

  it('is never more than the advance', async () => {
    const service = await withAdvance(700);
    const above = `amt: service ${service.id} has an advance of 700.00; no more can be refunded`;
    expect(await refusal(service, { amt: '700.01' })).toEqual([409, above]);
    expect(await refusal(service, { amt: '700.01', preview: 'Y' })).toEqual([409, above]);
    const owing = await shop.subscribe();
    await owing.does('bill');
    expect(await refusal(owing, { amt: 1 })).toEqual([
      409,
      `amt: service ${owing.id} has no advance; no more can be refunded`,
    ]);
    expect(await refusal(owing, { amt: 0 })).toEqual([400, 'amt: must be above 0']);
  });

  it('twice at once is one', async () => {
    const service = await withAdvance(700);
    const answers = await Promise.all([1, 2, 3].map(() => refunding(service, { amt: 700 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await osAmt(service)).toBe('0.00');
  });

  it('and a renewal at once never spend the same money', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' });
    await service.pay(998);
    const [refunded] = await Promise.all([refunding(service, { amt: 499 }), service.act('renew')]);
    expect(await osAmt(service)).toBe(refunded.status === 200 ? '499.00' : '0.00');
  });

  it('in cash comes out of the hands of the caller, who must hold it', async () => {
    const service = await withAdvance(700);
    const payer = await shop.user({ cash_limit: 1_000 });
    const cash = { amt: 300, mode: 'Cash' };
    const refused = await refunding(service, cash, payer);
    expect(refused.status).toBe(409);
    expect(refused.error).toMatch(/does not hold that much cash; -300.00 would be left$/);
    expect((await refunding(service, { ...cash, preview: 'Y' }, payer)).status).toBe(409);
    await api.ok('payment/new', { serviceid: service.id, amt: 300, mode: 'Cash' }, payer);
    expect((await refunding(service, cash, payer)).status).toBe(200);
    expect([await cashOf(payer), await osAmt(service)]).toEqual(['0.00', '-700.00']);
  });

  it('in cash is not paid by a login user who has collected cash for another ISP', async () => {
    const other = await Shop.open(api, { on: '2026-03-10' });
    const collector = await other.user({ cash_limit: 1000 });
    const cash = { amt: 10, mode: 'Cash' };
    const theirs = await other.subscribe();
    expect((await api.call('payment/new', { serviceid: theirs.id, ...cash }, collector)).error).toBeNull();
    // As if it had been moved before that was refused.
    await api.db.pool.query('UPDATE auth.login_user SET isp_id = $2 WHERE id = $1', [collector.userid, shop.ispid]);
    const service = await withAdvance(700);
    const { status, error } = await refunding(service, cash, collector);
    expect([status, error]).toEqual([
      409,
      expect.stringMatching(/ has collected Cash for another ISP; another login user must take or pay this$/),
    ]);
    expect((await refunding(service, { ...cash, mode: 'Bank' }, collector)).error).toBeNull();
  });

  it('is not made by a payment gateway, which refunds by itself', async () => {
    const service = await withAdvance(700);
    expect(await refusal(service, { amt: 1, mode: 'Online' })).toEqual([
      400,
      'mode: must be Cash, Cheque, DD, Card or Bank',
    ]);
  });

  it('of a franchisee’s customer is taken out of the wallet, not below its limit', async () => {
    const resellerid = await shop.franchisee(0);
    const service = await withAdvance(700, {});
    const theirs = await shop.subscribe({ bill_from: '2999-01-01' }, resellerid);
    await theirs.pay(700, { mode: 'Bank' });
    await api.ok('reseller/wallet_update', { resellerid, action: 'Settlement', amt: 500 }, shop.me);
    expect((await refunding(theirs, { amt: 301 })).error).toBe(
      `the wallet of reseller ${resellerid} would fall to -101.00, below its limit of -100.00`,
    );
    expect((await refunding(theirs, { amt: 300 })).status).toBe(200);
    const [{ wallet } = {}] = await api.ok<Fields[]>('reseller/list', { resellerid }, shop.me);
    expect([wallet, await osAmt(theirs), await osAmt(service)]).toEqual(['-100.00', '-400.00', '-700.00']);
  });

  it('of a reseller that collects itself is not the ISP’s', async () => {
    const resellerid = await shop.reseller({ payment_by: 'Reseller' });
    const service = await shop.subscribe({ bill_from: '2999-01-01' }, resellerid);
    const theirs = await shop.user({ resellerid });
    await api.ok('payment/new', { serviceid: service.id, amt: 100, mode: 'Bank' }, theirs);
    expect(await refusal(service, { amt: 1 })).toEqual([
      403,
      `the Reseller collects the payments for reseller ${resellerid}`,
    ]);
  });

  it('lets a service with an advance be deleted', async () => {
    const service = await withAdvance(700);
    const removing = () => api.call('service/delete', { serviceid: service.id }, shop.me);
    expect((await removing()).error).toMatch(
      /has an advance of 700.00 .*; refund or transfer the advance, or cancel a payment, then delete the service$/,
    );
    await refunding(service, { amt: 700 });
    expect((await removing()).result).toBe('Done');
  });
});

describe('a refund of a deposit', () => {
  const deposit = { of: 'Deposit' };

  it('is paid out of the deposit, and the rest when the service is deleted', async () => {
    const service = await shop.subscribe({ deposit: 500 });
    await refunding(service, { ...deposit, amt: 200 });
    expect(await service.shown()).toMatchObject({ deposit: '300.00', os_amt: '0.00' });
    expect((await service.ledger()).slice(-2)).toEqual([
      'deposit_refund deposit 200.00',
      'deposit_refund bank -200.00',
    ]);
    await api.ok('service/delete', { serviceid: service.id }, shop.me);
    expect((await service.ledger()).slice(-2)).toEqual([
      'deposit_reversal deposit 300.00',
      'deposit_reversal bank -300.00',
    ]);
    expect((await refunding(service, { ...deposit, amt: 1 })).error).toMatch(/has a deposit of 0.00/);
  });

  it('of all of it leaves nothing to return', async () => {
    const service = await shop.subscribe({ deposit: 500 });
    await refunding(service, { ...deposit, amt: 500 });
    await api.ok('service/delete', { serviceid: service.id }, shop.me);
    const held = (await service.ledger()).filter((line) => line.startsWith('deposit'));
    expect(held.slice(2)).toEqual(['deposit_refund deposit 500.00', 'deposit_refund bank -500.00']);
  });

  it('is never more than is held, also by two at once', async () => {
    const service = await shop.subscribe({ deposit: 500 });
    const answers = await Promise.all([1, 2].map(() => refunding(service, { ...deposit, amt: 300 })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect((await service.shown()).deposit).toBe('200.00');
  });

  it('waits until the service owes nothing', async () => {
    const service = await shop.subscribe({ deposit: 500 });
    await service.does('bill');
    expect(await refusal(service, { ...deposit, amt: 1 })).toEqual([
      409,
      `of: service ${service.id} owes 499.00; settle that before you refund the deposit`,
    ]);
  });
});

it('a payment that bounces after its refund is owed, and the ledger is right', async () => {
  const service = await shop.subscribe({ bill_from: '2999-01-01' });
  const id = await service.pay(700, { mode: 'Cheque' });
  await refunding(service, { amt: 700 });
  await api.ok('payment/cancel', { id, reason: 'bounced' }, shop.me);
  expect(await osAmt(service)).toBe('700.00');
  await api.ok('service/write_off', { serviceid: service.id, reason: 'cheated' }, shop.me);
  expect(await osAmt(service)).toBe('0.00');
  const again = await shop.subscribe({ prepaid_postpaid: 'Prepaid', bill_from: '2999-01-01' });
  const bounced = await again.pay(300, { mode: 'Cheque' });
  await refunding(again, { amt: 300 });
  await api.ok('payment/cancel', { id: bounced, reason: 'bounced' }, shop.me);
  await again.does('renew');
  expect(await osAmt(again)).toBe('799.00');
});
