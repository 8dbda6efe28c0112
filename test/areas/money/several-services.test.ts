import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { linesOf } from '../../fixtures/pdf-text.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { taxes: 'GST:18' } });
});
beforeEach(() => shop.day('2026-03-10'));

type Fields = Record<string, string | number>;
interface Part {
  readonly id: string;
  readonly serviceid: string;
  readonly amt: string;
}

const os = async (...services: Subscriber[]) =>
  (await Promise.all(services.map((each) => each.shown()))).map(({ os_amt }) => os_amt);

/** A customer with two services that each owe 588.82. */
async function owing(resellerid = 0): Promise<{ customerid: string; one: Subscriber; other: Subscriber }> {
  const one = await shop.subscribe({ bill_from: '2026-03-10' }, resellerid);
  const customerid = (await one.shown()).customerid ?? '';
  const other = await shop.subscribe({ bill_from: '2026-03-10', customerid }, resellerid);
  for (const each of [one, other]) await each.does('invoice');
  return { customerid, one, other };
}
const paying = (customerid: string, amt: number | string, more: Fields = {}, as = shop.me) =>
  api.call('payment/new', { customerid, amt, mode: 'Bank', ...more }, as);
/** The number of the receipt, and its payments by service. */
const taken = async (customerid: string, amt: number | string, more: Fields = {}) => {
  const { result, error } = await paying(customerid, amt, more);
  expect(error).toBeNull();
  const receiptid = Number(result);
  const listed = await api.ok<Part[]>('payment/list', { receiptid }, shop.me);
  return { receiptid, payments: listed.toSorted((a, b) => Number(a.serviceid) - Number(b.serviceid)) };
};
const receiptText = async (id: number | string) =>
  linesOf((await api.call('payment/receipt', { id }, shop.me)).result as Buffer)
    .flat()
    .join('\n');

