import { Decimal } from 'decimal.js';
import type { ServiceStatus } from '../../../../core/vocabulary/service.ts';
import { dayOf } from '../../../../core/zone.ts';
import { type Sql, sql } from '../../../../db/sql.ts';
import type { Hold } from '../model/hold.ts';
import { DONE_UPTO } from './done-upto.ts';
import { HOLDS } from './holds.ts';
import {
  ADJUSTED,
  type ChargeRow,
  type InvoiceRow,
  invoices,
  OPEN_CHARGES,
  type PeriodRow,
  periodsAt,
} from './read-history.ts';
import { OFFER, type OfferRow, offerOf } from './read-offer.ts';
import { SUPPLY, type TaxedRow } from './read-taxation.ts';
import { type IspRow, SELLER, type SellerRow, TERMS } from './read-tenants.ts';

/** What billing knows of a service. */
export interface ServiceRow extends OfferRow, IspRow, TaxedRow {
  id: number;
  username: string;
  deleted: boolean;
  done_upto: string | null;
  reseller_id: number | null;
  prepaid: boolean;
  status: ServiceStatus;
  status_before: ServiceStatus | null;
  suspended_at: Date | null;
  grace_upto: string | null;
  promise_upto: string | null;
  holds: Hold[];
  renewal_refused: boolean;
  valid_from: string | null;
  valid_upto: string | null;
  bill_from: string;
  billing_start_day: number;
  anchor_day: number | null;
  discount_percent: string;
  discount_amt: string;
  installation_amt: string;
  credit_limit: string | null;
  os_amt: string;
  billed: boolean;
  adjusted: boolean;
  period_id: number | null;
  pending: (OfferRow & { id: number }) | null;
  seller: SellerRow | null;
  periods: PeriodRow[];
  charges: ChargeRow[];
  invoices: InvoiceRow[];
}

/** Reads the services `s` that meet a condition, by id. */
export const readingOf = (where: Sql, { now, paid }: { now: Date; paid: boolean }): Sql =>
  sql`SELECT s.id, s.username, s.deleted_at IS NOT NULL AS deleted, s.reseller_id, ${DONE_UPTO} AS done_upto,
        s.prepaid_postpaid = 'Prepaid' AS prepaid, s.status, s.status_before, s.suspended_at, s.grace_upto, s.promise_upto,
        s.renewal_refused, s.valid_from, s.valid_upto, s.bill_from, s.billing_start_day, s.anchor_day, s.discount_percent, s.discount_amt, s.installation_amt,
        coalesce(s.credit_limit, i.default_credit_limit) AS credit_limit, s.os_amt, s.billed, s.period_id,
        ${ADJUSTED} AS adjusted, ${HOLDS} AS holds,
        ${OFFER}, ${TERMS}, ${SELLER} AS seller, ${SUPPLY},
        (SELECT to_jsonb(w) FROM (
           SELECT c.id, ${OFFER} FROM crm.plan_change c
           JOIN crm.plan p ON p.id = c.plan_id JOIN crm.sub_plan b ON b.id = c.sub_plan_id
           WHERE c.service_id = s.id AND c.status = 'Pending') w) AS pending,
        ${periodsAt(now)} AS periods, ${OPEN_CHARGES} AS charges, ${invoices({ paid })} AS invoices
      FROM crm.service s
      JOIN crm.plan p ON p.id = s.plan_id
      JOIN crm.sub_plan b ON b.id = s.sub_plan_id
      JOIN crm.isp_setting i ON i.isp_id = s.isp_id
      JOIN crm.isp o ON o.id = s.isp_id
      WHERE ${where} ORDER BY s.id`;

/** The columns of the service itself. */
export function subscriptionOf(row: ServiceRow, zone: string) {
  return {
    id: row.id,
    username: row.username,
    deleted: row.deleted,
    doneUpto: row.done_upto,
    ispId: row.isp_id,
    resellerId: row.reseller_id,
    prepaid: row.prepaid,
    status: row.status,
    statusBefore: row.status_before,
    suspendedOn: row.suspended_at && dayOf(row.suspended_at, zone),
    graceUpto: row.grace_upto,
    promiseUpto: row.promise_upto,
    holds: row.holds,
    renewalRefused: row.renewal_refused,
    validFrom: row.valid_from,
    validUpto: row.valid_upto,
    billFrom: row.bill_from,
    billingStartDay: row.billing_start_day,
    anchorDay: row.anchor_day,
    discount: { percent: new Decimal(row.discount_percent), amt: new Decimal(row.discount_amt) },
    installationAmt: new Decimal(row.installation_amt),
    creditLimit: row.credit_limit === null ? null : new Decimal(row.credit_limit),
    osAmt: new Decimal(row.os_amt),
    billed: row.billed,
    offer: offerOf(row),
    pending: row.pending && { id: row.pending.id, offer: offerOf(row.pending) },
  };
}
