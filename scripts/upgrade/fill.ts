import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { archive } from '../../src/areas/installation/archive/archive.ts';
import { readConfig } from '../../src/config/config.ts';
import { createLog } from '../../src/config/log.ts';
import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import type { Database } from '../../src/db/database.ts';
import { query, sql } from '../../src/db/sql.ts';
import { type CreatedDemo, createDemo } from '../../src/demo/create-demo.ts';
import { startNode } from '../../src/node.ts';
import { callsOf, type Example } from './calls.ts';

/** The same moment for every release, so that their data can be compared. */
export const AS_OF = new Date('2026-03-20T14:30:00Z');
export const SECRETS_KEY = '5e'.repeat(32);
const SIZE = { seed: 'upgrade', days: 62, subscribers: 28 };
const clock = { now: () => AS_OF };

interface Filled {
  readonly owner: CreatedDemo['owner'];
  readonly subscriber: { readonly username: string; readonly mac: string };
}

/** A small ISP with two months of history, and by calls of the API what the demo has none of. */
export async function fill(db: Database, url: string): Promise<Filled> {
  const log = createLog('warn');
  const config = readConfig({ DATABASE_URL: url });
  const secretsKeys = new SecretsKeys(Buffer.from(SECRETS_KEY, 'hex'));
  const created = await createDemo({ config, log, secretsKeys, db, clock }, SIZE, () => undefined);
  const example = await exampleOf(db, created.example);
  const folder = await mkdtemp(join(tmpdir(), 'lastmile-upgrade-'));
  const node = await startNode(readConfig({ ...settings(url), DATA_DIR: folder }), log, { clock });
  try {
    const { userid, apiKey } = created.owner;
    for (const [path, parameters] of callsOf(example))
      await call(node.httpPort, path, { ...parameters, userid: String(userid), api_key: apiKey });
  } finally {
    await node.stop();
    await rm(folder, { recursive: true, force: true });
  }
  return { owner: created.owner, subscriber: { username: created.example, mac: example.mac } };
}

/** January, as the archive's job does once the month is old enough. */
export async function archiveOldMonths(db: Database): Promise<void> {
  const config = readConfig({ ARCHIVE_AFTER_DAYS: '40', RETENTION_AUDIT_DAYS: '0' });
  await archive({ db, config, clock, metrics: new Registry() }, { signal: new AbortController().signal });
}

/** Of a node on this machine that does nothing by itself. */
export const settings = (url: string): Record<string, string> => ({
  ...{ DATABASE_URL: url, SECRETS_KEY, JOBS: 'off', PROCESSES: '1', NAS_ALLOWED_NETWORKS: '127.0.0.0/8' },
  ...{ BIND_ADDRESS: '127.0.0.1', HTTP_PORT: '0', RADIUS_AUTH_PORT: '0', RADIUS_ACCT_PORT: '0' },
});

async function exampleOf({ pool }: Database, username: string): Promise<Example> {
  const [row] = await query<Example>(
    pool,
    sql`SELECT s.id AS serviceid, s.customer_id AS customerid, s.mac::text,
          (SELECT id FROM radius.nas WHERE ip = '192.0.2.10') AS nasid
        FROM crm.service s WHERE s.username = ${username}`,
  );
  if (!row) throw new Error('the demo has no example');
  return row;
}

async function call(port: number, path: string, parameters: Readonly<Record<string, string>>): Promise<void> {
  const body = new URLSearchParams(parameters);
  const response = await fetch(`http://127.0.0.1:${port}/api/${path}`, { method: 'POST', body });
  const { error } = (await response.json()) as { error: string | null };
  if (error !== null) throw new Error(`${path}: ${error}`);
}
