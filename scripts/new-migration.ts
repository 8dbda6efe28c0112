/**
 * Writes the difference between the migrations and prisma/schema as a new migration, to be reviewed and completed by hand:
 *
 *     npm run db:migrate:new -- add_customer_notes
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { checkEngineVersion, HIDDEN_TABLES, schemaDrift } from './schema/engine.ts';
import { partitionsOf, withClient, withMigratedDatabase } from './schema/scratch.ts';

const name = process.argv[2] ?? '';
if (!/^[a-z][a-z0-9_]*$/.test(name)) {
  console.error('usage: npm run db:migrate:new -- name_in_lower_case');
  process.exit(2);
}
checkEngineVersion();
const script = await withMigratedDatabase(async (connection) => {
  const hidden = await withClient(connection, partitionsOf);
  return schemaDrift(connection, [...HIDDEN_TABLES, ...hidden]);
});
const stamp = new Date().toISOString().replaceAll(/\D/g, '').slice(0, 14);
const folder = join('prisma', 'migrations', `${stamp}_${name}`);
await mkdir(folder);
await writeFile(
  join(folder, 'migration.sql'),
  `${script || '-- prisma/schema and the migrations agree; write by hand.'}\n`,
);
console.log(`wrote ${folder}/migration.sql`);
