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

type Colleague = Pick<Actor, 'ispId' | 'resellerId' | 'locations' | 'username'>;

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
  if (colleague.locations === null || (await isSeen(tx, work, colleague))) return;
  const problem = `login user ${colleague.username} is limited to locations and would not see this ${work.what}`;
  throw parameterFault('conflict', parameter, problem);
}

async function isSeen(tx: Tx, work: Work, colleague: Colleague): Promise<boolean> {
  try {
    await readRecord(tx, seenBy(colleague), work, sql`x.id`);
    return true;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'notFound') return false;
    throw error;
  }
}
