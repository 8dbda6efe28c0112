import { describe, expect, it } from 'vitest';
import type { Tx } from '../../src/db/database.ts';
import { Prisma } from '../../src/db/generated/client.ts';
import { execute, query, type Sql, sql } from '../../src/db/sql.ts';
import { columnOf } from '../../src/db/write/rows.ts';
import type { NewRow, Table } from '../../src/db/write/tables.ts';
import { insert, json, update } from '../../src/db/write.ts';
import { freshDatabase } from '../fixtures/database.ts';

const db = await freshDatabase();

/** Runs in a transaction without triggers and foreign keys, so that rows need no others. */
const apart = <R>(work: (tx: Tx) => Promise<R> | R): Promise<R> =>
  db.transaction(async (tx) => {
    await execute(tx, sql`SET LOCAL session_replication_role = replica`);
    return work(tx);
  });

/** Runs writes, then reads what they have left, and leaves nothing behind. */
const leaves = (write: (tx: Tx) => void, reading: Sql): Promise<object[]> =>
  apart(async (tx) => {
    write(tx);
    const rows = await query(tx, reading);
    await execute(tx, sql`TRUNCATE crm.charge, crm.promise, radius.nas CASCADE`);
    return rows;
  });

const FIELDS = {
  'auth.login_user': Prisma.LoginUserScalarFieldEnum,
  'crm.adjustment': Prisma.AdjustmentScalarFieldEnum,
  'crm.call': Prisma.CallScalarFieldEnum,
  'crm.care_queue': Prisma.CareQueueScalarFieldEnum,
  'crm.charge': Prisma.ChargeScalarFieldEnum,
  'crm.customer': Prisma.CustomerScalarFieldEnum,
  'crm.file': Prisma.FileScalarFieldEnum,
  'crm.import_source': Prisma.ImportSourceScalarFieldEnum,
  'crm.incident': Prisma.IncidentScalarFieldEnum,
  'crm.incident_compensation': Prisma.IncidentCompensationScalarFieldEnum,
  'crm.invoice_line': Prisma.InvoiceLineScalarFieldEnum,
  'crm.lead': Prisma.LeadScalarFieldEnum,
  'crm.lead_event': Prisma.LeadEventScalarFieldEnum,
  'crm.ledger_entry': Prisma.LedgerEntryScalarFieldEnum,
  'crm.note': Prisma.NoteScalarFieldEnum,
  'crm.payment': Prisma.PaymentScalarFieldEnum,
  'crm.period': Prisma.PeriodScalarFieldEnum,
  'crm.plan_change': Prisma.PlanChangeScalarFieldEnum,
  'crm.promise': Prisma.PromiseScalarFieldEnum,
  'crm.receipt': Prisma.ReceiptScalarFieldEnum,
  'crm.service': Prisma.ServiceScalarFieldEnum,
  'crm.service_identity': Prisma.ServiceIdentityScalarFieldEnum,
  'crm.task': Prisma.TaskScalarFieldEnum,
  'crm.ticket': Prisma.TicketScalarFieldEnum,
  'crm.ticket_appeal': Prisma.TicketAppealScalarFieldEnum,
  'crm.ticket_category': Prisma.TicketCategoryScalarFieldEnum,
  'crm.ticket_entry': Prisma.TicketEntryScalarFieldEnum,
  'crm.topup': Prisma.TopupScalarFieldEnum,
  'crm.visit': Prisma.VisitScalarFieldEnum,
  'crm.visit_event': Prisma.VisitEventScalarFieldEnum,
  'crm.wallet_txn': Prisma.WalletTxnScalarFieldEnum,
  'radius.nas': Prisma.NasScalarFieldEnum,
} as const satisfies { [T in Table]: { readonly [F in keyof NewRow<T>]-?: F } };

