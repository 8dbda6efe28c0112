import { createHmac } from 'node:crypto';
import { ConfigError } from '../config/config.ts';
import { fingerprintIn, keyFingerprint } from './seal.ts';
import { execute, query, type Runner, sql } from './sql.ts';

const SETTING = 'secrets_key';
/** Of each table with secrets so many are looked at where the database has no mark yet. */
const SAMPLE = 1_000;

/**
 * Holds a node to the key that the secrets of its database are sealed with: what it sealed with another one no other node
 * could read, nor it theirs. The database keeps a mark of the key, which the first start leaves; where there are secrets
 * but no mark, since they are older than marks or came from a backup, most of them must be sealed with this key.
 * @throws ConfigError when it is another one
 */
export async function checkSecretsKey(on: Runner, key: Buffer): Promise<void> {
  const mark = createHmac('sha256', key).update('lastmile mark of the secrets key').digest('hex');
  if (!(await keptMark(on)) && !(await sealedMostly(on, key))) throw wrongKey();
  // Of two nodes that start on an empty database at once, one is first, and the other has its key or does not start.
  await execute(
    on,
    sql`INSERT INTO crm.setting (key, value) VALUES (${SETTING}, jsonb_build_object('mark', ${mark}::text))
        ON CONFLICT (key) DO NOTHING`,
  );
  if ((await keptMark(on)) !== mark) throw wrongKey();
}

async function keptMark(on: Runner): Promise<string | undefined> {
  const [row] = await query<{ mark: string }>(
    on,
    sql`SELECT value ->> 'mark' AS mark FROM crm.setting WHERE key = ${SETTING}`,
  );
  return row?.mark;
}

/** A node with another key may have stored a few before there were marks; so the majority decides. */
async function sealedMostly(on: Runner, key: Buffer): Promise<boolean> {
  const rows = await query<{ secret: Buffer }>(
    on,
    sql`(SELECT secret_enc AS secret FROM radius.nas ORDER BY id LIMIT ${SAMPLE})
        UNION ALL (SELECT password_enc FROM crm.service ORDER BY id LIMIT ${SAMPLE})`,
  );
  const own = rows.filter(({ secret }) => fingerprintIn(secret)?.equals(keyFingerprint(key))).length;
  return rows.length === 0 || own * 2 > rows.length;
}

function wrongKey(): ConfigError {
  return new ConfigError([
    'SECRETS_KEY: the secrets of this database are sealed with another key; set SECRETS_KEY to that one, or put it into the file secrets.key of DATA_DIR.',
  ]);
}
