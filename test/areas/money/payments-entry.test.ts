import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { verifyLedgerAfterAll } from '../../fixtures/ledger.ts';
import { Shop, type Subscriber } from '../../fixtures/subscriber.ts';

const api = await startApi();
verifyLedgerAfterAll(api);
let shop: Shop;
beforeAll(async () => {
  shop = await Shop.open(api, { on: '2026-03-10' });
});
beforeEach(() => shop.day('2026-03-10'));

type Fields = Record<string, string | number>;
const pay = (service: Subscriber, more: Fields = {}) =>
  api.call('payment/new', { serviceid: service.id, amt: 10, mode: 'Bank', ...more }, shop.me);
const close = (books_closed_upto: string) => api.call('isp/settings_update', { books_closed_upto }, shop.me);

describe('the day of a payment', () => {
  it('is neither before the customer began nor in the future', async () => {
    const service = await shop.subscribe();
    shop.day('2026-03-12');
    for (const [payment_date, error] of [
      ['1028-05-01', 'payment_date: must not be before 2026-03-10, when the customer was added'],
      ['2026-03-09', 'payment_date: must not be before 2026-03-10, when the customer was added'],
      ['2026-03-13', 'payment_date: must not be after today, 2026-03-12'],
    ] as const) {
      const answer = await pay(service, { payment_date });
      expect([answer.status, answer.error]).toEqual([400, error]);
    }
    for (const payment_date of ['2026-03-10', '2026-03-12'])
      expect((await pay(service, { payment_date })).error).toBeNull();
    expect((await service.shown()).os_amt).toBe('-20.00');
  });

  it('is not longer ago than the ISP accepts', async () => {
    const service = await shop.subscribe();
    shop.day('2026-06-09');
    const { status, error } = await pay(service, { payment_date: '2026-03-10' });
    expect([status, error]).toEqual([400, 'payment_date: must not be before 2026-03-11, because backdate_days is 90']);
    expect((await pay(service, { payment_date: '2026-03-11' })).error).toBeNull();
    await api.ok('isp/settings_update', { backdate_days: 0 }, shop.me);
    expect((await pay(service, { payment_date: '2026-06-08' })).status).toBe(400);
    await api.ok('isp/settings_update', { backdate_days: 91 }, shop.me);
    expect((await pay(service, { payment_date: '2026-03-10' })).error).toBeNull();
  });

  it('is told from that of its cheque, which may be ahead, but is of this century', async () => {
    const service = await shop.subscribe();
    const cheque = (ref_date: string) => pay(service, { mode: 'Cheque', ref_date });
    expect((await cheque('2026-04-30')).error).toBeNull();
    const { status, error } = await cheque('1028-05-01');
    expect([status, error]).toEqual([400, 'ref_date: must be from 2000-01-01 to 2099-12-31']);
  });

  it('may be that of a lead who paid before there was a customer', async () => {
    const service = await shop.subscribe();
    await api.db.pool.query(
      `INSERT INTO crm.lead (isp_id, name, mobile, email, address, source, status, service_id, created_at, closed_at, closed_by)
       VALUES ($1, 'Ravi', '1', 'r@example.net', 'x', 'Web', 'Completed', $2, '2026-03-02T12:00:00Z', '2026-03-09T12:00:00Z', 'x')`,
      [shop.ispid, service.id],
    );
    expect((await pay(service, { payment_date: '2026-03-01' })).error).toContain('must not be before 2026-03-02');
    expect((await pay(service, { payment_date: '2026-03-02' })).error).toBeNull();
  });

  it('is not one of closed books, which can be opened again', async () => {
    const service = await shop.subscribe();
    shop.day('2026-04-05');
    expect(await close('2026-04-05')).toMatchObject({
      status: 400,
      error: 'books_closed_upto: must be before today, 2026-04-05',
    });
    expect((await close('2026-03-31')).error).toBeNull();
    const { books_closed_upto } = await api.ok<Fields>('isp/settings', {}, shop.me);
    expect(books_closed_upto).toBe('2026-03-31');
    const answer = await pay(service, { payment_date: '2026-03-31' });
    expect([answer.status, answer.error]).toEqual([
      400,
      'payment_date: must be after 2026-03-31, because the books are closed up to that day',
    ]);
    expect((await pay(service, { payment_date: '2026-04-01' })).error).toBeNull();
    expect((await close('')).error).toBeNull();
    expect((await pay(service, { payment_date: '2026-03-31' })).error).toBeNull();
  });
});

describe('closed books', () => {
  it('get nothing of a run that catches up: it is booked on the first open day', async () => {
    const service = await shop.subscribe();
    shop.day('2026-04-05');
    await close('2026-03-31');
    // As a late run sees a day that it makes up for.
    shop.day('2026-03-20');
    await service.does('invoice');
    await api.ok('service/adjust', { serviceid: service.id, type: 'Credit', amt: 9, reason: 'goodwill' }, shop.me);
    const [entries, invoices, [adjusted]] = await Promise.all([
      api.db.prisma.ledgerEntry.findMany({ where: { serviceId: service.id, kind: { not: 'credit_use' } } }),
      service.invoices(),
      api.ok<Fields[]>('adjustment/list', { serviceid: service.id }, shop.me),
    ]);
    expect([...new Set(entries.map(({ postedOn }) => postedOn.toISOString().slice(0, 10)))]).toEqual(['2026-04-01']);
    expect(invoices.map(({ issued_on, due_on }) => [issued_on, due_on])).toEqual([
      ['2026-04-01', '2026-04-08'],
      ['2026-04-01', '2026-04-08'],
    ]);
    expect(adjusted).toMatchObject({ posted_on: '2026-04-01' });
    shop.day('2026-04-05');
    await close('');
  });

  it('stay those of days that are over when the time zone is changed', async () => {
    api.clock.at = new Date('2026-03-10T20:00:00Z');
    const other = await Shop.open(api, { on: '2026-03-10' });
    api.clock.at = new Date('2026-03-10T20:00:00Z');
    await api.ok('isp/settings_update', { books_closed_upto: '2026-03-10' }, other.me);
    const { status, error } = await api.call('isp/settings_update', { timezone: 'America/New_York' }, other.me);
    expect([status, error]).toEqual([
      400,
      'timezone: must be a zone where 2026-03-10 is over: the books are closed up to 2026-03-10',
    ]);
  });
});

