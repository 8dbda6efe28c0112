import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { customerFields, makeTenant, type Tenant } from '../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

interface Event {
  readonly procedure: string;
  readonly target: string | null;
  readonly changes: { readonly row: string }[];
  readonly changes_count: number;
}

describe('the audit', () => {
  it('has a disconnect that the network refused: some sessions may be gone all the same', async () => {
    const { ispid, resellerid, nasid, username, serviceid, me } = tenant;
    const at = new Date();
    const session = { nasIp: '127.0.0.1', username, startedAt: at, updatedAt: at, acctSessionId: 'a' };
    await api.db.prisma.session.create({
      data: { ...session, ispId: ispid, resellerId: resellerid, nasId: nasid, serviceId: serviceid },
    });
    for (const answer of [{ result: 'silent' }, { result: 'acknowledged' }] as const) {
      const before = await api.db.prisma.auditEvent.count();
      api.network.answer = answer;
      const { status } = await api.call('radius/user/disconnect', { username }, me);
      expect(status).toBe(answer.result === 'silent' ? 502 : 200);
      expect(await api.db.prisma.auditEvent.count()).toBe(before + 1);
      expect(await api.ok('audit/list', { procedure: 'session.disconnect', rows_limit: 1 }, me)).toMatchObject([
        { target: `username=${username}`, changes: [], changes_count: 0 },
      ]);
    }
  });

  it('has no disconnect that nobody was asked for', async () => {
    const before = await api.db.prisma.auditEvent.count();
    expect(await api.call('radius/user/disconnect', { username: 'nobody' }, tenant.me)).toMatchObject({ status: 404 });
    expect(await api.db.prisma.auditEvent.count()).toBe(before);
  });

  it('shows the first hundred changes of an event, and how many there are', async () => {
    const { ispid, resellerid, me } = tenant;
    const [event] = await api.db.prisma.auditEvent.findMany({
      where: { ispId: ispid },
      orderBy: { id: 'desc' },
      take: 1,
    });
    const customer = await api.ok<number>('customer/create', { resellerid, ...customerFields }, me);
    const [made] = await api.ok<Event[]>('audit/list', { rows_limit: 1 }, me);
    expect(made).toMatchObject({ procedure: 'customer.create', changes_count: 1 });
    await api.db.prisma.$executeRaw`
      INSERT INTO auth.audit_change (event_id, table_name, row_id, operation)
      SELECT ${event?.id}, 'crm.customer', ${String(customer)} || '-' || n, 'update' FROM generate_series(1, 250) n`;
    const [, many] = await api.ok<Event[]>('audit/list', { rows_limit: 2 }, me);
    expect(many?.changes).toHaveLength(100);
    expect(many?.changes[99]?.row).toBe(`${customer}-100`);
    expect(many?.changes_count).toBe(250);
  });
});
