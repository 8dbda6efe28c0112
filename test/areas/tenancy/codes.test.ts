import { beforeAll, describe, expect, it } from 'vitest';
import { users } from '../../../src/areas/tenancy/users/list.ts';
import { listStatement } from '../../../src/core/list/index.ts';
import type { Scope } from '../../../src/core/tenancy/scope.ts';
import { startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, makeUser, planFields, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

const CODES = ['50%', 'Zone 4', 'A', 'Ünïted/№ 7, "West"', 'नेट', "d'Été", '😀'.repeat(32)];
const REFUSED = ['', '   ', 'x'.repeat(33), 'two\nlines', 'a\tb', 'a\u2028b', 'a\u0000b'];
const problem = 'code: must be a printable text of 1 to 32 characters';

describe('the code of an ISP', () => {
  const fields = { name: 'x', country: 'India', ...contact };
  it.each(CODES)('may be %j, once', async (code) => {
    const ispid = await api.ok<number>('isp/create', { ...fields, code: ` ${code} ` }, api.admin);
    const [isp] = await api.ok<{ code: string }[]>('isp/list', { ispid }, api.admin);
    expect(isp?.code).toBe(code);
    expect(await api.call('isp/create', { ...fields, code }, api.admin)).toMatchObject({
      status: 409,
      error: 'code: is already taken',
    });
  });

  it.each(REFUSED)('may not be %j', async (code) => {
    const { status, error } = await api.call('isp/update', { ispid: tenant.ispid, code }, api.admin);
    expect({ status, error: error?.startsWith('code: ') }).toEqual({ status: 400, error: true });
  });
});

describe('the code of a reseller', () => {
  const fields = { type: 'Reseller', name: 'x', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
  it.each(CODES)('may be %j, once in its ISP', async (code) => {
    const resellerid = await api.ok<number>('reseller/create', { ...fields, code }, tenant.me);
    const [reseller] = await api.ok<{ code: string }[]>('reseller/list', { resellerid }, tenant.me);
    expect(reseller?.code).toBe(code);
    expect(await api.call('reseller/create', { ...fields, code }, tenant.me)).toMatchObject({ status: 409 });
  });

  it('is found by a part of it, in which % has no special meaning', async () => {
    expect(await api.ok('reseller/list', { code: '0%', show_count: 1 }, tenant.me)).toBe(1);
  });

  it.each(REFUSED.filter((code) => code.trim() !== ''))('may not be %j', async (code) => {
    expect(await api.call('reseller/create', { ...fields, code }, tenant.me)).toMatchObject({
      status: 400,
      error: problem,
    });
  });

  it('is checked by the database as well', async () => {
    for (const code of ['', ' x', 'x\ny', 'x'.repeat(33)]) {
      const data = { code };
      await expect(api.db.prisma.reseller.update({ where: { id: tenant.resellerid }, data })).rejects.toThrow();
      await expect(api.db.prisma.isp.update({ where: { id: tenant.ispid }, data })).rejects.toThrow();
    }
  });
});

describe('the code of a location', () => {
  it.each(['Zone 4', '50%', 'HSR/1', 'बंगलौर'])('may be %j', async (code) => {
    await api.ok('location/create', { location_code: code, location: 'x' }, tenant.me);
    const sub = { location_code: code, sub_location_code: code, sub_location: 'x' };
    await api.ok('location/sublocation_create', sub, tenant.me);
    const user = { ispid: tenant.ispid, groupname: 'Employee', resellerid: 0, lc: `BLR,${code}` };
    const { userid } = await makeUser(api, tenant.me, user);
    expect(await api.ok('auth/user/list', { id: userid }, tenant.me)).toMatchObject([{ lc: `BLR,${code}` }]);
  });

  it('may not have a comma', async () => {
    const answer = await api.call('location/create', { location_code: 'A,B', location: 'x' }, tenant.me);
    expect(answer).toMatchObject({ status: 400 });
  });
});

it.each(['(080) 2345-6789', '+91 98.0000.0001', '1234'])('%s is a telephone number', async (mobile) => {
  await api.ok('reseller/update', { resellerid: tenant.resellerid, mobile }, tenant.me);
});

it('plans without a location sort first, by the empty text they show', async () => {
  const { resellerid, me } = tenant;
  await api.ok('plan/create', { resellerid, ...planFields, lc: 'BLR' }, me);
  for (const sort_field of ['lc', 'slc']) {
    const plans = await api.ok<{ lc: string; slc: string }[]>('plan/list', { sort_field }, me);
    expect(plans[0]).toMatchObject({ lc: '', slc: '' });
  }
});

describe('a list that shows 0 for a record without an ISP or reseller', () => {
  const order = async (field: 'ispid' | 'resellerid', direction: string) => {
    const sorted = { sort_field: field, sort_order: direction, rows_limit: 100 };
    const rows = await api.ok<{ ispid: string; resellerid: string }[]>('auth/user/list', sorted, api.admin);
    return rows.map((row) => Number(row[field]));
  };

  it.each(['ispid', 'resellerid'] as const)('sorts %s as it shows it', async (field) => {
    const { ispid, resellerid, me } = tenant;
    await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
    const up = await order(field, 'asc');
    expect(up).toContain(0);
    expect(new Set(up).size).toBeGreaterThan(1);
    expect(up).toEqual([...up].sort((one, other) => one - other));
    expect(await order(field, 'desc')).toEqual([...up].reverse());
  });

  it.each([
    ['ispid', null],
    ['resellerid', 7],
  ] as const)('sorts by %s through an index', async (field, ispId) => {
    const scope = { ispId, resellerId: null, locations: null } as unknown as Scope;
    const input = { sort_field: field, sort_order: 'asc', rows_limit: 10, rows_offset: 0 };
    const { text, values } = listStatement(users, { scope, zone: 'UTC', input }).render();
    const client = await api.db.pool.connect();
    await client.query('BEGIN');
    await client.query('SET LOCAL enable_seqscan = off');
    await client.query('SET LOCAL enable_bitmapscan = off');
    const { rows } = await client.query(`EXPLAIN ${text}`, values);
    await client.query('ROLLBACK');
    client.release();
    expect(rows[1]?.['QUERY PLAN']).toContain(`Index Scan using login_user_${field}_idx`);
  });
});
