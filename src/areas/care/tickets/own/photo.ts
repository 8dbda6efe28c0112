import { createHash } from 'node:crypto';
import { z } from 'zod';
import type { Upload } from '../../../../core/content/upload.ts';
import { parameterFault } from '../../../../core/fault.ts';
import { readShared } from '../../../../core/records/row-locks.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';
import { refuseBeyondQuota } from '../../files/quota.ts';
import { addFile, withFile } from '../../files/upload.ts';
import { PENDING, type TicketStatus } from '../life-cycle.ts';
import { lockCustomer, type OwnCall } from './call.ts';

export const ownPhoto = z.strictObject({ id: wire.id() });

/** Of one ticket, by its subscriber. */
const MAX_PHOTOS = 3;

interface PhotoCall extends OwnCall {
  readonly upload?: Upload | undefined;
  readIn<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
}

/**
 * Adds a photo to a ticket of the subscriber that is not resolved yet: three at most. The same photo again, because an answer was
 * lost, is the one that is there.
 */
export async function addOwnPhoto(call: PhotoCall, id: number): Promise<'done'> {
  await call.readIn((tx) => refuseFull(tx, call, id));
  return withFile(call, (bytes) => call.transaction((tx) => addOnce(tx, call, id, bytes)));
}

async function addOnce(tx: Tx, call: OwnCall, id: number, bytes: Buffer): Promise<'done'> {
  await lockCustomer(tx, call);
  const { ispId, photos } = await photosOf(tx, call, id);
  if (photos.includes(createHash('sha256').update(bytes).digest('hex'))) return 'done';
  await refuseFull(tx, call, id);
  await refuseBeyondQuota(tx, call, ispId, bytes.length);
  const subject = { ispId, ticketId: id, customerId: null, serviceId: null, leadId: null };
  await addFile(tx, call, { subject, kind: 'Ticket', name: `Photo ${photos.length + 1}`, bytes });
  return 'done';
}

/** @throws Fault of kind `conflict` for a ticket that takes no photo any more, `notFound` for one that is not the subscriber's */
async function refuseFull(tx: Tx, call: OwnCall, id: number): Promise<void> {
  const { status, photos } = await photosOf(tx, call, id);
  if (!PENDING.some((each) => each === status))
    throw parameterFault('conflict', 'ticket', `is ${status} in the meantime; look at it again`);
  if (photos.length >= MAX_PHOTOS)
    throw parameterFault('conflict', 'photos', `the ticket has ${MAX_PHOTOS} photos already`);
}

/** The ticket, and the SHA-256 of each photo that its subscriber has added. */
async function photosOf(tx: Tx, { scope }: OwnCall, id: number) {
  const columns = sql`x.isp_id AS "ispId", x.status`;
  const ticket = await readShared<{ ispId: number; status: TicketStatus }>(tx, scope, { what: 'ticket', id }, columns);
  const photos = await query<{ sha256: string }>(
    tx,
    sql`SELECT f.sha256 FROM crm.file f WHERE f.ticket_id = ${id} AND f.created_by_id IS NULL AND f.deleted_at IS NULL`,
  );
  return { ...ticket, photos: photos.map(({ sha256 }) => sha256) };
}
