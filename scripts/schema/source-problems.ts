import { readFile } from 'node:fs/promises';
import type pg from 'pg';
import { createLog } from '../../src/config/log.ts';
import { applySources, objectsOf } from '../../src/db/migrate/apply-sources.ts';
import { readMigrations } from '../../src/db/migrate/migration.ts';
import type { Source } from '../../src/db/migrate/sources.ts';
import { boundFunctions, type Definitions, definitionsOf } from './definitions.ts';

/** From here on, functions and triggers are not made by migrations. */
const SOURCES_SINCE = '20261222000000';

/**
 * What is wrong between the files of functions and triggers, the migrations, and the database that both make; each problem says what
 * to do. Applies all files to the database.
 */
export async function sourceProblems(
  client: pg.Client,
  sources: readonly Source[],
  byMigrations: Definitions,
): Promise<string[]> {
  const migrated = await definitionsOf(client);
  await client.query('DELETE FROM public.applied_source');
  await applySources(client, sources, { log: createLog('warn'), afterMigrations: false });
  const made = await definitionsOf(client);
  const bound = await boundFunctions(client, made);
  return [
    ...different(sources, migrated, made),
    ...withoutSource(sources, made),
    ...boundProblems(bound, byMigrations, made),
    ...(await uncommented(sources)),
    ...(await madeByMigrations(bound)),
  ];
}

function different(sources: readonly Source[], migrated: Definitions, made: Definitions): string[] {
  const names = sources.flatMap((source) => objectsOf(source).map((name) => ({ name, file: source.file })));
  return names
    .filter(({ name }) => migrated.get(name) !== made.get(name))
    .map(
      ({ name, file }) =>
        `A migration makes another ${name} than ${file}: take it out of the migration, and put what is right into the file.`,
    );
}

function withoutSource(sources: readonly Source[], made: Definitions): string[] {
  const known = new Set(sources.flatMap(objectsOf));
  return [...made.keys()]
    .filter((name) => !known.has(name))
    .map((name) => {
      const [kind = '', schema = '', rest = ''] = name.split(/[ .]/, 3);
      const file = kind === 'function' ? `prisma/functions/${schema}/${rest}.sql` : 'a file of prisma/triggers';
      return `The database has the ${name} without a source: put it into ${file}, or drop it in a migration.`;
    });
}

function boundProblems(bound: ReadonlyMap<string, string>, byMigrations: Definitions, made: Definitions): string[] {
  return [...bound]
    .filter(([name]) => byMigrations.get(name) !== made.get(name))
    .map(
      ([name, user]) =>
        `The ${name} is used by the ${user}, which keeps what it said of each row: make the same change in a migration, with what the rows need then.`,
    );
}

async function uncommented(sources: readonly Source[]): Promise<string[]> {
  const files = [...new Set(sources.map(({ file }) => file))];
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files
    .filter((_, at) => !texts[at]?.startsWith('-- '))
    .map((file) => `${file} does not begin with a comment that says why it exists.`);
}

async function madeByMigrations(bound: ReadonlyMap<string, string>): Promise<string[]> {
  const later = (await readMigrations()).filter(({ name }) => name > `${SOURCES_SINCE}_z`);
  return later.flatMap(({ name, script }) => {
    const code = script.replaceAll(/--.*$/gm, '');
    const functions = [...code.matchAll(/\bcreate\s+or\s+replace\s+(?:function|procedure)\s+([\w.]+)/gi)]
      .map(([, made = '']) => made.toLowerCase())
      .filter((made) => !bound.has(`function ${made}`));
    const triggers = [...code.matchAll(/\bcreate\s+(?:or\s+replace\s+)?(?:constraint\s+)?trigger\s+(\w+)/gi)];
    return [
      ...functions.map(
        (made) => `The migration ${name} replaces the function ${made}: change its file in prisma/functions instead.`,
      ),
      ...triggers.map(
        ([, made]) => `The migration ${name} makes the trigger ${made}: put it into prisma/triggers instead.`,
      ),
    ];
  });
}
