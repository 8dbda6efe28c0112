import ts from 'typescript';
import { expect, it } from 'vitest';
import { keepDescriptions } from '../../scripts/rows/answer.ts';
import { type Checked, checkReads, needlessEntries, unlistedReads } from '../../scripts/rows/check.ts';
import { withRecording } from '../../scripts/rows/plugin.ts';
import { RowRecorder } from '../../scripts/rows/recorder.ts';
import { createLog } from '../../src/config/log.ts';
import { createPool } from '../../src/db/connection.ts';
import { query, sql } from '../../src/db/sql.ts';
import { atEnd } from '../fixtures/at-end.ts';
import { freshDatabase } from '../fixtures/database.ts';

const { url } = await freshDatabase();
const pool = createPool(url, { name: 'rows', max: 1 }, createLog('silent'));
atEnd(() => pool.end());
atEnd(keepDescriptions());

const FILE = 'src/example.ts';
const reading = (type: string) => `import { query } from './db/sql.ts';\nexport const read = () => query<${type}>();`;
/** Where its read begins. */
const ID = `${FILE}:2:27`;

/** What the check says of a read of this type when PostgreSQL has answered these statements. */
async function check(type: string, ...statements: string[]): Promise<Checked> {
  const recorder = new RowRecorder();
  for (const statement of statements) await recorder.record(ID, pool.query(statement));
  return checkReads(programOf(reading(type)), [FILE], recorder.notes);
}

const problems = async (type: string, ...statements: string[]): Promise<string[]> =>
  (await check(type, ...statements)).problems.map((problem) => problem.replace(`${ID} `, ''));

/** Of TypeScript itself; the same for all programs. */
const libraries = new Map<string, ts.SourceFile | undefined>();

/** The source file alone, and a `query` that has the type of the real one. */
function programOf(text: string): ts.Program {
  const texts = new Map([
    [FILE, text],
    ['src/db/sql.ts', 'export declare function query<T extends object>(): Promise<T[]>;'],
  ]);
  const options: ts.CompilerOptions = { strict: true, types: [], allowImportingTsExtensions: true, noEmit: true };
  const host = ts.createCompilerHost(options);
  const own = (name: string) => texts.get(name.replace(`${host.getCurrentDirectory()}/`, ''));
  const { getSourceFile, fileExists } = host;
  host.fileExists = (name) => own(name) !== undefined || fileExists(name);
  host.getSourceFile = (name, target) => {
    const found = own(name);
    if (found !== undefined) return ts.createSourceFile(name, found, target, true);
    if (!libraries.has(name)) libraries.set(name, getSourceFile(name, target));
    return libraries.get(name);
  };
  return ts.createProgram([FILE], options, host);
}

it('the type of a read that says what PostgreSQL answers has no problem', async () => {
  const type = `{ readonly id: number; at: Date; amt: string; sealed: Uint8Array | null; ok: boolean; ids: readonly number[];
    status: 'on' | 'off'; lines: { name: string; amt?: string }[]; day: string & { readonly brand: true }; any: unknown;
    counts: Record<string, number> }`;
  const select = `SELECT 1::bigint AS id, now() AS at, 1.5 AS amt, null::bytea AS sealed, true AS ok, '{1}'::int[] AS ids, 'on' AS status,
    '[{"name": "a", "amt": "1"}, {"name": "b"}]'::jsonb AS lines, current_date AS day, '1'::jsonb AS any, '{"a": 1}'::json AS counts`;
  expect(await problems(type, select)).toEqual([]);
});

