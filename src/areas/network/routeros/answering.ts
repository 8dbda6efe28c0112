import { Fault } from '../../../core/fault.ts';
import { execute, sql } from '../../../db/sql.ts';
import type { RouterKernel } from './find.ts';

/** More are not told apart, and the column is a smallint. */
const MAX_FAILURES = 1_000;

/** Asks a router, and notes whether it answers, from which its alert comes. @throws what the question throws */
export async function noted<T>({ db, clock }: RouterKernel, nasId: number, question: () => Promise<T>): Promise<T> {
  try {
    const reply = await question();
    await execute(
      db.pool,
      sql`UPDATE radius.nas_api SET failures = 0, failing_since = NULL WHERE nas_id = ${nasId} AND failures > 0`,
    );
    return reply;
  } catch (error) {
    if (error instanceof Fault && error.kind === 'nasRefused') {
      await execute(
        db.pool,
        sql`UPDATE radius.nas_api SET failures = least(failures + 1, ${MAX_FAILURES}::int),
              failing_since = coalesce(failing_since, ${clock.now()}::timestamptz) WHERE nas_id = ${nasId}`,
      );
    }
    throw error;
  }
}
