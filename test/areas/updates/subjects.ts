import type { Api } from '../../fixtures/api.ts';
import { contact, customerFields, makeUser, planFields, serviceFields, type Tenant } from '../../fixtures/tenants.ts';

export type Parameters = Record<string, string | number>;

/** A record that two calls change at once. */
export interface Subject {
  /** The parameters that name it. */
  readonly names: Parameters;
  /** SQL of the row that every change of it locks. */
  readonly row: string;
  /** SQL of what else a change writes: a JSON object. */
  readonly besides?: string;
}

/** What the records need besides the tenant itself. */
export interface World {
  readonly api: Api;
  readonly tenant: Tenant;
  /** Another reseller of the ISP. */
  readonly otherid: number;
  /** A RADIUS proxy of the ISP. */
  readonly proxyid: number;
  /** Ids of NAS IP pools. */
  readonly naspools: readonly [number, number, number];
  /** A plan that services can change within. */
  readonly offer: { readonly planid: number; readonly subplanid: number };
  /** A queue of the ISP. */
  readonly queueid: number;
  /** A number that no record has had. */
  next(): number;
  /** An address that no record has had, in a network of two octets. */
  ip(net: string): string;
}

const by = (table: string, id: number, key = 'id') => `SELECT to_jsonb(t) FROM ${table} t WHERE ${key} = ${id}`;

