import { z } from 'zod';
import { badParameter, Fault } from '../../../core/fault.ts';
import { lockForUpdate } from '../../../core/records/row-locks.ts';
import { ispOfNew, ispShape } from '../../../core/tenancy/owner.ts';
import { created, type Scope, wholeInstallation } from '../../../core/tenancy/scope.ts';
import { id, oneOf, text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { findNas } from '../nas/find.ts';
import { ANY_REALM, REALM_ACTIONS, REALM_FORMS, type RealmForm, separatorOf } from './realm-rules.ts';

/** They are looked through in memory for each username that is nobody's. */
const MAX_RULES = 50;
export const MAX_REALM = 128;

export const newRealmRule = z.strictObject({
  ...ispShape(),
  nasid: id().optional(),
  form: oneOf(REALM_FORMS).default(REALM_FORMS[0]),
  realm: text(MAX_REALM),
  action: oneOf(REALM_ACTIONS).default('strip'),
  notes: text(1000).optional(),
});

/** Adds a rule, which holds from the next log-in on. Returns its id. */
export async function createRealmRule(tx: Tx, scope: Scope, input: z.output<typeof newRealmRule>): Promise<number> {
  refuseResellers(scope);
  checkRealm(input.realm, input.form);
  const ispId = await ispOfRule(tx, scope, input);
  // So that the rules of an ISP are counted by one call at a time.
  await lockForUpdate(tx, wholeInstallation, { what: 'ISP', id: ispId });
  const count = await tx.realmRule.count({ where: { ispId } });
  if (count >= MAX_RULES) throw new Fault('conflict', `an ISP can have at most ${MAX_RULES} realm rules`);
  const { nasid: nasId = null, form, realm, action, notes = null } = input;
  const data = { ispId, nasId, form, realm, action, notes, ...created(scope) };
  const rule = await tx.realmRule.create({ data, select: { id: true } });
  return rule.id;
}

async function ispOfRule(tx: Tx, scope: Scope, { ispid, nasid }: z.output<typeof newRealmRule>): Promise<number> {
  if (nasid === undefined) return ispOfNew(tx, scope, { ispid });
  const { ispId } = await findNas(tx, scope, nasid);
  if (ispid !== undefined && ispid !== ispId) throw badParameter('nasid', 'is a NAS of another ISP');
  return ispId;
}

export function refuseResellers({ resellerId }: Scope): void {
  if (resellerId !== null) throw new Fault('forbidden', 'only the ISP may set realm rules, not its resellers');
}

/** @throws Fault of kind `badInput` for a realm that no username could have in this form */
export function checkRealm(realm: string, form: RealmForm): void {
  if (realm !== ANY_REALM && realm.includes(separatorOf(form)))
    throw badParameter('realm', `must not contain ${separatorOf(form)}`);
}