it.each(Object.entries(FIELDS))('%s has a column for each field of its model', async (table, fields) => {
  const rows = await query<{ name: string }>(
    db.pool,
    sql`SELECT attname AS name FROM pg_attribute WHERE attrelid = ${table}::regclass AND attnum > 0 AND NOT attisdropped`,
  );
  const columns = new Set(rows.map(({ name }) => name));
  expect(Object.keys(fields).filter((field) => !columns.has(columnOf(field)))).toEqual([]);
});

const taxes = [{ name: 'CGST', percent: '9', amt: '9.00' }];
const charge = (id: bigint) => ({
  id,
  ispId: 1,
  resellerId: null,
  serviceId: 2,
  entryId: 2n ** 60n,
  kind: 'period',
  description: 'a "quoted" \\ text',
  chargedOn: '2026-01-02',
  amt: '100.10',
  net: '100.10',
  tax: '9.00',
  total: '109.10',
  taxes: json(taxes),
  createdAt: new Date('2026-01-02T03:04:05.678Z'),
  supply: null,
});
const nas = (id: number) => ({
  id,
  ispId: 1,
  name: `nas ${id}`,
  ip: `192.0.2.${id}`,
  secretEnc: new Uint8Array([0, 10, 255]),
  vendorSettings: json({ rate_template: '{up}' }),
});

describe('an insertion', () => {
  it('keeps every kind of value, of one row as of many', async () => {
    const charges = sql`SELECT id, entry_id::text AS entry, description, charged_on, amt, period_id, taxes, created_at, supply
      FROM crm.charge ORDER BY id`;
    const stored = {
      entry: String(2n ** 60n),
      description: 'a "quoted" \\ text',
      charged_on: '2026-01-02',
      amt: '100.10',
      period_id: null,
      taxes,
      created_at: new Date('2026-01-02T03:04:05.678Z'),
      supply: null,
    };
    expect(await leaves((tx) => insert(tx, 'crm.charge', [charge(1n)]), charges)).toEqual([{ id: 1, ...stored }]);
    const two = await leaves((tx) => insert(tx, 'crm.charge', [charge(1n), charge(2n)]), charges);
    expect(two).toEqual([
      { id: 1, ...stored },
      { id: 2, ...stored },
    ]);
  });

  it('keeps octets and lists', async () => {
    const nases = sql`SELECT secret_enc AS secret FROM radius.nas`;
    const secret = Buffer.from('000aff', 'hex');
    expect(await leaves((tx) => insert(tx, 'radius.nas', [nas(1)]), nases)).toEqual([{ secret }]);
    const two = await leaves((tx) => insert(tx, 'radius.nas', [nas(1), nas(2)]), nases);
    expect(two).toEqual([{ secret }, { secret }]);
  });

  it('of no rows sends nothing', async () => {
    expect(await leaves((tx) => insert(tx, 'crm.charge', []), sql`SELECT FROM crm.charge`)).toEqual([]);
  });
});

describe('an update', () => {
  const stamp = { updatedAt: new Date('2026-02-03T04:05:06Z'), updatedBy: 'asha' };
  const nases = sql`SELECT name, line_rate_mbps AS rate, vendor_settings AS settings, updated_at AS at, updated_by AS by
    FROM radius.nas ORDER BY id`;
  const stored = (...ids: readonly number[]) =>
    [1, 2].map((id) =>
      ids.includes(id)
        ? { name: `nas ${id}`, rate: 5, settings: null, at: stamp.updatedAt, by: 'asha' }
        : { name: `nas ${id}`, rate: 100_000, settings: { rate_template: '{up}' }, at: expect.any(Date), by: 'system' },
    );

  it('changes the fields that it names, of one row as of many', async () => {
    const changed = (id: number) => ({ id, lineRateMbps: 5, vendorSettings: null, ...stamp });
    const added = (tx: Tx) => insert(tx, 'radius.nas', [nas(1), nas(2)]);
    const one = await leaves((tx) => {
      added(tx);
      update(tx, 'radius.nas', [changed(2)]);
    }, nases);
    expect(one).toEqual(stored(2));
    const both = await leaves((tx) => {
      added(tx);
      update(tx, 'radius.nas', [changed(1), changed(2)]);
    }, nases);
    expect(both).toEqual(stored(1, 2));
  });
});

