import { beforeAll, describe, expect, it } from 'vitest';
import { readNumbers } from '../../../../src/areas/insight/search/read-numbers.ts';
import { execute, query, sql } from '../../../../src/db/sql.ts';
import { casesOf } from '../../../field/cases.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { contact, customerFields, makeTenant, makeUser } from '../../../fixtures/tenants.ts';
import { emptyIsp, movingTo } from '../../../moving/moving.ts';

const api = await startApi();
const shop = await Shop.open(api);
const forever = new AbortController().signal;
const NUMBER = '9811122233';
/** Of that number, as people type it and telephone systems send it. */
const spellings = casesOf<{ texts: Record<string, string[]> }>('telephones')
  .filter(({ name }) => name.startsWith('one number'))
  .flatMap(({ texts }) => texts[`+91${NUMBER}`] ?? []);

const found = async (text: string, as: Credentials = shop.me) =>
  (await api.ok<{ kind: string; id: string }[]>('search/find', { text }, as)).map(({ kind, id }) => `${kind} ${id}`);
const ids = async (path: string, mobile: string, as: Credentials = shop.me) =>
  (await api.ok<{ id?: string; serviceid?: string }[]>(path, { mobile }, as)).map((row) =>
    Number(row.id ?? row.serviceid),
  );

const newCustomer = (mobile: string, more: Record<string, string | number> = {}, as: Credentials = shop.me) =>
  api.ok<number>('customer/create', { resellerid: 0, ...customerFields, ...more, mobile }, as);
const newLead = (mobile: string, as: Credentials = shop.me) =>
  api.ok<number>('lead/create', { resellerid: 0, name: 'Asha', address: '1', source: 'Web', ...contact, mobile }, as);
const stored = async (table: 'customer' | 'lead', id: number) => {
  const { rows } = await api.db.pool.query(`SELECT mobile, e164, other_e164 FROM crm.${table} WHERE id = $1`, [id]);
  return rows[0] as { mobile: string; e164: string | null; other_e164: string[] };
};

let one: Subscriber;
let customerid: number;
let leadid: number;

beforeAll(async () => {
  one = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
  customerid = Number((await one.shown()).customerid);
  await api.ok('customer/update', { customerid, mobile: NUMBER }, shop.me);
  leadid = await newLead('+91 98111-22233');
  // Others, to be found by none of this.
  await newCustomer('9811122234');
  await newLead('98111 2223');
});

