import { Decimal } from 'decimal.js';
import { amountText, type Money } from '../../../../core/money.ts';
import { maskedRecord } from '../../../../core/telephone/masked.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import { dayOf } from '../../../../core/zone.ts';
import type { Database } from '../../../../db/database.ts';
import { query, type Runner, type Sql, sql } from '../../../../db/sql.ts';
import { total } from '../../billing/pricing/amounts.ts';
import { BILLING_ADDRESS, BUYER, SELLER } from '../../billing/store/parties.ts';
import { type Buyer, buyer, type Known, partyOf, type Seller, seller } from '../../invoices/parties.ts';
import type { LegalSeller } from '../../invoices/pdf/tax-heading.ts';
import { stateName } from '../../tax/states.ts';

/** What was done with a payment on the Internet. */
type Purpose = 'Renewal' | 'Topup' | 'PlanChange';

/** A payment as its receipt shows it. */
export interface Receipt {
  /** Its number: of the payment, or of the receipt that it is a part of. */
  readonly id: number;
  /** Null: it is for several. */
  readonly serviceId: number | null;
  readonly createdAt: Date;
  readonly paidOn: string;
  readonly currency: string;
  readonly amt: Money;
  readonly mode: string;
  /** Of a cheque, a transfer … */
  readonly reference: { readonly no: string | null; readonly date: string | null; readonly bank: string | null };
  /** The username of the collector. */
  readonly collectedBy: string | null;
  readonly cancelled: { readonly on: string; readonly reason: string | null } | null;
  /** Of the ISP, if the receipt is its own. */
  readonly logo: Buffer | null;
  readonly seller: Known<Seller>;
  /** The seller to the tax office, if it is set. */
  readonly legal: LegalSeller | null;
  readonly buyer: Known<Buyer>;
  /** The plan that the service had on the day of the payment. */
  readonly plan: string;
  /** Null: it was for money alone, or what it was for was not done. */
  readonly purpose: Purpose | null;
  /** What each service got, if it is for several. */
  readonly parts: readonly ReceiptPart[] | null;
}

interface ReceiptPart {
  readonly serviceId: number;
  readonly username: string;
  readonly plan: string;
  readonly amt: Money;
}

interface Row {
  id: number;
  receiptId: number | null;
  serviceId: number;
  createdAt: Date;
  paidOn: string;
  amt: string;
  mode: string;
  refNo: string | null;
  refDate: string | null;
  refBank: string | null;
  collectedBy: string | null;
  cancelledAt: Date | null;
  cancelReason: string | null;
  currency: string;
  timezone: string;
  logo: Buffer | null;
  seller: unknown;
  legal: (Omit<LegalSeller['seller'], 'state_name'> & Pick<LegalSeller, 'scheme'>) | null;
  buyer: unknown;
  plan: string;
  purpose: Purpose | null;
}

/** The seller `x`, as `areas/money/tax/seller` sets it. */
const LEGAL: Sql = sql`CASE WHEN x.isp_id IS NOT NULL THEN jsonb_build_object('scheme', x.scheme, 'legal_name', x.legal_name,
    'address', x.address, 'city', x.city, 'zipcode', x.zipcode, 'state', CASE WHEN x.scheme = 'gst' THEN x.state END,
    'country', x.country, 'tax_number', CASE WHEN x.registration <> 'Unregistered' THEN x.tax_number END) END`;

/** Of the period in which a payment `p` was made, or of the service `s`. */
const PLAN: Sql = sql`(SELECT n.name FROM crm.plan n WHERE n.id = coalesce((SELECT e.plan_id FROM crm.period e
    WHERE e.service_id = p.service_id AND e.voided_at IS NULL AND e.starts_on <= p.paid_on
    ORDER BY e.starts_on DESC LIMIT 1), s.plan_id))`;

const PURPOSE: Sql = sql`(SELECT o.purpose FROM crm.gateway_payment g JOIN crm.payment_order o ON o.id = g.order_id
    WHERE g.payment_id = p.id AND o.fulfilled_at IS NOT NULL LIMIT 1)`;

/** The caller has checked that the payment is in its scope, in which the number of the customer may be masked. Its service and its customer may be deleted. */
export async function readReceipt(
  { pool }: Pick<Database, 'pool'>,
  id: number,
  scope: Pick<Scope, 'masksPhones'> = {},
): Promise<Receipt> {
  const buyerShown = scope.masksPhones ? maskedRecord(sql`(${BUYER})::jsonb`) : BUYER;
  const [row] = await query<Row>(
    pool,
    sql`SELECT p.id, p.receipt_id AS "receiptId", p.service_id AS "serviceId", p.created_at AS "createdAt", p.paid_on AS "paidOn", p.amt, p.mode,
          p.ref_no AS "refNo", p.ref_date AS "refDate", p.ref_bank AS "refBank", u.username AS "collectedBy",
          p.cancelled_at AS "cancelledAt", p.cancel_reason AS "cancelReason", t.currency, t.timezone,
          (SELECT l.content FROM crm.isp_logo l WHERE l.isp_id = p.isp_id AND r.id IS NULL) AS logo,
          ${SELLER} AS seller, ${LEGAL} AS legal, ${buyerShown} AS buyer, ${PLAN} AS plan, ${PURPOSE} AS purpose
        FROM crm.payment p
        JOIN crm.service s ON s.id = p.service_id
        JOIN crm.customer c ON c.id = p.customer_id
        JOIN crm.isp i ON i.id = p.isp_id
        JOIN crm.isp_setting t ON t.isp_id = p.isp_id
        LEFT JOIN crm.reseller r ON r.id = p.reseller_id AND r.invoice_by = 'Reseller'
        LEFT JOIN crm.tax_seller x ON x.isp_id = p.isp_id AND x.seller_id = coalesce(r.id, 0)
        LEFT JOIN auth.login_user u ON u.id = p.collected_by
        ${BILLING_ADDRESS}
        WHERE p.id = ${id}`,
  );
  if (!row) throw new Error(`payment ${id} is gone`);
  const { refNo, refDate, refBank, cancelledAt, cancelReason, timezone, receiptId, ...shown } = row;
  const parts = receiptId === null ? null : await readParts(pool, receiptId);
  return {
    ...shown,
    ...(parts && {
      id: receiptId ?? id,
      serviceId: null,
      amt: amountText(total(parts.map(({ amt }) => new Decimal(amt)))),
    }),
    parts,
    reference: { no: refNo, date: refDate, bank: refBank },
    cancelled: cancelledAt && { on: dayOf(cancelledAt, timezone), reason: cancelReason },
    seller: partyOf(seller, row.seller),
    legal: row.legal && legalOf(row.legal),
    buyer: partyOf(buyer, row.buyer),
  };
}

const readParts = (on: Runner, receiptId: number): Promise<ReceiptPart[]> =>
  query<ReceiptPart>(
    on,
    sql`SELECT p.service_id AS "serviceId", s.username, ${PLAN} AS plan, p.amt
        FROM crm.receipt r
        JOIN crm.payment p ON p.isp_id = r.isp_id AND p.receipt_id = r.id
        JOIN crm.service s ON s.id = p.service_id
        WHERE r.id = ${receiptId} ORDER BY p.service_id`,
  );

const legalOf = ({ scheme, ...seller }: NonNullable<Row['legal']>): LegalSeller => ({
  scheme,
  seller: { ...seller, state_name: seller.state && stateName(seller.state) },
});
