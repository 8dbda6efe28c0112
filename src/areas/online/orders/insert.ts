import { Decimal } from 'decimal.js';
import { badParameter, Fault, notFound, parameterFault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { lockShared } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { findPayable, type Payable } from '../../money/payments/payable.ts';
import { openAccount, type StoredAccount } from '../gateways/account.ts';
import { activeGateway } from '../gateways/find.ts';
import { toMinorUnits } from '../gateways/minor-units.ts';
import { isSameAgreed } from './agreed.ts';
import { checkHourly } from './hourly.ts';
import { type Order, orderColumns, titleOf } from './order.ts';
import type { OrderRequest } from './request.ts';
import { AT_AN_ADDRESS, ORDER_MS } from './vocabulary.ts';

/** Orders of a service that may be open at a time; each costs a call of the provider, and anybody with a service can ask. */
const MAX_OPEN = 10;
/** An open order is used again if its payer has at least this long. */
const TIME_LEFT_MS = 20 * 60_000;

export interface InsertedOrder {
  readonly order: Order;
  readonly gateway: StoredAccount;
  /** What the payer reads. */
  readonly title: string;
}

interface Inserting {
  readonly scope: Scope;
  readonly kernel: Pick<Kernel, 'clock' | 'secretsKeys' | 'config'>;
}

/** A new order, or an open one for the same that has time left. The provider does not know a new one yet. */
export async function insertOrder(tx: Tx, { scope, kernel }: Inserting, request: OrderRequest): Promise<InsertedOrder> {
  const payable = await findPayable(tx, scope, request.serviceId);
  checkCollected(payable);
  const [gateway, service] = await Promise.all([
    activeGateway(tx, payable.ispId, request.gatewayId),
    lockService(tx, payable.id),
  ]);
  if (!gateway && request.gatewayId !== undefined) throw notFound('payment gateway', request.gatewayId);
  if (!gateway) throw new Fault('conflict', `ISP ${payable.ispId} has no active payment gateway`);
  await lockShared(tx, 'payment gateway', gateway.id);
  // Before there is an order: this installation may have no simulator any more.
  openAccount(kernel, gateway);
  const amt = amountOf(request, service);
  const now = kernel.clock.now();
  const open = await openOrders(tx, payable.id, now);
  const anonymous = scope.by === `subscriber ${AT_AN_ADDRESS}`;
  const title = titleOf({ anonymous }, service.isp, service.username);
  const same = open.find((each) => isSame(each, { ...request, amt, gatewayId: gateway.id, anonymous, now }));
  if (same) return { order: same, gateway, title };
  if (open.length >= MAX_OPEN)
    throw new Fault(
      'tooMany',
      `service ${payable.id} has ${open.length} open payment orders; pay one of them, or wait until one expires`,
    );
  await checkHourly(tx, { customerId: payable.customerId, max: request.maxHourly, now });
  const expiresAt = new Date(now.getTime() + ORDER_MS);
  const [order] = await query<Order>(
    tx,
    sql`INSERT INTO crm.payment_order AS o (isp_id, reseller_id, customer_id, service_id, gateway_id, purpose, amt,
          currency, return_path, expires_at, check_at, created_at, created_by, updated_by, agreed)
        VALUES (${payable.ispId}, ${payable.resellerId}, ${payable.customerId}, ${payable.id}, ${gateway.id},
          ${request.purpose}, ${amt}, ${service.currency}, ${request.returnPath ?? null},
          ${expiresAt}::timestamptz, ${expiresAt}::timestamptz, ${now}::timestamptz, ${scope.by}, ${scope.by},
          ${request.agreed === undefined ? null : JSON.stringify(request.agreed)}::jsonb)
        RETURNING ${orderColumns}`,
  );
  if (!order) throw new Error('no order was inserted');
  return { order, gateway, title };
}

/** The ISP's gateway collects for the ISP. */
function checkCollected({ resellerId, paymentBy }: Payable): void {
  if (paymentBy === null || paymentBy.split('+').includes('ISP')) return;
  throw new Fault('forbidden', `the ${paymentBy} collects the payments for reseller ${resellerId}`);
}

interface LockedService {
  readonly username: string;
  readonly isp: string;
  readonly osAmt: string;
  readonly deleted: boolean;
  readonly currency: string;
}

/** Locked, so that orders for a service are opened one after the other. */
async function lockService(tx: Tx, id: number): Promise<LockedService> {
  const [service] = await query<LockedService>(
    tx,
    sql`SELECT s.username, i.name AS isp, s.os_amt AS "osAmt", s.deleted_at IS NOT NULL AS deleted, t.currency
        FROM crm.service s JOIN crm.isp i ON i.id = s.isp_id JOIN crm.isp_setting t ON t.isp_id = s.isp_id
        WHERE s.id = ${id} FOR NO KEY UPDATE OF s`,
  );
  if (!service) throw notFound('service', id);
  return service;
}

function amountOf({ amt: wanted, purpose, serviceId }: OrderRequest, service: LockedService): string {
  const owed = new Decimal(service.osAmt);
  if (wanted === undefined && purpose === 'Advance') throw badParameter('amt', 'is required for an advance');
  if (wanted === undefined && !owed.greaterThan(0)) throw new Fault('conflict', `service ${serviceId} owes nothing`);
  const amt = new Decimal(wanted ?? owed);
  if (!amt.greaterThan(0)) throw badParameter('amt', 'must be above 0');
  if (service.deleted && amt.greaterThan(owed))
    throw parameterFault('conflict', 'amt', `service ${serviceId} is deleted and owes ${owed.toFixed(2)}`);
  if (toMinorUnits(amt.toFixed(2), service.currency) === null)
    throw badParameter('amt', `must be a whole number, because ${service.currency} has no smaller unit`);
  return amt.toFixed(2);
}

const openOrders = (tx: Tx, serviceId: number, now: Date): Promise<Order[]> =>
  query(
    tx,
    sql`SELECT ${orderColumns} FROM crm.payment_order o
        WHERE o.service_id = ${serviceId} AND o.status IN ('New', 'Open') AND o.expires_at > ${now}::timestamptz
        ORDER BY o.id DESC`,
  );

function isSame(order: Order, wanted: Omit<OrderRequest, 'serviceId'> & { anonymous: boolean; now: Date }): boolean {
  const { amt, purpose, gatewayId, returnPath = null, agreed = null, anonymous, now } = wanted;
  return (
    order.providerOrderId !== null &&
    order.amt === amt &&
    order.purpose === purpose &&
    isSameAgreed(order.agreed, agreed) &&
    order.gatewayId === gatewayId &&
    order.returnPath === returnPath &&
    order.anonymous === anonymous &&
    order.expiresAt.getTime() - now.getTime() > TIME_LEFT_MS
  );
}
