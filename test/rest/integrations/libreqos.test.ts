import { parse } from 'csv-parse/sync';
import { describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const tenant = await makeTenant(api);
const other = await makeTenant(api);

async function openSession(of: Tenant, session: Record<string, unknown>): Promise<void> {
  const all = {
    ...{
      isp_id: of.ispid,
      reseller_id: of.resellerid,
      service_id: of.serviceid,
      nas_id: of.nasid,
      nas_ip: '127.0.0.9',
    },
    ...{ username: of.username, started_at: new Date(), updated_at: new Date(), ...session },
  };
  const names = Object.keys(all);
  await api.db.pool.query(
    `INSERT INTO radius.session (${names.join(', ')}) VALUES (${names.map((_, at) => `$${at + 1}`).join(', ')})`,
    Object.values(all),
  );
}

const get = (path: string, { userid, api_key }: Credentials = tenant.me) =>
  fetch(`${api.url}/integrations/libreqos${path}`, { headers: { authorization: `Bearer ${userid}.${api_key}` } });

await openSession(tenant, {
  ...{ acct_session_id: 'plan', ip: '100.64.0.1', mac: '02:00:00:00:00:01', pd_prefix: '2001:db8:1::/56' },
});
await openSession(tenant, {
  ...{ acct_session_id: 'slow', ip: '100.64.0.2', acknowledged: JSON.stringify({ downKbps: 512, upKbps: 256 }) },
});
await openSession(tenant, { acct_session_id: 'ended', ip: '100.64.0.3', ended_at: new Date() });
await openSession(tenant, { acct_session_id: 'no address' });
await openSession(other, { acct_session_id: 'theirs', ip: '100.64.0.4' });
await api.ok('customer/update', { customerid: tenant.customerid, name: 'Ravi "the, Great"' }, tenant.me);

describe('what LibreQoS reads', () => {
  it('has the shape that its Netzur integration reads, with the rates that sessions have now', async () => {
    const response = await get('');
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'application/json; charset=utf-8']);
    const { zones, customers } = (await response.json()) as { zones: unknown[]; customers: Record<string, unknown>[] };
    expect(zones).toEqual([
      { id: expect.any(Number), name: 'BLR', capacity_download_mbps: 100_000, capacity_upload_mbps: 100_000 },
    ]);
    const common = {
      customerName: `Ravi "the, Great" (${tenant.username})`,
      address: '1 Main Road, Bengaluru, 560001',
      zone: 'BLR',
    };
    const subscriber_id = expect.stringMatching(new RegExp(`^${tenant.serviceid}-\\d+$`));
    expect(customers).toEqual([
      {
        ...{ subscriber_id, ...common, ip: '100.64.0.1', ipv6: '2001:db8:1::/56', mac: '02:00:00:00:00:01' },
        ...{ download: 20.48, upload: 10.24 },
      },
      { subscriber_id, ...common, ip: '100.64.0.2', ipv6: '', mac: '', download: 0.512, upload: 0.256 },
    ]);
  });

  it('has them as ShapedDevices.csv', async () => {
    const text = await (await get('/ShapedDevices.csv')).text();
    const rows = parse(text, { columns: true }) as Record<string, string>[];
    expect(rows).toHaveLength(2);
    expect(rows[1]).toMatchObject({
      ...{
        'Circuit Name': `Ravi "the, Great" (${tenant.username})`,
        'Device Name': tenant.username,
        'Parent Node': 'BLR',
      },
      ...{ IPv4: '100.64.0.2', 'Download Min Mbps': '0.051', 'Download Max Mbps': '0.512', 'Upload Max Mbps': '0.256' },
    });
  });

  it('is closed to wrong tokens, to users without permission, and to users of no ISP', async () => {
    const status = async (as?: Credentials) => (await get('', as)).status;
    const sales = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Sales' });
    expect(await status({ ...tenant.me, api_key: '0'.repeat(50) })).toBe(401);
    expect(await status({ ...tenant.me, api_key: 'x' })).toBe(401);
    expect(await status(sales)).toBe(403);
    expect(await status(api.admin)).toBe(403);
    expect((await fetch(`${api.url}/integrations/libreqos`)).status).toBe(401);
  });
});