describe('a payment over several services', () => {
  it('pays the dues of all', async () => {
    const { customerid, one, other } = await owing();
    expect(await os(one, other)).toEqual(['588.82', '588.82']);
    const { payments } = await taken(customerid, '1177.64', { allocation: 'Oldest' });
    expect(await os(one, other)).toEqual(['0.00', '0.00']);
    expect(payments.map(({ serviceid, amt }) => [Number(serviceid), amt])).toEqual([
      [one.id, '588.82'],
      [other.id, '588.82'],
    ]);
  });

  it('pays the oldest due first, then by the id of the service', async () => {
    const { customerid, one, other } = await owing();
    await taken(customerid, 700);
    expect(await os(one, other)).toEqual(['0.00', '477.64']);
    shop.day('2026-02-01');
    const early = await shop.subscribe({ bill_from: '2026-02-01', customerid });
    await early.does('invoice');
    shop.day('2026-03-10');
    await taken(customerid, 600);
    expect(await os(one, other, early)).toEqual(['0.00', '466.46', '0.00']);
  });

  it('leaves the rest as an advance, which can be transferred once', async () => {
    const { customerid, one, other } = await owing();
    await taken(customerid, 1300, { advance_to: one.id });
    expect(await os(one, other)).toEqual(['-122.36', '0.00']);
    const moving = (amt: number | string) =>
      api.call('service/transfer', { from: one.id, to: other.id, amt, reason: 'common' }, shop.me);
    await moving(100);
    expect(await os(one, other)).toEqual(['-22.36', '-100.00']);
    await api.ok('service/transfer', { from: other.id, to: one.id, amt: 100, reason: 'back' }, shop.me);
    const answers = await Promise.all([moving('122.36'), moving('122.36')]);
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  });

  it('leaves it by default with the service whose validity ends first', async () => {
    const { customerid, one, other } = await owing();
    const fresh = await shop.subscribe({ bill_from: '2999-01-01', customerid });
    await taken(customerid, 1300);
    expect(await os(one, other, fresh)).toEqual(['-122.36', '0.00', '0.00']);
  });

  it('gives each service its part, and refuses other parts', async () => {
    const { customerid, one, other } = await owing();
    const [stranger, neighbour] = [await owing(), await Shop.open(api, { on: '2026-03-10' })];
    const foreign = await neighbour.subscribe({ bill_from: '2999-01-01' });
    const refusals: [string | number, Fields, number, string][] = [
      [
        700,
        { parts: `${one.id}:300,${other.id}:300` },
        400,
        'parts: must add up to amt, 700.00; they add up to 600.00',
      ],
      [600, { parts: `${one.id}:300,${one.id}:300` }, 400, 'parts: must not name a service twice'],
      [600, { parts: `${one.id}:600,${other.id}:0` }, 400, 'parts: must be above 0 for each service'],
      [600, { parts: `${one.id}` }, 400, 'parts: must be 1 to 100 pairs'],
      [600, { parts: `${one.id}:600`, allocation: 'Oldest' }, 400, 'parts: cannot be given together with allocation'],
      [600, { parts: `${one.id}:600`, advance_to: one.id }, 400, 'advance_to: cannot be given together with parts'],
      [600, { parts: `${one.id}:300,${stranger.one.id}:300` }, 404, `there is no service ${stranger.one.id}`],
      [600, { parts: `${foreign.id}:600` }, 404, `there is no service ${foreign.id}`],
      [600, { advance_to: foreign.id }, 404, `there is no service ${foreign.id}`],
      [600, { serviceid: one.id }, 400, 'customerid: cannot be given together with serviceid'],
      [0, {}, 400, 'amt: must be above 0'],
    ];
    for (const [amt, fields, status, error] of refusals)
      expect(await paying(customerid, amt, fields)).toMatchObject({ status, error: expect.stringContaining(error) });
    expect(await paying(customerid, 1, {}, neighbour.me)).toMatchObject({
      status: 404,
      error: `there is no customer ${customerid}`,
    });
    expect(await api.call('payment/new', { amt: 1, mode: 'Bank' }, shop.me)).toMatchObject({ status: 400 });
    expect(await os(one, other)).toEqual(['588.82', '588.82']);
    await taken(customerid, 700, { parts: `${other.id}:588.82,${one.id}:111.18` });
    expect(await os(one, other)).toEqual(['477.64', '0.00']);
  });

  it('is shown before it is made, and made once with its key', async () => {
    const { customerid, one, other } = await owing();
    const shown = (await paying(customerid, 700, { preview: 'Y' })).result;
    expect(shown).toMatchObject([
      { serviceid: String(one.id), username: one.username, amt: '588.82', os_amt: '0.00', duplicate_of: null },
      { serviceid: String(other.id), amt: '111.18', os_amt: '477.64', before: { os_amt: '588.82' } },
    ]);
    expect(await os(one, other)).toEqual(['588.82', '588.82']);
    const key = { idempotency_key: `several ${customerid}` };
    expect(await taken(customerid, 700, key)).toEqual(await taken(customerid, 700, key));
    expect(await os(one, other)).toEqual(['0.00', '477.64']);
  });

  it('has a reference of a bank once, also of twelve that come at once', async () => {
    const { customerid, one, other } = await owing();
    const ref = { ref_no: `UTR ${customerid}` };
    const answers = await Promise.all(Array.from({ length: 12 }, () => paying(customerid, '1177.64', ref)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)]);
    expect(await os(one, other)).toEqual(['0.00', '0.00']);
    const shown = (await paying(customerid, 5, { ...ref, preview: 'Y' })).result as Fields[];
    expect(Number(shown[0]?.duplicate_of)).toBeGreaterThan(0);
  });

  it('never pays a due twice when it meets payments and transfers of single services', async () => {
    const { customerid, one, other } = await owing();
    await other.pay(100, { mode: 'Bank' });
    const several = Array.from({ length: 6 }, () => paying(customerid, 50));
    const single = [one, other, one, other, one, other].map((each) => each.pay(50, { mode: 'Bank' }));
    for (const { error } of await Promise.all(several)) expect(error).toBeNull();
    await Promise.all(single);
    const sum = (await os(one, other)).reduce((all, each) => all + Math.round(Number(each) * 100), 0);
    expect(sum).toBe(117_764 - 70_000);
    const { closing_balance } = await api.ok<Fields>('customer/statement', { customerid }, shop.me);
    expect(closing_balance).toBe('477.64');
  });

  it('is collected in cash within the limit for the whole, by who may collect it', async () => {
    const { customerid, one, other } = await owing();
    const collector = await shop.user({ cash_limit: 1000 });
    expect(await paying(customerid, '1177.64', { mode: 'Cash' }, collector)).toMatchObject({ status: 409 });
    expect(await paying(customerid, 700, { mode: 'Cash' }, collector)).toMatchObject({ error: null });
    expect(await os(one, other)).toEqual(['0.00', '477.64']);
    const resellerid = await shop.reseller({ payment_by: 'Reseller' });
    const theirs = await owing(resellerid);
    expect(await paying(theirs.customerid, 10)).toMatchObject({ status: 403 });
  });

  it('is credited to the wallet of a franchisee as a whole', async () => {
    const resellerid = await shop.franchisee(5000);
    const { customerid, one, other } = await owing(resellerid);
    const wallet = async () => Number((await api.ok<Fields[]>('reseller/list', { resellerid }, shop.me))[0]?.wallet);
    const before = await wallet();
    const { receiptid } = await taken(customerid, '1177.64');
    expect(await wallet()).toBeCloseTo(before + 1177.64, 2);
    const shown = await api.ok<{ wallet: Fields }[]>(
      'payment/cancel_receipt',
      { receiptid, reason: 'r', preview: 'Y' },
      shop.me,
    );
    expect(Number(shown.at(-1)?.wallet.after)).toBeCloseTo(before, 2);
    await api.ok('payment/cancel_receipt', { receiptid, reason: 'r' }, shop.me);
    expect(await wallet()).toBeCloseTo(before, 2);
    expect(await os(one, other)).toEqual(['588.82', '588.82']);
  });
});

