import type { Kernel } from '../../../core/kernel.ts';
import { inServiceSlices } from '../../../core/work/service-slices.ts';
import { execute, sql } from '../../../db/sql.ts';

/** The setting that says how far usage was listed. */
const ROUND = 'usage_listed_upto';
const BATCH = 1_000;

/**
 * Brings the usage that lists sort and filter by up to date where it is off by more than a hundredth. The procedure commits as it
 * goes, so it must not run in a transaction.
 */
export const listUsage = ({ db }: Pick<Kernel, 'db'>): Promise<void> =>
  inServiceSlices(db, ROUND, async ({ after, upto }) => {
    await execute(db.pool, sql`CALL radius.refresh_listed_usage(${BATCH}, ${after}, ${upto})`);
  });
