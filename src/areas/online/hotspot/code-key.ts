import { randomBytes } from 'node:crypto';
import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import { seal, unseal } from '../../../db/seal.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';
import { CODE_KEY_PURPOSE } from './vocabulary.ts';

/** The key of an ISP's codes, which stays the same when the keys of the installation change; null: it has no codes. */
export async function codeKey(on: Runner, keys: SecretsKeys, ispId: number): Promise<Buffer | null> {
  const [found] = await query<{ sealed: Buffer }>(
    on,
    sql`SELECT key_enc AS sealed FROM crm.hotspot_key WHERE isp_id = ${ispId}`,
  );
  return found ? Buffer.from(unseal(keys, CODE_KEY_PURPOSE, found.sealed), 'hex') : null;
}

/** The same, made if there is none. */
export async function ownCodeKey(on: Runner, keys: SecretsKeys, ispId: number): Promise<Buffer> {
  const known = await codeKey(on, keys, ispId);
  if (known) return known;
  const sealed = seal(keys, CODE_KEY_PURPOSE, randomBytes(32).toString('hex'));
  await execute(
    on,
    sql`INSERT INTO crm.hotspot_key (isp_id, key_enc) VALUES (${ispId}, ${sealed}) ON CONFLICT DO NOTHING`,
  );
  const made = await codeKey(on, keys, ispId);
  if (!made) throw new Error(`ISP ${ispId} has no key for codes`);
  return made;
}