describe('a bank reference that another payment has', () => {
  let paid = 0;
  let service: Subscriber;
  beforeAll(async () => {
    shop.day('2026-03-10');
    service = await shop.subscribe();
    paid = (await pay(service, { ref_no: 'HDFC-N 0012345/26' })).result as number;
  });

  it('is refused with one sentence, and recorded with allow_duplicate', async () => {
    const other = await shop.subscribe();
    const again = await pay(other, { ref_no: 'hdfcn001234526' });
    expect([again.status, again.error]).toEqual([
      409,
      `ref_no: payment ${paid} of 2026-03-10 already has the reference hdfcn001234526; if this is another payment, send allow_duplicate=Y`,
    ]);
    expect((await other.shown()).os_amt).toBe('0.00');
    const shown = await pay(other, { ref_no: 'hdfcn001234526', preview: 'Y' });
    expect(shown).toMatchObject({ status: 200, result: { os_amt: '-10.00', duplicate_of: String(paid) } });
    expect(await pay(other, { ref_no: 'N77', preview: 'Y' })).toMatchObject({ result: { duplicate_of: null } });
    const insisted = await pay(other, { ref_no: 'hdfcn001234526', allow_duplicate: 'Y' });
    expect(insisted.error).toBeNull();
    await api.ok('payment/cancel', { id: insisted.result as number, reason: 'entered twice' }, shop.me);
  });

  it('counts within its ISP and mode, and while that payment stands', async () => {
    expect((await pay(service, { ref_no: 'HDFC-N 0012345/26', mode: 'Online' })).error).toBeNull();
    const stranger = await Shop.open(api, { on: '2026-03-10' });
    const theirs = await stranger.subscribe();
    const same = { serviceid: theirs.id, amt: 1, mode: 'Bank', ref_no: 'HDFC-N 0012345/26' };
    expect((await api.call('payment/new', same, stranger.me)).error).toBeNull();
    const id = (await pay(service, { ref_no: 'N900' })).result as number;
    expect((await pay(service, { ref_no: 'N900' })).status).toBe(409);
    await api.ok('payment/cancel', { id, reason: 'bounced' }, shop.me);
    expect((await pay(service, { ref_no: 'N900' })).error).toBeNull();
  });

  it.each(['Cheque', 'DD'])('is a number of its bank on a %s', async (mode) => {
    const paper = { mode, ref_no: '000123' };
    expect((await pay(service, { ...paper, ref_bank: 'HDFC' })).error).toBeNull();
    expect((await pay(service, { ...paper, ref_bank: 'SBI' })).error).toBeNull();
    expect((await pay(service, { ...paper, ref_no: '123', ref_bank: 'HDFC Bank' })).status).toBe(409);
    expect((await pay(service, paper)).status).toBe(409);
  });

  it('of a transfer is one of all banks', async () => {
    const transfer = { mode: 'Bank', ref_no: 'UTR 6660001' };
    expect((await pay(service, { ...transfer, ref_bank: 'HDFC' })).error).toBeNull();
    expect((await pay(service, { ...transfer, ref_bank: 'SBI' })).status).toBe(409);
  });

  it('is none without a digit, with less than three characters, in cash, or of the last digits of a card', async () => {
    for (const remark of [
      { mode: 'Bank', ref_no: 'by his brother' },
      { mode: 'Bank', ref_no: '0-7' },
      { mode: 'Cash', ref_no: 'receipt 7777' },
      { mode: 'Card', ref_no: '4242' },
    ])
      for (let times = 0; times < 2; times++) expect((await pay(service, remark)).error).toBeNull();
  });

  it('is entered once by cashiers at the same moment', async () => {
    const others = await Promise.all([1, 2, 3, 4].map(() => shop.subscribe()));
    const answers = await Promise.all(others.map((each) => pay(each, { ref_no: 'UTR 5550001' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
  });

  it('of another reseller is not told to a reseller', async () => {
    const [one, two] = await Promise.all([1, 2].map(() => shop.reseller({ payment_by: 'Reseller' })));
    const [theirs, mine] = [await shop.subscribe({}, one), await shop.subscribe({}, two)];
    const enter = async (who: Subscriber, resellerid = 0) =>
      api.call(
        'payment/new',
        { serviceid: who.id, amt: 1, mode: 'Bank', ref_no: 'R 808080' },
        await shop.user({ resellerid }),
      );
    expect((await enter(theirs, one)).error).toBeNull();
    expect((await enter(mine, two)).error).toBeNull();
    expect((await enter(mine, two)).status).toBe(409);
  });

  it('is answered again, not refused, where the call is a repetition with its key', async () => {
    const call = { ref_no: 'K1001', idempotency_key: 'k-1' };
    const [first, second] = [await pay(service, call), await pay(service, call)];
    expect([second.status, second.result]).toEqual([200, first.result]);
  });
});
