import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { afterAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { migrate } from '../../src/db/migrate.ts';
import { emptyDatabaseUrl } from '../fixtures/database.ts';

const log = createLog('silent');
const url = await emptyDatabaseUrl();
const root = await mkdtemp(join(tmpdir(), 'lastmile-sources-'));
const client = new pg.Client({ connectionString: url });
await client.connect();
afterAll(async () => {
  await client.end();
  await rm(root, { recursive: true });
});

const OWN = await readFile('prisma/migrations/20261222000000_functions_are_source/migration.sql', 'utf8');
const TABLE = OWN.slice(0, OWN.indexOf(';') + 1);

let prisma: string;
const put = async (path: string, text: string): Promise<void> => {
  const file = join(prisma, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
};
/** A function that returns a number. */
const putNumber = (name: string, value: string) =>
  put(
    `functions/app/${name}.sql`,
    `-- Why.\ncreate or replace function app.${name}() returns integer language sql as $$\n  select ${value};\n$$;\n`,
  );
const putEditions = (lines: Record<string, number>) =>
  put(
    'editions.txt',
    Object.entries(lines)
      .map(([name, edition]) => `${edition} 000000000000 ${name}\n`)
      .join(''),
  );
const run = () => migrate({ url, log, folder: join(prisma, 'migrations'), sources: prisma });
const resultOf = async (call: string): Promise<unknown> => {
  const { rows } = await client.query<{ value: unknown }>(`SELECT ${call} AS value`);
  return rows[0]?.value;
};
const applied = async () => (await client.query('SELECT * FROM public.applied_source ORDER BY name')).rows;

beforeEach(async () => {
  await client.query('DROP SCHEMA IF EXISTS app CASCADE; DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  prisma = await mkdtemp(join(root, 'case-'));
  await put(
    'migrations/20240101000000_first/migration.sql',
    `${TABLE}\nCREATE SCHEMA app; CREATE TABLE app.a (id int, n int);`,
  );
  await putNumber('one', '1');
  await mkdir(join(prisma, 'triggers'));
});

describe('functions and triggers', () => {
  it('are made from their files after the migrations', async () => {
    expect(await run()).toEqual(['20240101000000_first', 'function app.one']);
    expect(await resultOf('app.one()')).toBe(1);
  });

  it('are applied when their text has changed, once', async () => {
    await putNumber('two', '2');
    await run();
    await putNumber('one', '11');
    expect(await run()).toEqual(['function app.one']);
    expect(await run()).toEqual([]);
    expect([await resultOf('app.one()'), await resultOf('app.two()')]).toEqual([11, 2]);
  });

  it('are applied by one of several nodes that start at once', async () => {
    await run();
    await putNumber('one', '(select 11 from pg_sleep(0.1))');
    await put('functions/app/slow.sql', '-- Why.\ncreate or replace function app.slow() returns int return 1;');
    const runs = await Promise.all([run(), run(), run()]);
    expect(runs.map((names) => names.length).sort()).toEqual([0, 0, 2]);
  });

  it('cost a start with nothing changed one query', async () => {
    for (let n = 0; n < 30; n++) await putNumber(`f${n}`, String(n));
    await run();
    const counted = async (start: () => Promise<unknown>): Promise<number> => {
      const spy = vi.spyOn(pg.Client.prototype, 'query');
      await start();
      // What the file before has left running asks another database.
      const { calls, contexts } = spy.mock;
      const own = calls.filter((_, at) => (contexts[at] as pg.Client).database === new URL(url).pathname.slice(1));
      // The lock of the run before may be held for a moment after its connection has closed, and is asked for again.
      const { length } = own.filter(([text]) => !String(text).includes('advisory_lock'));
      spy.mockRestore();
      return length;
    };
    const without = await counted(() => migrate({ url, log, folder: join(prisma, 'migrations') }));
    expect(await counted(run)).toBe(without + 1);
  });

  it('are as they were where one fails, and so is what is noted of them', async () => {
    await run();
    const before = await applied();
    await putNumber('a_good', '5');
    await putNumber('one', '11');
    await putNumber('zero', 'no_such_function()');
    await expect(run()).rejects.toThrow(
      'prisma/functions/app/zero.sql was not applied, so no function or trigger was changed: function no_such_function() does not exist.',
    );
    expect(await applied()).toEqual(before);
    expect(await resultOf('app.one()')).toBe(1);
    expect(await resultOf(`to_regproc('app.a_good')`)).toBeNull();
    await putNumber('zero', '0');
    expect(await run()).toEqual(['function app.a_good', 'function app.one', 'function app.zero']);
  });

  it('that are missing are reported', async () => {
    await rm(join(prisma, 'triggers'), { recursive: true });
    await expect(run()).rejects.toThrow(`There are no triggers at ${prisma}.`);
  });

  it('may call each other in any order', async () => {
    await putNumber('a_first', 'app.z_last()');
    await putNumber('z_last', 'app.one() + 1');
    await run();
    expect(await resultOf('app.a_first()')).toBe(2);
  });

  it('do not differ by the comments at the margin, nor by line endings', async () => {
    await run();
    await put(
      'functions/app/one.sql',
      '-- For\r\n-- another reason.\r\ncreate or replace function app.one() returns integer language sql as $$\r\n  select 1;\r\n$$;\r\n',
    );
    expect(await run()).toEqual([]);
  });

  describe('whose signature changes', () => {
    const REFUSED = /^The function app\.one already exists with another result/;
    it('are refused with a sentence: another result', async () => {
      await run();
      await put(
        'functions/app/one.sql',
        `create or replace function app.one() returns text language sql as 'select 1';`,
      );
      await expect(run()).rejects.toThrow(
        'The function app.one already exists with another result, other argument names or more defaults than in prisma/functions/app/one.sql. Drop it in a migration, or rename the new one.',
      );
      expect(await resultOf('app.one()')).toBe(1);
    });

    it('are refused with a sentence: other names of arguments, fewer defaults', async () => {
      const put2 = (args: string) =>
        put('functions/app/one.sql', `create or replace function app.one(${args}) returns int return 1;`);
      await put2('a int, b int default 2');
      await run();
      await put2('b int, a int default 2');
      await expect(run()).rejects.toThrow(REFUSED);
      await put2('a int, b int');
      await expect(run()).rejects.toThrow(REFUSED);
    });

    it('are refused with a sentence: other arguments, which would make a second function', async () => {
      await run();
      await put('functions/app/one.sql', 'create or replace function app.one(n int) returns integer return n;');
      await expect(run()).rejects.toThrow(
        'There would be app.one() and app.one(n integer). In a migration, drop the one that prisma/functions/app/one.sql does not create, or rename it.',
      );
      expect(await resultOf('app.one()')).toBe(1);
    });

    it('are made anew after a migration that drops them', async () => {
      await run();
      await put('functions/app/one.sql', 'create or replace function app.one(n int) returns integer return n;');
      await put('migrations/20240102000000_drop/migration.sql', 'drop function app.one();');
      expect(await run()).toEqual(['20240102000000_drop', 'function app.one']);
      expect(await resultOf('app.one(7)')).toBe(7);
    });
  });

  describe('of a newer program', () => {
    it('stay when an older one starts, and what an older one has is put back only by a later edition', async () => {
      await putEditions({ 'function app.one': 1 });
      await run();
      await putNumber('one', '11');
      await putEditions({ 'function app.one': 2 });
      expect(await run()).toEqual(['function app.one']);
      // The older program.
      await putNumber('one', '1');
      await putEditions({ 'function app.one': 1 });
      expect(await run()).toEqual([]);
      expect(await resultOf('app.one()')).toBe(11);
      // A newer one that returns to the text of before.
      await putEditions({ 'function app.one': 3 });
      expect(await run()).toEqual(['function app.one']);
      expect(await resultOf('app.one()')).toBe(1);
    });

    it('stay on a database that the older one never saw', async () => {
      await putNumber('one', '11');
      await putEditions({ 'function app.one': 2 });
      await run();
      await putNumber('one', '1');
      await putEditions({ 'function app.one': 1 });
      expect(await run()).toEqual([]);
      expect(await resultOf('app.one()')).toBe(11);
    });
  });

  describe('on tables', () => {
    const putTriggers = (text: string) => put('triggers/all.sql', `-- Why.\n\n${text}`);
    const definitions = async () => {
      const { rows } = await client.query<{ line: string }>(
        `SELECT pg_get_triggerdef(oid) AS line FROM pg_trigger WHERE NOT tgisinternal ORDER BY 1`,
      );
      return rows.map(({ line }) => line);
    };
    beforeEach(() =>
      put(
        'functions/app/count.sql',
        'create or replace function app.count() returns trigger language plpgsql as $$\nbegin\n  return new;\nend $$;\n',
      ),
    );
    const PLAIN = 'create or replace trigger plain before insert on app.a for each row execute function app.count();\n';
    const DEFERRED =
      'create constraint trigger deferred after insert on app.a deferrable initially deferred for each row\n  execute function app.count();\n';

    it('are applied one by one', async () => {
      await putTriggers(PLAIN + DEFERRED);
      expect((await run()).slice(-2)).toEqual(['trigger app.a.plain', 'trigger app.a.deferred']);
      await putTriggers(PLAIN.replace('insert', 'insert or update') + DEFERRED);
      expect(await run()).toEqual(['trigger app.a.plain']);
      await putTriggers(PLAIN.replace('insert', 'insert or update') + DEFERRED.replace('insert', 'update'));
      expect(await run()).toEqual(['trigger app.a.deferred']);
      expect(await definitions()).toEqual([
        'CREATE CONSTRAINT TRIGGER deferred AFTER UPDATE ON app.a DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION app.count()',
        'CREATE TRIGGER plain BEFORE INSERT OR UPDATE ON app.a FOR EACH ROW EXECUTE FUNCTION app.count()',
      ]);
    });

    it('come again after a migration that took them away with a table or a function', async () => {
      await putTriggers(PLAIN + DEFERRED);
      await run();
      await put('migrations/20240102000000_anew/migration.sql', 'drop function app.count cascade;');
      expect((await run()).slice(1)).toEqual(['function app.count', 'trigger app.a.plain', 'trigger app.a.deferred']);
    });

    it('wait for a long writer, and let others through meanwhile', async () => {
      await putTriggers(PLAIN);
      await run();
      await putTriggers(PLAIN.replace('insert', 'update'));
      const writer = new pg.Client({ connectionString: url });
      await writer.connect();
      await writer.query('BEGIN; INSERT INTO app.a VALUES (1)');
      const applying = run();
      const isAwaited = async () =>
        (await client.query("SELECT 1 FROM pg_locks WHERE relation = 'app.a'::regclass AND NOT granted")).rowCount;
      while (!(await isAwaited()) && (await Promise.race([applying, sleep(5)])) === undefined);
      await client.query('INSERT INTO app.a VALUES (2)');
      await writer.end(); // rolls back
      expect(await applying).toEqual(['trigger app.a.plain']);
    });

    it('are refused where the file holds something else', async () => {
      await putTriggers('drop table app.a;\n');
      await expect(run()).rejects.toThrow(
        'prisma/triggers/all.sql may contain only triggers and calls of crm.watch_for_directory, not “drop table app.a”.',
      );
    });
  });

  it.each([
    [
      'create or replace function app.two() returns int return 1;',
      'prisma/functions/app/one.sql must create the function app.one and nothing else.',
    ],
    [
      'create function app.one() returns int return 1;',
      'prisma/functions/app/one.sql must create the function app.one and nothing else.',
    ],
    ['-- Nothing.\n', 'prisma/functions/app/one.sql must create the function app.one and nothing else.'],
  ])('are refused where a file makes something else: %s', async (text, sentence) => {
    await put('functions/app/one.sql', text);
    await expect(run()).rejects.toThrow(sentence);
  });
});
