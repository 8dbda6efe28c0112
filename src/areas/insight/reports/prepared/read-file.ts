import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import type { z } from 'zod';
import { Download } from '../../../../core/content/download.ts';
import { Fault, notFound } from '../../../../core/fault.ts';
import { CSV } from '../../../../core/list/index.ts';
import { byId } from '../../../../core/records/results.ts';
import type { Database } from '../../../../db/database.ts';
import { join, query, sql } from '../../../../db/sql.ts';
import { HEADINGS, withTitles } from '../headings.ts';
import { type ReportName, reportNamed } from '../reports.ts';
import { type Asking, checkPermitted, refuseMasked } from '../wanted.ts';
import { visible } from './list.ts';

/** One result of a prepared report. */
interface Result {
  readonly id: number;
  readonly run: number;
}

export const preparedFileInput = byId.extend({ headings: HEADINGS });

/** All rows of a prepared report as CSV, however many. @throws Fault of kind `notFound` or `forbidden` */
export async function fileOfPrepared(
  { kernel, actor, scope }: Asking,
  { id, headings }: z.output<typeof preparedFileInput>,
): Promise<Download> {
  const [row] = await query<{ report: ReportName; made_on: string; run: number }>(
    kernel.db.pool,
    sql`SELECT p.report, p.made_on, p.result_run AS run FROM crm.prepared_report p
        WHERE ${join([sql`p.id = ${id}`, ...visible(scope)], ' AND ')} AND p.result_run IS NOT NULL`,
  );
  if (!row) throw notFound('prepared report', id);
  const report = reportNamed(row.report);
  checkPermitted(actor, report);
  refuseMasked(scope, report);
  const lines = linesOf(kernel.db, { id, run: row.run });
  const content = headings === 'names' ? lines : Readable.from(withTitles(report, lines), { objectMode: false });
  return new Download(content, { filename: `${row.report}-${row.made_on}.csv`, mediaType: CSV });
}

/** The bytes of its file. */
export async function bytesOfPrepared(db: Pick<Database, 'pool'>, result: Result): Promise<Uint8Array> {
  return Buffer.concat(await linesOf(db, result).toArray());
}

function linesOf(db: Pick<Database, 'pool'>, result: Result): Readable {
  const parts = Readable.from(partsOf(db, result), { objectMode: false });
  const lines = createGunzip();
  parts.on('error', (error) => lines.destroy(error));
  lines.on('close', () => parts.destroy());
  return parts.pipe(lines);
}

/** Part by part, so that a slow reader takes neither memory nor a connection. @throws Fault if it is replaced meanwhile */
async function* partsOf({ pool }: Pick<Database, 'pool'>, { id, run }: Result): AsyncGenerator<Buffer> {
  for (let n = 0; ; n++) {
    const [row] = await query<{ content: Buffer | null }>(
      pool,
      sql`SELECT f.content FROM crm.prepared_report p
          LEFT JOIN crm.prepared_report_part f ON f.report_id = p.id AND f.run = p.result_run AND f.n = ${n}
          WHERE p.id = ${id} AND p.result_run = ${run}`,
    );
    if (!row) throw new Fault('conflict', 'the report has been prepared again in the meantime; download it again');
    if (row.content === null) return;
    yield row.content;
  }
}
