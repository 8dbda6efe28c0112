import { describe, expect, it } from 'vitest';
import { Prisma } from '../../src/db/generated/client.ts';
import { insertionOf, updateOf } from '../../src/db/records.ts';
import { query, sql } from '../../src/db/sql.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();

const TABLES = [
  ['crm.adjustment', Prisma.AdjustmentScalarFieldEnum],
  ['crm.customer', Prisma.CustomerScalarFieldEnum],
  ['crm.lead', Prisma.LeadScalarFieldEnum],
  ['crm.lead_event', Prisma.LeadEventScalarFieldEnum],
  ['crm.payment', Prisma.PaymentScalarFieldEnum],
  ['crm.service', Prisma.ServiceScalarFieldEnum],
  ['crm.wallet_txn', Prisma.WalletTxnScalarFieldEnum],
  ['auth.login_user', Prisma.LoginUserScalarFieldEnum],
  ['radius.nas', Prisma.NasScalarFieldEnum],
] as const;

describe('a record', () => {
  it.each(TABLES)('of %s has a column for each of its fields', async (table, fields) => {
    const record = Object.fromEntries(Object.keys(fields).map((field) => [field, null]));
    const { text } = insertionOf(table as 'crm.service', record as never);
    const written = /\(([^)]*)\)/.exec(text)?.[1]?.split(', ') ?? [];
    const rows = await query<{ name: string }>(
      db.pool,
      sql`SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`,
    );
    const columns = new Set(rows.map(({ name }) => name));
    expect(written.filter((name) => !columns.has(name))).toEqual([]);
    expect(written.length).toBeGreaterThan(5);
  });

  it('is written with the values that it has, and without a field that is undefined', () => {
    const octets = Buffer.from('0aff', 'hex');
    const changes = { updatedAt: '2026-01-02', secretEnc: octets, vendorSettings: Prisma.DbNull, lineRateMbps: 5 };
    const { text, values } = updateOf('radius.nas', 7, { ...changes, name: undefined } as typeof changes).render();
    expect(text).toBe(
      'UPDATE radius.nas SET updated_at = $1, secret_enc = $2, vendor_settings = $3, line_rate_mbps = $4 WHERE id = $5',
    );
    expect(values).toEqual(['2026-01-02', octets, null, 5, 7]);
  });
});
