import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import type { Call } from '../../../core/call.ts';
import { badParameter, notFound, parameterFault } from '../../../core/fault.ts';
import { amountText } from '../../../core/money.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { dayOf } from '../../../core/zone.ts';
import type { Tx } from '../../../db/database.ts';
import { join, nextId, query, sql } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { type Change, changeSubscription } from '../billing/change.ts';
import { postPayment } from '../billing/life-cycle/actions/payment.ts';
import type { DraftEntry } from '../billing/model/draft.ts';
import type { Subscription } from '../billing/model/subscription.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { readLateFees } from '../billing/store/read-late-fees.ts';
import { bankReference, checkReferenceDay, referenceColumns } from './bank-reference.ts';
import { checkCash, refuseForeignCash } from './cash.ts';
import { checkCollector } from './collector.ts';
import { findSamePayment, lockOfReference, refuseRepetition } from './duplicates.ts';
import { checkPaymentDay } from './payment-day.ts';
import { PAYMENT_MODES } from './vocabulary.ts';

/** A payment for a service. `payment_date` is the ISP's day; default today. */
export const newPayment = z.strictObject({
  serviceid: wire.id(),
  amt: wire.money(),
  mode: wire.oneOf(PAYMENT_MODES),
  payment_date: wire.ymd().optional(),
  ...bankReference,
  allow_duplicate: wire.flagYN().default(false),
  preview: wire.flagYN().default(false),
});

/** `duplicate_of`: the payment that has the same reference; the real call is then refused without `allow_duplicate`. */
const paymentPreview = preview.extend({ duplicate_of: wire.id().nullable() });

export const paymentOutcome = z.union([wire.count(), paymentPreview]);

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
  checkReferenceDay(input.ref_date);
  const service = await findPayable(tx, scope, input.serviceid, lockOfReference(input));
  const today = dayOf(kernel.clock.now(), service.timezone);
  const paidOn = input.payment_date ?? today;
  await checkPaymentDay(tx, { serviceId: service.id, paidOn, today });
  checkCollector(actor, { mode: input.mode, resellerId: service.resellerId, paymentBy: service.paymentBy });
  if (input.mode === 'Cash') await refuseForeignCash(tx, actor, service.ispId);
  let entry: DraftEntry | undefined;
  const { id: serviceId, ispId } = service;
  const change: Change = { serviceId, includeDeleted: true, preview: input.preview };
  const { mode } = input;
  const finding = findSamePayment(tx, scope, { ispId, ...input });
  const changing = changeSubscription(tx, call, change, async (each) => {
    if (!input.preview && !input.allow_duplicate) refuseRepetition(input.ref_no, await finding);
    refuseAdvance(each.subscription, amt);
    const late =
      paidOn === today ? null : { fees: await readLateFees(tx, serviceId), moved: [{ on: paidOn, amt }], paidOn };
    entry = postPayment(each, { amt, mode, collector: actor.userId, byIsp: actor.resellerId === null, late });
  });
  // In one round trip with what the change reads.
  const [draft, same, id] = await Promise.all([
    changing,
    finding,
    input.preview ? undefined : nextId(tx, 'crm.payment'),
  ]);
  if (input.mode === 'Cash')
    await checkCash(tx, actor, { ispId: service.ispId, more: input.preview ? amt : new Decimal(0) });
  if (id === undefined) return { ...(await previewOf(tx, scope, draft)), duplicate_of: same?.id ?? null };
  const { resellerId, customerId } = service;
  const booked = { collectedBy: actor.userId, entryId: entry?.id ?? 0n, createdBy: scope.by };
  const given = { amt: input.amt, mode, paidOn, ...referenceColumns(input) };
  insert(tx, 'crm.payment', [{ id, ispId, resellerId, customerId, serviceId, ...given, ...booked }]);
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

/**
 * The service to pay for: not deleted, or deleted and still owing. `lock`: a further lock, in the same statement.
 * @throws Fault of kind `notFound`
 */
export async function findPayable(tx: Tx, scope: Scope, serviceId: number, lock = sql`NULL`): Promise<Payable> {
  const { deleted: _, ...columns } = serviceScope('s');
  const conditions = [sql`s.id = ${serviceId}`, ...scopeConditions(scope, columns)];
  const [service] = await query<Payable & { readonly locked: unknown }>(
    tx,
    sql`SELECT s.id, s.isp_id AS "ispId", s.reseller_id AS "resellerId", s.customer_id AS "customerId", i.timezone,
          r.payment_by AS "paymentBy", ${lock} AS locked
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
  throw parameterFault(
    'conflict',
    'amt',
    `service ${id} is deleted and owes ${amountText(osAmt)}; the payment must not exceed that`,
  );
}
