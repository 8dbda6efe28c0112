import { createHmac } from 'node:crypto';
import { ConfigError } from '../config/config.ts';
import type { SecretsKeys } from '../config/secrets-keys.ts';
import { fingerprintIn, keyFingerprint } from './seal.ts';
import { execute, query, type Runner, sql } from './sql.ts';

const SETTING = 'secrets_key';
/** How many secrets of each table are checked if the database has no mark yet. */
const SAMPLE = 1_000;

/**
 * Checks that this process has the key that the secrets of its database are sealed with, and seals with that one from now on;
 * otherwise nodes could not read each other's secrets. The first start stores a mark of the key in the database. If there is
 * no mark but there are secrets (from an older version or a backup), most of them must be sealed with one of the keys. In a
 * transaction, the mark stays until its end.
 * @throws ConfigError if the key is another one
 */
export async function checkSecretsKey(on: Runner, keys: SecretsKeys): Promise<void> {
  const sealing = (await storedMark(on)) === undefined ? await sealingKey(on, keys) : keys.current;
  if (!sealing) throw wrongKey();
  // If two nodes start on an empty database at once, the second must have the key of the first.
  await execute(
    on,
    sql`INSERT INTO crm.setting (key, value) VALUES (${SETTING}, jsonb_build_object('mark', ${markOf(sealing)}::text))
        ON CONFLICT (key) DO NOTHING`,
  );
  await query(on, sql`SELECT FROM crm.setting WHERE key = ${SETTING} FOR SHARE`);
  if (!(await useStoredKey(on, keys))) throw wrongKey();
}

/** The key that the database names becomes the current one. Returns false, and changes nothing, if that is another. */
export async function useStoredKey(on: Runner, keys: SecretsKeys): Promise<boolean> {
  const mark = await storedMark(on);
  return keys.use((key) => markOf(key) === mark);
}

interface Mark {
  readonly key: Buffer;
  /** Whether there may be secrets that the previous key has sealed. */
  readonly isBeingReplaced: boolean;
}

/** Names the key that seals from now on. Waits for transactions that have checked the key and seal with it. */
export async function storeMark(on: Runner, { key, isBeingReplaced }: Mark): Promise<void> {
  const value = { mark: markOf(key), ...(isBeingReplaced && { replacing: true }) };
  await execute(on, sql`UPDATE crm.setting SET value = ${JSON.stringify(value)}::jsonb WHERE key = ${SETTING}`);
}

/** Whether some secrets may be sealed with another key than `storedMark` tells. */
export async function isKeyBeingReplaced(on: Runner): Promise<boolean> {
  const rows = await query(on, sql`SELECT FROM crm.setting WHERE key = ${SETTING} AND value ? 'replacing'`);
  return rows.length > 0;
}

/** The check value of the key that the secrets of this database are sealed with. */
export async function storedMark(on: Runner): Promise<string | undefined> {
  const [row] = await query<{ mark: string }>(
    on,
    sql`SELECT value ->> 'mark' AS mark FROM crm.setting WHERE key = ${SETTING}`,
  );
  return row?.mark;
}

/** Tells keys apart, and nothing about them. */
export const markOf = (key: Buffer): string =>
  createHmac('sha256', key).update('lastmile mark of the secrets key').digest('hex');

/** The majority decides: in older versions a node with another key could store some secrets. Undefined: it is none of these. */
async function sealingKey(on: Runner, keys: SecretsKeys): Promise<Buffer | undefined> {
  const rows = await query<{ secret: Buffer }>(
    on,
    sql`(SELECT secret_enc AS secret FROM radius.nas ORDER BY id LIMIT ${SAMPLE})
        UNION ALL (SELECT password_enc FROM crm.service ORDER BY id LIMIT ${SAMPLE})`,
  );
  if (rows.length === 0) return keys.current;
  const sealedWith = (key: Buffer) =>
    rows.filter(({ secret }) => fingerprintIn(secret)?.equals(keyFingerprint(key))).length;
  return keys.all.find((key) => sealedWith(key) * 2 > rows.length);
}

function wrongKey(): ConfigError {
  return new ConfigError([
    'SECRETS_KEY: the secrets of this database are sealed with another key; set SECRETS_KEY to that key, or put it into the file secrets.key in DATA_DIR.',
  ]);
}
