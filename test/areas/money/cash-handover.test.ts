import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { Shop } from '../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
type Fields = Record<string, string | number>;
let shop: Shop;
let serviceid: number;
let giver: Credentials;
let receiver: Credentials;
/** Collectors at a counter, who may not settle: Employees of one location. */
const atCounter = (cash_limit: number) =>
  shop.user({ groupname: 'Employee', resellerid: 0, lc: 'BLR', slc: 'BLR-N', roles: 'Accounts', cash_limit });

const cashOf = async ({ userid: id }: Credentials) =>
  (await api.ok<{ cash_balance: string }[]>('auth/user/list', { id }, shop.me))[0]?.cash_balance;
const held = async () => [await cashOf(giver), await cashOf(receiver)];
const offer = (amt: number | string, more: Fields = {}, as = giver) =>
  api.call('auth/user/cash_settle', { id: giver.userid, amt, to: 'user', receiverid: receiver.userid, ...more }, as);
const idOf = ({ result }: { readonly result: unknown }) =>
  Number((result as { handoverid?: string } | null)?.handoverid);
const offered = async (amt: number) => idOf(await offer(amt));
const answer = (id: number, action: string, as: Credentials, more: Fields = {}) =>
  api.call('auth/user/cash_answer', { id, action, ...more }, as);
const listed = (filter: Fields, as: Credentials) =>
  api.ok<Record<string, string>[]>('auth/user/cash_handover_list', filter, as);

beforeAll(async () => {
  shop = await Shop.open(api);
  serviceid = (await shop.subscribe()).id;
});
beforeEach(async () => {
  [giver, receiver] = [await atCounter(1_000), await atCounter(500)];
  await api.ok('payment/new', { serviceid, amt: 400, mode: 'Cash' }, giver);
});

