import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../../fixtures/ledger.ts';
import { Shop } from '../../../fixtures/subscriber.ts';
import { customerFields, planFields, serviceFields } from '../../../fixtures/tenants.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { settings: { taxes: 'CGST:9,SGST:9' } });
});
beforeEach(() => shop.day('2026-03-10'));

/** 499.00 plus 89.82 of taxes, less a commission of ten percent of 499.00. */
const NET_COST = '538.92';

const wallet = async (resellerid: number) => {
  const [row] = await api.ok<Record<string, string>[]>('reseller/list', { resellerid }, shop.me);
  return row?.wallet;
};
const history = async (resellerid: number) =>
  (await api.ok<Record<string, string>[]>('reseller/wallet_txn', { resellerid }, shop.me)).map(
    ({ txn_code, amt, balance }) => `${txn_code} ${amt} ${balance}`,
  );

describe('the wallet of a franchisee', () => {
  it('is charged what its customers are billed, less the commission on the net amount', async () => {
    const resellerid = await shop.franchisee(500);
    const service = await shop.subscribe({}, resellerid);
    await service.does('bill');
    expect(await history(resellerid)).toEqual(['Topup 500.00 500.00', 'Invoice -588.82 -88.82', 'Adj 49.90 -38.92']);
    expect(await service.ledger()).toContain('plan commission 49.90');
    await service.does('bill');
    expect(await wallet(resellerid)).toBe('-38.92');
  });

  it('names the service of each entry, and none where there is none', async () => {
    const resellerid = await shop.franchisee(500);
    const service = await shop.subscribe({}, resellerid);
    await service.does('bill');
    const entries = await api.ok<Record<string, unknown>[]>('reseller/wallet_txn', { resellerid }, shop.me);
    const { id, username } = service;
    const named = [
      ['Topup', null, null],
      ['Invoice', String(id), username],
      ['Adj', String(id), username],
    ];
    expect(entries.map((entry) => [entry.txn_code, entry.serviceid, entry.username])).toEqual(named);
  });

  it('does not fall below its limit: the charge is refused', async () => {
    const resellerid = await shop.franchisee(500);
    const [one, other] = [await shop.subscribe({}, resellerid), await shop.subscribe({}, resellerid)];
    await one.does('bill');
    const before = [await other.summary(), await other.ledger(), await history(resellerid)];
    shop.day('2026-04-05');
    for (const action of ['bill', 'invoice', 'renew']) {
      const { status, error } = await other.act(action);
      expect(status).toBe(409);
      expect(error).toMatch(
        new RegExp(`the wallet of reseller ${resellerid} would fall to -\\d+\\.\\d\\d, below its limit of -100.00`),
      );
    }
    const topup = await other.topUp({ gb: 1, amt: 500, type: 'Expiring' });
    expect(topup.status).toBe(409);
    expect([await other.summary(), await other.ledger(), await history(resellerid)]).toEqual(before);
  });

  it('limits only its own charges: credit limits of its services do not apply', async () => {
    const resellerid = await shop.franchisee(1500, { credit_limit: 0 });
    const prepaid = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
    expect((await prepaid.act('renew')).error).toBeNull();
    expect(await prepaid.summary()).toBe('Active 2026-03-10 2026-04-09 588.82');
    const postpaid = await shop.subscribe({}, resellerid);
    expect((await postpaid.act('bill')).error).toBeNull();
    await shop.advance();
    expect(await postpaid.summary()).toBe('Active 2026-03-10 2026-04-09 588.82');
    expect((await postpaid.topUp({ gb: 1, amt: 10, type: 'Expiring' })).error).toBeNull();
  });

  it('pays one of two concurrent bills if it suffices for one', async () => {
    const resellerid = await shop.franchisee(Number(NET_COST), { credit_limit: 0 });
    const services = [await shop.subscribe({}, resellerid), await shop.subscribe({}, resellerid)];
    const answers = await Promise.all(services.map((service) => service.act('bill')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await wallet(resellerid)).toBe('0.00');
  });

  it('is credited what the ISP collects, not what the franchisee collects itself', async () => {
    const resellerid = await shop.franchisee(600);
    const service = await shop.subscribe({}, resellerid);
    await service.does('invoice');
    expect(await wallet(resellerid)).toBe('61.08');
    const id = await service.pay(100);
    expect(await wallet(resellerid)).toBe('161.08');
    const theirs = await shop.user({ resellerid, cash_limit: 1000 });
    const more = { serviceid: service.id, amt: '244.41' };
    await api.ok('payment/new', { ...more, mode: 'Online' }, theirs);
    await api.ok('payment/new', { ...more, mode: 'Cash' }, theirs);
    expect(await wallet(resellerid)).toBe('161.08');
    expect((await service.shown()).os_amt).toBe('0.00');
    expect((await service.ledger()).slice(-10)).toEqual([
      'payment bank 100.00',
      'payment service -100.00',
      'payment franchisee_clearing 100.00',
      'payment wallet -100.00',
      'payment franchisee_clearing 244.41',
      'payment service -244.41',
      'payment cash 244.41',
      'payment service -244.41',
      'payment franchisee_clearing 244.41',
      'payment franchisee_cash -244.41',
    ]);
    await api.ok('payment/cancel', { id, reason: 'bounced' }, shop.me);
    expect(await wallet(resellerid)).toBe('61.08');
    expect((await history(resellerid)).at(-1)).toBe('Payment -100.00 61.08');
  });

  it('falls below its limit if a payment bounces, and is not charged again until it is topped up', async () => {
    const resellerid = await shop.franchisee(0);
    const service = await shop.subscribe({ credit_limit: 10_000 }, resellerid);
    const another = await shop.subscribe({}, resellerid);
    const id = await service.pay('588.82');
    await service.does('invoice');
    expect(await wallet(resellerid)).toBe('49.90');
    expect((await api.call('payment/cancel', { id, reason: 'bounced' }, shop.me)).error).toBeNull();
    expect((await history(resellerid)).at(-1)).toBe('Payment -588.82 -538.92');
    expect((await service.shown()).os_amt).toBe('588.82');
    const below = /the wallet.* would fall to -\d+\.\d\d, below its limit of -100.00/;
    const before = [await service.summary(), await another.ledger(), await history(resellerid)];
    const refused = [
      await another.act('bill'),
      await service.topUp({ gb: 1, amt: 1, type: 'Expiring' }),
      await api.call('reseller/wallet_update', { resellerid, action: 'Settlement', amt: 1 }, shop.me),
    ];
    for (const { status, error } of refused) expect([status, error]).toEqual([409, expect.stringMatching(below)]);
    expect([await service.summary(), await another.ledger(), await history(resellerid)]).toEqual(before);
    await service.pay(100);
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 340 }, shop.me);
    expect(await wallet(resellerid)).toBe('-98.92');
    expect((await service.topUp({ gb: 1, amt: 1, type: 'Expiring' })).error).toBeNull();
  });

  it('reverses a payment as it was booked, whatever the type of the reseller is now', async () => {
    const resellerid = await shop.franchisee(600);
    const service = await shop.subscribe({}, resellerid);
    const id = await service.pay(100);
    await api.ok('reseller/update', { resellerid, type: 'Reseller' }, shop.me);
    await api.ok('payment/cancel', { id, reason: 'bounced' }, shop.me);
    expect(await wallet(resellerid)).toBe('600.00');
    expect((await service.shown()).os_amt).toBe('0.00');
  });

  it('that cannot pay a month ends the service, and is charged the month when it can', async () => {
    const resellerid = await shop.franchisee(0);
    const service = await shop.subscribe({}, resellerid);
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 0.00');
    // Nothing is due, since the month is not billed.
    expect((await service.act('renew')).status).toBe(409);
    await service.pay(10);
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 -10.00');
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 1000 }, shop.me);
    await shop.advanceOn('2026-04-11');
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 578.82');
    await service.pay('578.82');
    expect(await service.summary()).toBe('Active 2026-04-11 2026-05-10 0.00');
  });

  it('that cannot pay a prepaid month does not renew it, whatever the advance', async () => {
    const resellerid = await shop.franchisee(0, { payment_by: 'Reseller' });
    const theirs = await shop.user({ resellerid });
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
    await api.ok('payment/new', { serviceid: service.id, amt: '588.82', mode: 'Online' }, theirs);
    expect(await service.summary()).toBe('NewRequest - - -588.82');
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 500 }, shop.me);
    await shop.advance();
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 0.00');
    expect(await wallet(resellerid)).toBe('-38.92');
  });

  it('that was empty at the end of a prepaid validity renews what is paid as soon as it is topped up', async () => {
    const resellerid = await shop.franchisee(500, { payment_by: 'Reseller' });
    const theirs = await shop.user({ resellerid });
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
    const pay = () => api.ok('payment/new', { serviceid: service.id, amt: '588.82', mode: 'Online' }, theirs);
    await pay();
    await pay();
    expect(await service.summary()).toBe('Active 2026-03-10 2026-04-09 -588.82');
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 -588.82');
    await shop.advance();
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 -588.82');
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 600 }, shop.me);
    await shop.advance();
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  });

  it('that was empty when an expired service was paid renews it as soon as it is topped up', async () => {
    const resellerid = await shop.franchisee(500, { payment_by: 'Reseller' });
    const theirs = await shop.user({ resellerid });
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
    const pay = () => api.ok('payment/new', { serviceid: service.id, amt: '588.82', mode: 'Online' }, theirs);
    await pay();
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 0.00');
    await pay();
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 -588.82');
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 600 }, shop.me);
    await shop.advance();
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  });

  it('that was empty at the end of a period bills and resumes what an advance pays as soon as it is topped up', async () => {
    const resellerid = await shop.franchisee(0, { payment_by: 'Reseller' });
    const theirs = await shop.user({ resellerid });
    const service = await shop.subscribe({}, resellerid);
    await api.ok('payment/new', { serviceid: service.id, amt: '588.82', mode: 'Online' }, theirs);
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 -588.82');
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 600 }, shop.me);
    await shop.advance();
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 0.00');
  });

  it('does not renew what staff have cut off, or what is paid only in part', async () => {
    const resellerid = await shop.franchisee(2_000);
    const [cut, poor] = [
      await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid),
      await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid),
    ];
    for (const service of [cut, cut, poor]) await service.pay('588.82');
    await cut.does('npd');
    await shop.advanceOn('2026-04-10');
    await poor.pay(100);
    await shop.advanceOn('2026-04-11');
    expect(await cut.summary()).toBe('NPD 2026-03-10 2026-04-09 -588.82');
    expect(await poor.summary()).toBe('NPD 2026-03-10 2026-04-09 -100.00');
  });

  it('does not renew what staff cut off after a promise to pay, though the wallet had refused it before', async () => {
    const resellerid = await shop.franchisee(500, { payment_by: 'Reseller' });
    const theirs = await shop.user({ resellerid });
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
    const pay = () => api.ok('payment/new', { serviceid: service.id, amt: '588.82', mode: 'Online' }, theirs);
    await pay();
    await pay();
    await shop.advanceOn('2026-04-10');
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 -588.82');
    await service.does('restore');
    await service.does('npd');
    await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 600 }, shop.me);
    await shop.advance();
    expect(await service.summary()).toBe('NPD 2026-03-10 2026-04-09 -588.82');
    await api.ok('payment/new', { serviceid: service.id, amt: 1, mode: 'Online' }, theirs);
    expect(await service.summary()).toBe('Active 2026-04-10 2026-05-09 -1.00');
  });

  it('gets back what is credited, less the commission on it', async () => {
    const resellerid = await shop.franchisee(1000);
    const cheap = await shop.plan({ amt1: 100 });
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid', credit_limit: 1000 }, resellerid);
    await service.does('renew');
    await service.changePlan(cheap, 'immediately');
    // 100.00 and 18.00 of taxes, less a commission of 10.00.
    expect(await wallet(resellerid)).toBe('892.00');
    expect((await service.shown()).os_amt).toBe('118.00');
  });

  it('returns the commission as it was booked, whatever the percentage is now', async () => {
    const resellerid = await shop.franchisee(2000);
    const cheap = await shop.plan({ amt1: 100 });
    const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid', credit_limit: 1000 }, resellerid);
    await service.does('renew');
    await api.ok('reseller/update', { resellerid, commission_percent: 50 }, shop.me);
    shop.day('2026-03-20');
    await service.changePlan(cheap, 'immediately');
    // 10 of 31 days were used: of the commission of 49.90 it keeps 16.10 and returns 33.80.
    expect((await history(resellerid)).slice(3)).toEqual([
      'Invoice 398.87 1859.95',
      'Adj -33.80 1826.15',
      'Invoice -118.00 1708.15',
      'Adj 50.00 1758.15',
    ]);
  });

  it('gets back exactly what it was charged, whatever the type of the reseller is now', async () => {
    const cheap = await shop.plan({ amt1: 100 });
    const renewed = async (resellerid: number) => {
      const service = await shop.subscribe({ prepaid_postpaid: 'Prepaid' }, resellerid);
      await service.does('renew');
      return service;
    };
    const ordinary = await shop.reseller();
    const bornByNobody = await renewed(ordinary);
    const franchise = { type: 'Franchisee', commission_percent: 10, credit_limit: 5000 };
    await api.ok('reseller/update', { resellerid: ordinary, ...franchise }, shop.me);
    await bornByNobody.changePlan(cheap, 'immediately');
    expect(await history(ordinary)).toEqual(['Invoice -118.00 -118.00', 'Adj 10.00 -108.00']);
    const former = await shop.franchisee(1000);
    const services = [await renewed(former), await renewed(former)];
    await api.ok('reseller/update', { resellerid: former, type: 'Reseller' }, shop.me);
    // Concurrently: the wallet of a former franchisee is locked as well.
    await Promise.all(services.map((service) => service.changePlan(cheap, 'immediately')));
    expect((await history(former)).slice(-4).map((row) => row.split(' ').slice(0, 2).join(' '))).toEqual([
      'Invoice 588.82',
      'Adj -49.90',
      'Invoice 588.82',
      'Adj -49.90',
    ]);
    expect(await wallet(former)).toBe('1000.00');
  });
});