/** Each does not compile, and the database or the writer would refuse it too. */
describe('the compiler refuses', () => {
  const promise = { serviceId: 1, periodId: 1, upto: '2026-01-02' };
  const refused = (write: (tx: Tx) => void) => expect(apart(write)).rejects.toThrow();

  it('a row without a required column', async () => {
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', [{ serviceId: 1, periodId: 1 }]));
    const rows = [1, 2].map((periodId) => ({ serviceId: 1, periodId }));
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', rows));
  });

  it('an unknown column', async () => {
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', [{ ...promise, until: '2026-01-02' }]));
    // @ts-expect-error
    await refused((tx) => update(tx, 'crm.period', [{ id: 1, used: 5n }]));
    const rows = [1, 2].map((id) => ({ ...promise, id, until: '2026-01-02' }));
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', rows));
  });

  it('a value of a wrong type', async () => {
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', [{ ...promise, serviceId: 'first' }]));
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', [{ ...promise, serviceId: null }]));
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.charge', [{ ...charge(1n), taxes }]));
    // @ts-expect-error
    await refused((tx) => update(tx, 'crm.period', [{ id: 1, endsOn: true }]));
  });

  it('an inexact number for a decimal', () => {
    // @ts-expect-error
    const write = (tx: Tx) => insert(tx, 'crm.charge', [{ ...charge(1n), amt: 0.1 + 0.2 }]);
    expect(write).toBeTypeOf('function');
  });

  it('an update that does not say when and by whom', () => {
    // @ts-expect-error
    const write = (tx: Tx) => update(tx, 'radius.nas', [{ id: 1, lineRateMbps: 5, updatedBy: 'asha' }]);
    expect(write).toBeTypeOf('function');
  });

  it('rows of which only some have a column', async () => {
    const more = { ...promise, createdBy: 'asha' };
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', [promise, more]));
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', [more, promise]));
    const some = [1, 2].map((id) => (id === 1 ? { ...promise, id } : { ...more, id }));
    // @ts-expect-error
    await refused((tx) => insert(tx, 'crm.promise', some));
    // @ts-expect-error
    await refused((tx) => update(tx, 'crm.period', [{ id: 1 }, { id: 2, usedBytes: 5n }]));
  });
});

describe('rows whose columns are known at run time only', () => {
  const promise = { serviceId: 1, periodId: 1, upto: '2026-01-02' };

  it('may differ from call to call, one at a time', async () => {
    const optional: { createdBy?: string } = {};
    const write = (tx: Tx) => insert(tx, 'crm.promise', [{ ...promise, ...optional }]);
    expect(await leaves(write, sql`SELECT created_by FROM crm.promise`)).toEqual([{ created_by: 'system' }]);
  });

  it('are refused together if not all have the same, whichever comes first', async () => {
    const rows = [promise, { ...promise, createdBy: 'asha' }] as unknown as Required<NewRow<'crm.promise'>>[];
    for (const each of [rows, rows.toReversed()])
      await expect(apart((tx) => insert(tx, 'crm.promise', each))).rejects.toThrow(
        'rows for crm.promise have different columns: not all have createdBy; use null for an empty one',
      );
    const changes = [{ id: 1, usedBytes: 1n }, { id: 2 }] as { id: number; usedBytes: bigint }[];
    await expect(apart((tx) => update(tx, 'crm.period', changes))).rejects.toThrow('not all have usedBytes');
  });

  it('are refused if a value is undefined', async () => {
    const row = { ...promise, createdBy: undefined as unknown as string };
    await expect(apart((tx) => insert(tx, 'crm.promise', [row]))).rejects.toThrow('undefined');
    await expect(apart((tx) => insert(tx, 'crm.promise', [row, row]))).rejects.toThrow(
      'createdBy of a row is undefined',
    );
  });
});
