import type pg from 'pg';
import { problemOf } from '../../../../db/problem.ts';
import { query, sql } from '../../../../db/sql.ts';
import { DATABASES } from '../databases.ts';

/** A foreign key that restored rows violate. */
export interface BrokenReference {
  readonly table: string;
  readonly target: string;
}

interface ForeignKey extends BrokenReference {
  readonly name: string;
  readonly definition: string;
}

export interface DroppedConstraints {
  readonly foreignKeys: readonly ForeignKey[];
  readonly triggers: readonly { readonly table: string; readonly name: string }[];
}

/**
 * Drops foreign keys and disables triggers, so that rows can be loaded in any order and unchanged: they refer to each other in
 * circles, and the triggers would count, audit and notify a second time. The owner may do this; disabling them all at once
 * (session_replication_role) takes a superuser.
 */
export async function dropConstraints(client: pg.Client): Promise<DroppedConstraints> {
  const schemas = [...DATABASES];
  const foreignKeys = await query<ForeignKey>(
    client,
    sql`SELECT k.conrelid::regclass::text AS table, k.confrelid::regclass::text AS target,
          quote_ident(k.conname) AS name, pg_get_constraintdef(k.oid) AS definition
        FROM pg_constraint k JOIN pg_namespace n ON n.oid = k.connamespace
        WHERE k.contype = 'f' AND k.conparentid = 0 AND n.nspname = ANY(${schemas}::text[])
        ORDER BY 1, k.conname`,
  );
  const triggers = await query<{ table: string; name: string }>(
    client,
    sql`SELECT t.tgrelid::regclass::text AS table, quote_ident(t.tgname) AS name
        FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace
        WHERE NOT t.tgisinternal AND t.tgparentid = 0 AND t.tgenabled = 'O' AND n.nspname = ANY(${schemas}::text[])`,
  );
  for (const { table, name } of triggers) await alter(client, table, `DISABLE TRIGGER ${name}`);
  for (const { table, name } of foreignKeys) await alter(client, table, `DROP CONSTRAINT ${name}`);
  return { foreignKeys, triggers };
}

/** Restores them. Returns the foreign keys that rows violate; those are NOT VALID, which checks new rows only. */
export async function restoreConstraints(
  client: pg.Client,
  { foreignKeys, triggers }: DroppedConstraints,
): Promise<BrokenReference[]> {
  const broken: BrokenReference[] = [];
  for (const foreignKey of foreignKeys) if (!(await addForeignKey(client, foreignKey))) broken.push(foreignKey);
  for (const { table, name } of triggers) await alter(client, table, `ENABLE TRIGGER ${name}`);
  return broken;
}

async function addForeignKey(client: pg.Client, { table, name, definition }: ForeignKey): Promise<boolean> {
  await client.query('SAVEPOINT checked');
  try {
    await alter(client, table, `ADD CONSTRAINT ${name} ${definition}`);
    return true;
  } catch (error) {
    if (problemOf(error)?.kind !== 'foreignKey') throw error;
    await client.query('ROLLBACK TO SAVEPOINT checked');
    await alter(client, table, `ADD CONSTRAINT ${name} ${definition} NOT VALID`);
    return false;
  } finally {
    await client.query('RELEASE SAVEPOINT checked').catch(() => undefined);
  }
}

/** The names come from the catalog, which has quoted them. */
const alter = (client: pg.Client, table: string, what: string) => client.query(`ALTER TABLE ${table} ${what}`);