describe('a reseller that invoices itself', () => {
  it('numbers its own invoices without gaps', async () => {
    const resellerid = await shop.reseller({ invoice_by: 'Reseller', code: 'NORTH' });
    const [theirs, another] = [await shop.subscribe({}, resellerid), await shop.subscribe({}, resellerid)];
    await theirs.does('invoice');
    await another.does('invoice');
    expect((await theirs.invoices())[0]?.document_no).toBe('NORTH-000001');
    expect((await another.invoices())[0]?.document_no).toBe('NORTH-000002');
  });
});

describe('the users of a franchisee', () => {
  it('sell only top-ups of the price list', async () => {
    const resellerid = await shop.franchisee(1000);
    const service = await shop.subscribe({}, resellerid);
    const theirs = await shop.user({ resellerid });
    const clerk = await shop.user({ resellerid, groupname: 'Employee', roles: 'Support' });
    const free = { serviceid: service.id, gb: 500, amt: 0, type: 'NonExpiring' };
    const error =
      'topup_planid: is required: a franchisee sells the top-up plans of its ISP and may not set gb, amt and type';
    for (const user of [theirs, clerk])
      for (const preview of ['N', 'Y'])
        expect(await api.call('service/topup', { ...free, preview }, user)).toMatchObject({ status: 403, error });
    expect(await service.ledger()).not.toContainEqual(expect.stringContaining('topup'));
    const plan = { name: 'Weekend', gb: 5, amt: 99, type: 'Expiring', resellerid: 0 };
    const topup_planid = await api.ok<number>('topupplan/create', plan, shop.me);
    // The values of the plan take precedence, as they do for all callers.
    await api.ok('service/topup', { ...free, topup_planid }, theirs);
    expect(await service.ledger()).toContain('topup service 116.82');
    expect((await service.topUp({ gb: 1, amt: 0, type: 'Expiring' })).error).toBeNull();
  });

  it('cannot set the price of a service', async () => {
    const resellerid = await shop.franchisee(1000);
    const service = await shop.subscribe({ discount_amt: 5 }, resellerid);
    const theirs = await shop.user({ resellerid });
    const { planid, subplanid } = shop;
    const customerid = await api.ok<number>('customer/create', customerFields, theirs);
    const order = { customerid, planid, subplanid, ...serviceFields };
    const refused: [string, Record<string, string | number>][] = [
      ...Object.entries({ discount_percent: 1, discount_amt: 1, deposit: 1, installation_amt: 1, credit_limit: 0 }).map(
        ([field, value]): [string, Record<string, string | number>] => [
          'service/create',
          { ...order, username: `refused-${field}`, [field]: value },
        ],
      ),
      ...Object.entries({
        discount_percent: 0,
        discount_amt: 5,
        billing_start_day: 1,
        prepaid_postpaid: 'Prepaid',
      }).map(([field, value]): [string, Record<string, string | number>] => [
        'service/update',
        { serviceid: service.id, [field]: value },
      ]),
      ['plan/create', { ...planFields, name: 'Own' }],
      ['plan/update', { id: planid, name: 'Cheap' }],
      ['plan/subplan_create', { planid, name: 'Cheap', units: 1, charge1: 'Internet', amt1: 1 }],
      ['plan/subplan_update', { id: subplanid, amt1: 1 }],
      ['topupplan/create', { name: 'Free', gb: 500, amt: 0, type: 'NonExpiring' }],
      ['reseller/update', { resellerid, commission_percent: 100 }],
      ['reseller/update', { resellerid, credit_limit: 1_000_000 }],
      ['reseller/wallet_update', { resellerid, action: 'TopUp', amt: 1 }],
      ['isp/settings_update', { ispid: shop.ispid, default_credit_limit: 1_000_000 }],
    ];
    for (const [path, parameters] of refused)
      expect([path, parameters, await api.call(path, parameters, theirs)]).toEqual([
        path,
        parameters,
        expect.objectContaining({ status: 403, result: null }),
      ]);
    const strange = await shop.plan();
    const mine = await shop.plan({ resellerid: await shop.reseller() });
    const change = { serviceid: service.id, schedule: 'immediately' };
    expect(await api.call('service/planchange', { ...change, ...mine }, theirs)).toMatchObject({ status: 404 });
    await api.ok('service/planchange', { ...change, ...strange }, theirs);
    await api.ok('service/create', { ...order, username: 'ordinary' }, theirs);
  });
});
