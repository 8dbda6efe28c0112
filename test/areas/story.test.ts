import { describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { makeTenant } from '../fixtures/tenants.ts';

const api = await startApi();
const tenant = await makeTenant(api);

describe('an ISP set up through the documented calls', () => {
  it('has an active service on its plan', async () => {
    const [service] = await api.ok<Record<string, string>[]>(
      'service/list',
      { username: `${tenant.username.slice(0, 3)}%` },
      tenant.me,
    );
    expect(service).toMatchObject({
      serviceid: String(tenant.serviceid),
      status: 'Active',
      bw_level: '1',
      billed: 'N',
      os_amt: '0.00',
      used_gb: '0.000',
      location_code: 'BLR',
    });
    expect(service).not.toHaveProperty('password');
  });

  it('counts its services', async () => {
    expect(await api.ok('service/list', { show_count: 1 }, tenant.me)).toBe(1);
    expect(await api.ok('service/status_count')).toEqual({ Active: 1, Suspend: 0, NP: 0, NPD: 0, Online: 0, Total: 1 });
  });

  it.each(['isp', 'reseller', 'location', 'plan', 'customer', 'radius/nas', 'auth/user', 'lead'])(
    'lists with %s/list',
    async (area) => {
      const rows = await api.ok<object[]>(`${area}/list`, {}, tenant.me);
      expect(rows).toHaveLength(area === 'lead' ? 0 : 1);
    },
  );

  it('leaves an audit of who changed what, without secrets', async () => {
    const events = await api.db.prisma.auditEvent.findMany({ orderBy: { id: 'asc' }, include: { changes: true } });
    expect(events.map((event) => event.procedure)).toContain('nas.create');
    const text = JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? String(value) : value));
    expect(text).not.toContain('testing123');
    expect(text).not.toContain('correct horse');
    const made = events.find((event) => event.procedure === 'customer.create');
    expect(made?.changes).toMatchObject([
      { tableName: 'crm.customer', operation: 'insert', rowId: String(tenant.customerid) },
    ]);
  });
});
