import { Decimal } from 'decimal.js';
import { z } from 'zod';
import { badParameter, Fault, notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { join, nextId, query, sql } from '../../../db/sql.ts';
import { changeTogether } from '../billing/change-together.ts';
import { type transferAdvance as moving, transferAdvance } from '../billing/life-cycle/actions/transfer.ts';
import type { Draft } from '../billing/model/draft.ts';
import { preview, previewOf } from '../billing/preview.ts';
import { type Adjusting, insertAdjustment } from './record.ts';

export const newTransfer = z.strictObject({
  from: wire.id(),
  to: wire.id(),
  amt: wire.money(),
  reason: wire.text(),
  preview: wire.flagYN().default(false),
});

const named = preview.extend({ username: wire.shown() });

/** The id of the adjustment of `from`, or what both services would be. */
export const transferOutcome = z.union([wire.count(), z.object({ from: named, to: named })]);

type Outcome = z.output<typeof transferOutcome>;

/** Moves an advance from one service of a customer to another. */
export async function transferBetween(tx: Tx, call: Adjusting, input: z.output<typeof newTransfer>): Promise<Outcome> {
  const amt = new Decimal(input.amt);
  if (amt.isZero()) throw badParameter('amt', 'must be above 0');
  if (input.from === input.to) throw badParameter('to', 'must be another service than from');
  let moved: ReturnType<typeof moving> | undefined;
  const change = { serviceIds: [input.from, input.to] as const, preview: input.preview };
  const customerId = await customerOfBoth(tx, call.scope, input);
  const drafts = await changeTogether(tx, call, change, ([from, to]) => {
    moved = transferAdvance(from, to, amt);
  });
  const [from, to] = drafts;
  if (input.preview)
    return { from: await namedPreview(tx, call.scope, from), to: await namedPreview(tx, call.scope, to) };
  if (!moved) throw new Error('nothing was transferred');
  const shared = { customerId, reason: input.reason };
  const id = await record(tx, call, from, { kind: 'TransferOut', posted: moved.out, ...shared });
  await record(tx, call, to, { kind: 'TransferIn', posted: moved.in, ...shared });
  return id;
}

const namedPreview = async (tx: Tx, scope: Scope, draft: Draft) => ({
  ...(await previewOf(tx, scope, draft)),
  username: draft.subscription.username,
});

async function record(
  tx: Tx,
  call: Adjusting,
  draft: Draft,
  made: Omit<Parameters<typeof insertAdjustment>[2]['made'], 'description'>,
): Promise<number> {
  const id = await nextId(tx, 'crm.adjustment');
  insertAdjustment(tx, call, { id, draft, made: { ...made, description: made.posted.entry.memo } });
  return id;
}

/**
 * Before either is locked: a service never changes its customer, and services that are changed together are of one ISP.
 * @throws Fault of kind `conflict` if they are of different ones; of kind `notFound` if the caller sees none of them
 */
async function customerOfBoth(tx: Tx, scope: Scope, { from, to }: { from: number; to: number }): Promise<number> {
  const seen = [sql`s.id = ANY(${[from, to]}::int[])`, ...scopeConditions(scope, serviceScope('s'))];
  const [customer, other] = await query<{ id: number }>(
    tx,
    sql`SELECT DISTINCT s.customer_id AS id FROM crm.service s WHERE ${join(seen, ' AND ')}`,
  );
  if (!customer) throw notFound('service', from);
  if (other) throw new Fault('conflict', `services ${from} and ${to} are of different customers`);
  return customer.id;
}
