/**
 * Checks that the migrations, prisma/schema, prisma/functions, prisma/triggers and prisma/catalog.snapshot.txt agree; exits with 1
 * and prints the difference if they do not.
 *
 *     npm run check:schema
 *     npm run check:schema -- --update    rewrites what is generated: the snapshot, the editions, the index of triggers
 */
import { readFile, writeFile } from 'node:fs/promises';
import { readSources } from '../src/db/migrate/sources.ts';
import { catalogOf, WITH_FILES } from './schema/catalog.ts';
import { lineDifference } from './schema/difference.ts';
import { editionsProblem, writeEditions } from './schema/editions.ts';
import { checkEngineVersion, HIDDEN_TABLES, schemaDrift } from './schema/engine.ts';
import { partitionsOf, withClient, withMigratedDatabase } from './schema/scratch.ts';
import { sourceProblems } from './schema/source-problems.ts';
import { triggerIndex } from './schema/trigger-index.ts';

checkEngineVersion();
const sources = await readSources('prisma');
const index = await triggerIndex(sources);
const { drift, catalog, ofSources } = await withMigratedDatabase(async (connection, byMigrations) => {
  const [catalog, hidden] = await withClient(
    connection,
    async (client) => [await catalogOf(client, WITH_FILES), await partitionsOf(client)] as const,
  );
  const drift = await schemaDrift(connection, [...HIDDEN_TABLES, ...hidden]);
  const ofSources = await withClient(connection, (client) => sourceProblems(client, sources, byMigrations));
  return { catalog, drift, ofSources };
});

const problems: string[] = [...ofSources];
if (drift) {
  problems.push(`prisma/schema differs from the migrations. To match it, the database would need:\n\n${drift}`);
}
const generated = { 'prisma/catalog.snapshot.txt': catalog, 'prisma/triggers/README.md': index };
if (process.argv.includes('--update')) {
  for (const [file, text] of Object.entries(generated)) await writeFile(file, text);
  await writeEditions(sources);
  console.log(`wrote ${Object.keys(generated).join(', ')} and prisma/editions.txt`);
} else {
  for (const [file, text] of Object.entries(generated)) {
    const difference = lineDifference(await readFile(file, 'utf8').catch(() => ''), text);
    if (difference)
      problems.push(
        `${file} (-) differs from what is made (+); if that is intended, run with --update:\n\n${difference}`,
      );
  }
  problems.push(...[await editionsProblem(sources)].filter((problem) => problem !== undefined));
}
if (problems.length === 0)
  console.log('migrations, functions, triggers, prisma/schema and what is generated of them agree');
else console.error(problems.join('\n\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
