import type pg from 'pg';
import { query, sql } from '../../../../db/sql.ts';
import { BackupError } from '../../backup/error.ts';
import type { BackupContents } from '../../backup/restore/backup-file.ts';

/** Rows are of the past; partitions are made some months ahead. */
const FIRST_MONTH = '2000-01';
const MONTHS_AHEAD = 6;

/**
 * Checks what moves things that all ISPs of this installation share, and stays moved if the import fails: what the file says of
 * sequences and months. A forged file could use up the ids of everybody, or make partitions without end.
 * @throws BackupError
 */
export async function refuseHarmToOthers(client: pg.Client, contents: BackupContents): Promise<void> {
  await refuseUsedUp(client, contents);
  await refuseOddMonths(client, contents);
}

/** However many files are loaded, half of the ids are left to those who are here: 67 million of a kind where they have 32 bits. */
async function refuseUsedUp(client: pg.Client, { file, trailer }: BackupContents): Promise<void> {
  const known = await query<{ name: string; most: string }>(
    client,
    sql`SELECT schemaname || '.' || sequencename AS name, max_value::text AS most FROM pg_sequences`,
  );
  for (const { name, most } of known) {
    const given = trailer.sequences[name];
    if (given !== undefined && BigInt(given) > BigInt(most) / 2n)
      throw new BackupError(`${file} says that ${name} has reached ${given}, more than half of all possible ids.`);
  }
}

async function refuseOddMonths(client: pg.Client, { file, header }: BackupContents): Promise<void> {
  const [here] = await query<{ tables: string[]; last: string }>(
    client,
    sql`SELECT array_agg(n.nspname || '.' || c.relname) AS tables,
          to_char(now() + make_interval(months => ${MONTHS_AHEAD}), 'YYYY-MM') AS last
        FROM pg_partitioned_table p JOIN pg_class c ON c.oid = p.partrelid JOIN pg_namespace n ON n.oid = c.relnamespace`,
  );
  for (const [table, months] of Object.entries(header.partitions)) {
    if (!here?.tables.includes(table)) throw new BackupError(`${file} names months of ${table}, which has none.`);
    const odd = months.find((month) => !/-(0[1-9]|1[0-2])$/.test(month) || month < FIRST_MONTH || month > here.last);
    if (odd !== undefined) throw new BackupError(`${file} names the month ${odd} of ${table}, which cannot have rows.`);
  }
}
