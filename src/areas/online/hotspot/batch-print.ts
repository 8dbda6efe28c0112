import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Document } from '../../../core/content/download.ts';
import { Fault } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import { id, wholeNumber } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { unseal } from '../../../db/seal.ts';
import { query, sql } from '../../../db/sql.ts';
import { printedCode } from './code.ts';
import { CODE_PURPOSE, MAX_CODES, MAX_SHEET, PRINT_AGAIN_MS } from './vocabulary.ts';

export const CSV_FILE = 'text/csv';
export const printedBatch = z.strictObject({ id: id() });
export const sheetOfBatch = z.strictObject({ id: id(), from_serial: wholeNumber(1, MAX_CODES).default(1) });

interface Stored {
  readonly printedAt: Date | null;
  readonly useUntil: string;
  readonly validHours: number;
  readonly isp: string;
}

/** What is printed of a batch. */
export interface PrintedCodes extends Omit<Stored, 'printedAt'> {
  readonly printedAt: Date;
  /** As they are printed. */
  readonly codes: readonly { readonly serial: number; readonly code: string }[];
}

interface Wanted {
  readonly batchId: number;
  readonly from: number;
  readonly most: number;
}

/**
 * The codes of a batch that can be used. They can be read for an hour from the first time on, in case an answer is lost; then nobody
 * can, not even the node.
 * @throws Fault of kind `conflict` afterwards, or if there is none
 */
async function readCodes(tx: Tx, { scope, kernel }: Call, { batchId, from, most }: Wanted): Promise<PrintedCodes> {
  const { printedAt, ...batch } = await readForUpdate<Stored>(
    tx,
    scope,
    { what: 'batch of codes', id: batchId },
    sql`x.printed_at AS "printedAt", x.use_until AS "useUntil", x.valid_hours AS "validHours",
      (SELECT i.name FROM crm.isp i WHERE i.id = x.isp_id) AS isp`,
  );
  const now = kernel.clock.now();
  if (printedAt !== null && now.getTime() > printedAt.getTime() + PRINT_AGAIN_MS)
    throw new Fault('conflict', 'these codes have been printed, and can be printed again for an hour only');
  const sealed = await query<{ serial: number; sealed: Buffer }>(
    tx,
    sql`SELECT serial, code_enc AS sealed FROM crm.hotspot_code
        WHERE batch_id = ${batchId} AND serial >= ${from}::int AND status = 'New' AND code_enc IS NOT NULL
        ORDER BY serial LIMIT ${most}`,
  );
  if (sealed.length === 0) throw new Fault('conflict', 'no code of this batch can be used any more');
  if (printedAt === null) {
    const data = { printedAt: now, printedBy: scope.by, ...updated(scope) };
    await tx.hotspotBatch.update({ where: { id: batchId }, data, select: { id: true } });
  }
  const codes = sealed.map((each) => ({
    serial: each.serial,
    code: printedCode(unseal(kernel.secretsKeys, CODE_PURPOSE, each.sealed)),
  }));
  return { ...batch, printedAt: printedAt ?? now, codes };
}

/** As a CSV file. @throws as `readCodes` */
export async function printBatch(tx: Tx, call: Call, batchId: number): Promise<Document> {
  const { codes, useUntil, validHours } = await readCodes(tx, call, { batchId, from: 1, most: MAX_CODES });
  const lines = codes.map(({ serial, code }) => [serial, code, useUntil, validHours].join(','));
  const content = Buffer.from(['serial,code,use_until,valid_hours', ...lines, ''].join('\r\n'));
  return { filename: `hotspot-codes-${batchId}.csv`, media_type: CSV_FILE, content };
}

/** What a sheet is made of, from a serial number on. @throws as `readCodes` */
export const codesForSheet = (tx: Tx, call: Call, { id: batchId, from_serial: from }: z.output<typeof sheetOfBatch>) =>
  readCodes(tx, call, { batchId, from, most: MAX_SHEET });
