/**
 * Checks that the migrations, prisma/schema and prisma/catalog.snapshot.txt agree; exits with 1 and prints the difference if
 * they do not.
 *
 *     npm run check:schema
 *     npm run check:schema -- --update    rewrites the snapshot
 */
import { readFile, writeFile } from 'node:fs/promises';
import { catalogOf } from './schema/catalog.ts';
import { lineDifference } from './schema/difference.ts';
import { checkEngineVersion, schemaDrift } from './schema/engine.ts';
import { partitionsOf, withClient, withMigratedDatabase } from './schema/scratch.ts';

const snapshotFile = 'prisma/catalog.snapshot.txt';

checkEngineVersion();
const { drift, catalog } = await withMigratedDatabase(async (connection) => {
  const [catalog, hidden] = await withClient(
    connection,
    async (client) => [await catalogOf(client), await partitionsOf(client)] as const,
  );
  return { catalog, drift: await schemaDrift(connection, ['public._prisma_migrations', ...hidden]) };
});

const problems: string[] = [];
if (drift) {
  problems.push(`prisma/schema differs from the migrations. To match it, the database would need:\n\n${drift}`);
}
if (process.argv.includes('--update')) {
  await writeFile(snapshotFile, catalog);
  console.log(`wrote ${snapshotFile}`);
} else {
  const difference = lineDifference(await readFile(snapshotFile, 'utf8').catch(() => ''), catalog);
  if (difference) {
    problems.push(
      `${snapshotFile} (-) differs from the migrations (+); if that is intended, run with --update:\n\n${difference}`,
    );
  }
}
if (problems.length === 0) console.log('migrations, prisma/schema and the catalog snapshot agree');
else console.error(problems.join('\n\n'));
process.exitCode = problems.length === 0 ? 0 : 1;
