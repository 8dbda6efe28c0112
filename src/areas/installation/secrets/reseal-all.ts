import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import type { Database } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { type Resealed, reseal } from './reseal.ts';

/**
 * Seals all secrets of the installation with the current key, each batch in a transaction of its own.
 * @param seen is called with the number of rows that were looked at
 */
export async function resealAll(
  db: Pick<Database, 'transaction'>,
  keys: SecretsKeys,
  seen: (rows: number) => void,
): Promise<Resealed> {
  let [rows, sealed, unreadable] = [0, 0, 0];
  const batches = reseal({
    ...{ from: keys, to: keys, of: () => sql`true` },
    run: (work) =>
      db.transaction(async (tx) => {
        // Or webhooks would say that passwords have changed.
        await execute(tx, sql`SELECT set_config('lastmile.resealing', 'on', true)`);
        return work(tx);
      }),
  });
  for await (const batch of batches) {
    rows += batch.rows;
    sealed += batch.sealed;
    unreadable += batch.unreadable;
    seen(rows);
  }
  return { sealed, unreadable };
}
