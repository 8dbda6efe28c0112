import { Fault, parameterFault } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import type { Caller } from './caller.ts';
import { countOne, LIMITS } from './count.ts';

/** As it is typed or spoken: blanks and hyphens do not count. */
export const postcode = () => wire.text(12);

const PLAIN = /^[A-Z0-9]{3,10}$/;

interface Place {
  readonly scope: Scope;
  readonly userId: number;
  readonly caller: Caller;
  readonly postcode: string;
  readonly now: Date;
}

/**
 * Whether an open incident concerns a service of a customer with this postcode. Anybody may ask, a few times a call, and learns no
 * more: not how many services it concerns, whose, or since when. @throws Fault of kind `badInput` or `tooMany`
 */
export async function isPlaceConcerned(
  tx: Tx,
  { scope, userId, caller, postcode: typed, now }: Place,
): Promise<boolean> {
  const plain = typed.replace(/[\s-]/g, '').toUpperCase();
  if (!PLAIN.test(plain)) throw parameterFault('badInput', 'postcode', 'must be a postcode such as 560001');
  const { id, ispId } = caller;
  const mayAsk =
    (await countOne(tx, LIMITS.postcode, { ispId, key: id, now })) !== undefined &&
    (await countOne(tx, LIMITS.postcodes, { ispId, key: userId, now })) !== undefined;
  if (!mayAsk) throw new Fault('tooMany', `a caller asks for ${LIMITS.postcode.max} postcodes at most`);
  const spellings = [plain, `${plain.slice(0, 3)} ${plain.slice(3)}`];
  const conditions = [
    ...scopeConditions(scope, serviceScope('s')),
    sql`c.isp_id = ${ispId} AND c.deleted_at IS NULL AND c.zipcode = ANY(${spellings}::text[])`,
    sql`h.upto_at IS NULL AND n.status IN ('Open', 'Monitoring')`,
  ];
  const [found] = await query<{ concerned: boolean }>(
    tx,
    sql`SELECT EXISTS (SELECT FROM crm.customer c JOIN crm.service s ON s.customer_id = c.id
          JOIN crm.incident_service h ON h.service_id = s.id JOIN crm.incident n ON n.id = h.incident_id
          WHERE ${join(conditions, ' AND ')}) AS concerned`,
  );
  return found?.concerned ?? false;
}
