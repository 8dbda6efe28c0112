import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Document } from '../../../core/content/download.ts';
import { Fault } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import { updated } from '../../../core/tenancy/scope.ts';
import { id } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { unseal } from '../../../db/seal.ts';
import { query, sql } from '../../../db/sql.ts';
import { printedCode } from './code.ts';
import { CODE_PURPOSE, PRINT_AGAIN_MS } from './vocabulary.ts';

export const CSV_FILE = 'text/csv';
export const printedBatch = z.strictObject({ id: id() });

interface Stored {
  readonly printedAt: Date | null;
  readonly useUntil: string;
  readonly validHours: number;
}

/**
 * The codes of a batch that can be used, as a CSV file. They can be read for an hour from the first time on, in case an answer is
 * lost; then nobody can, not even the node.
 * @throws Fault of kind `conflict` afterwards
 */
export async function printBatch(tx: Tx, { scope, kernel }: Call, batchId: number): Promise<Document> {
  const { printedAt, useUntil, validHours } = await readForUpdate<Stored>(
    tx,
    scope,
    { what: 'batch of codes', id: batchId },
    sql`x.printed_at AS "printedAt", x.use_until AS "useUntil", x.valid_hours AS "validHours"`,
  );
  const now = kernel.clock.now();
  if (printedAt !== null && now.getTime() > printedAt.getTime() + PRINT_AGAIN_MS)
    throw new Fault('conflict', 'these codes have been printed, and can be printed again for an hour only');
  const codes = await query<{ serial: number; sealed: Buffer }>(
    tx,
    sql`SELECT serial, code_enc AS sealed FROM crm.hotspot_code
        WHERE batch_id = ${batchId} AND status = 'New' AND code_enc IS NOT NULL ORDER BY serial`,
  );
  if (codes.length === 0) throw new Fault('conflict', 'no code of this batch can be used any more');
  if (printedAt === null) {
    const data = { printedAt: now, printedBy: scope.by, ...updated(scope) };
    await tx.hotspotBatch.update({ where: { id: batchId }, data, select: { id: true } });
  }
  const lines = codes.map(({ serial, sealed }) =>
    [serial, printedCode(unseal(kernel.secretsKeys, CODE_PURPOSE, sealed)), useUntil, validHours].join(','),
  );
  const content = Buffer.from(['serial,code,use_until,valid_hours', ...lines, ''].join('\r\n'));
  return { filename: `hotspot-codes-${batchId}.csv`, media_type: CSV_FILE, content };
}
