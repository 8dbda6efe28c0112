import type pg from 'pg';
import type { SecretsKeys } from '../../../../config/secrets-keys.ts';
import type { Database } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { type VerifiedChain, verifyChain } from './verify-chain.ts';

export interface VerifyOptions {
  /** Undefined: all chains. */
  readonly ispId?: number | undefined;
  readonly now: Date;
  /** Undefined: who made the notes of erasures is not checked. */
  readonly secretsKeys?: SecretsKeys | undefined;
  /** Called now and then with the number of seals that were checked. */
  progress?(seals: number): void;
}

/** Verifies the chains one by one, each as of one moment. It changes nothing, and nobody waits for it. */
export async function* verifyAudit(
  { pool }: Pick<Database, 'pool'>,
  { ispId, now, secretsKeys, progress = () => undefined }: VerifyOptions,
): AsyncGenerator<VerifiedChain> {
  const client = await pool.connect();
  let failure: Error | undefined;
  let done = 0;
  const count = (seals: number): void => {
    done += seals;
    progress(done);
  };
  try {
    for (const each of ispId === undefined ? await chainsIn(client) : [ispId]) {
      await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
      await client.query('SET LOCAL statement_timeout = 0');
      yield await verifyChain(client, each, { now, secretsKeys, progress: count });
      await client.query('COMMIT');
    }
  } catch (error) {
    failure = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    await client.query('ROLLBACK').catch((error: Error) => {
      failure ??= error;
    });
    client.release(failure);
  }
}

/** Of all ISPs, whether or not they have a chain, and of the installation. */
async function chainsIn(client: pg.ClientBase): Promise<number[]> {
  const rows = await query<{ id: number }>(
    client,
    sql`SELECT 0 AS id UNION SELECT id FROM crm.isp UNION SELECT isp_id FROM auth.audit_chain
        UNION SELECT isp_id FROM auth.audit_seal ORDER BY id`,
  );
  return rows.map(({ id }) => id);
}
