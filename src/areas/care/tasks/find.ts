import { readForUpdate } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { Side } from '../staff.ts';
import type { TaskState } from './vocabulary.ts';

export interface Task extends Side {
  readonly state: TaskState;
  readonly assignedTo: number | null;
  readonly queueId: number | null;
}

const COLUMNS = sql`x.isp_id AS "ispId", x.keeper_id AS "keeperId", x.state, x.assigned_to AS "assignedTo",
  x.queue_id AS "queueId"`;

/** The task as it is under the lock. */
export const lockTask = (tx: Tx, scope: Scope, id: number): Promise<Task> =>
  readForUpdate<Task>(tx, scope, { what: 'task', id }, COLUMNS);