describe('a caller is found by any spelling of the number', () => {
  it.each(spellings)('%j', async (spelling) => {
    expect(await found(spelling)).toEqual([`service ${one.id}`, `customer ${customerid}`, `lead ${leadid}`]);
    expect(await ids('customer/list', spelling)).toEqual([customerid]);
    expect(await ids('subscriber/list', spelling)).toEqual([one.id]);
    expect(await ids('lead/list', spelling)).toEqual([leadid]);
  });

  it('however it was typed, which is how it is shown', async () => {
    const typed = ['+91 98765 43210', '09876543210', '98765-43210', '(98765) 43210', '00919876543210', '919876543210'];
    const made: number[] = [];
    for (const mobile of typed) made.push(await newCustomer(mobile));
    for (const mobile of typed) expect(await ids('customer/list', mobile)).toEqual(made);
    const rows = await api.ok<{ mobile: string }[]>('customer/list', { mobile: '9876543210' }, shop.me);
    expect(rows.map(({ mobile }) => mobile)).toEqual(typed);
  });

  it('by each of two numbers', async () => {
    const both = await newCustomer('98333 11111 / 98333 22222');
    const lead = await newLead('98333 11111/98333 33333');
    expect(await found('+919833311111')).toEqual([`customer ${both}`, `lead ${lead}`]);
    expect(await found('+919833322222')).toEqual([`customer ${both}`]);
    expect(await found('98333-33333')).toEqual([`lead ${lead}`]);
    expect(await ids('customer/list', '0098333 22222')).toEqual([]);
    expect(await ids('customer/list', '098333 22222')).toEqual([both]);
    expect(await ids('lead/list', 'tel:+919833333333')).toEqual([lead]);
    const { me } = await makeTenant(api);
    expect(await found('+919833322222', me)).toEqual([]);
    expect(await ids('customer/list', '+919833322222', me)).toEqual([]);
    expect(await found('+919833322222', api.admin)).toEqual([`customer ${both}`]);
  });

  it('by each of further numbers, which are shown as they were typed', async () => {
    const id = await newCustomer('9833344441', { other_mobiles: '080-2345 6789, +1 (415) 555-2672,9833344441' });
    const [shown] = await api.ok<Record<string, string>[]>('customer/list', { customerid: id }, shop.me);
    expect(shown).toMatchObject({ mobile: '9833344441', other_mobiles: '080-2345 6789,+1 (415) 555-2672,9833344441' });
    for (const number of ['+918023456789', '(080) 23456789', '0014155552672', '9833344441'])
      expect(await found(number)).toEqual([`customer ${id}`]);
    await api.ok('customer/update', { customerid: id, mobile: '9833344442' }, shop.me);
    expect(await found('080 2345 6789')).toEqual([`customer ${id}`]);
    await api.ok('customer/update', { customerid: id, other_mobiles: '98333-44443' }, shop.me);
    expect(await found('080 2345 6789')).toEqual([]);
    for (const number of ['9833344442', '9833344443']) expect(await found(number)).toEqual([`customer ${id}`]);
    await execute(api.db.pool, sql`UPDATE crm.customer SET e164 = NULL, other_e164 = '{}' WHERE id = ${id}`);
    await readNumbers(api.db, forever);
    expect(await found('9833344443')).toEqual([`customer ${id}`]);
    await api.ok('customer/update', { customerid: id, other_mobiles: '' }, shop.me);
    expect(await found('9833344443')).toEqual([]);
    for (const other_mobiles of [
      'x',
      '9833344443,y',
      '1,2,3',
      Array.from({ length: 6 }, (_, n) => 98_333_000 + n).join(),
    ])
      expect(await api.call('customer/update', { customerid: id, other_mobiles }, shop.me)).toMatchObject({
        ...{ status: 400, error: expect.stringMatching(/^other_mobiles/) },
      });
  });

  it('abroad by the code of the country, and never for one at home', async () => {
    const abroad = await newCustomer('+1 (415) 555-2671');
    expect(await ids('customer/list', '0014155552671')).toEqual([abroad]);
    expect(await ids('customer/list', '+14155552671')).toEqual([abroad]);
    expect(await ids('customer/list', '4155552671')).toEqual([]);
  });

  it('as it was typed, if it is no number', async () => {
    const short = await newCustomer('100-200');
    expect(await stored('customer', short)).toMatchObject({ e164: '', other_e164: [] });
    expect(await ids('customer/list', '100-200')).toEqual([short]);
    expect(await ids('customer/list', '100200')).toEqual([]);
    for (const wrong of ['98OO000001', 'anonymous', '%', '_', "'", '+', '9811122233a']) {
      expect(await ids('customer/list', wrong)).toEqual([]);
    }
  });

  it('after the number has changed, and after its spelling has', async () => {
    const id = await newCustomer('9844400001');
    for (const mobile of ['+919844400001', '98444-00002', '9844400002 ', '9844400003']) {
      await api.ok('customer/update', { customerid: id, mobile }, shop.me);
      expect(await ids('customer/list', mobile.replace(/\D/g, ''))).toEqual([id]);
    }
    expect(await ids('customer/list', '9844400001')).toEqual([]);
    const lead = await newLead('9844400004');
    for (const mobile of ['+919844400004', '98444-00005']) {
      await api.ok('lead/edit', { id: lead, mobile }, shop.me);
      expect(await ids('lead/list', mobile.replace(/\D/g, ''))).toEqual([lead]);
    }
    await api.ok('customer/delete', { customerid: id }, shop.me);
    expect(await found('9844400003')).toEqual([]);
  });

  it('by the server administrator, in all ISPs, by the country of each', async () => {
    const fields = { name: 'Berlin Net', code: 'BER', country: 'Deutschland', ...contact };
    const ispid = await api.ok<number>('isp/create', fields, api.admin);
    const german = await newCustomer('030/901820', { ispid }, api.admin);
    const me = await makeUser(api, api.admin, { ispid });
    for (const [as, spelling] of [
      [me, '030 901820'],
      [me, '+49 30 901820'],
      [api.admin, '+4930901820'],
    ] as const)
      expect(await found(spelling, as)).toEqual([`customer ${german}`]);
    expect(await ids('customer/list', '030-901820', api.admin)).toEqual([german]);
    expect(await found('98111 22233', api.admin)).toContain(`customer ${customerid}`);
    expect(await found('030 901820')).toEqual([]);
  });
});

