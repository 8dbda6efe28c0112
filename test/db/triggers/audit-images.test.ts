import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { freshDatabase } from '../../fixtures/database.ts';
import { loosenTables } from './loose-tables.ts';

const db = await freshDatabase();
const tables = await loosenTables(db, 'audit');
const client = new pg.Client(db.url);

type Image = Record<string, unknown>;
interface Change {
  readonly table_name: string;
  readonly row_id: string;
  readonly operation: string;
  readonly before: Image | null;
  readonly after: Image | null;
  readonly reseller_id: unknown;
}

/** Columns that say nothing which others do not, or which change without an edit of the record. */
const DERIVED = ['e164', 'other_e164', 'last_given_to'];
const SECRET = /secret|password|digest|hash|_enc/;
/** Keys of providers are in these columns of the tables that have addresses. */
const KEYED = /^(headers|body)$/;
const hidden = (table: string) => (['crm.notice_sender', 'crm.webhook'].includes(table) ? [SECRET, KEYED] : [SECRET]);
const maskedIn =
  (table: string) =>
  (row: Image): Image =>
    Object.fromEntries(
      Object.entries(row).flatMap(([name, value]) => {
        const isHidden = hidden(table).some((names) => names.test(name));
        return DERIVED.includes(name) ? [] : [[name, isHidden && value !== null ? '***' : value]];
      }),
    );

beforeAll(async () => {
  await client.connect();
  // A statement in a trigger, as the ledger's lines have one that moves a balance.
  await client.query(`CREATE TABLE nested (statement text);
    CREATE FUNCTION run_nested() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN EXECUTE new.statement; RETURN NULL; END $$;
    CREATE TRIGGER run AFTER INSERT ON nested FOR EACH ROW EXECUTE FUNCTION run_nested()`);
});
afterAll(() => client.end());

/** What the audit has of a statement, and the one row of the table after it. */
async function auditOf(table: string, statement: string): Promise<{ changes: Change[]; row: Image }> {
  await client.query('BEGIN');
  try {
    return await auditIn(table, statement);
  } finally {
    await client.query('COMMIT');
  }
}

async function auditIn(table: string, statement: string): Promise<{ changes: Change[]; row: Image }> {
  const opened = `SELECT auth.begin_audit(NULL, NULL, NULL, NULL, NULL, 'test', NULL, NULL) AS event`;
  const { rows: events } = await client.query<{ event: string }>(opened);
  await client.query(statement);
  const { rows: changes } = await client.query<Change>(
    'SELECT table_name, row_id, operation, before, after, reseller_id FROM auth.audit_change WHERE event_id = $1 ORDER BY id',
    [events[0]?.event],
  );
  const { rows } = await client.query<{ row: Image }>(`SELECT to_jsonb(t) AS row FROM ${table} t`);
  return { changes, row: rows[0]?.row ?? {} };
}

const KEPT = ['crm.note', 'crm.call', 'crm.task', 'crm.ticket', 'crm.visit'];

/** Whose a row is, where nothing else is asked: what these rows refer to does not exist. */
function ownerOf(table: string, row: Image): unknown {
  if (table === 'radius.nas_share' || table === 'crm.ticket_entry') return null;
  // What an ISP keeps about a customer of a reseller is not that reseller's.
  if (KEPT.includes(table)) return row.keeper_id === row.reseller_id ? (row.reseller_id ?? null) : null;
  return (table === 'crm.reseller' ? row.id : row.reseller_id) ?? null;
}

const keyOf = (keys: readonly string[], row: Image) => keys.map((key) => row[key]).join('/');

const ways: [string, (statement: string) => string][] = [
  ['a statement', (statement) => statement],
  ['a trigger', (statement) => `INSERT INTO nested VALUES ($$${statement}$$)`],
];

describe.each(ways)('the audit of %s', (_, way) => {
  it.each(tables)('shows each column of $name that changed, alone, and its secrets masked', async (table) => {
    const { name, keys, columns } = table;
    const masked = maskedIn(name);
    const change = { table_name: name };
    const values = keys.map((key) => columns.find((column) => column.name === key)?.values[0]);
    const made = await auditOf(name, way(`INSERT INTO ${name} (${keys}) VALUES (${values})`));
    const created = {
      ...change,
      row_id: keyOf(keys, made.row),
      operation: 'insert',
      reseller_id: ownerOf(name, made.row),
    };
    expect(made.changes).toEqual([{ ...created, before: null, after: masked(made.row) }]);
    let { row } = made;
    for (const column of columns) {
      const set = (value: string) => auditOf(name, way(`UPDATE ${name} SET ${column.name} = ${value}`));
      const nullable = !keys.includes(column.name);
      for (const value of [...(nullable ? ['NULL'] : []), ...column.values, column.values[1]]) {
        const before = row;
        const found = await set(value);
        row = found.row;
        const changed = JSON.stringify(before[column.name]) !== JSON.stringify(row[column.name]);
        const shown = changed && !['updated_at', 'updated_by', ...DERIVED].includes(column.name);
        const only = (image: Image) => masked({ [column.name]: image[column.name] });
        const expected = {
          ...change,
          row_id: keyOf(keys, row),
          operation: 'update',
          reseller_id: ownerOf(name, row),
          before: only(before),
          after: only(row),
        };
        expect(found.changes).toEqual(shown ? [expected] : []);
      }
    }
    const gone = await auditOf(name, way(`DELETE FROM ${name}`));
    const removed = { ...change, row_id: keyOf(keys, row), operation: 'delete', reseller_id: ownerOf(name, row) };
    expect(gone.changes).toEqual([{ ...removed, before: masked(row), after: null }]);
  });

  it.each(tables)('shows all columns of $name that a statement changes', async ({ name, keys, columns }) => {
    const masked = maskedIn(name);
    const values = keys.map((key) => columns.find((column) => column.name === key)?.values[0]);
    const { row: before } = await auditOf(name, `INSERT INTO ${name} (${keys}) VALUES (${values})`);
    const sets = columns
      .filter((column) => !keys.includes(column.name))
      .map((column) => `${column.name} = ${column.values[0]}`);
    if (sets.length > 0) {
      const { changes, row } = await auditOf(name, way(`UPDATE ${name} SET ${sets}`));
      const names = Object.keys(row).filter(
        (each) =>
          JSON.stringify(before[each]) !== JSON.stringify(row[each]) &&
          !each.startsWith('updated_') &&
          !DERIVED.includes(each),
      );
      const only = (image: Image) => masked(Object.fromEntries(names.map((each) => [each, image[each]])));
      expect(changes).toMatchObject([{ operation: 'update', before: only(before), after: only(row) }]);
      expect(Object.keys(changes[0]?.after ?? {}).sort()).toEqual(names.sort());
    }
    await client.query(`DELETE FROM ${name}`);
  });
});
