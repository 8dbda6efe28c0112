import { z } from 'zod';
import type { Call } from '../../../../core/call.ts';
import { Fault } from '../../../../core/fault.ts';
import { ispOfNew, ispShape } from '../../../../core/tenancy/owner.ts';
import { created, type Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { findQueue, refuseOthers } from '../../staff.ts';
import { PRIORITIES } from '../vocabulary.ts';

export const categoryShape = {
  name: wire.text(64),
  priority: wire.oneOf(PRIORITIES),
  queueid: wire.id(),
  legal_days: wire.wholeNumber(1, 365),
  portal: wire.flagYN(),
  technical: wire.flagYN(),
};

export const newCategory = z.strictObject({
  ...ispShape(),
  name: categoryShape.name,
  priority: categoryShape.priority.default('Normal'),
  queueid: categoryShape.queueid.optional(),
  legal_days: categoryShape.legal_days.optional(),
  portal: categoryShape.portal.default(false),
  technical: categoryShape.technical.default(true),
});

/** Adds a category of tickets. Returns its id. */
export async function createCategory(tx: Tx, { scope }: Call, input: z.output<typeof newCategory>): Promise<number> {
  refuseReseller(scope);
  const { name, priority, queueid: queueId = null, legal_days: legalDays = null, portal, technical } = input;
  const ispId = await ispOfNew(tx, scope, input);
  if (queueId !== null) await checkQueue(tx, scope, { ispId, queueId });
  const data = { ispId, name, priority, queueId, legalDays, portal, technical, ...created(scope) };
  const { id } = await tx.ticketCategory.create({ data, select: { id: true } });
  return id;
}

/** What tickets are about, and how long they may take, an ISP decides for its resellers too. @throws Fault of kind `forbidden` */
export function refuseReseller({ resellerId }: Scope): void {
  if (resellerId !== null)
    throw new Fault('forbidden', 'only the ISP manages categories, limits and calendars of tickets');
}

interface QueueOf {
  readonly ispId: number;
  readonly queueId: number;
}

/** The queue of a category is one of the ISP's own. @throws Fault of kind `conflict` */
export async function checkQueue(tx: Tx, scope: Scope, { ispId, queueId }: QueueOf): Promise<void> {
  refuseOthers({ ispId, keeperId: null }, [await findQueue(tx, scope, 'queueid', queueId)]);
}
