import { createHmac } from 'node:crypto';
import { ConfigError } from '../config/config.ts';
import { fingerprintIn, keyFingerprint } from './seal.ts';
import { execute, query, type Runner, sql } from './sql.ts';

const SETTING = 'secrets_key';
/** How many secrets of each table are checked if the database has no mark yet. */
const SAMPLE = 1_000;

/**
 * Checks that this node has the key that the secrets of its database are sealed with; otherwise nodes could not read each
 * other's secrets. The first start stores a mark of the key in the database. If there is no mark but there are secrets (from
 * an older version or a backup), most of them must be sealed with this key.
 * @throws ConfigError if the key is another one
 */
export async function checkSecretsKey(on: Runner, key: Buffer): Promise<void> {
  const mark = markOf(key);
  if (!(await storedMark(on)) && !(await mostAreSealedWith(on, key))) throw wrongKey();
  // If two nodes start on an empty database at once, the second must have the key of the first.
  await execute(
    on,
    sql`INSERT INTO crm.setting (key, value) VALUES (${SETTING}, jsonb_build_object('mark', ${mark}::text))
        ON CONFLICT (key) DO NOTHING`,
  );
  if ((await storedMark(on)) !== mark) throw wrongKey();
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

/** The majority decides: in older versions a node with another key could store some secrets. */
async function mostAreSealedWith(on: Runner, key: Buffer): Promise<boolean> {
  const rows = await query<{ secret: Buffer }>(
    on,
    sql`(SELECT secret_enc AS secret FROM radius.nas ORDER BY id LIMIT ${SAMPLE})
        UNION ALL (SELECT password_enc FROM crm.service ORDER BY id LIMIT ${SAMPLE})`,
  );
  const matching = rows.filter(({ secret }) => fingerprintIn(secret)?.equals(keyFingerprint(key))).length;
  return rows.length === 0 || matching * 2 > rows.length;
}

function wrongKey(): ConfigError {
  return new ConfigError([
    'SECRETS_KEY: the secrets of this database are sealed with another key; set SECRETS_KEY to that one, or put it into the file secrets.key of DATA_DIR.',
  ]);
}