/** One fresh record of each sort, with everything set that a change might depend on. */
export const SUBJECTS: Record<string, (world: World) => Promise<Subject>> = {
  reseller: async ({ api, tenant, next }) => {
    const franchisee = { type: 'Franchisee', commission_percent: 5, credit_limit: 100 };
    const fields = { name: 'x', code: `U${next()}`, invoice_by: 'ISP', payment_by: 'ISP', ...franchisee, ...contact };
    const resellerid = await api.ok<number>('reseller/create', fields, tenant.me);
    return { names: { resellerid }, row: by('crm.reseller', resellerid) };
  },

  location: async ({ api, tenant, next }) => {
    const [code, sub] = [`L${next()}`, 'SUB'];
    await api.ok('location/create', { location_code: code, location: 'x' }, tenant.me);
    const subLocation = { location_code: code, sub_location_code: sub, sub_location: 'x' };
    await api.ok('location/sublocation_create', subLocation, tenant.me);
    const lead = { name: code, address: 'x', source: 'Web', location_code: code, sub_location_code: sub, ...contact };
    const leadid = await api.ok<number>('lead/create', lead, tenant.me);
    const { id } = await api.db.prisma.location.findFirstOrThrow({ where: { ispId: tenant.ispid, code } });
    return {
      names: { location_code: code },
      row: by('crm.location', id),
      besides: `SELECT jsonb_build_object('of_lead', location_code) FROM crm.lead WHERE id = ${leadid}`,
    };
  },

  sublocation: async (world) => {
    const { names, row } = await (SUBJECTS.location as (world: World) => Promise<Subject>)(world);
    const { location_code: code } = names;
    return {
      names: { location_code: code ?? '', sub_location_code: 'SUB' },
      row,
      besides: `SELECT to_jsonb(s) || jsonb_build_object('of_lead',
          (SELECT sub_location_code FROM crm.lead WHERE location_code = '${code}'))
        FROM crm.sub_location s JOIN crm.location l ON l.id = s.location_id WHERE l.code = '${code}'`,
    };
  },

  user: async ({ api, tenant }) => {
    const { ispid, resellerid, me } = tenant;
    const { userid } = await makeUser(api, me, { ispid, resellerid, groupname: 'Employee' });
    return { names: { id: userid }, row: by('auth.login_user', userid) };
  },

  plan: async ({ api, tenant, naspools: [pool1] }) => {
    const levels = { bw2_gb: 1, bw2_dl: 8, bw2_ul: 8, bw3_dl: 4, bw3_ul: 4 };
    const pools = { bw1_pool: pool1, bw2_pool: pool1, bw3_pool: pool1 };
    const fields = { resellerid: tenant.resellerid, ...planFields, ...levels, ...pools };
    const id = await api.ok<number>('plan/create', fields, tenant.me);
    return { names: { id }, row: by('crm.plan', id) };
  },

  subplan: async ({ api, tenant }) => {
    const charges = { charge1: 'a', amt1: 1, charge2: 'b', amt2: 2, charge3: 'c', amt3: 3 };
    const fields = { planid: tenant.planid, name: 'x', units: 1, ...charges };
    const id = await api.ok<number>('plan/subplan_create', fields, tenant.me);
    return { names: { id }, row: by('crm.sub_plan', id) };
  },

  topupplan: async ({ api, tenant }) => {
    const fields = { resellerid: tenant.resellerid, name: 'x', gb: 1, amt: 1, type: 'Expiring' };
    const id = await api.ok<number>('topupplan/create', fields, tenant.me);
    return { names: { id }, row: by('crm.topup_plan', id) };
  },

  customer: async ({ api, tenant }) => {
    const fields = { resellerid: tenant.resellerid, ...customerFields };
    const customerid = await api.ok<number>('customer/create', fields, tenant.me);
    const data = { portalPasswordHash: 'set' };
    await api.db.prisma.customer.update({ where: { id: customerid }, data });
    return { names: { customerid }, row: by('crm.customer', customerid) };
  },

  service: async ({ api, tenant, offer, next }) => {
    const { customerid, me } = tenant;
    const ia = { installation_address: 'new', ia_zipcode: '1', ia_state: 's', ia_city: 'c', ia_street: 's' };
    const ba = { billing_address: 'new', ba_zipcode: '1', ba_state: 's', ba_city: 'c', ba_street: 's' };
    const fields = { customerid, ...offer, ippool: 'first', ...serviceFields, ...ia, ...ba };
    // Not billed yet, so that only the calls change it.
    const service = { ...fields, username: `update${next()}`, bill_from: '2999-01-01' };
    const serviceid = await api.ok<number>('service/create', service, me);
    return {
      names: { serviceid },
      row: by('crm.service', serviceid),
      besides: `SELECT jsonb_build_object('reserved', coalesce(string_agg(host(ip), ','), ''))
        FROM radius.ip_address WHERE service_id = ${serviceid}`,
    };
  },

  nas: async ({ api, tenant, ip }) => {
    const access = {
      api_username: 'a',
      api_password: 'a',
      api_port: 1,
      http_port: 80,
      latitude: '12.5',
      longitude: '77.5',
    };
    const fields = { resellerid: 0, name: 'x', ip: ip('127.8'), secret: 'testing123', ...access };
    const id = await api.ok<number>('radius/nas/create', fields, tenant.me);
    return {
      names: { id },
      row: by('radius.nas', id),
      besides: `SELECT jsonb_build_object('shared', coalesce(string_agg(reseller_id::text, ','), ''))
        FROM radius.nas_share WHERE nas_id = ${id}`,
    };
  },

  proxy: async ({ api, tenant, ip }) => {
    const id = await api.ok<number>('radius/proxy/create', { name: 'x', ip: ip('127.6'), secret: 'x' }, tenant.me);
    return { names: { id }, row: by('radius.proxy', id) };
  },

  gateway: async ({ api, tenant }) => {
    const keys = { key_id: 'rzp_test_x', key_secret: 'x', webhook_secret: 'x' };
    const fields = { provider: 'Razorpay', name: 'x', environment: 'Test', ...keys };
    const id = await api.ok<number>('payment/gateway/create', fields, tenant.me);
    return { names: { id }, row: by('crm.payment_gateway', id) };
  },

  naspool: async ({ api, tenant }) => {
    const id = await api.ok<number>('radius/nas/ippool_create', { name: 'x', notes: 'x' }, tenant.me);
    return { names: { id }, row: by('radius.nas_ip_pool', id) };
  },

  notice: async ({ api, tenant }) => {
    const { ispid, me } = tenant;
    await api.db.pool.query('UPDATE crm.notice SET deleted_at = now() WHERE isp_id = $1', [ispid]);
    const fields = { on: 'invoice_issued', channel: 'email', subject: 'x', body: 'x', dlt_template_id: 'x' };
    const id = await api.ok<number>('notice/create', fields, me);
    return { names: { id }, row: by('crm.notice', id) };
  },

  note: async ({ api, tenant }) => {
    const id = await api.ok<number>('note/create', { serviceid: tenant.serviceid, text: 'x' }, tenant.me);
    return { names: { id }, row: by('crm.note', id) };
  },

  call: async ({ api, tenant }) => {
    const fields = { number: '9800000001', direction: 'In', outcome: 'Answered' };
    const id = await api.ok<number>('call/create', fields, tenant.me);
    return {
      names: { id },
      row: by('crm.call', id),
      besides: `SELECT jsonb_build_object('of_task', max(due_at)) FROM crm.task WHERE call_id = ${id}`,
    };
  },

  task: async ({ api, tenant, next }) => {
    const queueid = await api.ok<number>('ticket/queue_create', { name: `q${next()}` }, tenant.me);
    const fields = { title: 'x', text: 'x', due_at: '2030-01-31 18:30:00', queueid };
    const id = await api.ok<number>('task/create', fields, tenant.me);
    return { names: { id }, row: by('crm.task', id) };
  },

  queue: async ({ api, tenant, next }) => {
    const id = await api.ok<number>('ticket/queue_create', { name: `q${next()}` }, tenant.me);
    return { names: { id }, row: by('crm.care_queue', id) };
  },

  incident: async ({ api, tenant }) => {
    const planned = { kind: 'Outage', status: 'Planned', title: 'x', text_en: 'x', text_hi: 'x', count: 1 };
    const times = { starts_at: '2030-01-30 18:30:00', expected_at: '2030-01-31 18:30:00' };
    const fields = { ...planned, ...times, serviceids: tenant.serviceid };
    const id = await api.ok<number>('incident/create', fields, tenant.me);
    return { names: { id }, row: by('crm.incident', id) };
  },

  ticketcategory: async ({ api, tenant, next }) => {
    const id = await api.ok<number>('ticket/category_create', { name: `c${next()}` }, tenant.me);
    return { names: { id }, row: by('crm.ticket_category', id) };
  },

  visit: async ({ api, tenant }) => {
    const place = { latitude: '12.5', longitude: '77.5' };
    const fields = { serviceid: tenant.serviceid, day: '2030-01-31', hours: '09:00-12:00', note: 'x', ...place };
    const id = await api.ok<number>('visit/create', fields, tenant.me);
    await api.ok('visit/edit', { id, serial: 'x', optical_dbm: '-20', technicianid: tenant.me.userid }, tenant.me);
    return { names: { id }, row: by('crm.visit', id) };
  },

  webhook: async ({ api, tenant, next }) => {
    const fields = { url: `https://crm.example.net/${next()}`, type: 'invoice.*', description: 'x' };
    const { ispid } = tenant;
    // An ISP may have only so many.
    await api.db.pool.query('UPDATE crm.webhook SET deleted_at = now() WHERE isp_id = $1', [ispid]);
    const { id } = await api.ok<{ id: number }>('webhook/create', fields, tenant.me);
    return { names: { id }, row: by('crm.webhook', id) };
  },

  natrule: async ({ api, tenant, next }) => {
    const at = next();
    const [high, low] = [at >> 8, at & 255];
    const inside = { inside_from: `10.${high}.${low}.0`, inside_upto: `10.${high}.${low}.63` };
    const outside = { public_from: `198.${high}.${low}.1`, public_upto: `198.${high}.${low}.1` };
    const fields = { nasid: tenant.nasid, ...inside, ...outside, ports: 1000, notes: 'x' };
    const id = await api.ok<number>('radius/nas/nat_create', fields, tenant.me);
    return { names: { id }, row: by('radius.nat_rule', id) };
  },

  realmrule: async ({ api, tenant, next }) => {
    // An ISP may have only so many.
    await api.db.pool.query('DELETE FROM radius.realm_rule WHERE isp_id = $1', [tenant.ispid]);
    const fields = { realm: `r${next()}.example`, notes: 'x' };
    const id = await api.ok<number>('radius/realm/create', fields, tenant.me);
    return { names: { id }, row: by('radius.realm_rule', id) };
  },

  ip6pool: async ({ api, tenant, next }) => {
    const at = next();
    const fields = { name: `homes${at}`, prefix: `2001:db8:${at.toString(16)}::/52`, length: 60, kind: 'Delegated' };
    const id = await api.ok<number>('radius/ip6pool/create', fields, tenant.me);
    return { names: { id }, row: by('radius.ip6_pool', id) };
  },

  ippool: async ({ api, tenant, next }) => {
    const at = next();
    const net = `10.${100 + (at >> 8)}.${at & 255}`;
    const fields = { pool_name: `pool${at}`, range_from: `${net}.10`, range_upto: `${net}.20` };
    await api.ok('radius/ippool/create', fields, tenant.me);
    const { id } = await api.db.prisma.ipPool.findFirstOrThrow({ where: { name: fields.pool_name } });
    return {
      names: { pool_name: fields.pool_name },
      row: by('radius.ip_pool', id),
      besides: `SELECT jsonb_build_object('addresses', count(*)) FROM radius.ip_address WHERE pool_id = ${id}`,
    };
  },

  lead: async ({ api, tenant }) => {
    const lead = { resellerid: tenant.resellerid, name: 'x', address: 'x', source: 'Web', ...contact };
    const id = await api.ok<number>('lead/create', lead, tenant.me);
    const report = { status: 'Welcome-Call', report: 'Customer-Refused', reason: 'x' };
    return { names: { id, ...report }, row: by('crm.lead', id) };
  },

  isp: async ({ api, next }) => {
    const zone = { timezone: 'UTC', currency: 'USD' };
    const fields = { name: 'x', code: `U${next()}`, country: 'India', ...zone, ...contact };
    const ispid = await api.ok<number>('isp/create', fields, api.admin);
    return { names: { ispid }, row: by('crm.isp', ispid) };
  },

  settings: async (world) => {
    const { names } = await (SUBJECTS.isp as (world: World) => Promise<Subject>)(world);
    return { names, row: by('crm.isp_setting', Number(names.ispid), 'isp_id') };
  },
};
