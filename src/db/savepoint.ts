import { execute, sql } from './sql.ts';
import { openTransactionOf, type Tx } from './tx.ts';

/**
 * Runs the work in a transaction and takes back all that it wrote, so that its outcome can be shown. What was written before
 * stays, such as the event of the audit. If the work fails, so does the transaction, as it would without.
 */
export async function takenBack<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const transaction = openTransactionOf(tx);
  const { change } = transaction;
  await execute(tx, sql`SAVEPOINT taken_back`);
  const result = await work();
  await execute(tx, sql`ROLLBACK TO SAVEPOINT taken_back`);
  transaction.change = change;
  return result;
}

/**
 * Runs the work in a transaction, and takes back what it wrote if it fails; what was written before stays.
 * @throws what the work throws, or the error of a statement that it only sent
 */
export async function attempt<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  const transaction = openTransactionOf(tx);
  const { change } = transaction;
  await execute(tx, sql`SAVEPOINT attempt`);
  try {
    const result = await work();
    await transaction.settle();
    await execute(tx, sql`RELEASE SAVEPOINT attempt`);
    return result;
  } catch (error) {
    const cause = transaction.causeOf(error);
    await transaction.settle().catch(() => undefined);
    await execute(tx, sql`ROLLBACK TO SAVEPOINT attempt`);
    transaction.change = change;
    throw cause;
  }
}
