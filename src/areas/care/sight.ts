import type { Actor } from '../../core/access/actor.ts';
import { Fault, parameterFault } from '../../core/fault.ts';
import { type LockableRecord, readRecord } from '../../core/records/row-locks.ts';
import { seenBy, wholeInstallation } from '../../core/tenancy/scope.ts';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';

interface Work {
  readonly what: Extract<LockableRecord, 'ticket' | 'task' | 'visit'>;
  readonly id: number;
}

export type Colleague = Pick<Actor, 'ispId' | 'resellerId' | 'locations' | 'username'>;

const COLLEAGUE = sql`x.isp_id AS "ispId", x.reseller_id AS "resellerId", x.username, auth.places_of(x) AS locations`;

/**
 * An Employee limited to locations is given no work elsewhere, which they would never see. Called when the work is written, so that
 * the same conditions decide as in the lists.
 * @throws Fault of kind `conflict`
 */
export async function refuseUnseen(tx: Tx, work: Work, parameter: string, userId: number | null): Promise<void> {
  if (userId === null) return;
  const user = { what: 'login user', id: userId } as const;
  const colleague = await readRecord<Colleague>(tx, wholeInstallation, user, COLLEAGUE);
  if (await seesWork(tx, work, colleague)) return;
  const problem = `login user ${colleague.username} is limited to locations and would not see this ${work.what}`;
  throw parameterFault('conflict', parameter, problem);
}

/** Whether the same conditions as in the lists show written work to somebody of its staff. */
export async function seesWork(tx: Tx, work: Work, colleague: Colleague): Promise<boolean> {
  if (colleague.locations === null) return true;
  try {
    await readRecord(tx, seenBy(colleague), work, sql`x.id`);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'notFound') return false;
    throw error;
  }
}