describe('its receipt', () => {
  it('names all services', async () => {
    const { customerid, one, other } = await owing();
    const { receiptid, payments } = await taken(customerid, 700, { ref_no: 'NEFT 7' });
    for (const { id } of payments) {
      const text = await receiptText(id);
      for (const part of [receiptid, one.username, other.username, '588.82', '111.18', '700.00', 'NEFT 7'])
        expect(text).toContain(String(part));
    }
  });

  it('is cancelled as a whole, once', async () => {
    const { customerid, one, other } = await owing();
    const { receiptid, payments } = await taken(customerid, 700);
    const ids = payments.map(({ id }) => id).join(', ');
    expect(await api.call('payment/cancel', { id: payments[0]?.id ?? 0, reason: 'no' }, shop.me)).toMatchObject({
      status: 409,
      error: `payment ${payments[0]?.id} is a part of receipt ${receiptid}, which is cancelled as a whole, with payments ${ids}; use payment/cancel_receipt`,
    });
    const cancelling = (more: Fields = {}, as = shop.me) =>
      api.call('payment/cancel_receipt', { receiptid, reason: 'bounced', ...more }, as);
    const neighbour = await Shop.open(api, { on: '2026-03-10' });
    expect(await cancelling({}, neighbour.me)).toMatchObject({
      status: 404,
      error: `there is no receipt ${receiptid}`,
    });
    expect((await cancelling({ preview: 'Y' })).result).toMatchObject([
      { serviceid: String(one.id), os_amt: '588.82', before: { os_amt: '0.00' } },
      { serviceid: String(other.id), os_amt: '588.82' },
    ]);
    expect(await os(one, other)).toEqual(['0.00', '477.64']);
    const answers = await Promise.all(Array.from({ length: 12 }, () => cancelling()));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, ...Array(11).fill(409)]);
    expect(await os(one, other)).toEqual(['588.82', '588.82']);
    expect(await receiptText(payments[0]?.id ?? 0)).toContain('Cancelled receipt');
  });

  it('comes back from the bank as a whole, with one fee, whichever of its payments is named', async () => {
    const { customerid, one, other } = await owing();
    const { payments } = await taken(customerid, '1177.64', { mode: 'Cheque' });
    const bounced = { id: payments[1]?.id ?? 0, fee_amt: 300, reason: 'Funds insufficient' };
    const stranger = await Shop.open(api, { on: '2026-03-10' });
    expect(await api.call('payment/bounce', bounced, stranger.me)).toMatchObject({
      status: 404,
      error: expect.stringMatching(new RegExp(`payment ${bounced.id}\\b`)),
    });
    const { result } = await api.call('payment/bounce', { ...bounced, preview: 'Y' }, shop.me);
    expect(result).toMatchObject([{ os_amt: '588.82' }, { os_amt: '888.82' }]);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) =>
        api.call('payment/bounce', { ...bounced, id: payments[at % 2]?.id ?? 0 }, shop.me),
      ),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(11).fill(409)]);
    expect((await os(one, other)).sort()).toEqual(['588.82', '888.82']);
    const listed = await api.ok<object[]>('payment/list', { customerid }, shop.me);
    for (const payment of listed) expect(payment).toMatchObject({ status: 'Cancelled', bounced_on: '2026-03-10' });
  });

  it('is seen and cancelled only by who sees all of its services', async () => {
    const { customerid, one } = await owing();
    const place = await shop.place(`FAR${customerid}`, `FAR-N${customerid}`);
    const far = await shop.subscribe({ bill_from: '2026-03-10', customerid, ...place });
    await far.does('invoice');
    const { receiptid, payments } = await taken(customerid, 1700);
    const local = await shop.user({ groupname: 'Employee', resellerid: 0, roles: 'Admin', lc: 'BLR' });
    const first = payments.find(({ serviceid }) => Number(serviceid) === one.id)?.id ?? 0;
    expect(await api.call('payment/receipt', { id: first }, local)).toMatchObject({ status: 404 });
    expect(await api.call('payment/cancel_receipt', { receiptid, reason: 'no' }, local)).toMatchObject({ status: 404 });
  });
});
