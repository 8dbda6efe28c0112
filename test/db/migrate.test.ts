import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { migrate } from '../../src/db/migrate.ts';
import { emptyDatabaseUrl } from '../fixtures/database.ts';

const log = createLog('silent');
const url = await emptyDatabaseUrl();
const second = await emptyDatabaseUrl();
const root = await mkdtemp(join(tmpdir(), 'lastmile-migrations-'));
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(async () => {
  await client.end();
  await rm(root, { recursive: true });
});

let folder: string;
const put = async (name: string, script: string): Promise<void> => {
  await mkdir(join(folder, name), { recursive: true });
  await writeFile(join(folder, name, 'migration.sql'), script);
};
const run = (more: { retryFailed?: boolean } = {}) => migrate({ url, log, folder, ...more });
const tables = async (): Promise<string[]> => {
  const { rows } = await client.query<{ name: string }>(
    "SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace ORDER BY 1",
  );
  return rows.map(({ name }) => name);
};

beforeEach(async () => {
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  folder = await mkdtemp(join(root, 'case-'));
  await put('20240101000000_first', 'CREATE TABLE a (id int);\nCREATE TABLE b (id int);\n');
});

describe('migrations', () => {
  it('are applied in the order of their names, once', async () => {
    await put('20240102000000_second', 'ALTER TABLE b RENAME TO c;');
    expect(await run()).toEqual(['20240101000000_first', '20240102000000_second']);
    expect(await run()).toEqual([]);
    await put('20240103000000_third', 'DROP TABLE c;');
    expect(await run()).toEqual(['20240103000000_third']);
    expect(await tables()).toEqual(['_prisma_migrations', 'a']);
  });

  it('may contain function bodies with semicolons', async () => {
    await put(
      '20240102000000_function',
      'CREATE FUNCTION f() RETURNS int LANGUAGE plpgsql AS $$ BEGIN RETURN 1; END; $$;',
    );
    await run();
    expect((await client.query('SELECT f()')).rows).toEqual([{ f: 1 }]);
  });

  it("are recorded as Prisma's own tools record them", async () => {
    await run();
    const { rows } = await client.query('SELECT * FROM _prisma_migrations');
    expect(rows).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        checksum: 'f51e147a7aabc5ee1445b4d7c5a483288af01df5225d986b3e2c3b39246102fe',
        migration_name: '20240101000000_first',
        started_at: expect.any(Date),
        finished_at: expect.any(Date),
        rolled_back_at: null,
        logs: null,
        applied_steps_count: 1,
      },
    ]);
  });

  it('are applied by one of several nodes that start at once, while the others wait', async () => {
    await put('20240102000000_slow', 'SELECT pg_sleep(0.2); CREATE TABLE slow (id int);');
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.map((applied) => applied.length).sort()).toEqual([0, 0, 2]);
  });

  it('may build an index outside a transaction, which waits for nobody who waits for it', async () => {
    await put('20240102000000_slow', 'SELECT pg_sleep(0.2);');
    await put(
      '20240103000000_index',
      '-- outside a transaction\nDROP INDEX CONCURRENTLY IF EXISTS a_id;\nCREATE INDEX CONCURRENTLY a_id ON a (id);\n',
    );
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.map((applied) => applied.length).sort()).toEqual([0, 0, 3]);
  });

  it('are rolled back when they fail, and block later ones', async () => {
    await put('20240102000000_broken', 'CREATE TABLE half (id int); SELECT 1 / 0;');
    await put('20240103000000_after', 'CREATE TABLE after (id int);');
    await expect(run()).rejects.toThrow(
      'The migration 20240102000000_broken failed and was rolled back: division by zero.',
    );
    await expect(run()).rejects.toThrow(
      /^The migration 20240102000000_broken failed at \S+ \(division by zero\)\. Remove the cause, then run migrate --retry-failed\.$/,
    );
    expect(await tables()).toEqual(['_prisma_migrations', 'a', 'b']);
    await put('20240102000000_broken', 'CREATE TABLE half (id int);');
    expect(await run({ retryFailed: true })).toEqual(['20240102000000_broken', '20240103000000_after']);
    expect(await run()).toEqual([]);
  });

  it('must not be edited once applied', async () => {
    await run();
    await put('20240101000000_first', 'CREATE TABLE a (id bigint);');
    await expect(run()).rejects.toThrow(
      'The migration 20240101000000_first was edited after it was applied. Restore it and write a new one.',
    );
  });

  it('may have other line endings', async () => {
    await run();
    await put('20240101000000_first', 'CREATE TABLE a (id int);\r\nCREATE TABLE b (id int);\r\n');
    expect(await run()).toEqual([]);
  });

  describe('of a newer program', () => {
    const applied = async (name: string, script = 'SELECT 1;') => {
      await put(name, script);
      await run().catch(() => undefined);
      await rm(join(folder, name), { recursive: true });
    };

    it('are no obstacle: the program that was there before starts again', async () => {
      await applied('20990101000000_future', 'ALTER TABLE a ADD COLUMN later text;');
      expect(await run()).toEqual([]);
    });

    it('are no obstacle either if they take away what this program does without, as their name says', async () => {
      await applied('20990101000000_contract_20240101000000_drop_b');
      expect(await run()).toEqual([]);
    });

    it('are one if they take away what this program needs', async () => {
      await applied('20990102000000_contract_20240102000000_drop_c');
      await expect(run()).rejects.toThrow(
        'The database is too new for this program: its migration 20990102000000_contract_20240102000000_drop_c needs a program that has migration 20240102000000.',
      );
    });

    it('are no obstacle if they failed, since nothing is left of them', async () => {
      await applied('20990101000000_broken', 'SELECT 1 / 0;');
      expect(await run()).toEqual([]);
    });

    it('are a sign of two programs on one database if migrations of this one are missing', async () => {
      await applied('20990101000000_future');
      await put('20240102000000_own', 'SELECT 1;');
      await expect(run()).rejects.toThrow(
        'The database has the migration 20990101000000_future, which this program does not have, but lacks 20240102000000_own.',
      );
    });
  });

  it('that wait for a long reader let everybody else through, and are applied when it is done', async () => {
    await run();
    await put('20240102000000_column', 'ALTER TABLE a ADD COLUMN more int;');
    const reader = new pg.Client({ connectionString: url });
    await reader.connect();
    await reader.query('BEGIN; SELECT * FROM a');
    const isAwaited = async () =>
      (await client.query("SELECT 1 FROM pg_locks WHERE relation = 'a'::regclass AND NOT granted")).rowCount;
    const migrating = run();
    // A reader that comes after the migration waits for it, and would do so until the first reader ends if it did not give way.
    for (let times = 0; times < 3; times++) {
      while (!(await isAwaited())) await sleep(5);
      await client.query('SELECT count(id) FROM a');
    }
    await reader.query('ROLLBACK');
    await reader.end();
    expect(await migrating).toEqual(['20240102000000_column']);
  });

  it('may work outside a transaction, to build an index beside writers', async () => {
    const script = `-- outside a transaction
DROP INDEX CONCURRENTLY IF EXISTS a_id;
CREATE INDEX CONCURRENTLY a_id ON a (id);
`;
    await put('20240102000000_index', script);
    expect(await run()).toEqual(['20240101000000_first', '20240102000000_index']);
    expect(await run()).toEqual([]);
    const { rows } = await client.query("SELECT indisvalid FROM pg_index WHERE indexrelid = 'a_id'::regclass");
    expect(rows).toEqual([{ indisvalid: true }]);
  });

  it('that are missing are reported', async () => {
    await mkdir(join(folder, '20240102000000_empty'));
    await expect(run()).rejects.toThrow('The migration 20240102000000_empty has no migration.sql.');
    folder = join(root, 'nowhere');
    await expect(run()).rejects.toThrow(`There are no migrations at ${folder}.`);
  });

  it('of this program are found by default', async () => {
    const names = (await readdir('prisma/migrations')).filter((name) => /^\d/.test(name)).sort();
    const applied = await migrate({ url: second, log });
    expect(applied.slice(0, names.length)).toEqual(names);
  });
});