describe('every writer keeps the numbers', () => {
  it('an import', async () => {
    const ispid = await emptyIsp(api, 'MVIN');
    const { import: run, file, mapping } = await movingTo(api);
    const columns = 'key,name,mobile,other_mobiles,email,zipcode,state,city,street';
    const rows = [
      '1,Ravi,98555-00001,"98555 00004,98555 00005",a@example.net,1,K,B,S',
      '2,Asha,098555 00002/98555 00003,,b@example.net,1,K,B,S',
    ];
    await file('customers.csv', [columns, ...rows, ''].join('\n'));
    const folder = (await file('x', '')).replace(/\/x$/, '');
    const { report } = await run(
      ...['--isp', 'MVIN', '--format', 'csv', '--dir', folder, '--mapping', await mapping({})],
    );
    expect(report.filter(({ outcome }) => outcome !== 'imported')).toEqual([]);
    const { rows: kept } = await api.db.pool.query(
      'SELECT e164, other_e164 FROM crm.customer WHERE isp_id = $1 ORDER BY id',
      [ispid],
    );
    expect(kept).toEqual([
      { e164: '+919855500001', other_e164: ['+919855500004', '+919855500005'] },
      { e164: '+919855500002', other_e164: ['+919855500003'] },
    ]);
  });

  it('a program that does not know them, by having them read again', async () => {
    const id = await newCustomer('9866600001');
    const lead = await newLead('9866600001');
    for (const [table, key] of [
      ['customer', id],
      ['lead', lead],
    ] as const) {
      await api.db.pool.query(`UPDATE crm.${table} SET mobile = '98666 00002/98666 00003' WHERE id = $1`, [key]);
      expect(await stored(table, key)).toMatchObject({ e164: null, other_e164: [] });
    }
    // Until then as it was typed.
    expect(await ids('customer/list', '98666 00002/98666 00003')).toEqual([id]);
    expect(await ids('customer/list', '9866600001')).toEqual([]);
    expect(await readNumbers(api.db, forever)).toBe(true);
    expect(await found('9866600003')).toEqual([`customer ${id}`, `lead ${lead}`]);
  });
});

describe('numbers that no program has read', () => {
  const before = async (count: number) => {
    await execute(
      api.db.pool,
      sql`INSERT INTO crm.customer (isp_id, type, name, mobile, email, zipcode, state, city, street)
          SELECT ${shop.ispid}, 'Individual', 'Old', '97' || lpad(n::text, 8, '0'), 'old@example.net', '1', 'K', 'B', 'S'
          FROM generate_series(1, ${count}::int) n`,
    );
  };
  const unread = async () => {
    const [row] = await query<{ count: number }>(
      api.db.pool,
      sql`SELECT count(*)::int AS count FROM crm.customer WHERE e164 IS NULL AND deleted_at IS NULL`,
    );
    return row?.count ?? 0;
  };

  it('are read in batches, by two nodes at once, and after an interruption', async () => {
    await before(1_700);
    const ending = new AbortController();
    const transaction: typeof api.db.transaction = async (work) => {
      const result = await api.db.transaction(work);
      ending.abort();
      return result;
    };
    expect(await readNumbers({ pool: api.db.pool, transaction }, ending.signal)).toBe(false);
    const left = await unread();
    expect(left).toBeLessThan(1_700);
    expect(left).toBeGreaterThan(0);
    expect(await Promise.all([readNumbers(api.db, forever), readNumbers(api.db, forever)])).toEqual([true, true]);
    await readNumbers(api.db, forever);
    expect(await unread()).toBe(0);
    expect(await ids('customer/list', '+91 97000-01234')).toHaveLength(1);
  });

  it('change nothing that anybody is shown', async () => {
    await api.ok('isp/settings_update', { event_feed: 'Y' }, shop.me);
    const id = await newCustomer('9877700001');
    const seen = async () => ({
      customer: await api.ok('customer/list', { customerid: id }, shop.me),
      audit: await api.ok('audit/list', { rows_limit: 100 }, shop.me),
      events: (await api.db.pool.query('SELECT count(*) FROM crm.event')).rows,
    });
    await execute(api.db.pool, sql`UPDATE crm.customer SET e164 = NULL WHERE id = ${id}`);
    const then = await seen();
    await readNumbers(api.db, forever);
    expect(await stored('customer', id)).toMatchObject({ e164: '+919877700001' });
    expect(await seen()).toEqual(then);
    const { rows } = await api.db.pool.query(
      `SELECT count(*)::int AS count FROM auth.audit_change WHERE concat(before, after) LIKE '%e164%'`,
    );
    expect(rows).toEqual([{ count: 0 }]);
  });

  it('are read by the new country of an ISP, those with a + as before', async () => {
    const { ispid, me } = await makeTenant(api);
    const local = await newCustomer('9841234567', {}, me);
    const abroad = await newCustomer('+91 98412 34567', {}, me);
    const lead = await newLead('9841234567', me);
    expect(await ids('customer/list', '9841234567', me)).toEqual([local, abroad]);
    await api.ok('isp/update', { ispid, country: 'Nepal' }, api.admin);
    const ending = new AbortController();
    ending.abort();
    expect(await readNumbers(api.db, ending.signal)).toBe(false);
    expect(await readNumbers(api.db, forever)).toBe(true);
    expect(await stored('customer', local)).toMatchObject({ e164: '+9779841234567', mobile: '9841234567' });
    expect(await ids('customer/list', '984-1234567', me)).toEqual([local]);
    expect(await ids('customer/list', '+977 984 1234567', me)).toEqual([local]);
    expect(await ids('customer/list', '00919841234567', me)).toEqual([abroad]);
    expect(await ids('lead/list', '984 123 4567', me)).toEqual([lead]);
    expect((await api.db.pool.query('SELECT * FROM crm.number_reading')).rows).toEqual([]);
  });
});
