import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Upload } from '../../../core/content/upload.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import { lockShared } from '../../../core/records/row-locks.ts';
import { Places } from '../../../core/work/places.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, nextId, sql } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import { authored, type CareCall } from '../author.ts';
import { clientRef, madeBefore } from '../client-ref.ts';
import { encryptFile } from './encryption.ts';
import { mediaTypeOf } from './media-type.ts';
import { refuseBeyondQuota } from './quota.ts';
import { type FileCaller, type FileSubject, fileSubject, fileSubjectShape } from './subject.ts';
import { fileShape, MAX_FILE_BYTES } from './vocabulary.ts';

export const newFile = z.strictObject({
  ...fileSubjectShape(),
  ...fileShape,
  client_ref: clientRef().optional(),
});

type NewFile = z.output<typeof newFile>;

/** What an upload needs of a call: transactions, since none is open while the file arrives. */
interface UploadCall extends CareCall, FileCaller {
  readonly actor: CareCall['actor'] & FileCaller['actor'];
  readonly upload?: Upload | undefined;
  readIn<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/** Files that a node holds in memory at a time. */
const places = new Places(24);

/**
 * Stores the file that the request carries. Before it is read, the caller must see what it is about and have room for it; nothing is
 * written before it is whole. Returns its id.
 */
export async function uploadFile(call: UploadCall, input: NewFile): Promise<number> {
  const made = await call.readIn((tx) => admitted(tx, call, input));
  if (made !== undefined) return call.transaction(async () => made);
  return withFile(call, (bytes) => call.transaction((tx) => store(tx, call, input, bytes)));
}

interface Receiving {
  readonly actor: { readonly ispId: number | null };
  readonly upload?: Upload | undefined;
}

/**
 * Works with the file that a request carries. Few are in memory at a time, until they are stored.
 * @throws Fault if the request carries none, of kind `tooMany` while the node works with many others
 */
export async function withFile<T>({ actor, upload }: Receiving, work: (bytes: Buffer) => Promise<T>): Promise<T> {
  if (!upload)
    throw badParameter(
      'file',
      'send it as the body of the request, with its media type, and the parameters in the address',
    );
  const leave = places.take(actor.ispId ?? 0);
  if (!leave) throw new Fault('tooMany', 'too many uploads at once; try again in a moment', { retryAfterS: 5 });
  try {
    return await work(await upload.read(MAX_FILE_BYTES, mediaTypeOf));
  } finally {
    leave();
  }
}

/** The id of the file that the same client has sent before. @throws Fault before anything is read of a file that would be refused */
async function admitted(tx: Tx, call: UploadCall, input: NewFile): Promise<number | undefined> {
  const made = await madeBefore(tx, call, 'crm.file', input.client_ref);
  if (made !== undefined) return made;
  const { ispId } = await fileSubject(tx, call, input);
  await refuseBeyondQuota(tx, call, ispId, 0);
  return undefined;
}

async function store(tx: Tx, call: UploadCall, input: NewFile, bytes: Buffer): Promise<number> {
  const made = await madeBefore(tx, call, 'crm.file', input.client_ref);
  if (made !== undefined) return made;
  const subject = await fileSubject(tx, call, input);
  // Or it would be added to a customer who is being erased.
  if (subject.customerId !== null) await lockShared(tx, 'customer', subject.customerId);
  await refuseBeyondQuota(tx, call, subject.ispId, bytes.length);
  return addFile(tx, call, { ...input, subject, bytes });
}

interface FileToAdd extends Pick<NewFile, 'kind' | 'name' | 'keep_until' | 'client_ref'> {
  readonly subject: FileSubject;
  readonly bytes: Buffer;
}

/** The caller has checked the quota. Returns the id. */
export async function addFile(
  tx: Tx,
  call: Parameters<typeof authored>[0],
  { subject, kind, name, keep_until, client_ref, bytes }: FileToAdd,
): Promise<number> {
  const id = await nextId(tx, 'crm.file');
  const { key, content } = encryptFile(call.kernel.secretsKeys, id, bytes);
  const facts = {
    mediaType: mediaTypeOf(bytes),
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  const createdAt = call.kernel.clock.now();
  const file = { id, ...subject, kind, name, ...facts, keyEnc: key, keepUntil: keep_until ?? null, createdAt };
  insert(tx, 'crm.file', [{ ...file, ...authored(call, client_ref) }]);
  await execute(tx, sql`INSERT INTO crm.file_content (file_id, content) VALUES (${id}, ${content})`);
  return id;
}
