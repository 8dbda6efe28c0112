import fc from 'fast-check';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import * as wire from '../../src/core/wire/index.ts';
import { endOfDay, formatTimestamp, isZone, nextSecond, parseTimestamp, startOfDay } from '../../src/core/zone.ts';
import { execute, sql } from '../../src/db/sql.ts';
import { startApi } from '../fixtures/api.ts';
import { customerFields, makeTenant, planFields, type Tenant } from '../fixtures/tenants.ts';

/** What is too large, too late or no text at all is refused in a sentence; it is never an internal error. */
const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

const ZONES = ['UTC', 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Los_Angeles'];

describe('the calendar', () => {
  it.each(ZONES)('stays within what PostgreSQL reads, in %s', (zone) => {
    const last = parseTimestamp('9999-12-31 23:59:59', zone) ?? new Date(Number.NaN);
    const edges = [startOfDay('1000-01-01', zone), endOfDay('9999-12-31', zone), last, nextSecond(last)];
    for (const at of edges) expect(at.toISOString()).toMatch(/^(0999|1000|9999)-/);
    for (const at of edges) expect(formatTimestamp(at, zone)).toMatch(/^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}$/);
  });

  it.each([
    ['customer/list', 'created_from'],
    ['customer/list', 'created_upto'],
    ['lead/list', 'created_on'],
    ['service/list', 'valid_from'],
    ['service/list', 'service_created_upto'],
    ['radius/user/session_log', 'session_starttime'],
    ['radius/user/auth_log', 'date_to'],
    ['audit/list', 'date_upto'],
  ])('of %s has a last day and no year 0 in %s', async (path, parameter) => {
    const time = parameter === 'session_starttime' ? ' 23:59:59' : '';
    expect(await api.call(path, { [parameter]: `9999-12-31${time}` }, tenant.me)).toMatchObject({ status: 200 });
    for (const day of ['0000-01-01', '0999-12-31']) {
      const answer = await api.call(path, { [parameter]: day + time }, tenant.me);
      expect(answer.status).toBe(400);
      expect(answer.error).toMatch(new RegExp(`^${parameter}: must be a .* from year 1000 to 9999`));
    }
  });

  it('accepts and shows the last second of the last year in every zone', async () => {
    const { ispid, me } = tenant;
    const lead = { resellerid: 0, name: 'Asha', address: 'x', source: 'Web', mobile: '9800000001', email: 'a@b.net' };
    const id = await api.ok<number>('lead/create', lead, me);
    for (const timezone of ZONES) {
      await api.ok('isp/settings_update', { ispid, timezone }, me);
      const timestamp = '9999-12-31 23:59:59';
      expect(await api.call('lead/reminder', { id, action: 'set', timestamp }, me)).toMatchObject({ status: 200 });
      expect(await api.call('lead/list', { id }, me)).toMatchObject({ status: 200 });
    }
    await api.ok('isp/settings_update', { ispid, timezone: 'UTC' }, me);
  });

  it('refuses a day of birth in year 0', async () => {
    const { resellerid, me } = tenant;
    const answer = await api.call('customer/create', { resellerid, ...customerFields, dob: '0000-01-01' }, me);
    expect(answer).toMatchObject({ status: 400, error: 'dob: must be a date yyyy-mm-dd from year 1000 to 9999' });
  });

  it('rejects a native instant outside of it over tRPC too', () => {
    const taken = (at: string) => wire.timestamp().safeParse(new Date(at)).success;
    expect([taken('+010000-01-01T00:00:00Z'), taken('-000001-01-01T00:00:00Z'), taken('2026-01-01')]).toEqual([
      false,
      false,
      true,
    ]);
  });
});

