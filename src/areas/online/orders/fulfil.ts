import { Fault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { problemOf } from '../../../db/problem.ts';
import { attempt } from '../../../db/savepoint.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { sumOfLines } from '../../money/billing/pricing/price.ts';
import { changeAsSubscriber, refusal } from '../portal/change.ts';
import { planChangeOf } from '../portal/plan-change.ts';
import { renewOwn } from '../portal/renew.ts';
import { topupOf } from '../portal/topup.ts';
import { type AgreedPlanChange, type AgreedRenewal, type AgreedTopup, isPlanChange, isTopup } from './agreed.ts';
import type { Order, Settling } from './order.ts';

interface Fulfilling {
  readonly scope: Scope;
  readonly kernel: Settling;
}

/** A service before the payment of its order is booked. */
export interface Before {
  readonly upto: string | null;
}

const isOpen = ({ agreed, fulfilledAt, unfulfilled }: Order): boolean =>
  agreed !== null && fulfilledAt === null && unfulfilled === null;

/** Locks the service, so that what changes from here on is by the payment. */
export async function stateBefore(tx: Tx, order: Order): Promise<Before> {
  if (!isOpen(order)) return { upto: null };
  const [service] = await query<Before>(
    tx,
    sql`SELECT valid_upto AS upto FROM crm.service WHERE id = ${order.serviceId} FOR NO KEY UPDATE`,
  );
  return service ?? { upto: null };
}

type Outcome = Pick<Order, 'fulfilledAt' | 'unfulfilled'>;

/**
 * Does what a paid order is for, in the transaction that books its payment: so both are done once, or neither is. What can no
 * longer be done as it was agreed is not done, and the money stays an advance; nor is it tried again later, when nobody expects it.
 */
export async function fulfil(
  tx: Tx,
  call: Fulfilling,
  { order, before }: { readonly order: Order; readonly before: Before },
): Promise<Outcome> {
  const { id, agreed } = order;
  if (agreed === null || !isOpen(order)) return order;
  const reason = await reasonNot(call, order, () =>
    attempt(tx, async () => {
      if (isTopup(agreed)) return topUp(tx, call, { order, agreed });
      if (before.upto !== agreed.upto)
        throw refusal('seen', 'the connection has been renewed or changed in the meantime');
      if (isPlanChange(agreed)) return changePlan(tx, call, { order, agreed });
      return renew(tx, call, { order, agreed, before });
    }),
  );
  const outcome = { fulfilledAt: reason === null ? call.kernel.clock.now() : null, unfulfilled: reason };
  await execute(
    tx,
    sql`UPDATE crm.payment_order SET fulfilled_at = ${outcome.fulfilledAt}::timestamptz, unfulfilled = ${reason}::text
        WHERE id = ${id}`,
  );
  return outcome;
}

/** Null: it is done. No failure of it may keep the payment from being booked. */
async function reasonNot({ kernel }: Fulfilling, { id }: Order, work: () => Promise<void>): Promise<string | null> {
  try {
    await work();
    return null;
  } catch (error) {
    // The transaction is run again.
    if (problemOf(error)?.kind === 'conflict') throw error;
    if (error instanceof Fault) return error.fields[0]?.problem ?? error.message;
    logThrottled(kernel.log, { err: error, order: id }, 'could not fulfil a paid order');
    return 'it failed';
  }
}

interface ToRenew {
  readonly order: Order;
  readonly agreed: AgreedRenewal;
  readonly before: Before;
}

/** A payment renews an expired service by itself, which is all that was wanted. */
async function renew(tx: Tx, call: Fulfilling, { order, agreed, before }: ToRenew): Promise<void> {
  const { serviceId } = order;
  const now = await stateOf(tx, serviceId);
  if (now.upto !== before.upto && now.subPlanId === agreed.subplanid) return;
  await changeAsSubscriber(tx, call, { serviceId, preview: false }, (draft) => {
    renewOwn(draft);
    if (draft.subscription.offer.subPlanId !== agreed.subplanid) throw refusal('offer', 'the plan has changed');
    refusePrice(draft, agreed.price);
  });
}

async function changePlan(
  tx: Tx,
  call: Fulfilling,
  { order: { serviceId }, agreed }: { order: Order; agreed: AgreedPlanChange },
): Promise<void> {
  const wanted = { serviceid: serviceId, subplanid: agreed.new_subplanid, schedule: 'immediately' as const };
  const rule = await planChangeOf(tx, call.scope, wanted);
  await changeAsSubscriber(tx, call, { serviceId, preview: false }, (draft) => {
    rule(draft);
    refusePrice(draft, agreed.price);
  });
}

async function topUp(
  tx: Tx,
  call: Fulfilling,
  { order, agreed }: { order: Order; agreed: AgreedTopup },
): Promise<void> {
  const { serviceId } = order;
  const topup = await topupOf(tx, call.scope, { serviceid: serviceId, topup_planid: agreed.topup_planid });
  if (topup.gb !== agreed.gb) throw refusal('offer', `the top-up now has ${topup.gb} GB instead of ${agreed.gb} GB`);
  await changeAsSubscriber(tx, call, { serviceId, preview: false }, (draft) => {
    topup.rule(draft);
    refusePrice(draft, agreed.price);
  });
}

function refusePrice({ charges }: Draft, agreed: string): void {
  const lines = charges.map(({ line }) => line);
  const price = sumOfLines(lines, 'total').toFixed(2);
  if (price !== agreed) throw refusal('offer', `it now costs ${price} instead of ${agreed}`);
}

interface ServiceState extends Before {
  readonly subPlanId: number;
}

async function stateOf(tx: Tx, serviceId: number): Promise<ServiceState> {
  const [service] = await query<ServiceState>(
    tx,
    sql`SELECT valid_upto AS upto, sub_plan_id AS "subPlanId" FROM crm.service WHERE id = ${serviceId}`,
  );
  if (!service) throw new Error(`service ${serviceId} is not there`);
  return service;
}
