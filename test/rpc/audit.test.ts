import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { customerFields, makeTenant, makeUser, serviceFields, type Tenant } from '../fixtures/tenants.ts';
import { wholeTenant } from './whole-tenant.ts';

const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

interface Event {
  readonly procedure: string;
  readonly target: string | null;
  readonly changes: { readonly row: string; readonly table: string }[];
  readonly changes_count: number;
}

describe('the audit', () => {
  it('has a disconnect that the network rejected, since some sessions may have ended', async () => {
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

  it('has no disconnect of an unknown user', async () => {
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

/** Every audited table, and whose its rows are: of the record's reseller, or of the ISP (or the installation) alone. */
const OWNERS: Record<string, 'reseller' | 'ISP'> = {
  'auth.audit_erasure': 'ISP',
  'crm.customer_erasure': 'ISP',
  'auth.api_key': 'reseller',
  'auth.login_user': 'reseller',
  'crm.adjustment': 'reseller',
  'crm.call': 'reseller',
  'crm.care_chat': 'reseller',
  'crm.care_queue': 'reseller',
  'crm.cash_handover': 'reseller',
  'crm.customer': 'reseller',
  'crm.file': 'reseller',
  'crm.incident': 'ISP',
  'crm.isp': 'ISP',
  'crm.isp_setting': 'ISP',
  'crm.lead': 'reseller',
  'crm.location': 'reseller',
  'crm.note': 'reseller',
  'crm.broadcast': 'ISP',
  'crm.broadcast_text': 'ISP',
  'crm.notice': 'ISP',
  'crm.notice_opt_out': 'reseller',
  'crm.notice_sender': 'ISP',
  'crm.promotion_opt_out': 'reseller',
  'crm.payment': 'reseller',
  'crm.payment_gateway': 'ISP',
  'crm.payment_order': 'reseller',
  'crm.plan': 'reseller',
  'crm.plan_change': 'reseller',
  'crm.promise': 'reseller',
  'crm.receipt': 'reseller',
  'crm.reseller': 'reseller',
  'crm.service': 'reseller',
  'crm.service_identity': 'reseller',
  'crm.setting': 'ISP',
  'crm.sub_location': 'reseller',
  'crm.sub_plan': 'reseller',
  'crm.task': 'reseller',
  'crm.tax_seller': 'ISP',
  'crm.ticket': 'reseller',
  'crm.ticket_appeal': 'ISP',
  'crm.ticket_calendar': 'ISP',
  'crm.ticket_category': 'ISP',
  'crm.ticket_entry': 'reseller',
  'crm.ticket_sla': 'ISP',
  'crm.topup': 'reseller',
  'crm.topup_plan': 'reseller',
  'crm.visit': 'reseller',
  'crm.visit_slot': 'reseller',
  'crm.webhook': 'reseller',
  'crm.hotspot_batch': 'reseller',
  'radius.ip6_pool': 'reseller',
  'radius.alert': 'reseller',
  'radius.ip_pool': 'reseller',
  'radius.nas': 'reseller',
  'radius.nas_api': 'ISP',
  'radius.nas_ip_pool': 'reseller',
  'radius.nas_share': 'ISP',
  'radius.nat_rule': 'ISP',
  'radius.proxy': 'ISP',
  'radius.realm_rule': 'ISP',
};

describe('the audit of a reseller', () => {
  it('knows whose the rows of every audited table are', async () => {
    const { rows } = await api.db.pool.query<{ name: string }>(
      `SELECT tgrelid::regclass::text AS name FROM pg_trigger WHERE tgname = 'audit' ORDER BY 1`,
    );
    expect(rows.map(({ name }) => name)).toEqual(Object.keys(OWNERS).sort());
  });

  it('shows its own records, and none of its ISP', async () => {
    const { ispid, resellerid, me, serviceid, customerid, planid, subplanid } = await wholeTenant(api);
    const own = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
    const first = await api.db.prisma.auditEvent.count();
    // What a reseller does itself, of all that there is.
    await api.ok('location/create', { location_code: 'OWN', location: 'x' }, own);
    const sub = { location_code: 'OWN', sub_location_code: 'OWN-1', sub_location: 'x' };
    await api.ok('location/sublocation_create', sub, own);
    await makeUser(api, own, { ispid, resellerid, groupname: 'Employee' });
    const planned = { serviceid, planid, subplanid, schedule: 'next_bill' };
    await api.ok('service/planchange', planned, own);
    const service = { customerid, planid, subplanid, username: 'audited', ...serviceFields };
    await api.ok('service/create', service, own);
    await api.ok('radius/nas/create', { name: 'x', ip: '127.66.0.1', secret: 'testing123' }, own);
    const calls = (await api.db.prisma.auditEvent.count()) - first;

    const seen = await api.ok<Event[]>('audit/list', { rows_limit: 100 }, own);
    const tables = new Set(seen.flatMap(({ changes }) => changes.map(({ table }) => table)));
    expect([...tables].filter((table) => OWNERS[table] !== 'reseller')).toEqual([]);
    const made = ['auth.api_key', 'auth.login_user', 'crm.location', 'crm.sub_location', 'crm.plan_change'];
    expect([...tables]).toEqual(expect.arrayContaining([...made, 'crm.service', 'radius.nas']));
    for (const event of seen) expect(event.changes_count).toBe(event.changes.length);

    const whole = await api.ok<Event[]>('audit/list', { rows_limit: calls }, me);
    expect(whole.flatMap(({ changes }) => changes.map(({ table }) => table))).toContain('crm.isp');
  });

  it('depends on the owner of the record, not on the caller', async () => {
    const { resellerid } = await wholeTenant(api);
    const { rows } = await api.db.pool.query<{ name: string; owners: (number | null)[] }>(
      `SELECT table_name AS name, array_agg(DISTINCT reseller_id) AS owners FROM auth.audit_change
       WHERE event_id IN (SELECT id FROM auth.audit_event WHERE isp_id = (SELECT isp_id FROM crm.reseller WHERE id = $1))
       GROUP BY 1`,
      [resellerid],
    );
    const owners = new Map(rows.map(({ name, owners }) => [name, owners]));
    for (const table of ['crm.customer', 'crm.service', 'crm.plan', 'crm.sub_plan', 'crm.reseller', 'crm.lead'])
      expect({ table, owners: owners.get(table) }).toEqual({ table, owners: [resellerid] });
    for (const table of ['crm.isp', 'radius.nas', 'crm.location', 'crm.sub_location'])
      expect({ table, owners: owners.get(table) }).toEqual({ table, owners: [null] });
  });
});

describe('the list of the audit', () => {
  it('tells previews from what was done, and shows either alone', async () => {
    const { me, serviceid } = await makeTenant(api);
    const paid = { serviceid, amt: '10.00', mode: 'Cheque', ref_no: '1' };
    await api.ok('payment/new', { ...paid, preview: 'Y' }, me);
    await api.ok('payment/new', paid, me);
    const previews = async (parameters: object) =>
      (
        await api.ok<{ procedure: string; preview: string }[]>('audit/list', { ...parameters, rows_limit: 100 }, me)
      ).flatMap(({ procedure, preview }) => (procedure === 'payment.new' ? preview : []));
    expect(await previews({})).toEqual(['N', 'Y']);
    expect(await previews({ preview: 'N' })).toEqual(['N']);
    expect(await previews({ preview: 'Y' })).toEqual(['Y']);
  });

  it('names the record of a call, and finds what was done to a service by whichever call', async () => {
    const { me, ispid, resellerid, serviceid, username, planid } = await wholeTenant(api);
    const other = await makeTenant(api);
    await api.ok('service/action', { serviceid, action: 'suspend' }, me);
    await api.ok('plan/update', { id: planid, name: 'Faster' }, me);
    const rows = await api.ok<{ procedure: string; target: string; target_name: string | null }[]>(
      'audit/list',
      { rows_limit: 2 },
      me,
    );
    expect(rows).toMatchObject([
      { procedure: 'plan.update', target: `id=${planid}`, target_name: 'Faster' },
      { procedure: 'service.action', target: `serviceid=${serviceid}`, target_name: username },
    ]);
    const of = async (parameters: object, as = me) =>
      (await api.ok<Event[]>('audit/list', { ...parameters, rows_limit: 100 }, as)).map(({ procedure }) => procedure);
    const found = await of({ serviceid });
    expect(found).toEqual(expect.arrayContaining(['service.action', 'service.create']));
    expect(found).not.toContain('plan.update');
    expect(await of({ serviceid }, other.me)).toEqual([]);
    const reseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
    await api.ok('service/action', { serviceid, action: 'restore' }, reseller);
    expect(await of({ serviceid }, reseller)).toEqual(['service.action']);
  });

  it('is a file without the images of the rows', async () => {
    const { me, serviceid, username } = await makeTenant(api);
    await api.ok('service/action', { serviceid, action: 'suspend' }, me);
    const { result } = await api.call('audit/export', { procedure: 'service.action' }, me);
    const [head = '', row = ''] = String(result).split('\r\n');
    expect(head).toContain('target,target_name,');
    expect(head).not.toContain('changes,');
    expect(row).toContain(`serviceid=${serviceid},${username},`);
  });
});
