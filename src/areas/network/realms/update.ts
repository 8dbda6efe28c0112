import { z } from 'zod';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { definedFields } from '../../../core/records/updates.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { id, oneOf, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { checkRealm, MAX_REALM } from './create.ts';
import { REALM_ACTIONS, REALM_FORMS, type RealmForm } from './realm-rules.ts';

export const realmRuleChange = z.strictObject({
  id: id(),
  form: oneOf(REALM_FORMS).optional(),
  realm: text(MAX_REALM).optional(),
  action: oneOf(REALM_ACTIONS).optional(),
  notes: text(1000).nullable().optional(),
});

/** Changes a rule, which holds from the next log-in on. */
export async function updateRealmRule(
  tx: Tx,
  scope: Scope,
  { id: ruleId, form, realm, action, notes }: z.output<typeof realmRuleChange>,
): Promise<'done'> {
  const stored = await readForUpdate<{ form: RealmForm; realm: string }>(
    tx,
    scope,
    { what: 'realm rule', id: ruleId },
    sql`x.form, x.realm`,
  );
  checkRealm(realm ?? stored.realm, form ?? stored.form);
  const data = { ...definedFields({ form, realm, action, notes }), updatedBy: scope.by };
  await tx.realmRule.update({ where: { id: ruleId }, data, select: { id: true } });
  return 'done';
}
