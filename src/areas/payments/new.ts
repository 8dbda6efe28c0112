import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Actor } from '../../core/actor.ts';
import type { Call } from '../../core/call.ts';
import { badParameter, Fault } from '../../core/fault.ts';
import * as wire from '../../core/wire/index.ts';
import { dayOf } from '../../core/zone.ts';
import type { Tx } from '../../db/database.ts';
import { query, sql } from '../../db/sql.ts';
import { changeSubscription } from '../billing/change.ts';
import type { DraftEntry } from '../billing/draft.ts';
import { receive } from '../billing/life-cycle/pay.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { zoneOfIsp } from '../isps/zone.ts';
import { findService } from '../services/update.ts';
import { PAYMENT_MODES } from './vocabulary.ts';

/** A payment for a service. The day is the ISP's; today unless given, and not to come. */
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

/** Records a payment: the oldest invoice first, the rest stays as advance. Returns its id, or the preview asked for. */
export async function receivePayment(
  tx: Tx,
  call: Paying,
  input: NewPayment,
): Promise<z.output<typeof paymentOutcome>> {
  const { scope, actor, kernel } = call;
  const amt = new Decimal(input.amt);
  if (amt.isZero()) throw badParameter('amt', 'must be above 0');
  const service = await findService(tx, scope, input.serviceid);
  const today = dayOf(kernel.clock.now(), await zoneOfIsp(tx, service.ispId));
  const paidOn = input.payment_date ?? today;
  if (paidOn > today) throw badParameter('payment_date', `must not be after today, ${today}`);
  await checkCollector(tx, actor, service.resellerId);
  if (input.mode === 'Cash' && actor.ispId === null)
    throw new Fault('forbidden', 'mode: Cash is collected by the login users of an ISP');
  let entry: DraftEntry | undefined;
  const change = { ispId: service.ispId, serviceId: service.id, preview: input.preview };
  const draft = await changeSubscription(tx, call, change, (each) => {
    entry = receive(each, { amt, mode: input.mode, collector: actor.userId, byIsp: actor.resellerId === null });
  });
  if (input.mode === 'Cash') await checkCash(tx, actor, input.preview ? amt : new Decimal(0));
  if (input.preview) return previewOf(tx, draft);
  const { id } = await tx.payment.create({
    data: {
      ispId: service.ispId,
      resellerId: service.resellerId,
      customerId: service.customerId,
      serviceId: service.id,
      amt: input.amt,
      mode: input.mode,
      paidOn: new Date(paidOn),
      refNo: input.ref_no ?? null,
      refDate: input.ref_date === undefined ? null : new Date(input.ref_date),
      refBank: input.ref_bank ?? null,
      collectedBy: actor.userId,
      entryId: entry?.id ?? 0n,
      createdBy: scope.by,
    },
    select: { id: true },
  });
  return id;
}

/** Who takes the money of a reseller's subscribers is agreed with the reseller (`payment_by`). */
async function checkCollector(tx: Tx, actor: Actor, resellerId: number | null): Promise<void> {
  if (resellerId === null) return;
  const { paymentBy } = await tx.reseller.findUniqueOrThrow({ where: { id: resellerId }, select: { paymentBy: true } });
  const collector = actor.resellerId === null ? 'ISP' : 'Reseller';
  if (!paymentBy.split('+').includes(collector))
    throw new Fault('forbidden', `payments for reseller ${resellerId} are collected by the ${paymentBy}`);
}

/** Cash is in the hands of its collector, up to a limit. Read behind the entry, which locked the row; `more` is to come. */
async function checkCash(tx: Tx, actor: Actor, more: Decimal): Promise<void> {
  const [user] = await query<{ balance: string; most: string }>(
    tx,
    sql`SELECT cash_balance AS balance, cash_limit AS most FROM auth.login_user WHERE id = ${actor.userId}`,
  );
  const balance = more.plus(user?.balance ?? 0);
  if (!user || balance.lessThanOrEqualTo(user.most)) return;
  throw new Fault(
    'conflict',
    `amt: login user ${actor.username} would hold ${balance.toFixed(2)} in cash, above the limit of ${user.most}`,
  );
}
