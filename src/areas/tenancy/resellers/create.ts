import { z } from 'zod';
import { badParameters } from '../../../core/fault.ts';
import { ispOfNew } from '../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../core/tenancy/scope.ts';
import { email, id, mobile, money, oneOf, ownerCode, percent, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { resellerFaults } from './rules.ts';
import { INVOICE_BY, PAYMENT_BY, RESELLER_TYPES } from './vocabulary.ts';

/** Contract 4.9. */
export const newReseller = z.strictObject({
  ispid: id().optional(),
  invoice_by: oneOf(INVOICE_BY),
  payment_by: oneOf(PAYMENT_BY),
  type: oneOf(RESELLER_TYPES),
  name: text(),
  code: ownerCode(),
  mobile: mobile(),
  email: email(),
  address: text(500).optional(),
  state: text().optional(),
  commission_percent: percent().optional(),
  credit_limit: money().optional(),
});

type NewReseller = z.output<typeof newReseller>;

/** Adds a reseller or franchisee to an ISP. Returns its id. */
export async function createReseller(tx: Tx, scope: Scope, input: NewReseller): Promise<number> {
  const faults = resellerFaults(input);
  if (faults.length > 0) throw badParameters(faults);
  const ispId = await ispOfNew(tx, scope, input);
  const reseller = await tx.reseller.create({
    data: {
      ispId,
      type: input.type,
      name: input.name,
      code: input.code,
      mobile: input.mobile,
      email: input.email,
      address: input.address ?? null,
      state: input.state ?? null,
      invoiceBy: input.invoice_by,
      paymentBy: input.payment_by,
      commissionPercent: input.commission_percent ?? null,
      creditLimit: input.credit_limit ?? null,
      ...created(scope),
    },
    select: { id: true },
  });
  return reseller.id;
}
