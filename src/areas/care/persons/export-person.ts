import { Readable } from 'node:stream';
import { z } from 'zod';
import { Download } from '../../../core/content/download.ts';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { readRecord } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, raw, sql } from '../../../db/sql.ts';
import { refuseErased } from '../../subscribers/customers/erased.ts';
import { decryptFile } from '../files/encryption.ts';
import { PERSON_SOURCES, type PersonSource } from './sources.ts';

export const exportedPerson = z.strictObject({ customerid: wire.id(), reason: wire.text(500) });

/** Of one kind; the newest are kept. */
const MAX_ROWS = 5_000;
const MAX_DOCUMENTS = 200;

interface ExportCall {
  readonly scope: Scope;
  readonly kernel: Pick<Kernel, 'db' | 'clock' | 'secretsKeys'>;
  readIn<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Does the work when it is the turn of the ISP. */
  readonly turns: { page<T>(work: () => Promise<T>): Promise<T> };
}

/**
 * Everything that is held about a customer, as one JSON file, with the documents themselves in base64. Secrets are masked as in the
 * audit. Of each kind there are the newest 5,000 records, and 200 documents; `left_out` names the kinds of which there are more.
 * Only the ISP itself answers for a person: what it notes for itself is in the file too.
 * @throws Fault of kind `notFound`, or `forbidden` to resellers and to Employees of some locations
 */
export async function exportPerson(call: ExportCall, customerId: number): Promise<Download> {
  const { scope, kernel } = call;
  await call.readIn((tx) => findPerson(tx, scope, customerId));
  if (scope.resellerId !== null || scope.locations !== null)
    throw new Fault('forbidden', 'only the ISP itself takes all that is held about a person');
  const filename = `person-${customerId}-${kernel.clock.now().toISOString().slice(0, 10)}.json`;
  // Not as JSON, which clients of the API take for an envelope.
  const mediaType = 'application/octet-stream';
  return new Download(Readable.from(partsOf(call, customerId)), { filename, mediaType });
}

/** An erased customer is a deleted one, of whom there is more to say. @throws Fault */
async function findPerson(tx: Tx, scope: Scope, customerId: number): Promise<void> {
  const [own] = await query<{ id: number }>(
    tx,
    sql`SELECT e.id FROM crm.customer_erasure e WHERE e.customer_id = ${customerId}
          AND ${scope.resellerId === null && scope.locations === null}
          AND (${scope.ispId}::int IS NULL OR e.isp_id = ${scope.ispId}::int)`,
  );
  if (own) await refuseErased(tx, customerId);
  await readRecord(tx, scope, { what: 'customer', id: customerId }, sql`x.id`);
}

async function* partsOf({ kernel, turns }: ExportCall, id: number): AsyncGenerator<string> {
  const { db, clock } = kernel;
  const leftOut: string[] = [];
  yield `{"customerid":${id},"made_at":${JSON.stringify(clock.now())}`;
  for (const source of PERSON_SOURCES) {
    const rows = await turns.page(() => rowsOf(db, source, id));
    if (rows.length > MAX_ROWS) leftOut.push(source.name);
    yield `,\n${JSON.stringify(source.name)}:${JSON.stringify(rows.slice(0, MAX_ROWS))}`;
  }
  yield ',\n"documents":[';
  const documents = await turns.page(() => documentsOf(db, id));
  if (documents.length > MAX_DOCUMENTS) leftOut.push('documents');
  for (const [at, { fileId, image }] of documents.slice(0, MAX_DOCUMENTS).entries()) {
    const content = await turns.page(() => contentOf(kernel, fileId));
    yield `${at === 0 ? '' : ',\n'}${JSON.stringify({ ...image, content })}`;
  }
  yield `],\n"left_out":${JSON.stringify(leftOut)}}\n`;
}

type Image = Readonly<Record<string, unknown>>;

async function rowsOf({ pool }: Kernel['db'], { table, of, newest }: PersonSource, id: number): Promise<Image[]> {
  const rows = await query<{ image: Image }>(
    pool,
    sql`SELECT auth.audited_image(to_jsonb(t)) AS image FROM ${raw(table)} t WHERE ${of(id)}
        ORDER BY ${raw(newest)} DESC LIMIT ${MAX_ROWS + 1}`,
  );
  return rows.map(({ image }) => image);
}

const documentsOf = ({ pool }: Kernel['db'], id: number) =>
  query<{ fileId: number; image: Image }>(
    pool,
    sql`SELECT t.id AS "fileId", auth.audited_image(to_jsonb(t)) AS image FROM crm.file t
        WHERE t.deleted_at IS NULL AND (t.customer_id = ${id}
          OR t.lead_id IN (SELECT l.id FROM crm.lead l JOIN crm.service s ON s.id = l.service_id WHERE s.customer_id = ${id}))
        ORDER BY t.id DESC LIMIT ${MAX_DOCUMENTS + 1}`,
  );

/** In base64; null: it was deleted meanwhile. */
async function contentOf({ db, secretsKeys }: ExportCall['kernel'], id: number): Promise<string | null> {
  const [file] = await query<{ key: Buffer; content: Buffer }>(
    db.pool,
    sql`SELECT f.key_enc AS key, c.content FROM crm.file f JOIN crm.file_content c ON c.file_id = f.id
        WHERE f.id = ${id} AND f.deleted_at IS NULL`,
  );
  return file ? decryptFile(secretsKeys, id, file).toString('base64') : null;
}
