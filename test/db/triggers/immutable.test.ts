import { describe, expect, it } from 'vitest';
import { freshDatabase } from '../../fixtures/database.ts';
import { loosenTables } from './loose-tables.ts';

const db = await freshDatabase();
const tables = await loosenTables(db, 'immutable');

/** What may change of a record that is kept otherwise. */
const CHANGING: Record<string, readonly string[]> = {
  'crm.einvoice': [],
  'crm.invoice': ['paid_amt', 'paid_at', 'late_fee_at'],
  'crm.payment': ['status', 'reversal_entry_id', 'cancelled_at', 'cancelled_by', 'cancel_reason', 'bounced_on'],
  'crm.receipt': [],
};

/** Whether the statement was refused. */
async function isRefused(statement: string): Promise<boolean> {
  try {
    await db.pool.query(statement);
    return false;
  } catch (error) {
    expect(error).toMatchObject({ code: '23001' });
    return true;
  }
}

describe('a record that is kept', () => {
  it('is an invoice, its registration, a payment, or the receipt of several', () => {
    expect(tables.map(({ name }) => name)).toEqual(Object.keys(CHANGING));
  });

  it.each(tables)('of $name changes only what says how it went on', async ({ name, keys, columns }) => {
    await db.pool.query(`INSERT INTO ${name} (${keys[0]}) VALUES (7)`);
    for (const column of columns) {
      const row = await db.pool.query(`SELECT ${column.name} AS value FROM ${name}`);
      const refused: boolean[] = [];
      for (const value of column.values) refused.push(await isRefused(`UPDATE ${name} SET ${column.name} = ${value}`));
      // One of the two may be what the record has.
      expect({ column: column.name, refused: refused.includes(true) }).toEqual({
        column: column.name,
        refused: !CHANGING[name]?.includes(column.name),
      });
      if (!CHANGING[name]?.includes(column.name))
        expect((await db.pool.query(`SELECT ${column.name} AS value FROM ${name}`)).rows).toEqual(row.rows);
    }
    expect(await isRefused(`DELETE FROM ${name}`)).toBe(true);
  });

  it('of a cancelled payment does not change at all', async () => {
    await db.pool.query(`INSERT INTO crm.payment (id, status) VALUES (8, 'Cancelled')`);
    for (const column of CHANGING['crm.payment'] ?? [])
      expect(await isRefused(`UPDATE crm.payment SET ${column} = NULL WHERE id = 8`)).toBe(true);
  });
});
