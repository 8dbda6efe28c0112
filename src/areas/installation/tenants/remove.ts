import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { clientConfig } from '../../../db/client-config.ts';
import { NUMBERING } from '../../insight/events/number-events.ts';
import { SEALING } from '../audit/chain/seal-events.ts';
import { BackupError } from '../backup/error.ts';
import { quoted, type Table } from '../backup/format.ts';
import { readBackup } from '../backup/restore/backup-file.ts';
import { rowsOf } from './export.ts';
import { findTenant, type TenantRow } from './find-tenant.ts';
import { Fingerprints } from './fingerprints.ts';
import { notifyNodes, SILENT } from './import/notify-nodes.ts';
import { noteRemoval } from './removals.ts';
import { belongsTo, tenancyOf } from './tenancy.ts';
import { withoutTriggers } from './without-triggers.ts';

export interface RemoveOptions {
  /** Of the database, as its owner. */
  readonly url: string;
  /** The file that the other installation has. */
  readonly file: string;
  /** The code of the ISP, which confirms that it is meant. */
  readonly code: string;
  /** Remove it although rows were written after the export. */
  readonly evenIfChanged?: boolean;
}

export interface Removed {
  readonly tenant: TenantRow;
  readonly rows: number;
  /** Tables in which rows were written after the export. */
  readonly changed: readonly string[];
}

/**
 * Removes a frozen ISP with all its rows, all of it or nothing. Before that, its rows are compared with the file: what was
 * written after the export, and so is missing in the other installation, stops it.
 * @throws BackupError
 */
export async function removeTenant(idOrCode: string, options: RemoveOptions): Promise<Removed> {
  const { url, file, code, evenIfChanged = false } = options;
  const client = new pg.Client({ ...clientConfig(url, 'tenant remove'), statement_timeout: 0, lock_timeout: 0 });
  client.on('error', () => undefined); // the running statement fails with it
  await client.connect();
  try {
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ');
    await withoutTriggers(client);
    const tenant = await findTenant(client, idOrCode);
    refuseOther(tenant, code);
    const { changed, tables, sha256 } = await compare(client, tenant, file);
    if (changed.length > 0 && !evenIfChanged) throw new BackupError(sentenceOf(tenant, file, changed));
    await notifyNodes(client, tenant.id, SILENT);
    const rows = await deleteRows(client, tenant.id, tables);
    await noteRemoval(client, tenant.id, sha256);
    await client.query('COMMIT');
    await removeLateRows(client, tenant.id);
    return { tenant, rows, changed };
  } finally {
    // Rolls back what was not committed.
    await client.end().catch(() => undefined);
  }
}

function refuseOther({ name, code, frozen }: TenantRow, confirmed: string): void {
  if (code !== confirmed) throw new BackupError(`--confirm: the code of ${name} is ${code}, not ${confirmed}.`);
  if (!frozen) throw new BackupError(`${name} (${code}) is in use here. Freeze and export it before you remove it.`);
}

async function compare(
  client: pg.Client,
  { id, name }: TenantRow,
  file: string,
): Promise<{ changed: string[]; tables: readonly Table[]; sha256: string }> {
  const [exported, here] = [new Fingerprints(), new Fingerprints()];
  const { header, sha256 } = await readBackup(file, (table, rows) => exported.add(table, rows));
  if (header.tenant?.id !== id) throw new BackupError(`${file} does not hold ${name}.`);
  const select = rowsOf(id);
  for (const table of header.tables)
    await here.add(table, client.query(copyTo(`COPY (${select(table)}) TO STDOUT`)) as AsyncIterable<Buffer>);
  return { changed: exported.differing(here), tables: header.tables, sha256 };
}

const sentenceOf = ({ name }: TenantRow, file: string, changed: readonly string[]) =>
  `Rows of ${name} were written after ${file} was exported (${changed.join(', ')}), so the other installation lacks them: ` +
  'thaw it here and export it again, or remove it with --even-if-changed.';

/** Rows that belong by a parent are deleted before it. */
async function deleteRows(client: pg.Client, ispId: number, tables: readonly Table[]): Promise<number> {
  const byParent = (table: Table) => 'via' in (tenancyOf(table) ?? {});
  const inOrder = [...tables.filter(byParent), ...tables.filter((table) => !byParent(table))];
  let rows = 0;
  for (const table of inOrder) {
    const { rowCount } = await client.query(`DELETE FROM ${quoted(table)} t WHERE ${belongsTo(ispId, table)}`);
    rows += rowCount ?? 0;
  }
  await client.query('DELETE FROM crm.tenant_freeze WHERE isp_id = $1', [ispId]);
  return rows;
}

/** A node writes them after the commit of what they are about, so it may have committed a batch since the rows were deleted. */
const LATE = ['auth.audit_unsealed', 'auth.audit_seal', 'auth.audit_chain', 'crm.unnumbered_event', 'crm.event'];

async function removeLateRows(client: pg.Client, ispId: number): Promise<void> {
  await client.query('BEGIN');
  await withoutTriggers(client);
  // Waits for the batches that nodes have begun.
  for (const lock of [NUMBERING, SEALING]) await client.query('SELECT pg_advisory_xact_lock($1)', [lock]);
  for (const table of LATE) await client.query(`DELETE FROM ${table} WHERE isp_id = $1`, [ispId]);
  await client.query('COMMIT');
}
