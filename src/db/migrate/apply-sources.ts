import pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { MigrationError } from './migration.ts';
import { inOneTransaction, isLockFailure } from './retry.ts';
import { type Source, WATCH_TRIGGERS } from './sources.ts';

export interface SourcesOptions {
  readonly log: Logger;
  /** Migrations have just been applied, and may have taken functions and triggers away with what they dropped. */
  readonly afterMigrations: boolean;
}

/**
 * Applies what differs from the database, all of it or nothing, and returns the names. Where nothing does, it asks once and takes
 * no lock. What fails leaves no trace, so the next start tries again.
 * @throws MigrationError with one sentence
 */
export async function applySources(
  client: pg.Client,
  sources: readonly Source[],
  { log, afterMigrations }: SourcesOptions,
): Promise<string[]> {
  if (sources.length === 0) return [];
  const changed = await changedOf(client, sources, afterMigrations);
  if (changed.length === 0) return [];
  const message = 'waiting for a table to be free before applying functions and triggers';
  await inOneTransaction(client, () => applyAll(client, changed), { log, what: {}, message });
  return changed.map(({ name }) => name);
}

/** The same within a transaction of the caller, after migrations. @throws MigrationError */
export async function applySourcesWithin(client: pg.Client, sources: readonly Source[]): Promise<void> {
  await applyAll(client, await changedOf(client, sources, true));
}

async function changedOf(client: pg.Client, sources: readonly Source[], afterMigrations: boolean): Promise<Source[]> {
  const known = await knownSources(client);
  const absent = afterMigrations ? await absentOf(client, sources) : new Set();
  return sources.filter((source) => absent.has(source.name) || isChanged(source, known.get(source.name)));
}

type Known = Pick<Source, 'name' | 'hash' | 'edition'>;

async function knownSources(client: pg.Client): Promise<Map<string, Known>> {
  const { rows } = await client.query<Known>('SELECT name, hash, edition FROM public.applied_source');
  return new Map(rows.map((row) => [row.name, row]));
}

/** Texts of one edition differ while somebody works on them. */
function isChanged({ hash, edition }: Source, known: Known | undefined): boolean {
  if (!known || edition > known.edition) return true;
  return edition === known.edition && hash !== known.hash;
}

async function absentOf(client: pg.Client, sources: readonly Source[]): Promise<Set<string>> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT format('function %s.%s', n.nspname, p.proname) AS name
     FROM pg_proc p JOIN pg_namespace n ON n.oid = p.pronamespace
     UNION SELECT format('trigger %s.%s.%s', n.nspname, c.relname, t.tgname)
     FROM pg_trigger t JOIN pg_class c ON c.oid = t.tgrelid JOIN pg_namespace n ON n.oid = c.relnamespace`,
  );
  const present = new Set(rows.map(({ name }) => name));
  const absent = sources.filter((source) => !objectsOf(source).every((name) => present.has(name)));
  return new Set(absent.map(({ name }) => name));
}

/** What the database has when a source is applied, as sources are named. */
export function objectsOf({ kind, name }: Pick<Source, 'kind' | 'name'>): string[] {
  if (kind !== 'watch') return [name];
  const table = name.slice('watch '.length);
  return [
    `function ${table.replace('.', '.notify_')}`,
    ...WATCH_TRIGGERS.map((trigger) => `trigger ${table}.${trigger}`),
  ];
}

async function applyAll(client: pg.Client, changed: readonly Source[]): Promise<void> {
  const functions = changed.filter(({ kind }) => kind === 'function');
  // They may call each other, so their bodies are checked when all are there.
  await client.query('SET LOCAL check_function_bodies = off');
  for (const source of functions) await run(client, source);
  await client.query('SET LOCAL check_function_bodies = on');
  for (const source of functions) await run(client, source);
  await refuseSecond(client, functions);
  for (const source of changed) if (source.kind !== 'function') await run(client, source);
  await client.query(
    `INSERT INTO public.applied_source (name, hash, edition) SELECT * FROM unnest($1::text[], $2::text[], $3::int[])
     ON CONFLICT (name) DO UPDATE SET hash = excluded.hash, edition = excluded.edition, applied_at = now()`,
    [changed.map(({ name }) => name), changed.map(({ hash }) => hash), changed.map(({ edition }) => edition)],
  );
}

async function run(client: pg.Client, { name, file, script }: Source): Promise<void> {
  try {
    await client.query(script);
  } catch (error) {
    if (!(error instanceof pg.DatabaseError) || isLockFailure(error)) throw error;
    // PostgreSQL's own function of that name, which tells this from other bad definitions in any language.
    const isSignature = error.code === '42P13' && error.routine === 'ProcedureCreate';
    const sentence = isSignature
      ? `The ${name} already exists with another result, other argument names or more defaults than in ${file}. Drop it in a migration, or rename the new one.`
      : `${file} was not applied, so no function or trigger was changed: ${error.message}.`;
    throw new MigrationError(sentence, { cause: error });
  }
}

/** Other arguments make a second function beside the first, which stays for those who call it. */
async function refuseSecond(client: pg.Client, functions: readonly Source[]): Promise<void> {
  const { rows } = await client.query<{ name: string; all: string[] }>(
    `SELECT min(f.name) AS name, array_agg(format('%s(%s)', f.name, pg_get_function_identity_arguments(p.oid)) ORDER BY p.oid) AS all
     FROM unnest($1::text[]) AS f (name)
     JOIN pg_namespace n ON n.nspname = split_part(f.name, '.', 1)
     JOIN pg_proc p ON p.pronamespace = n.oid AND p.proname = split_part(f.name, '.', 2)
     GROUP BY f.name HAVING count(*) > 1 ORDER BY 1 LIMIT 1`,
    [functions.map(({ name }) => name.slice('function '.length))],
  );
  const second = rows[0];
  if (!second) return;
  const { file = '' } = functions.find(({ name }) => name === `function ${second.name}`) ?? {};
  throw new MigrationError(
    `There would be ${second.all.join(' and ')}. In a migration, drop the one that ${file} does not create, or rename it.`,
  );
}
