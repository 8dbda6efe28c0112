import type pg from 'pg';
import { BackupError } from '../../backup/error.ts';
import { keyOf, quoted, type Table } from '../../backup/format.ts';
import type { BackupContents } from '../../backup/restore/backup-file.ts';
import { highestIds, tablesBySequence } from '../highest-ids.ts';
import { leavingQuery, referencesOf } from '../references.ts';
import { belongsTo } from '../tenancy.ts';
import { addressTaken, identityTaken } from './collision.ts';

/** Columns that name a row without a foreign key, and the tables of those rows. */
const NAMES_A_ROW: Readonly<Record<string, string>> = {
  service_id: 'crm.service',
  leased_to: 'crm.service',
  last_leased_to: 'crm.service',
  reseller_id: 'crm.reseller',
  seller_id: 'crm.reseller',
  nas_id: 'radius.nas',
  user_id: 'auth.login_user',
};

/**
 * Checks, in the transaction that has loaded them, that the rows of the file are rows of its ISP alone and refer to no others.
 * @throws BackupError
 */
export async function refuseForeignRows(client: pg.Client, ispId: number, contents: BackupContents): Promise<void> {
  const { header, trailer } = contents;
  for (const table of header.tables) {
    const { rows } = await client.query<{ count: string }>(
      `SELECT count(*) FROM ${quoted(table)} t WHERE ${belongsTo(ispId, table)}`,
    );
    // More than were loaded: some were here. Fewer: some that were loaded are another ISP's.
    const [count, loaded] = [Number(rows[0]?.count), trailer.rows[keyOf(table)] ?? 0];
    if (count > loaded) throw new BackupError(`This installation already has rows of ISP ${ispId} in ${keyOf(table)}.`);
    if (count < loaded) throw new BackupError(`${contents.file} has rows of another ISP in ${keyOf(table)}.`);
  }
  for (const reference of await referencesOf(client)) {
    if (await finds(client, leavingQuery(ispId, reference))) {
      const [child, parent] = [keyOf(reference.child), keyOf(reference.parent)];
      throw new BackupError(`Rows of ${child} in ${contents.file} refer to missing rows of ${parent}.`);
    }
  }
  for (const table of header.tables) await refuseNamesOfOthers(client, ispId, { table, file: contents.file });
  await refuseForeignEffects(client, ispId, contents);
  await refuseTakenAddresses(client, ispId);
  await refuseSharedIds(client, ispId, contents);
}

/** A source address, or a TLS identity, is that of one NAS or of one proxy, which otherwise triggers see to. */
async function refuseTakenAddresses(client: pg.Client, ispId: number): Promise<void> {
  const { rows } = await client.query<{ ip: string }>(
    `SELECT host(n.ip) AS ip FROM radius.nas n JOIN radius.proxy p ON p.ip = n.ip
     WHERE n.deleted_at IS NULL AND n.proxy_id IS NULL AND n.tls_identity IS NULL
       AND p.deleted_at IS NULL AND p.tls_identity IS NULL AND ${ispId} IN (n.isp_id, p.isp_id) LIMIT 1`,
  );
  if (rows[0]) throw new BackupError(addressTaken(rows[0].ip));
  const { rows: identities } = await client.query<{ identity: string }>(
    `SELECT n.tls_identity AS identity FROM radius.nas n JOIN radius.proxy p USING (tls_identity)
     WHERE n.deleted_at IS NULL AND n.proxy_id IS NULL AND p.deleted_at IS NULL AND ${ispId} IN (n.isp_id, p.isp_id) LIMIT 1`,
  );
  if (identities[0]) throw new BackupError(identityTaken(identities[0].identity));
}

async function refuseNamesOfOthers(
  client: pg.Client,
  ispId: number,
  { table, file }: { table: Table; file: string },
): Promise<void> {
  for (const [column, target] of Object.entries(NAMES_A_ROW)) {
    if (!table.columns.includes(column)) continue;
    const foreign = `SELECT FROM (SELECT t.${column} AS id FROM ${quoted(table)} t WHERE ${belongsTo(ispId, table)}) c
      JOIN ${target} p ON p.id = c.id WHERE p.isp_id IS DISTINCT FROM ${ispId}`;
    if (await finds(client, foreign))
      throw new BackupError(
        `Rows of ${keyOf(table)} in ${file} refer to rows of ${target} that belong to another ISP.`,
      );
  }
}

/** By its service an effect knows which sessions it may disconnect (`areas/network/sessions/effect-handlers.ts`). */
async function refuseForeignEffects(client: pg.Client, ispId: number, { file }: BackupContents): Promise<void> {
  const foreign = `SELECT FROM crm.outbox t WHERE t.isp_id = ${ispId} AND NOT EXISTS (
    SELECT FROM crm.service s WHERE s.isp_id = ${ispId} AND to_jsonb(s.id) = t.payload -> 'serviceId')`;
  if (await finds(client, foreign)) throw new BackupError(`${file} has effects on services of another ISP.`);
}

/** Rows move from a table to its archive, where their ids must be free too. */
async function refuseSharedIds(
  client: pg.Client,
  ispId: number,
  { file, header, trailer }: BackupContents,
): Promise<void> {
  const highest = await highestIds(client, ispId, header.tables);
  for (const [sequence, tables] of await tablesBySequence(client, header.tables)) {
    // The sequences here have moved past what the file says, no further.
    if ((highest[sequence] ?? 0n) > BigInt(trailer.sequences[sequence] ?? 0))
      throw new BackupError(`${file} has ids that ${sequence} never issued in the installation it comes from.`);
    for (const table of tables)
      if (await finds(client, `SELECT FROM ${quoted(table)} t WHERE ${belongsTo(ispId, table)} AND t.id < 1`))
        throw new BackupError(`${file} has ids below 1 in ${keyOf(table)}.`);
    if (tables.length < 2) continue;
    for (const [one, other] of pairs(tables)) {
      const shared = `SELECT FROM (SELECT t.id FROM ${quoted(one)} t WHERE ${belongsTo(ispId, one)}) c
        JOIN (SELECT t.id FROM ${quoted(other)} t WHERE (${belongsTo(ispId, other)}) IS NOT TRUE) o ON o.id = c.id`;
      if (await finds(client, shared))
        throw new BackupError(`Ids of ${keyOf(one)} are already used here by ${keyOf(other)}.`);
    }
  }
}

const pairs = (tables: readonly Table[]): [Table, Table][] =>
  tables.flatMap((one) => tables.map((other): [Table, Table] => [one, other]));

const finds = async (client: pg.Client, text: string): Promise<boolean> =>
  (await client.query(`${text} LIMIT 1`)).rowCount !== 0;
