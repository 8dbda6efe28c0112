import { beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { faultOf, OVERLAPS, PARAMETER_OF_KEY } from '../../src/rpc/fault-of.ts';
import { startApi } from '../fixtures/api.ts';
import { contact, makeTenant, type Tenant } from '../fixtures/tenants.ts';

const api = await startApi();
let one: Tenant;
let other: Tenant;
beforeAll(async () => {
  one = await makeTenant(api);
  other = await makeTenant(api);
});

/** Keys that no value of a call can meet: an internal record was written twice, which is a conflict without a parameter. */
const NO_PARAMETER = [
  'customer_erasure_customer_key', // a customer is locked before it is erased
  'notice_message_notice_id_key_key',
  'notice_message_broadcast_key', // one message of an address, found by the nodes
  'broadcast_text_broadcast_id_channel_language_key', // refused before
  'promotion_opt_out_customer_id_channel_key', // skipped
  'note_client_ref_key', // found before the record is written, under a lock
  'call_client_ref_key', // the same
  'task_client_ref_key', // the same
  'ticket_client_ref_key', // the same
  'ticket_entry_client_ref_key', // the same
  'file_client_ref_key', // the same
  'ticket_appeal_ticket_key', // found before it is written, under the lock of the ticket
  'visit_client_ref_key', // the same
  'visit_event_client_ref_key', // the same
  'visit_slot_key', // written over
  'ticket_isp_id_docket_key', // counted
  'ticket_sla_category_id_priority_key', // written under the lock of the category
  'ticket_calendar_key', // written under a lock of the ISP
  'hotspot_code_mac_key', // made at random, and left out where it is there
  'hotspot_code_batch_id_serial_key', // counted
  'hotspot_device_code_id_mac_key', // written over
  'alert_open_key', // a job, which leaves out what is there
  'alert_sign_key', // a job, which writes over it
  'incident_suggested_nas_key', // a job, which leaves out what is there
  'incident_suggested_location_key', // the same
  'incident_service_open_key', // written under the lock of the incident
  'incident_compensation_pkey', // the same
  'prepared_report_isp_id_key_key', // a digest
  'notice_opt_out_customer_id_channel_key',
  'notice_sender_isp_id_channel_key',
  'api_key_digest_key', // 200 random bits
  'login_session_digest_key', // 256 random bits
  'subscriber_session_digest_key', // the same
  'sign_in_code_digest_key', // the same
  'login_user_branch_digest_key', // the same
  'care_caller_digest_key', // the same
  'care_caller_user_id_call_id_key', // the row that is there is used again
  'care_chat_isp_id_wa_id_key', // the same
  'service_clock_isp_idx',
  'period_service_id_starts_on_key',
  'payment_order_provider_order_key', // given by the provider
  'gateway_payment_provider_payment_key', // the same
  'plan_change_pending_key',
  'promise_service_id_period_id_key',
  'ip_address_dynamic_slot_key',
  'ledger_account_key_key',
  'ledger_entry_dedupe_key_key',
  'ledger_entry_reverses_id_key',
  'ledger_entry_once_key',
  'invoice_isp_id_seller_id_number_key',
  'invoice_document_no_key',
  'invoice_series_prefix_key',
  'invoice_line_charge_id_key',
  'adjustment_entry_id_key',
  'payment_entry_id_key',
  'payment_reversal_entry_id_key',
  'credit_usage_once_key',
  'session_key',
  'session_open_key',
  'ip6_lease_slot_key',
];

describe('a value that is taken', () => {
  it('can be named by its parameter for every unique key of the schema', async () => {
    // A key that holds the id is there for foreign keys; it cannot be violated.
    const keys = await query<{ name: string }>(
      api.db.pool,
      sql`SELECT c.relname AS name FROM pg_catalog.pg_index i
          JOIN pg_catalog.pg_class c ON c.oid = i.indexrelid
          JOIN pg_catalog.pg_class t ON t.oid = i.indrelid
          JOIN pg_catalog.pg_namespace n ON n.oid = t.relnamespace
          WHERE i.indisunique AND NOT i.indisprimary AND n.nspname IN ('crm', 'auth', 'radius') AND NOT c.relispartition
            AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_attribute a
              WHERE a.attrelid = t.oid AND a.attnum = ANY (i.indkey) AND a.attname = 'id')`,
    );
    const unknown = keys.map(({ name }) => name).filter((name) => !(name in PARAMETER_OF_KEY));
    expect(unknown.filter((name) => !NO_PARAMETER.includes(name))).toEqual([]);
    expect(NO_PARAMETER.filter((name) => name in PARAMETER_OF_KEY)).toEqual([]);
  });

  const codeOf = async () => (await api.ok<{ code: string }[]>('isp/list', {}, other.me))[0]?.code ?? '';
  const pool = { pool_name: 'same', range_from: '10.3.0.0', range_upto: '10.3.0.3' };
  it.each<[string, string, () => Promise<Record<string, string | number>>]>([
    ['location/create', 'location_code', async () => ({ location_code: 'BLR', location: 'x' })],
    [
      'location/sublocation_create',
      'sub_location_code',
      async () => ({ location_code: 'BLR', sub_location_code: 'BLR-N', sub_location: 'x' }),
    ],
    ['isp/update', 'code', async () => ({ ispid: one.ispid, code: await codeOf() })],
    [
      'reseller/create',
      'code',
      async () => {
        const [{ code } = { code: '' }] = await api.ok<{ code: string }[]>('reseller/list', {}, one.me);
        return { type: 'Reseller', name: 'x', code, invoice_by: 'ISP', payment_by: 'ISP', ...contact };
      },
    ],
    [
      'radius/nas/create',
      'ip',
      async () => {
        const [{ ip } = { ip: '' }] = await api.ok<{ ip: string }[]>('radius/nas/list', {}, other.me);
        return { resellerid: 0, name: 'x', ip, secret: 'testing123' };
      },
    ],
    [
      'radius/ippool/create',
      'pool_name',
      async () => {
        await api.ok('radius/ippool/create', { resellerid: 0, ...pool }, one.me);
        return { resellerid: 0, ...pool, range_from: '10.4.0.0', range_upto: '10.4.0.3' };
      },
    ],
    [
      'radius/ip6pool/create',
      'name',
      async () => {
        const pool = { resellerid: 0, name: 'homes', length: 56, kind: 'Delegated' };
        await api.ok('radius/ip6pool/create', { ...pool, prefix: '2001:db8::/40' }, one.me);
        return { ...pool, prefix: '2001:db8:ff00::/40' };
      },
    ],
  ])('of %s is named as %s', async (path, parameter, fields) => {
    const answer = await api.call(path, await fields(), one.me);
    expect(answer).toMatchObject({ status: 409 });
    expect(answer.error).toMatch(new RegExp(`^${parameter}: `));
  });
});

describe('a record that overlaps another', () => {
  it('has a sentence of its own for every exclusion of the schema', async () => {
    const exclusions = await query<{ name: string }>(
      api.db.pool,
      sql`SELECT c.conname AS name FROM pg_catalog.pg_constraint c WHERE c.contype = 'x' ORDER BY 1`,
    );
    expect(exclusions.map(({ name }) => name)).toEqual(Object.keys(OVERLAPS).sort());
  });

  it('is not called a range where days overlap', () => {
    const server = { severity: 'ERROR', code: '23P01', constraint: 'period_dates_excl' };
    const { kind, message } = faultOf(Object.assign(new Error('conflicting key'), server));
    expect({ kind, message }).toEqual({
      kind: 'conflict',
      message: 'these days overlap another period of the service; read the service again',
    });
  });
});

describe('a parameter at fault', () => {
  it.each<[string, () => object, number, string, string]>([
    ['location.create', () => ({ location_code: 'BLR', location: 'x' }), 409, 'location_code', 'is already taken'],
    [
      'isp.update',
      () => ({ ispid: one.ispid, enable_usage_limit: true }),
      ...([403, 'enable_usage_limit', 'only the server administrator may change it'] as const),
    ],
  ])('of %s is among the fields of a refusal', async (procedure, input, status, parameter, problem) => {
    const headers = { 'content-type': 'application/json', 'x-userid': `${one.me.userid}`, 'x-api-key': one.me.api_key };
    const body = JSON.stringify({ json: input() });
    const response = await fetch(`${api.url}/trpc/${procedure}`, { method: 'POST', headers, body });
    expect(response.status).toBe(status);
    const { error } = (await response.json()) as { error: { json: { message: string; data: { fields: unknown } } } };
    expect(error.json.message).toBe(`${parameter}: ${problem}`);
    expect(error.json.data.fields).toEqual([{ parameter, problem }]);
  });
});

describe('a record that is gone', () => {
  it('during the call is a 404, not an internal error', async () => {
    const gone = api.db.prisma.customer.update({ where: { id: 987_654 }, data: { name: 'x' } });
    const fault = faultOf(await gone.catch((error: unknown) => error));
    expect(fault).toMatchObject({
      kind: 'notFound',
      message: 'somebody deleted a record of this call in the meantime; read it again',
    });
  });
});
