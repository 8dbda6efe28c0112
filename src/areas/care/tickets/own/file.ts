import { z } from 'zod';
import { parameterFault } from '../../../../core/fault.ts';
import { ticketScope } from '../../../../core/tenancy/care-scope.ts';
import { scopeConditions } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { join, query, sql } from '../../../../db/sql.ts';
import { createTicket } from '../create.ts';
import type { FiledVerdict } from '../filed-verdict.ts';
import { PENDING } from '../life-cycle.ts';
import { lockCustomer, type OwnCall, ownText, readingOf } from './call.ts';
import { beyond, limitReached } from './limits.ts';
import { type OwnTicket, readOwnTicket } from './read.ts';

export const ownFiling = z.strictObject({ serviceid: wire.id(), categoryid: wire.id(), text: ownText() });

type Filing = z.output<typeof ownFiling>;

/**
 * Files a ticket of the subscriber. The ISP works on it first, whose queue the category names. The same text again, because an
 * answer was lost, is the open ticket that it has made.
 */
export async function fileOwnTicket(tx: Tx, call: OwnCall, filing: Filing, verdict: FiledVerdict): Promise<OwnTicket> {
  await lockCustomer(tx, call);
  const reading = readingOf(call);
  const same = await findSame(tx, call, filing);
  if (same !== undefined) return readOwnTicket(tx, reading, same);
  const limit = await limitReached(tx, reading);
  if (limit) throw beyond(limit);
  await refuseOtherCategory(tx, call, filing.categoryid);
  const { id } = await createTicket(tx, call, { ...filing, source: 'Portal' }, verdict);
  return readOwnTicket(tx, reading, id);
}

async function findSame(tx: Tx, { scope }: OwnCall, filing: Filing): Promise<number | undefined> {
  const { serviceid, categoryid, text } = filing;
  const [row] = await query<{ id: number }>(
    tx,
    sql`SELECT k.id FROM crm.ticket k WHERE ${join(scopeConditions(scope, ticketScope('k')), ' AND ')}
          AND k.service_id = ${serviceid} AND k.category_id = ${categoryid} AND k.source = 'Portal' AND k.text = ${text}
          AND k.status = ANY(${[...PENDING]}::text[]) LIMIT 1`,
  );
  return row?.id;
}

/** Of another ISP, deleted, or not for subscribers: to them it is all the same. @throws Fault of kind `conflict` */
async function refuseOtherCategory(tx: Tx, { scope }: OwnCall, id: number): Promise<void> {
  const [row] = await query<{ id: number }>(
    tx,
    sql`SELECT g.id FROM crm.ticket_category g
        WHERE g.id = ${id} AND g.isp_id = ${scope.ispId} AND g.portal AND g.deleted_at IS NULL`,
  );
  if (!row) throw parameterFault('conflict', 'offer', 'this category is no longer available; choose again');
}
