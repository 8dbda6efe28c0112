import type { SecretsKeys } from '../../../config/secrets-keys.ts';
import type { Database } from '../../../db/database.ts';
import { keyFingerprint, SealError, seal, unseal } from '../../../db/seal.ts';
import { execute, query, type Runner, raw, type Sql, sql } from '../../../db/sql.ts';
import { purposeIn, SEALED, type SealedColumn } from './sealed-columns.ts';

export interface Resealing {
  /** One of these has sealed the secrets. */
  readonly from: SecretsKeys;
  /** The current one of these seals them. */
  readonly to: SecretsKeys;
}

export interface Resealed {
  readonly sealed: number;
  /** Secrets that no key opens; they stay as they are. */
  readonly unreadable: number;
}

interface Batch extends Resealed {
  /** How many rows were looked at. */
  readonly rows: number;
  /** The key of the last of them; null after the last batch. */
  readonly last: number | null;
}

interface ResealOptions extends Resealing {
  /** Which rows of a table, named t. */
  of(column: SealedColumn): Sql;
  /** Runs a batch. */
  run(work: (on: Runner) => Promise<Batch>): Promise<Batch>;
}

/**
 * Seals again, batch by batch, the secrets that another key than the current one has sealed. If a batch fails, those before it
 * stay done, and the whole may be repeated. A row that somebody else changes meanwhile keeps that change.
 */
export async function* reseal({ of, run, ...keys }: ResealOptions): AsyncGenerator<Batch> {
  for (const column of SEALED) {
    let after: number | null = 0;
    while (after !== null) {
      const from: number = after;
      const batch: Batch = await run((on) => resealBatch(on, column, { ...keys, where: of(column), after: from }));
      yield batch;
      after = batch.last;
    }
  }
}

const ROWS = 1_000;

async function resealBatch(
  on: Runner,
  sealedColumn: SealedColumn,
  { from, to, where, after }: Resealing & { readonly where: Sql; readonly after: number },
): Promise<Batch> {
  const { table, key, column } = sealedColumn;
  const [id, value] = [sql`t.${raw(key)}`, sql`t.${raw(column)}`];
  // The fingerprint of the key, as `seal` lays it out.
  const isDone = sql`substring(${value} FROM 2 FOR 4) = ${keyFingerprint(to.current)}::bytea`;
  const rows = await query<{ id: number; sealed: Buffer | null }>(
    on,
    sql`SELECT ${id} AS id, CASE WHEN ${isDone} THEN NULL ELSE ${value} END AS sealed
        FROM ${raw(table)} t WHERE ${where} AND ${id} > ${after} ORDER BY ${id} LIMIT ${ROWS}`,
  );
  const others = rows.flatMap((row) => (row.sealed === null ? [] : [{ id: row.id, sealed: row.sealed }]));
  const opened = others.flatMap((row) => {
    const purpose = purposeIn(sealedColumn, row.id);
    const text = textIn(from, purpose, row.sealed);
    return text === undefined ? [] : [{ ...row, again: seal(to, purpose, text) }];
  });
  const sealed = await execute(
    on,
    sql`UPDATE ${raw(table)} t SET ${raw(column)} = d.again
        FROM unnest(${opened.map((each) => each.id)}::int[], ${opened.map((each) => each.sealed)}::bytea[],
          ${opened.map((each) => each.again)}::bytea[]) AS d (id, sealed, again)
        WHERE ${id} = d.id AND ${value} = d.sealed`,
  );
  const last = rows.length < ROWS ? null : (rows.at(-1)?.id ?? null);
  return { rows: rows.length, sealed, unreadable: others.length - opened.length, last };
}

function textIn(keys: SecretsKeys, purpose: string, sealed: Buffer): string | undefined {
  try {
    return unseal(keys, purpose, sealed);
  } catch (error) {
    if (error instanceof SealError) return undefined;
    throw error;
  }
}

/**
 * Seals all secrets of the installation with the current key, each batch in a transaction of its own.
 * @param seen is called with the number of rows that were looked at
 */
export async function resealAll(
  db: Pick<Database, 'transaction'>,
  keys: SecretsKeys,
  seen: (rows: number) => void,
): Promise<Resealed> {
  let [rows, sealed, unreadable] = [0, 0, 0];
  const batches = reseal({
    ...{ from: keys, to: keys, of: () => sql`true` },
    run: (work) =>
      db.transaction(async (tx) => {
        // Or webhooks would say that passwords have changed.
        await execute(tx, sql`SELECT set_config('lastmile.resealing', 'on', true)`);
        return work(tx);
      }),
  });
  for await (const batch of batches) {
    rows += batch.rows;
    sealed += batch.sealed;
    unreadable += batch.unreadable;
    seen(rows);
  }
  return { sealed, unreadable };
}
