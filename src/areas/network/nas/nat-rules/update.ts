import { z } from 'zod';
import { badParameter } from '../../../../core/fault.ts';
import { readForUpdate } from '../../../../core/records/row-locks.ts';
import { definedFields } from '../../../../core/records/updates.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import { id, text, timestamp } from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { sql } from '../../../../db/sql.ts';
import { orOverlaps } from './create.ts';

export const natRuleChange = z.strictObject({
  id: id(),
  valid_upto: timestamp().nullable().optional(),
  notes: text(1000).nullable().optional(),
});

/** Ends a rule, or prolongs it. Its addresses and ports stay: what they were in the past is the answer to a question. */
export async function updateNatRule(
  tx: Tx,
  scope: Scope,
  { id: ruleId, valid_upto: validUpto, notes }: z.output<typeof natRuleChange>,
): Promise<'done'> {
  const rule = { what: 'NAT rule', id: ruleId } as const;
  const { validFrom } = await readForUpdate<{ validFrom: Date }>(tx, scope, rule, sql`x.valid_from AS "validFrom"`);
  if (validUpto && validUpto <= validFrom) throw badParameter('valid_upto', 'must be after valid_from');
  const data = { ...definedFields({ validUpto, notes }), updatedBy: scope.by };
  await orOverlaps(() => tx.natRule.update({ where: { id: ruleId }, data, select: { id: true } }));
  return 'done';
}
