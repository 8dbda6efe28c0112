import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import type { Call } from '../../core/call.ts';
import { badParameter, notFound, parameterFault } from '../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../core/scope.ts';
import * as wire from '../../core/wire/index.ts';
import { dayOf } from '../../core/zone.ts';
import type { Tx } from '../../db/database.ts';
import { insertionOf } from '../../db/records.ts';
import { join, nextId, query, send, sql } from '../../db/sql.ts';
import { type Change, changeSubscription } from '../billing/change.ts';
import { postPayment } from '../billing/life-cycle/actions/payment.ts';
import type { DraftEntry } from '../billing/model/draft.ts';
import type { Subscription } from '../billing/model/subscription.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { checkCash, refuseForeignCash } from './cash.ts';
import { checkCollector } from './collector.ts';
import { PAYMENT_MODES } from './vocabulary.ts';

/** A payment for a service. `payment_date` is the ISP's day; default today, and not in the future. */
export const newPayment = z.strictObject({
  serviceid: wire.id(),
  amt: wire.money(),
  mode: wire.oneOf(PAYMENT_MODES),
  payment_date: wire.ymd().optional(),
  ref_no: wire.text(64).optional(),
  ref_date: wire.ymd().optional(),
  ref_bank: wire.text(100).optional(),
  preview: wire.flagYN().default(false),
});

export const paymentOutcome = z.union([wire.count(), preview]);

type NewPayment = z.output<typeof newPayment>;
type Paying = Call & { readonly actor: Actor };

/** Records a payment: it pays the oldest invoice first, the rest is an advance. Returns its id, or the requested preview. */
export async function receivePayment(
  tx: Tx,
  call: Paying,
  input: NewPayment,
): Promise<z.output<typeof paymentOutcome>> {
  const { scope, actor, kernel } = call;
  const amt = new Decimal(input.amt);
  if (amt.isZero()) throw badParameter('amt', 'must be above 0');
  const service = await findPayable(tx, scope, input.serviceid);
  const today = dayOf(kernel.clock.now(), service.timezone);
  const paidOn = input.payment_date ?? today;
  if (paidOn > today) throw badParameter('payment_date', `must not be after today, ${today}`);
  checkCollector(actor, { mode: input.mode, resellerId: service.resellerId, paymentBy: service.paymentBy });
  if (input.mode === 'Cash') await refuseForeignCash(tx, actor, service.ispId);
  let entry: DraftEntry | undefined;
  const { id: serviceId, ispId } = service;
  const change: Change = { serviceId, includeDeleted: true, preview: input.preview };
  const changing = changeSubscription(tx, call, change, (each) => {
    refuseAdvance(each.subscription, amt);
    entry = postPayment(each, { amt, mode: input.mode, collector: actor.userId, byIsp: actor.resellerId === null });
  });
  // In one round trip with what the change reads.
  const [draft, id] = await Promise.all([changing, input.preview ? 0 : nextId(tx, 'crm.payment')]);
  if (input.mode === 'Cash')
    await checkCash(tx, actor, { ispId: service.ispId, more: input.preview ? amt : new Decimal(0) });
  if (input.preview) return previewOf(tx, draft);
  const { resellerId, customerId } = service;
  const payment = insertionOf('crm.payment', {
    ...{ id, ispId, resellerId, customerId, serviceId, paidOn },
    amt: input.amt,
    mode: input.mode,
    refNo: input.ref_no ?? null,
    refDate: input.ref_date ?? null,
    refBank: input.ref_bank ?? null,
    collectedBy: actor.userId,
    entryId: entry?.id ?? 0n,
    createdBy: scope.by,
  });
  send(tx, payment);
  return id;
}

/** A service to pay for. */
export interface Payable {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly customerId: number;
  readonly timezone: string;
  /** Null if there is no reseller. */
  readonly paymentBy: string | null;
}

/** The service to pay for: not deleted, or deleted and still owing. @throws Fault of kind `notFound` */
export async function findPayable(tx: Tx, scope: Scope, serviceId: number): Promise<Payable> {
  const { deleted: _, ...columns } = serviceScope('s');
  const conditions = [sql`s.id = ${serviceId}`, ...scopeConditions(scope, columns)];
  const [service] = await query<Payable>(
    tx,
    sql`SELECT s.id, s.isp_id AS "ispId", s.reseller_id AS "resellerId", s.customer_id AS "customerId", i.timezone,
          r.payment_by AS "paymentBy"
        FROM crm.service s
        JOIN crm.isp_setting i ON i.isp_id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = s.reseller_id
        WHERE ${join(conditions, ' AND ')} AND (s.deleted_at IS NULL OR s.os_amt > 0)`,
  );
  if (!service) throw notFound('service', serviceId);
  return service;
}

/** An advance on a deleted service could neither be used nor returned. */
function refuseAdvance({ id, deleted, osAmt }: Subscription, amt: Decimal): void {
  if (!deleted || amt.lessThanOrEqualTo(osAmt)) return;
  if (!osAmt.greaterThan(0)) throw notFound('service', id);
  throw parameterFault(
    'conflict',
    'amt',
    `service ${id} is deleted and owes ${osAmt.toFixed(2)}; a payment of it must not be more`,
  );
}
