import type { Logger } from '../config/log.ts';
import type { SecretsKeys } from '../config/secrets-keys.ts';
import { useStoredKey } from './check-secrets-key.ts';
import type { Database } from './database.ts';
import { keyFingerprint } from './seal.ts';
import { query, type Runner, sql } from './sql.ts';

/** Notified when nodes shall look again which keys there are, and which of them seals. */
export const SECRETS_KEY_CHANNEL = 'secrets_key';

interface Following {
  readonly db: Database;
  readonly keys: SecretsKeys;
  /** Reads the settings again; undefined if they name no key. */
  readonly reload: () => Promise<SecretsKeys | undefined>;
  readonly log: Pick<Logger, 'info' | 'error'>;
}

/**
 * Seals with the key that the database names, as soon as it names another, and shows there which keys this process has, so that
 * a key is used only when all have it.
 * @returns what ends it
 */
export async function followSecretsKey({ db, keys, reload, log }: Following): Promise<() => Promise<void>> {
  const follow = async (): Promise<void> => {
    const before = keys.current;
    const set = await reload();
    if (set) keys.learn(set);
    if (!(await useStoredKey(db.pool, keys))) log.error('this process does not have the key that seals the database');
    if (keys.current !== before) log.info('now sealing secrets with the new key');
    // The name has room for four: older ones may be left out.
    await db.announce([...new Set([keys.current, keys.newest, ...keys.all])].map(shownKey).join(' '));
  };
  const unlisten = await db.listen(SECRETS_KEY_CHANNEL, follow);
  await follow();
  return unlisten;
}

const shownKey = (key: Buffer): string => keyFingerprint(key).toString('hex');

/** A process of a node, and which keys it has announced. */
export interface KeyHolder {
  /** Where it runs, for people. */
  readonly host: string;
  seals(key: Buffer): boolean;
  has(key: Buffer): boolean;
}

/** The processes of all nodes that are connected now. */
export async function keyHolders(on: Runner): Promise<KeyHolder[]> {
  const rows = await query<{ host: string; shown: string }>(
    on,
    sql`SELECT coalesce(host(client_addr), 'this machine') AS host,
          regexp_replace(application_name, '^lastmile listen(-part)? ?', '') AS shown
        FROM pg_stat_activity
        WHERE datname = current_database() AND application_name ~ '^lastmile listen(-part)?( |$)'`,
  );
  return rows.map(({ host, shown }) => {
    const keys = shown.split(' ');
    return { host, seals: (key) => shownKey(key) === keys[0], has: (key) => keys.includes(shownKey(key)) };
  });
}