describe('cash that is handed over to another login user', () => {
  it('is the giver’s until the receiver confirms it, and then the receiver’s', async () => {
    const shown = await offer(300, { preview: 'Y' });
    expect(shown.result).toEqual({ cash_before: '400.00', amt: '300.00', cash_balance: '400.00' });
    const id = idOf(await offer('300.00', { ref_no: 'bag 7' }));
    expect(await held()).toEqual(['400.00', '0.00']);
    expect(await listed({ status: 'Open' }, receiver)).toMatchObject([
      { id: String(id), giverid: String(giver.userid), amt: '300.00', ref_no: 'bag 7', status: 'Open', ended_at: null },
    ]);
    expect(await answer(id, 'Confirm', giver)).toMatchObject({
      status: 403,
      error: `only the receiver of cash hand-over ${id} can confirm it`,
    });
    expect(await answer(id, 'Confirm', receiver)).toMatchObject({ status: 200, result: 'done' });
    expect(await held()).toEqual(['100.00', '300.00']);
    expect(await listed({ id }, giver)).toMatchObject([{ status: 'Confirmed' }]);
    expect(await answer(id, 'Withdraw', giver)).toMatchObject({
      status: 409,
      error: `cash hand-over ${id} is Confirmed already`,
    });
  });

  it('stays when it is refused, with a reason, or withdrawn', async () => {
    const [refused, withdrawn] = [await offered(100), await offered(100)];
    expect(await answer(refused, 'Refuse', receiver)).toMatchObject({
      ...{ status: 400, error: 'reason: is required to refuse' },
    });
    expect((await answer(refused, 'Refuse', receiver, { reason: 'it was 90' })).error).toBeNull();
    expect((await answer(withdrawn, 'Withdraw', receiver)).status).toBe(403);
    expect((await answer(withdrawn, 'Withdraw', giver)).error).toBeNull();
    expect(await held()).toEqual(['400.00', '0.00']);
    const rows = await listed({ giverid: giver.userid }, shop.me);
    expect(rows.map(({ status, reason }) => [status, reason])).toEqual([
      ['Refused', 'it was 90'],
      ['Withdrawn', null],
    ]);
  });

  it('is offered once, and only as far as it is there and the receiver may hold it', async () => {
    const id = await offered(300);
    expect(await offer('100.01')).toMatchObject({
      status: 409,
      error: expect.stringMatching(
        /^amt: login user user\d+ holds 400.00 in cash, of which 300.00 waits to be confirmed$/,
      ),
    });
    await api.ok('auth/user/cash_settle', { id: giver.userid, amt: 200 }, shop.me);
    expect(await answer(id, 'Confirm', receiver)).toMatchObject({
      ...{ status: 409, error: `the giver of cash hand-over ${id} holds 200.00 in cash, not 300.00` },
    });
    expect((await answer(id, 'Withdraw', giver)).error).toBeNull();
    await api.ok('payment/new', { serviceid, amt: 400, mode: 'Cash' }, receiver);
    const above = await offered(150);
    expect(await answer(above, 'Confirm', receiver)).toMatchObject({
      status: 409,
      error: expect.stringContaining('would hold 550.00 in cash, above the limit of 500.00'),
    });
    expect(await held()).toEqual(['200.00', '400.00']);
  });

  it('moves once, however many answer at once, and is not offered twice', async () => {
    const offers = await Promise.all(Array.from({ length: 12 }, () => offer(300)));
    expect(offers.filter(({ status }) => status === 200)).toHaveLength(1);
    const id = idOf(offers.find(({ status }) => status === 200) ?? { result: null });
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => {
        if (at % 3 === 0) return answer(id, 'Withdraw', giver);
        return at % 3 === 1 ? answer(id, 'Confirm', receiver) : answer(id, 'Refuse', receiver, { reason: 'late' });
      }),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array.from({ length: 11 }, () => 409)]);
    const [row] = await listed({ id }, shop.me);
    expect(await held()).toEqual(row?.status === 'Confirmed' ? ['100.00', '300.00'] : ['400.00', '0.00']);
  });

  it('moves both ways at once, and a repeated offer is the same', async () => {
    await api.ok('payment/new', { serviceid, amt: 100, mode: 'Cash' }, receiver);
    const back = { id: receiver.userid, amt: 50, to: 'user', receiverid: giver.userid };
    const there = await Promise.all([1, 2].map(() => offer(60, { idempotency_key: 'k' })));
    expect(new Set(there.map(idOf)).size).toBe(1);
    const returned = idOf(await api.call('auth/user/cash_settle', back, receiver));
    const both = await Promise.all([
      answer(idOf(there[0] ?? { result: null }), 'Confirm', receiver),
      answer(returned, 'Confirm', giver),
    ]);
    expect(both.map(({ error }) => error)).toEqual([null, null]);
    expect(await held()).toEqual(['390.00', '110.00']);
  });

  it('goes to nobody else: not the bank without wallet.write, nor another ISP, nor out of a franchisee', async () => {
    const own = { id: giver.userid, amt: 1 };
    expect(await api.call('auth/user/cash_settle', own, giver)).toMatchObject({
      status: 403,
      error: expect.stringContaining('lacks the permission wallet.write'),
    });
    expect(await api.call('auth/user/cash_settle', { ...own, to: 'user' }, giver)).toMatchObject({
      ...{ status: 400, error: 'receiverid: is required with to=user' },
    });
    expect((await offer(1, { to: 'bank' }, shop.me)).error).toBe('receiverid: applies only to to=user');
    expect((await offer(1, { receiverid: giver.userid })).error).toBe('receiverid: must be another login user than id');
    expect((await offer(1, {}, receiver)).status).toBe(403);
    const other = await Shop.open(api);
    expect((await offer(1, { receiverid: other.me.userid })).status).toBe(404);
    const id = await offered(1);
    expect((await answer(id, 'Confirm', other.me)).status).toBe(404);
    const third = await atCounter(0);
    expect((await answer(id, 'Confirm', third)).status).toBe(404);
    expect(await listed({}, third)).toEqual([]);
    const resellerid = await shop.franchisee(1_000);
    const staff = await shop.user({ resellerid, cash_limit: 500 });
    await api.ok('payment/new', { serviceid: (await shop.subscribe({}, resellerid)).id, amt: 50, mode: 'Cash' }, staff);
    const out = { id: staff.userid, amt: 50, to: 'user', receiverid: receiver.userid };
    expect((await api.call('auth/user/cash_settle', out, staff)).status).toBe(404);
  });
});
