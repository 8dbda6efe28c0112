import { z } from 'zod';
import type { Call } from '../../core/call.ts';
import { refuseWhileUsed } from '../../core/dependents.ts';
import { badParameters, Fault, notFound } from '../../core/fault.ts';
import { lockForDelete, lockForUpdate } from '../../core/row-locks.ts';
import type { Scope } from '../../core/scope.ts';
import { definedFields } from '../../core/updates.ts';
import { email, id, mobile, money, oneOf, ownerCode, percent, text } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { franchiseeFaults } from './create.ts';
import { INVOICE_BY, PAYMENT_BY, RESELLER_TYPES } from './list.ts';

/** Contract 4.9: everything but `resellerid` may be left out. */
export const resellerChange = z.strictObject({
  resellerid: id(),
  ispid: id().optional(),
  name: text().optional(),
  code: ownerCode().optional(),
  address: text(500).nullable().optional(),
  mobile: mobile().optional(),
  email: email().optional(),
  state: text().nullable().optional(),
  invoice_by: oneOf(INVOICE_BY).optional(),
  payment_by: oneOf(PAYMENT_BY).optional(),
  type: oneOf(RESELLER_TYPES).optional(),
  commission_percent: percent().optional(),
  credit_limit: money().optional(),
});

/** Changes a reseller. One that stops being a franchisee loses what only a franchisee has. */
export async function updateReseller(tx: Tx, scope: Scope, input: z.output<typeof resellerChange>): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'reseller', id: input.resellerid });
  const reseller = await findReseller(tx, scope, input);
  const type = input.type ?? (reseller.type as (typeof RESELLER_TYPES)[number]);
  const ends = type !== 'Franchisee' && reseller.type === 'Franchisee';
  const { commission_percent = stored(reseller.commissionPercent, ends) } = input;
  const { credit_limit = stored(reseller.creditLimit, ends) } = input;
  const faults = franchiseeFaults({ type, commission_percent, credit_limit });
  if (faults.length > 0) throw badParameters(faults);
  const { name, code, address, mobile, email, state, invoice_by: invoiceBy, payment_by: paymentBy } = input;
  const { commission_percent: commissionPercent, credit_limit: creditLimit } = input;
  await tx.reseller.update({
    where: { id: reseller.id },
    data: {
      ...definedFields({ name, code, address, mobile, email, state, invoiceBy, paymentBy }),
      ...definedFields({ type: input.type, commissionPercent, creditLimit }),
      ...(ends ? { commissionPercent: null, creditLimit: null } : {}),
      updatedBy: scope.by,
    },
  });
  return 'done';
}

const stored = (value: { toFixed(places: number): string } | null, ends: boolean): string | undefined =>
  ends ? undefined : value?.toFixed(2);

/** Contract 4.9. */
export const namedReseller = z.strictObject({ resellerid: id(), ispid: id().optional() });

/** Deletes a reseller that nothing depends on; its users are locked out, its history stays. */
export async function deleteReseller(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof namedReseller>,
): Promise<'done'> {
  const reseller = await findReseller(tx, scope, input);
  await lockForDelete(tx, 'reseller', reseller.id);
  const where = { resellerId: reseller.id, deletedAt: null };
  refuseWhileUsed(`reseller ${reseller.id}`, {
    customers: await tx.customer.count({ where }),
    plans: await tx.plan.count({ where }),
    NASes: await tx.nas.count({ where }),
    'IP pools': await tx.ipPool.count({ where: { resellerId: reseller.id } }),
    'NAS IP pools': await tx.nasIpPool.count({ where: { resellerId: reseller.id } }),
    locations: await tx.location.count({ where: { resellerId: reseller.id } }),
    'top-up plans': await tx.topupPlan.count({ where }),
    'pending leads': await tx.lead.count({ where: { resellerId: reseller.id, closedAt: null } }),
  });
  // Read behind the claim: a top-up may have come first.
  const { wallet } = await tx.reseller.findUniqueOrThrow({ where: { id: reseller.id }, select: { wallet: true } });
  if (!wallet.isZero())
    throw new Fault('conflict', `reseller ${reseller.id} still has ${wallet.toFixed(2)} in its wallet`);
  await tx.nasShare.deleteMany({ where: { resellerId: reseller.id } });
  await tx.reseller.update({
    where: { id: reseller.id },
    data: { deletedAt: kernel.clock.now(), updatedBy: scope.by },
  });
  return 'done';
}

/** `ispid` only says again whose the reseller is: one never moves to another ISP. */
export async function findReseller(
  tx: Tx,
  scope: Scope,
  { resellerid, ispid }: { resellerid: number; ispid?: number | undefined },
) {
  const reseller = await tx.reseller.findFirst({
    where: {
      AND: [
        { id: resellerid, deletedAt: null },
        scope.ispId === null ? {} : { ispId: scope.ispId },
        scope.resellerId === null ? {} : { id: scope.resellerId },
        ispid === undefined ? {} : { ispId: ispid },
      ],
    },
  });
  if (!reseller) throw notFound('reseller', resellerid);
  return reseller;
}
