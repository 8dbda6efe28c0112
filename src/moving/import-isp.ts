import { findTenant } from '../areas/installation/tenants/find-tenant.ts';
import type { Kernel } from '../core/kernel.ts';
import { partOf, type Scope, wholeInstallation } from '../core/tenancy/scope.ts';
import { checkSecretsKey } from '../db/check-secrets-key.ts';
import type { Database, Tx } from '../db/database.ts';
import { query, sql } from '../db/sql.ts';
import { ImportKeys } from './import-keys.ts';
import { Importer, type InTransaction } from './importer.ts';
import type { Mapping } from './mapping.ts';
import { Report, type Tally } from './report.ts';
import type { ImportRun } from './run.ts';
import { type Source, SourceError } from './source-row.ts';

/** A dry run is one transaction, however long it takes. */
const DRY_RUN_TIMEOUT_MS = 24 * 3_600_000;

export interface ImportOptions {
  readonly isp: string;
  /** Id or code; absent: the ISP itself. */
  readonly reseller?: string | undefined;
  /** Names the keys of this source. */
  readonly source: string;
  readonly mapping: Mapping;
  readonly report: string;
  readonly dryRun: boolean;
  readonly sessionMessages: ImportRun['sessionMessages'];
  beginAudit(tx: Tx): Promise<void>;
  progress(done: number, total: number | undefined): void;
}

type Environment = Pick<Kernel, 'config' | 'clock' | 'secretsKeys'> & { readonly db: Database };

/**
 * Imports what a source has into an ISP. It may be interrupted at any moment and repeated: each batch is a transaction that also
 * notes the keys of what it made. A dry run takes the same decisions and changes nothing.
 * @throws SourceError in one sentence
 */
export async function importIsp(environment: Environment, read: () => Source, options: ImportOptions): Promise<Tally> {
  const { db, secretsKeys } = environment;
  const tenant = await findTenant(db.pool, options.isp);
  if (tenant.frozen)
    throw new SourceError(`${tenant.name} is frozen because it is being moved to another installation.`);
  const resellerId = await resellerOf(db, tenant.id, options.reseller);
  await checkSecretsKey(db.pool, secretsKeys);
  return alone(db, tenant.id, async () => {
    const report = await Report.open(options.report);
    try {
      const run = await runOf(environment, { ...options, ispId: tenant.id, resellerId });
      await (options.dryRun ? dryRun : realRun)(environment, options, (inTransaction) =>
        readInto(new Importer(run, report, { inTransaction, atOnce: options.dryRun ? 1 : 2 }), read(), options),
      );
    } finally {
      await report.close();
    }
    return report.tally;
  });
}

async function runOf(
  { db, ...kernel }: Environment,
  { ispId, resellerId, mapping, source, sessionMessages }: ImportOptions & { ispId: number; resellerId: number | null },
): Promise<ImportRun> {
  const [setting] = await query<{ zone: string }>(
    db.pool,
    sql`SELECT timezone AS zone FROM crm.isp_setting WHERE isp_id = ${ispId}`,
  );
  const owner = { ispId, resellerId };
  const scope: Scope = { ...partOf(wholeInstallation, owner), by: 'import' };
  return {
    call: { scope, zone: setting?.zone ?? 'UTC', kernel, owner },
    resellerid: resellerId ?? 0,
    mapping,
    keys: new ImportKeys(ispId, source),
    sessionMessages,
  };
}

async function readInto(importer: Importer, source: Source, { progress }: ImportOptions): Promise<void> {
  try {
    for await (const row of source.rows()) {
      await importer.add(row);
      progress(importer.done, source.total);
    }
  } finally {
    await importer.flush();
  }
  progress(importer.done, importer.done);
}

type Run = (
  environment: Environment,
  options: ImportOptions,
  work: (inTransaction: InTransaction) => Promise<void>,
) => Promise<void>;

const realRun: Run = ({ db, secretsKeys }, { beginAudit }, work) =>
  work((write) =>
    db.transaction(async (tx) => {
      // Nobody replaces it until the commit.
      await checkSecretsKey(tx, secretsKeys);
      await beginAudit(tx);
      return write(tx);
    }),
  );

/** Taken back as a whole, so that later rows find what earlier ones have made. */
const dryRun: Run = async ({ db }, { beginAudit }, work) => {
  const over = new Error('the dry run is over');
  const running = db.transaction(
    async (tx) => {
      await beginAudit(tx);
      await work((write) => write(tx));
      throw over;
    },
    { timeoutMs: DRY_RUN_TIMEOUT_MS, attempts: 1 },
  );
  await running.catch((error: unknown) => {
    if (error !== over) throw error;
  });
};

async function resellerOf(db: Database, ispId: number, idOrCode: string | undefined): Promise<number | null> {
  if (idOrCode === undefined) return null;
  const [reseller] = await query<{ id: number }>(
    db.pool,
    sql`SELECT r.id FROM crm.reseller r
        WHERE r.isp_id = ${ispId} AND r.deleted_at IS NULL AND (r.id::text = ${idOrCode} OR r.code = ${idOrCode})
        ORDER BY r.id::text = ${idOrCode} DESC LIMIT 1`,
  );
  if (!reseller) throw new SourceError(`The ISP has no reseller ${idOrCode}. Give its id or its code.`);
  return reseller.id;
}

/** Two imports of an ISP at once would both find that a record is not there yet. */
async function alone<T>(db: Database, ispId: number, work: () => Promise<T>): Promise<T> {
  const pool = db.openPool({ name: 'import', max: 1 });
  const client = await pool.connect();
  try {
    const [lock] = await query<{ locked: boolean }>(
      client,
      sql`SELECT pg_try_advisory_lock(hashtext('lastmile import'), ${ispId}::int) AS locked`,
    );
    if (!lock?.locked) throw new SourceError('Another import into this ISP is running. Wait until it ends.');
    return await work();
  } finally {
    client.release(true);
  }
}
