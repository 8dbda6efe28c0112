import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { taxes: 'GST:18' } });
});
beforeEach(() => shop.day('2026-03-10'));

type Fields = Record<string, string | number>;
const moving = (from: Subscriber, to: Subscriber, amt: number | string, more: Fields = {}, as = shop.me) =>
  api.call('service/transfer', { from: from.id, to: to.id, amt, reason: 'the wrong one', ...more }, as);
const balances = async (...services: Subscriber[]) =>
  (await Promise.all(services.map((each) => each.shown()))).map(({ os_amt }) => os_amt);
const waiting = { bill_from: '2999-01-01' };

/** Two services of one customer; the first has paid in advance. */
async function two(advance: number, fields: Fields = {}, resellerid = 0): Promise<[Subscriber, Subscriber]> {
  const first = await shop.subscribe(waiting, resellerid);
  const { customerid } = await first.shown();
  const second = await shop.subscribe({ ...waiting, customerid: customerid ?? '', ...fields }, resellerid);
  if (advance > 0) await first.pay(advance, { mode: 'Bank' });
  return [first, second];
}

describe('an advance', () => {
  it('is moved to another service of the customer, and noted at both', async () => {
    const [from, to] = await two(122.36);
    const { result } = await moving(from, to, 100);
    expect(await balances(from, to)).toEqual(['-22.36', '-100.00']);
    expect((await from.ledger()).slice(-2)).toEqual(['transfer_out service 100.00', 'transfer_out transfer -100.00']);
    expect((await to.ledger()).slice(-2)).toEqual(['transfer_in transfer 100.00', 'transfer_in service -100.00']);
    const listed = async (fields: Fields) => (await api.ok<Fields[]>('adjustment/list', fields, shop.me))[0];
    expect(await listed({ id: Number(result) })).toMatchObject({
      ...{ kind: 'TransferOut', serviceid: String(from.id), amt: '100.00', reason: 'the wrong one' },
      description: `Advance moved to ${to.username}`,
    });
    expect(await listed({ serviceid: to.id })).toMatchObject({
      ...{ kind: 'TransferIn', serviceid: String(to.id), amt: '100.00' },
      description: `Advance moved from ${from.username}`,
    });
  });

  it('begins what it pays for', async () => {
    const [from, to] = await two(1000, { prepaid_postpaid: 'Prepaid', bill_from: '2026-03-10' });
    const previewed = await moving(from, to, '588.82', { preview: 'Y' });
    expect(previewed.result).toMatchObject({
      from: { os_amt: '-411.18' },
      to: { status: 'Active', os_amt: '0.00', valid_upto: '2026-04-09' },
    });
    expect(await balances(from, to)).toEqual(['-1000.00', '0.00']);
    await moving(from, to, '588.82');
    expect(await to.shown()).toMatchObject({ status: 'Active', os_amt: '0.00', valid_upto: '2026-04-09' });
  });

  it('pays what is owed, and resumes a service', async () => {
    const [from, to] = await two(1000, { bill_from: '2026-03-10' });
    await to.does('invoice');
    await to.does('npd');
    await moving(from, to, '588.82');
    expect(await to.shown()).toMatchObject({ status: 'Active', os_amt: '0.00' });
    expect((await to.invoices()).map(({ paid_amt }) => paid_amt)).toEqual(['588.82']);
  });

  it('is moved away before its service is deleted', async () => {
    const [from, to] = await two(300);
    const deleting = () => api.call('service/delete', { serviceid: from.id }, shop.me);
    expect(await deleting()).toMatchObject({ status: 409, error: expect.stringContaining('transfer') });
    expect((await moving(from, to, 300)).error).toBeNull();
    expect((await deleting()).error).toBeNull();
    expect(await moving(to, from, 1)).toMatchObject({ status: 404 });
    expect(await balances(to)).toEqual(['-300.00']);
  });

  it('is never more than there is, also in twelve calls at once', async () => {
    const [from, to] = await two(122.36);
    expect(await moving(from, to, '122.37')).toMatchObject({
      status: 409,
      error: `amt: service ${from.id} has an advance of 122.36; no more can be transferred`,
    });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => (at % 2 === 0 ? moving(from, to, '122.36') : moving(to, from, '122.36'))),
    );
    for (const { status } of answers) expect([200, 409]).toContain(status);
    expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
    expect((await balances(from, to)).toSorted()).toEqual(['-122.36', '0.00']);
  });

  it('is moved once by a call that is repeated with its key', async () => {
    const [from, to] = await two(100);
    const key = { idempotency_key: 'transfer 1' };
    expect((await moving(from, to, 40, key)).result).toEqual((await moving(from, to, 40, key)).result);
    expect(await balances(from, to)).toEqual(['-60.00', '-40.00']);
  });
});

describe('a transfer is refused', () => {
  it('between customers, between resellers, to the same service, and of nothing', async () => {
    const [from, to] = await two(100);
    const [stranger] = await two(0);
    expect(await moving(from, stranger, 1)).toMatchObject({
      status: 409,
      error: `services ${from.id} and ${stranger.id} are of different customers`,
    });
    expect(await moving(from, from, 1)).toMatchObject({ status: 400, error: 'to: must be another service than from' });
    expect(await moving(from, to, 0)).toMatchObject({ status: 400, error: 'amt: must be above 0' });
    expect(await balances(from, to, stranger)).toEqual(['-100.00', '0.00', '0.00']);
  });

  it('of and to a neighbour’s service, which nobody is told of', async () => {
    const [from, to] = await two(100);
    const neighbour = await Shop.open(api, { on: '2026-03-10' });
    const theirs = await neighbour.subscribe(waiting);
    for (const [one, other, unknown] of [
      [from, theirs, theirs],
      [theirs, to, theirs],
    ] as const)
      expect(await moving(one, other, 1)).toMatchObject({ status: 404, error: `there is no service ${unknown.id}` });
    expect(await moving(from, to, 1, {}, neighbour.me)).toMatchObject({ status: 404 });
    expect(await moving(from, theirs, 1, {}, api.admin)).toMatchObject({ status: 409 });
  });
});

it('a franchisee’s wallet is not moved by a transfer', async () => {
  const resellerid = await shop.franchisee(5000);
  const [from, to] = await two(500, {}, resellerid);
  const wallet = async () => (await api.ok<Fields[]>('reseller/list', { id: resellerid }, shop.me))[0]?.wallet;
  const before = await wallet();
  expect((await moving(from, to, 200)).error).toBeNull();
  expect(await balances(from, to)).toEqual(['-300.00', '-200.00']);
  expect(await wallet()).toBe(before);
});
