import { Readable } from 'node:stream';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Download } from '../../../core/content/download.ts';
import { badParameter, Fault, notFound } from '../../../core/fault.ts';
import { fileScope } from '../../../core/tenancy/care-scope.ts';
import { scopeConditions } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';
import { decryptFile } from './encryption.ts';
import { isFileShown } from './list.ts';
import { EXTENSIONS, type MediaType } from './media-type.ts';
import type { FileCaller } from './subject.ts';
import { type FileKind, IDENTITY_KINDS } from './vocabulary.ts';

export const viewedFile = z.strictObject({ id: wire.id(), reason: wire.text(500).optional() });

type ViewCall = FileCaller & Call;

interface FileRow {
  readonly id: number;
  readonly kind: FileKind;
  readonly mediaType: MediaType;
  readonly key: Buffer;
  readonly content: Buffer;
}

/**
 * The file itself. Papers that show who somebody is need the permission `file.identity` and a reason, which the audit keeps.
 * @throws Fault of kind `notFound`, `forbidden` or `badInput`
 */
export async function viewFile(tx: Tx, call: ViewCall, { id, reason }: z.output<typeof viewedFile>): Promise<Download> {
  const conditions = [
    sql`f.id = ${id}`,
    isFileShown('f', call.actor.permissions),
    ...scopeConditions(call.scope, fileScope('f')),
  ];
  const [facts] = await query<Pick<FileRow, 'kind'>>(
    tx,
    sql`SELECT f.kind FROM crm.file f WHERE ${join(conditions, ' AND ')}`,
  );
  if (!facts) throw notFound('file', id);
  if (IDENTITY_KINDS.includes(facts.kind)) {
    if (!call.actor.permissions.has('file.identity'))
      throw new Fault('forbidden', `a file of the kind ${facts.kind} needs the permission file.identity`);
    if (reason === undefined) throw badParameter('reason', `is required for a file of the kind ${facts.kind}`);
  }
  const [file] = await query<FileRow>(
    tx,
    sql`SELECT f.id, f.kind, f.media_type AS "mediaType", f.key_enc AS key, c.content
        FROM crm.file f JOIN crm.file_content c ON c.file_id = f.id WHERE f.id = ${id} AND f.deleted_at IS NULL`,
  );
  if (!file) throw notFound('file', id);
  return downloadOf(call, file);
}

/** Its name says what it is, and nobody's: what the uploader called it could make a system take it for something else. */
function downloadOf({ kernel }: Call, { id, kind, mediaType, key, content }: FileRow): Download {
  const bytes = decryptFile(kernel.secretsKeys, id, { key, content });
  const filename = `${kind.toLowerCase()}-${id}.${EXTENSIONS[mediaType]}`;
  return new Download(Readable.from([bytes]), { filename, mediaType, size: bytes.length });
}