it.each([
  ['{ size: string }', 'SELECT 1 AS size', 'size is number, not string'],
  ['{ size: number }', 'SELECT 1.5 AS size', 'size is string, not number'],
  ['{ size: number }', 'SELECT 1.5 AS size WHERE false', 'size is string, not number'],
  ['{ at: string }', 'SELECT now() AS at', 'at is Date, not string'],
  ['{ ids: string[] }', `SELECT '{1}'::int[] AS ids WHERE false`, 'ids[] is number, not string'],
  ['{ ip: string }', 'SELECT null::inet AS ip', 'ip may be null'],
  ['{ id: number; name: string }', 'SELECT 1 AS id', 'name is missing'],
  ['{ id: number }', `SELECT 1 AS id, 'a' AS name`, 'name is not in the type'],
  ['{ id: number & string }', 'SELECT 1 AS id', 'id has the type never'],
  ['{ id: any }', 'SELECT 1 AS id', 'id has the type any'],
  ['never', 'SELECT 1 AS id', 'the row has the type never'],
  ['any', 'SELECT 1 AS id', 'the row has the type any'],
  [`{ status: 'on' | 'off' }`, `SELECT 'gone' AS status`, `status is 'gone', not one of its type`],
  ['{ line: { amt: string } }', `SELECT '{"amt": 1}'::jsonb AS line`, 'line.amt is number, not string'],
  ['{ line: { amt: number | null } }', `SELECT '{}'::jsonb AS line`, 'line.amt is missing'],
  ['{ lines: { at: Date }[] }', `SELECT '[{"at": "now"}]'::jsonb AS lines`, 'lines[].at is string, not Date'],
])('the type %s of `%s` is wrong', async (type, select, problem) => {
  expect(await problems(type, select)).toEqual([problem]);
});

it('a column that only some of the statements of a read have is missing', async () => {
  expect(await problems('{ id: number }', 'SELECT 1 AS id', 'SELECT')).toEqual(['id is missing']);
  expect(await problems('{ id?: number }', 'SELECT 1 AS id', 'SELECT')).toEqual([]);
});

it('rows that are arrays are compared by the position of their columns', async () => {
  const recorder = new RowRecorder();
  await recorder.record(ID, pool.query({ text: `SELECT 1, 'a', null`, rowMode: 'array' }));
  const checked = checkReads(programOf(reading('[number, number]')), [FILE], recorder.notes);
  expect(checked.problems).toEqual([`${ID} column 1 is string, not number`, `${ID} column 2 is not in the type`]);
});

it('a read whose function takes the type from its caller must be known', async () => {
  const text = `import { query } from './db/sql.ts';\nexport const readAny = <T extends object>() => query<T>();`;
  expect(checkReads(programOf(text), [FILE], {}).problems).toEqual([
    `${FILE}:2:48 the row has the type of a parameter: name its function in scripts/rows/reads.ts`,
  ]);
});

it('a read that was not run is named by its function', async () => {
  expect(await check('{ id: number }')).toMatchObject({ problems: [], unexercised: [`${FILE}: read`] });
  const text = `import { query } from './db/sql.ts';
    const made = of(async () => await query<{ id: 1 }>());
    class Reader { async #read() { const rows = await query<{ id: 1 }>(); return rows; } }`;
  expect(checkReads(programOf(text), [FILE], {}).unexercised).toEqual([`${FILE}: made`, `${FILE}: #read`]);
});

it('a read that no test runs must be listed; one that a test runs need not be', () => {
  const [unexercised, listed] = [
    ['a.ts: x', 'a.ts: x', 'a.ts: y'],
    ['a.ts: y', 'a.ts: z'],
  ];
  expect(unlistedReads(unexercised, listed)).toEqual([
    'a.ts: x reads rows in no test: add one, or give the reason in scripts/rows/unexercised.ts',
  ]);
  expect(needlessEntries(unexercised, listed)).toEqual([
    'a.ts: z was read in a test: scripts/rows/unexercised.ts need not have it',
  ]);
});

it('a row that a function returns alone still belongs to its answer', async () => {
  const recorder = new RowRecorder();
  const rows = await recorder.record('inner', query<{ id: number }>(pool, sql`SELECT 1 AS id`));
  await recorder.record('outer', Promise.resolve(rows[0]));
  expect(recorder.notes.outer).toEqual(recorder.notes.inner);
});

it('reads are recorded by their position in the file, and its lines stay', () => {
  const text = `import { query as read } from './db/sql.ts';
const other = () => query();
export const all = async (client) =>
  Promise.all([read(client), client.query<{ id: number }>(one(await read<{ a: 1 }>(client))), client.query('BEGIN')]);`;
  const recorded = withRecording(FILE, text);
  expect(recorded.split('\n')).toEqual([
    ...text.split('\n').slice(0, 3),
    `  Promise.all([${of(4, 16)}read(client)), ${of(4, 30)}client.query<{ id: number }>(one(await ${of(4, 69)}read<{ a: 1 }>(client))))), client.query('BEGIN')]);`,
  ]);
});

const of = (line: number, column: number) => `globalThis.rowRecorder.record("${FILE}:${line}:${column}", `;
