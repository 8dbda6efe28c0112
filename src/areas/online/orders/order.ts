import type { Kernel } from '../../../core/kernel.ts';
import { raw, type Sql, sql } from '../../../db/sql.ts';
import type { Agreed } from './agreed.ts';
import { AT_AN_ADDRESS, type OrderStatus, type Purpose } from './vocabulary.ts';

/** A row of `crm.payment_order`. */
export interface Order {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly serviceId: number;
  readonly gatewayId: number;
  readonly purpose: Purpose;
  readonly amt: string;
  readonly currency: string;
  readonly status: OrderStatus;
  readonly providerOrderId: string | null;
  readonly checkoutUrl: string | null;
  readonly returnPath: string | null;
  readonly disputeIds: readonly string[];
  readonly expiresAt: Date;
  readonly checkFailures: number;
  readonly problem: string | null;
  readonly revision: number;
  readonly createdAt: Date;
  /** Opened by somebody who does not know who the subscriber is. */
  readonly anonymous: boolean;
  /** Null: it is for money alone. */
  readonly agreed: Agreed | null;
  readonly fulfilledAt: Date | null;
  /** Why what it was for is not done. */
  readonly unfulfilled: string | null;
}

/** The columns of an Order, of the order `o`. */
export const orderColumns: Sql = sql`${raw(
  `o.id, o.isp_id AS "ispId", o.reseller_id AS "resellerId", o.customer_id AS "customerId", o.service_id AS "serviceId",
   o.gateway_id AS "gatewayId", o.purpose, o.amt, o.currency, o.status, o.provider_order_id AS "providerOrderId",
   o.checkout_url AS "checkoutUrl", o.return_path AS "returnPath", o.dispute_ids AS "disputeIds",
   o.expires_at AS "expiresAt", o.check_failures AS "checkFailures", o.problem, o.revision, o.created_at AS "createdAt",
   o.agreed, o.fulfilled_at AS "fulfilledAt", o.unfulfilled`,
)}, o.created_by = ${`subscriber ${AT_AN_ADDRESS}`} AS anonymous`;

/** What we call an order at its provider. The time distinguishes it from those of an installation that began again. */
export const referenceOf = ({ id, createdAt }: Pick<Order, 'id' | 'createdAt'>): string =>
  `order-${id}-${createdAt.getTime()}`;

/** What the payer reads at the provider. */
export const titleOf = ({ anonymous }: Pick<Order, 'anonymous'>, isp: string, username: string): string =>
  (anonymous ? isp : `${isp}, ${username}`).slice(0, 100);

/** Where the payer comes back to who has cancelled at the provider, from the page of the order. */
export const cancelledAt = (page: string): string => `${page}?cancelled`;

/** What settling an order takes of a node. */
export type Settling = Pick<Kernel, 'db' | 'config' | 'clock' | 'secretsKeys' | 'log'>;