describe('an amount', () => {
  it('of gigabytes has a bound that its column holds', async () => {
    const { resellerid, me } = tenant;
    const answer = await api.call('plan/create', { resellerid, ...planFields, bw1_gb: '1000000000' }, me);
    expect(answer).toMatchObject({
      status: 400,
      error: 'bw1_gb: must be a number from 0 to 999999999 with at most 3 decimals',
    });
    expect(await api.call('plan/create', { resellerid, ...planFields, bw1_gb: '999999999' }, me)).toMatchObject({
      status: 200,
    });
  });

  it('of money has a bound, and the sum of three such amounts is shown', async () => {
    const { planid, me } = tenant;
    const most = '9999999999.99';
    const charges = { charge1: 'a', amt1: most, charge2: 'b', amt2: most, charge3: 'c', amt3: most };
    const id = await api.ok<number>('plan/subplan_create', { planid, name: 'Dear', units: 1, ...charges }, me);
    expect(await api.ok('plan/subplan_list', { id }, me)).toMatchObject([{ price: '29999999999.97' }]);
    const beyond = { planid, name: 'x', units: 1, charge1: 'a', amt1: '10000000000' };
    expect(await api.call('plan/subplan_create', beyond, me)).toMatchObject({
      status: 400,
      error: 'amt1: must be a number from 0 to 9999999999.99 with at most 2 decimals',
    });
  });

  it('of a wallet or of credits has a bound, and what adds up is shown', async () => {
    const { ispid, resellerid, me } = tenant;
    const topUp = (amt: string) => api.call('reseller/wallet_update', { resellerid, action: 'TopUp', amt }, me);
    expect(await topUp('999999999999')).toMatchObject({ status: 400 });
    for (let n = 0; n < 2; n += 1) expect(await topUp('9999999999.99')).toMatchObject({ status: 200 });
    expect(await api.ok('reseller/list', { id: resellerid }, me)).toMatchObject([{ wallet: '19999999999.98' }]);
    expect(await api.ok('reseller/wallet_txn', { resellerid, rows_limit: 100 }, me)).toHaveLength(2);
    const add = (credits: string) => api.call('isp/credits_update', { ispid, action: 'Add', credits }, api.admin);
    expect(await add('999999999999')).toMatchObject({ status: 400 });
    for (let n = 0; n < 2; n += 1) expect(await add('9999999999.99')).toMatchObject({ status: 200 });
    expect(await api.call('isp/credits_usage', {}, me)).toMatchObject({ status: 200 });
  });

  it('that only the database rejects is bad input too, and is logged', async () => {
    const { resellerid, me } = tenant;
    const warn = vi.spyOn(api.kernel.log, 'warn');
    // No amount that passes the bounds is beyond the column, so the column is made narrower.
    await execute(
      api.db.pool,
      sql`ALTER TABLE crm.ledger_line ADD CONSTRAINT ledger_line_narrow CHECK (amt::smallint IS NOT NULL) NOT VALID`,
    );
    const answer = await api.call('reseller/wallet_update', { resellerid, action: 'TopUp', amt: '99999' }, me);
    await execute(api.db.pool, sql`ALTER TABLE crm.ledger_line DROP CONSTRAINT ledger_line_narrow`);
    expect(answer).toMatchObject({ status: 400, error: 'a value is out of range' });
    expect(warn.mock.calls).toMatchObject([
      [{ path: 'reseller.wallet_update', err: { code: '22003' } }, expect.any(String)],
    ]);
    warn.mockRestore();
  });
});

describe('a text', () => {
  const kinds = {
    text: wire.text(),
    secret: wire.secret(),
    email: wire.email(),
    mobile: wire.mobile(),
    username: wire.username(),
    code: wire.code(),
    ownerCode: wire.ownerCode(),
  };

  it.each(Object.entries(kinds))('of kind %s holds neither NUL nor half a surrogate pair', (_, schema) => {
    const word = fc.string({ unit: fc.constantFrom('a', '1'), minLength: 1, maxLength: 3 });
    const bad = fc.constantFrom('\u0000', '\u0001', '\u007f', '\ud800', '\udfff');
    fc.assert(
      fc.property(word, bad, word, (before, inside, after) => {
        expect(schema.safeParse(`${before}${inside}${after}@b.net`).success).toBe(false);
        expect(schema.safeParse(`${before}${inside}${after}`).success).toBe(false);
      }),
    );
  });

  it.each([
    ['email', 'a\u0000@b.net'],
    ['email', `a@${'b'.repeat(250)}.net`],
    ['name', 'Ravi \ud83d'],
    ['name', 'Ravi \u0000'],
  ])('%s with %j is rejected, in a JSON body and as a filter', async (parameter, value) => {
    const post = async (path: string, body: object) => {
      const response = await fetch(`${api.url}/api/${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ ...body, ...tenant.me }),
      });
      return { status: response.status, ...((await response.json()) as { error: string }) };
    };
    const { resellerid } = tenant;
    const created = await post('customer/create', { resellerid, ...customerFields, [parameter]: value });
    expect(created).toMatchObject({ status: 400, error: expect.stringMatching(new RegExp(`^${parameter}: must `)) });
    expect(await post('customer/list', { [parameter]: value })).toMatchObject({ status: 400 });
  });

  it('may be an emoji', () => {
    expect(wire.text().parse('Ravi 😀')).toBe('Ravi 😀');
  });
});

describe('the settings of an ISP', () => {
  it.each([
    { name: 'a,b', percent: '9' },
    { name: 'a:b', percent: '9' },
    { name: 'a\u0000', percent: '9' },
    { name: '', percent: '9' },
    { name: 'a'.repeat(41), percent: '9' },
    { name: 'a', percent: '101' },
    { name: 'a' },
    ['a', '9'],
  ])('take no tax such as %j in a JSON array', async (tax) => {
    const response = await fetch(`${api.url}/api/isp/settings_update`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ taxes: [tax], ...tenant.me }),
    });
    const { error } = (await response.json()) as { error: string };
    expect([response.status, error]).toEqual([400, expect.stringMatching(/^taxes: must be pairs of a name/)]);
  });

  it('take taxes as text, and show them so', async () => {
    await api.ok('isp/settings_update', { taxes: ' CGST : 9, SGST:9.5 ' }, tenant.me);
    expect(await api.ok('isp/settings', {}, tenant.me)).toMatchObject({ taxes: 'CGST:9,SGST:9.5' });
  });

  it('take a time zone by its exact name only, links included', async () => {
    const set = async (timezone: string) => (await api.call('isp/settings_update', { timezone }, tenant.me)).status;
    for (const zone of ['+05:30', 'asia/kolkata', 'ASIA/KOLKATA', 'utc', 'IST']) expect(await set(zone)).toBe(400);
    for (const zone of ['Asia/Kolkata', 'Asia/Calcutta', 'Etc/UTC', 'UTC']) expect(await set(zone)).toBe(200);
  });

  it('know every zone of this platform', () => {
    expect(Intl.supportedValuesOf('timeZone').filter((zone) => !isZone(zone))).toEqual([]);
  });
});
