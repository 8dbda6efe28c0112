import type { Readable } from 'node:stream';
import type pg from 'pg';
import { isKeyBeingReplaced, storedMark } from '../../../db/check-secrets-key.ts';
import { installationNumberOf } from '../../../db/installation-number.ts';
import { query, sql } from '../../../db/sql.ts';
import { DATABASES } from '../backup/databases.ts';
import { BackupError } from '../backup/error.ts';
import { columnList, type Header, keyOf, quoted, type Table } from '../backup/format.ts';
import { type Selection, scriptOf } from '../backup/script.ts';
import { openSnapshot } from '../backup/snapshot.ts';
import { type Dependencies, streamOf } from '../backup/take.ts';
import { findTenant } from './find-tenant.ts';
import { enteringQuery, GUARDED, leavingQuery, type Reference, referencesOf } from './references.ts';
import { belongsTo, movingTables } from './tenancy.ts';

/** The reference that may leave the ISP: a payment that a server administrator, who belongs to none, has recorded. */
const COLLECTOR = 'payment_collected_by_fkey';

/**
 * All rows of one ISP (README.md) as a stream, of one moment. It fails before the first byte if rows of this and of another ISP
 * refer to each other. Destroying the stream ends the export at the server.
 * @param idOrCode of the ISP
 */
export function exportTenant(source: Dependencies, idOrCode: string): Readable {
  return streamOf(source, { tenant: idOrCode }, async function* (client) {
    const { id, header } = await openTenant(client, idOrCode);
    yield* scriptOf(client, header, rowsOf(id));
  });
}

interface OpenTenant {
  readonly id: number;
  readonly header: Header;
}

/** Opens the transaction that sees all rows of the ISP at one moment, checks and describes them. */
async function openTenant(client: pg.PoolClient, idOrCode: string): Promise<OpenTenant> {
  const whole = await openSnapshot(client, DATABASES);
  const { id, code, name } = await findTenant(client, idOrCode);
  const tables = movingTables(whole.tables);
  await refuseCrossings(client, id);
  if (await isKeyBeingReplaced(client))
    throw new BackupError('The secrets key is being replaced. Export when secrets rotate has ended.');
  const tenant = {
    id,
    code,
    name,
    cell: await installationNumberOf(client),
    secrets_key: (await storedMark(client)) ?? null,
  };
  return { id, header: { ...whole, tenant, tables, partitions: await monthsOf(client, id, whole) } };
}

/** The rows of the ISP, as the file has them. */
export function rowsOf(ispId: number): Selection {
  return (table) => {
    const columns = keyOf(table) === 'crm.payment' ? ofOwnCollectors(ispId, table) : columnList(table);
    return `SELECT ${columns} FROM ${quoted(table)} t WHERE ${belongsTo(ispId, table)}`;
  };
}

/** The administrator stays, and the payment says in `created_by` who it was. */
const ofOwnCollectors = (ispId: number, table: Table): string =>
  columnList(table).replace(
    '"collected_by"',
    `(SELECT u.id FROM auth.login_user u WHERE u.id = t.collected_by AND u.isp_id = ${ispId})`,
  );

async function refuseCrossings(client: pg.PoolClient, ispId: number): Promise<void> {
  for (const reference of await referencesOf(client)) {
    if (!(reference.name in GUARDED)) continue;
    const wrong = async (text: string) => (await client.query(`${text} LIMIT 1`)).rowCount !== 0;
    if (reference.name !== COLLECTOR && (await wrong(leavingQuery(ispId, reference)))) throw crossing(reference);
    if (await wrong(enteringQuery(ispId, reference))) throw crossing(reference);
  }
}

const crossing = ({ child, parent }: Reference) =>
  new BackupError(
    `Rows of ${keyOf(child)} refer to rows of ${keyOf(parent)} that belong to another ISP or an administrator, so the ISP cannot be moved.`,
  );

/** The months in which the ISP has rows, of the tables that have partitions. */
async function monthsOf(client: pg.PoolClient, ispId: number, { tables, partitions }: Header) {
  const found: Record<string, string[]> = {};
  for (const table of movingTables(tables)) {
    if (!(keyOf(table) in partitions)) continue;
    const [key] = await query<{ column: string }>(
      client,
      sql`SELECT a.attname::text AS column FROM pg_partitioned_table p
          JOIN pg_attribute a ON a.attrelid = p.partrelid AND a.attnum = p.partattrs[0]
          WHERE p.partrelid = ${quoted(table)}::regclass`,
    );
    const { rows } = await client.query<{ month: string }>(
      `SELECT DISTINCT to_char(t.${key?.column}, 'YYYY-MM') AS month FROM ${quoted(table)} t
       WHERE ${belongsTo(ispId, table)} ORDER BY 1`,
    );
    const made = new Set(partitions[keyOf(table)]);
    found[keyOf(table)] = rows.map(({ month }) => month).filter((month) => made.has(month));
  }
  return found;
}
