import { execute, sql } from './sql.ts';
import type { Tx } from './tx.ts';

/**
 * Runs the work in a transaction and takes back all that it wrote, so that its outcome can be shown. What was written before
 * stays, such as the event of the audit. If the work fails, so does the transaction, as it would without.
 */
export async function takenBack<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await execute(tx, sql`SAVEPOINT taken_back`);
  const result = await work();
  await execute(tx, sql`ROLLBACK TO SAVEPOINT taken_back`);
  return result;
}
