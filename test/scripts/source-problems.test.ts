import pg from 'pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { definitionsOf } from '../../scripts/schema/definitions.ts';
import { sourceProblems } from '../../scripts/schema/source-problems.ts';
import { readSources, type Source } from '../../src/db/migrate/sources.ts';
import { freshDatabase } from '../fixtures/database.ts';

const { url } = await freshDatabase();
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(() => client.end());

let sources: Source[];
beforeAll(async () => {
  sources = await readSources('prisma');
});
/** What the check says of this database, which has all sources of `of` afterwards. */
const problems = async (of: readonly Source[] = sources): Promise<string[]> =>
  sourceProblems(client, of, await definitionsOf(client));
const edited = (name: string, from: string, to: string): Source[] => {
  const source = sources.find((each) => each.name === name);
  expect(source?.script).toContain(from);
  return sources.map((each) => (each === source ? { ...each, script: each.script.replace(from, () => to) } : each));
};

it('the check finds nothing in the functions and triggers as they are', async () => {
  expect(await problems()).toEqual([]);
});

it('the check finds a function that a migration makes in another way than its file', async () => {
  await client.query(
    `CREATE OR REPLACE FUNCTION auth.is_secret(name text) RETURNS boolean LANGUAGE sql IMMUTABLE AS 'SELECT true'`,
  );
  expect(await problems()).toEqual([
    'A migration makes another function auth.is_secret than prisma/functions/auth/is_secret.sql: take it out of the migration, and put what is right into the file.',
  ]);
});

it('the check finds functions and triggers without a file', async () => {
  await client.query(`CREATE FUNCTION crm.stray() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END';
    CREATE TRIGGER stray AFTER INSERT ON crm.lead FOR EACH ROW EXECUTE FUNCTION crm.stray()`);
  expect(await problems()).toEqual([
    'The database has the function crm.stray without a source: put it into prisma/functions/crm/stray.sql, or drop it in a migration.',
    'The database has the trigger crm.lead.stray without a source: put it into a file of prisma/triggers, or drop it in a migration.',
  ]);
  await client.query('DROP FUNCTION crm.stray CASCADE');
});

it('the check asks for a migration where an index, a generated column or a CHECK uses the function, or one that it calls', async () => {
  const of = edited('function radius.address_key', '$$', '$$ -- Changed.\n');
  expect((await problems(of)).at(-1)).toMatch(
    /^The function radius\.address_key is used by the index \S+, which keeps what it said of each row: make the same change in a migration, with what the rows need then\.$/,
  );
});
