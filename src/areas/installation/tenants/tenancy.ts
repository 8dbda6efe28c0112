import type { DatabaseName } from '../backup/databases.ts';
import { keyOf } from '../backup/format.ts';

/**
 * How the rows of a table belong to an ISP: by a column of their `own`; `via` the row of `parent` whose id this expression over the
 * row `t` is; or not at all: what `stays` belongs to the installation, for this reason, and never leaves it.
 */
export type Tenancy =
  | { readonly own: string }
  | { readonly via: string; readonly parent: string }
  | { readonly stays: string };

export interface TableName {
  readonly schema: string;
  readonly name: string;
}

type TableKey = `${DatabaseName}.${string}`;

const OWN: Tenancy = { own: 'isp_id' };
const ofUser: Tenancy = { via: 't.user_id', parent: 'auth.login_user' };
const ofNas: Tenancy = { via: 't.nas_id', parent: 'radius.nas' };
const ofService: Tenancy = { via: 't.service_id', parent: 'crm.service' };

/** Every table that is kept. `test/areas/installation/tenants` compares it with PostgreSQL's catalog, so that no new table is forgotten. */
export const TENANCY: Readonly<Record<TableKey, Tenancy>> = {
  'auth.api_key': ofUser,
  'auth.audit_chain': OWN,
  'auth.audit_change': { via: 't.event_id', parent: 'auth.audit_event' },
  'auth.audit_erasure': OWN,
  'auth.audit_event': OWN,
  'auth.audit_seal': OWN,
  'auth.audit_unsealed': OWN,
  'auth.failed_sign_in': { stays: 'counts guesses at names that may be nobody’s' },
  'auth.login_attempt': { stays: 'counts guesses at names that may be nobody’s' },
  'auth.login_session': ofUser,
  'auth.login_user': OWN,
  'auth.second_factor': ofUser,
  'auth.sign_in_code': OWN,
  'auth.subscriber_session': OWN,
  'crm.adjustment': OWN,
  'crm.broadcast': OWN,
  'crm.broadcast_text': OWN,
  'crm.call': OWN,
  'crm.care_caller': OWN,
  'crm.care_chat': OWN,
  'crm.care_count': OWN,
  'crm.care_pin': OWN,
  'crm.care_queue': OWN,
  'crm.care_watch': ofUser,
  'crm.cash_handover': OWN,
  'crm.charge': OWN,
  'crm.credit_usage': OWN,
  'crm.customer': OWN,
  'crm.customer_erasure': OWN,
  'crm.event': OWN,
  'crm.einvoice': { via: 't.invoice_id', parent: 'crm.invoice' },
  'crm.file': OWN,
  'crm.file_content': { via: 't.file_id', parent: 'crm.file' },
  'crm.gateway_payment': OWN,
  'crm.hotspot_batch': OWN,
  'crm.hotspot_code': OWN,
  'crm.hotspot_device': OWN,
  'crm.hotspot_guess': { stays: 'counts guesses at codes that nobody has' },
  'crm.hotspot_key': OWN,
  'crm.idempotency_key': ofUser,
  'crm.import_source': OWN,
  'crm.incident': OWN,
  'crm.incident_compensation': OWN,
  'crm.incident_service': OWN,
  'crm.invoice': OWN,
  'crm.invoice_counter': OWN,
  'crm.invoice_line': { via: 't.invoice_id', parent: 'crm.invoice' },
  'crm.invoice_series': OWN,
  'crm.isp': { own: 'id' },
  'crm.isp_clock': OWN,
  'crm.isp_logo': OWN,
  'crm.isp_setting': OWN,
  'crm.job': { stays: 'is the schedule of the installation' },
  'crm.lead': OWN,
  'crm.lead_event': { via: 't.lead_id', parent: 'crm.lead' },
  'crm.ledger_account': OWN,
  'crm.ledger_entry': OWN,
  'crm.ledger_line': { via: 't.entry_id', parent: 'crm.ledger_entry' },
  'crm.location': OWN,
  'crm.note': OWN,
  'crm.notice': OWN,
  'crm.notice_message': OWN,
  'crm.notice_opt_out': OWN,
  'crm.notice_progress': OWN,
  'crm.notice_sender': OWN,
  'crm.number_reading': OWN,
  'crm.outbox': OWN,
  'crm.payment': OWN,
  'crm.payment_gateway': OWN,
  'crm.payment_order': OWN,
  'crm.payment_refund': OWN,
  'crm.receipt': OWN,
  'crm.period': OWN,
  'crm.plan': OWN,
  'crm.plan_change': OWN,
  'crm.prepared_report': OWN,
  'crm.prepared_report_part': { via: 't.report_id', parent: 'crm.prepared_report' },
  'crm.promise': ofService,
  'crm.promotion_opt_out': OWN,
  'crm.renewal_tally': OWN,
  'crm.reseller': OWN,
  'crm.sender_pace': OWN,
  'crm.service': OWN,
  'crm.service_clock': OWN,
  'crm.service_identity': OWN,
  'crm.service_problem': OWN,
  'crm.service_tally': OWN,
  'crm.setting': { stays: 'is about the installation' },
  'crm.sub_location': { via: 't.location_id', parent: 'crm.location' },
  'crm.sub_plan': OWN,
  'crm.task': OWN,
  'crm.tax_seller': OWN,
  'crm.tenant_freeze': { stays: 'says that the ISP is leaving this installation' },
  'crm.tenant_removal': { stays: 'says that the ISP has left this installation' },
  'crm.ticket': OWN,
  'crm.ticket_appeal': OWN,
  'crm.ticket_calendar': OWN,
  'crm.ticket_category': OWN,
  'crm.ticket_counter': OWN,
  'crm.ticket_entry': OWN,
  'crm.ticket_sla': OWN,
  'crm.topup': OWN,
  'crm.topup_plan': OWN,
  'crm.unnumbered_event': OWN,
  'crm.visit': OWN,
  'crm.visit_event': OWN,
  'crm.visit_slot': OWN,
  'crm.wallet_txn': OWN,
  'crm.webhook': OWN,
  'crm.webhook_delivery': OWN,
  'crm_archive.audit_change': { via: 't.event_id', parent: 'crm_archive.audit_event' },
  'crm_archive.audit_event': OWN,
  'crm_archive.session_log': OWN,
  'crm_archive.usage_day': ofService,
  'radius.alert': OWN,
  'radius.alert_sign': OWN,
  'radius.auth_log': OWN,
  'radius.hotspot_ticket': OWN,
  'radius.ip_address': OWN,
  'radius.ip_pool': OWN,
  'radius.ip6_claim': OWN,
  'radius.ip6_lease': OWN,
  'radius.ip6_pool': OWN,
  'radius.nas': OWN,
  'radius.nas_api': ofNas,
  'radius.nas_heard': ofNas,
  'radius.nas_ip_pool': OWN,
  'radius.nas_pulse': ofNas,
  'radius.nas_pulse_hour': ofNas,
  'radius.nas_share': OWN,
  'radius.nas_tally': OWN,
  'radius.nat_rule': OWN,
  'radius.plan_traffic_hour': OWN,
  // Those of the installation have no ISP, and stay.
  'radius.pool_peak': OWN,
  'radius.proxy': OWN,
  'radius.pulse': OWN,
  'radius.pulse_hour': OWN,
  'radius.realm_rule': OWN,
  'radius.refusal_hour': OWN,
  'radius.session': OWN,
  'radius.session_log': OWN,
  'radius.traffic_hour': OWN,
  'radius.traffic_seen': OWN,
  'radius.unknown_nas': { stays: 'is an address of which no ISP is known' },
  'radius.unknown_proxied_nas': { stays: 'is what a proxy has sent of which no NAS is known' },
  'radius.usage': OWN,
  'radius.usage_day': ofService,
};

export const tenancyOf = (table: TableName): Tenancy | undefined =>
  Object.hasOwn(TENANCY, keyOf(table)) ? TENANCY[keyOf(table) as TableKey] : undefined;

/**
 * The condition that the row `t` of a table belongs to an ISP. It is text with the id in it, since COPY takes no parameters.
 * @throws if rows of this table belong to no ISP
 */
export function belongsTo(ispId: number, table: TableName): string {
  if (!Number.isInteger(ispId)) throw new TypeError(`not an id: ${ispId}`);
  const tenancy = tenancyOf(table);
  if (!tenancy || 'stays' in tenancy) throw new Error(`${keyOf(table)} has no rows of an ISP`);
  if ('own' in tenancy) return `t.${tenancy.own} = ${ispId}`;
  return `${tenancy.via} IN (SELECT p.id FROM ${tenancy.parent} p WHERE p.isp_id = ${ispId})`;
}

/** The tables that have rows of ISPs. */
export function movingTables<T extends TableName>(tables: readonly T[]): T[] {
  return tables.filter((table) => {
    const tenancy = tenancyOf(table);
    if (!tenancy) throw new Error(`${keyOf(table)} is missing in tenancy.ts`);
    return !('stays' in tenancy);
  });
}
