import pg from 'pg';
import { ConfigError } from '../config/config.ts';
import type { Logger } from '../config/log.ts';
import { clientConfig } from './client-config.ts';
import { Servers } from './servers.ts';

/** A server that falls silent after it has accepted the connection. */
const ANSWER_TIMEOUT_MS = 4_000;
/** A setting of the connection that PostgreSQL keeps, and that a pooler drops. */
const MARK = 'lastmile.direct';

/** What no waiting would change, by SQLSTATE. */
const CONFIG_FAULTS: Readonly<Record<string, string>> = {
  '28P01': 'DATABASE_URL: the database rejects the user or the password.',
  '28000': 'DATABASE_URL: the database does not let this user in from this address.',
  '3D000': 'DATABASE_URL: the server has no database with this name.',
};
const POOLER =
  'DATABASE_URL: this is a connection pooler; a node needs a direct connection to PostgreSQL for its notifications and locks.';

/** The servers of this address, not asked yet. */
export function serversAt(url: string, log: Pick<Logger, 'info'>): Servers {
  return new Servers(url, isWritable, log);
}

/** @throws ConfigError if no waiting would help; else the error of a server that does not answer */
async function isWritable(url: string): Promise<boolean> {
  const client = new pg.Client({
    ...clientConfig(url, 'start', `-c ${MARK}=on`),
    query_timeout: ANSWER_TIMEOUT_MS,
  });
  client.on('error', () => undefined); // the pending call rejects
  try {
    await client.connect();
    const { rows } = await client.query<{ direct: string | null; readOnly: string }>(
      `SELECT current_setting('${MARK}', true) AS direct, current_setting('transaction_read_only') AS "readOnly"`,
    );
    if (rows[0]?.direct !== 'on') throw new ConfigError([POOLER]);
    return rows[0].readOnly === 'off';
  } catch (error) {
    throw configFaultOf(error) ?? error;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/** PgBouncer refuses a connection with settings: `unsupported startup parameter: options`. */
function configFaultOf(error: unknown): ConfigError | undefined {
  if (!(error instanceof pg.DatabaseError)) return undefined;
  if (/startup parameter/.test(error.message)) return new ConfigError([POOLER]);
  const sentence = CONFIG_FAULTS[error.code ?? ''];
  return sentence === undefined ? undefined : new ConfigError([sentence]);
}
