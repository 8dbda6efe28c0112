import type { Money } from '../../../../core/money.ts';
import { dayOf } from '../../../../core/zone.ts';
import type { Database } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { BILLING_ADDRESS, BUYER, SELLER } from '../../billing/store/parties.ts';
import { type Buyer, buyer, type Known, partyOf, type Seller, seller } from '../../invoices/parties.ts';

/** A payment as its receipt shows it. */
export interface Receipt {
  readonly id: number;
  readonly serviceId: number;
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
  readonly buyer: Known<Buyer>;
}

interface Row {
  id: number;
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
  buyer: unknown;
}

/** The caller has checked that the payment is in its scope. Its service and its customer may be deleted. */
export async function readReceipt({ pool }: Pick<Database, 'pool'>, id: number): Promise<Receipt> {
  const [row] = await query<Row>(
    pool,
    sql`SELECT p.id, p.service_id AS "serviceId", p.created_at AS "createdAt", p.paid_on AS "paidOn", p.amt, p.mode,
          p.ref_no AS "refNo", p.ref_date AS "refDate", p.ref_bank AS "refBank", u.username AS "collectedBy",
          p.cancelled_at AS "cancelledAt", p.cancel_reason AS "cancelReason", t.currency, t.timezone,
          (SELECT l.content FROM crm.isp_logo l WHERE l.isp_id = p.isp_id AND r.id IS NULL) AS logo,
          ${SELLER} AS seller, ${BUYER} AS buyer
        FROM crm.payment p
        JOIN crm.service s ON s.id = p.service_id
        JOIN crm.customer c ON c.id = p.customer_id
        JOIN crm.isp i ON i.id = p.isp_id
        JOIN crm.isp_setting t ON t.isp_id = p.isp_id
        LEFT JOIN crm.reseller r ON r.id = p.reseller_id AND r.invoice_by = 'Reseller'
        LEFT JOIN auth.login_user u ON u.id = p.collected_by
        ${BILLING_ADDRESS}
        WHERE p.id = ${id}`,
  );
  if (!row) throw new Error(`payment ${id} is gone`);
  const { refNo, refDate, refBank, cancelledAt, cancelReason, timezone, ...shown } = row;
  return {
    ...shown,
    reference: { no: refNo, date: refDate, bank: refBank },
    cancelled: cancelledAt && { on: dayOf(cancelledAt, timezone), reason: cancelReason },
    seller: partyOf(seller, row.seller),
    buyer: partyOf(buyer, row.buyer),
  };
}
