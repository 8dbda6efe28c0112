import { z } from 'zod';
import { parameterFault } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { email, flag01, id, mobile, ownerCode, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';

/** Contract 4.10: everything but `ispid` may be left out. */
export const ispChange = z.strictObject({
  ispid: id(),
  name: text().optional(),
  code: ownerCode().optional(),
  address: text(500).nullable().optional(),
  mobile: mobile().optional(),
  email: email().optional(),
  country: text().optional(),
  state: text().nullable().optional(),
  enable_usage_limit: flag01().optional(),
});

/** Changes an ISP. Only the server administrator decides whether its credits are enforced. */
export async function updateIsp(tx: Tx, scope: Scope, input: z.output<typeof ispChange>): Promise<'Done'> {
  const { ispid, enable_usage_limit: enableUsageLimit, ...fields } = input;
  await lockForUpdate(tx, scope, { what: 'ISP', id: ispid });
  if (enableUsageLimit !== undefined && scope.ispId !== null) {
    throw parameterFault('forbidden', 'enable_usage_limit', 'only the server administrator may change it');
  }
  await tx.isp.update({
    where: { id: ispid },
    data: { ...definedFields({ ...fields, enableUsageLimit }), updatedBy: scope.by },
  });
  return 'Done';
}
