import { expect, it } from 'vitest';
import { RESTORE_STATEMENT } from '../../../src/radius/accounting/sql/restore-from-log.ts';
import { CHECKED_STATEMENT, SESSION_STATEMENT } from '../../../src/radius/accounting/sql/session-statement.ts';
import { PersistentConnection } from '../../../src/radius/state/batch/persistent-connection.ts';
import { freshDatabase } from '../../fixtures/database.ts';

const db = await freshDatabase();

interface Node {
  readonly 'Node Type': string;
  readonly 'Relation Name'?: string;
  readonly 'Index Name'?: string;
  readonly 'Index Cond'?: string;
  readonly Plans?: readonly Node[];
}

const all = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(all)];
const LARGE = ['session', 'usage', 'ip_address'];
const readsLarge = (node: Node) => LARGE.includes(node['Relation Name'] ?? '') && node['Node Type'] !== 'ModifyTable';

async function planOf(statement: string): Promise<Node[]> {
  const connection = new PersistentConnection(db.openPool({ name: 'plan', max: 1 }));
  const text = `EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${statement}`;
  const [row] = await connection.query<{ 'QUERY PLAN': [{ Plan: Node }] }>({ text });
  connection.close();
  if (!row) throw new Error('the database returns no plan');
  return all(row['QUERY PLAN'][0].Plan);
}

/** For nearly all records, and for suspect ones. */
const BOTH = [SESSION_STATEMENT, CHECKED_STATEMENT].map((statement) => ({ statement }));

it.each(BOTH)(
  'reaches the large tables by key or ctid, although the plan was made while they were empty',
  async ({ statement }) => {
    const ways = (await planOf(statement))
      .filter(readsLarge)
      .map((node) => `${node['Relation Name']}: ${node['Index Name'] ?? node['Node Type']}`);
    expect(new Set(ways)).toEqual(
      new Set([
        'session: session_key',
        'session: Tid Scan',
        'usage: usage_pkey',
        'ip_address: ip_address_dynamic_slot_key',
        'ip_address: ip_address_pkey',
      ]),
    );
  },
);

it.each(BOTH)('joins no large table by a hash or sort of the whole table', async ({ statement }) => {
  for (const node of await planOf(statement)) {
    if (/Hash|Merge/.test(node['Node Type'])) expect(all(node).filter(readsLarge)).toEqual([]);
    expect(node['Node Type']).not.toBe('Seq Scan');
  }
});

it('finds a session in the log by its username, not through all sessions of those days', async () => {
  const conditions = (await planOf(RESTORE_STATEMENT)).flatMap((node) =>
    node['Index Cond'] && node['Relation Name']?.startsWith('session_log') ? [node['Index Cond']] : [],
  );
  expect(conditions.some((condition) => condition.includes('lower(username)'))).toBe(true);
  for (const condition of conditions) expect(condition).toMatch(/lower\(username\) =|started_at =/);
});
