import { z } from 'zod';
import { badParameters } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { email, id, mobile, money, oneOf, ownerCode, percent, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { findReseller } from './find.ts';
import { resellerFaults } from './rules.ts';
import { INVOICE_BY, PAYMENT_BY, RESELLER_TYPES } from './vocabulary.ts';

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

/** Changes a reseller. One that stops being a franchisee loses its commission and credit limit. */
export async function updateReseller(tx: Tx, scope: Scope, input: z.output<typeof resellerChange>): Promise<'done'> {
  await lockForUpdate(tx, scope, { what: 'reseller', id: input.resellerid });
  const reseller = await findReseller(tx, scope, input);
  const type = input.type ?? (reseller.type as (typeof RESELLER_TYPES)[number]);
  const ends = type !== 'Franchisee' && reseller.type === 'Franchisee';
  const { commission_percent = stored(reseller.commissionPercent, ends) } = input;
  const { credit_limit = stored(reseller.creditLimit, ends) } = input;
  const faults = resellerFaults({ type, commission_percent, credit_limit });
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
