import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { sameName } from '../../../core/list/index.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import { ispShape } from '../../../core/tenancy/owner.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { refuseResellers } from './create.ts';
import { REALM_ACTIONS, type RealmRule, RealmRules } from './realm-rules.ts';

export const realmTestInput = z.strictObject({
  ...ispShape(),
  nasid: wire.id().optional(),
  username: wire.text(253),
});

export const realmTest = z.object({
  /** The name that is looked for; null: none, the log-in is rejected. */
  name: wire.shown().nullable(),
  /** The service that a log-in would be of; null: none that the caller sees. */
  serviceid: wire.id().nullable(),
  /** The rule that decides; null: none does, or the whole name is somebody's. */
  ruleid: wire.id().nullable(),
  action: wire.oneOf(REALM_ACTIONS).nullable(),
});

/** Whose a username would be in a log-in, by the rules as stored. Nothing is changed. */
export async function testRealm(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  { ispid, nasid, username }: z.output<typeof realmTestInput>,
): Promise<z.output<typeof realmTest>> {
  refuseResellers(scope);
  const ispId = await ispOf({ pool }, scope, { ispid, nasid });
  const find = (name: string) => findNamed({ pool }, scope, { ispId, name });
  const named = await find(username);
  const whole = { name: username, serviceid: shownOf(named), ruleid: null, action: null };
  if (named !== undefined) return whole;
  const rules = await query<RealmRule>(
    pool,
    sql`SELECT id, nas_id AS "nasId", form, realm, action FROM radius.realm_rule WHERE isp_id = ${ispId}`,
  );
  const match = new RealmRules(rules).match(nasid ?? null, username);
  if (match === null) return whole;
  const { id: ruleid, action } = match.rule;
  if (action === 'strip') return { name: match.user, serviceid: shownOf(await find(match.user)), ruleid, action };
  return { ...whole, ...(action === 'reject' ? { name: null } : {}), ruleid, action };
}

interface Named {
  readonly id: number;
  /** To the caller, who may see those of some locations only. */
  readonly isVisible: boolean;
}

async function findNamed(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  { ispId, name }: { readonly ispId: number; readonly name: string },
): Promise<Named | undefined> {
  const [found] = await query<Named>(
    pool,
    sql`SELECT s.id, (${join(scopeConditions(scope, serviceScope('s')), ' AND ')}) AS "isVisible" FROM crm.service s
        WHERE s.isp_id = ${ispId} AND s.deleted_at IS NULL AND ${sameName('s.username', name)}`,
  );
  return found;
}

const shownOf = (service: Named | undefined): number | null => (service?.isVisible ? service.id : null);

async function ispOf(
  { pool }: Pick<Database, 'pool'>,
  scope: Scope,
  { ispid, nasid }: { ispid: number | undefined; nasid: number | undefined },
): Promise<number> {
  const asked = ispid ?? (nasid === undefined ? scope.ispId : null);
  if (nasid !== undefined) {
    const nas = await readRecord<{ ispId: number }>(pool, scope, { what: 'NAS', id: nasid }, sql`x.isp_id AS "ispId"`);
    if (asked !== null && asked !== nas.ispId) throw badParameter('nasid', 'is a NAS of another ISP');
    return nas.ispId;
  }
  if (asked === null) throw badParameter('ispid', 'is required');
  const isp = await readRecord<{ id: number }>(pool, scope, { what: 'ISP', id: asked }, sql`x.id`);
  return isp.id;
}
