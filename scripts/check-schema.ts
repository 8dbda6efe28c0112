/**
 * Do migrations, prisma/schema and prisma/catalog.snapshot.txt say the same?
 *
 *     npm run check:schema
 *     npm run check:schema -- --update    writes the snapshot anew
 *
 * Ends with 1 and the difference when they do not.
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

const complaints: string[] = [];
if (drift) {
  complaints.push(
    `prisma/schema is not what the migrations make. To become what it says, the database would need:\n\n${drift}`,
  );
}
if (process.argv.includes('--update')) {
  await writeFile(snapshotFile, catalog);
  console.log(`wrote ${snapshotFile}`);
} else {
  const difference = lineDifference(await readFile(snapshotFile, 'utf8').catch(() => ''), catalog);
  if (difference) {
    complaints.push(
      `${snapshotFile} (-) is not what the migrations make (+); if that is meant, run with --update:\n\n${difference}`,
    );
  }
}
if (complaints.length === 0) console.log('migrations, prisma/schema and the catalog snapshot agree');
else console.error(complaints.join('\n\n'));
process.exitCode = complaints.length === 0 ? 0 : 1;
