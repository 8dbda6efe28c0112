import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { optionalOwnerOfNew, ownerShape } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { checkMembers } from './members.ts';

const MAX_MEMBERS = 200;

/** How new tickets are given to members: by nobody, in turn, or to the one who has the fewest open ones. */
export const ASSIGNMENTS = ['ByHand', 'RoundRobin', 'FewestOpen'] as const;

export const queueShape = {
  name: wire.text(64),
  members: wire.csv(wire.id(), { min: 0, max: MAX_MEMBERS }),
  assignment: wire.oneOf(ASSIGNMENTS),
};

export const newQueue = z.strictObject({
  ...ownerShape(),
  name: queueShape.name,
  members: queueShape.members.optional(),
  assignment: queueShape.assignment.default('ByHand'),
});

/** Adds a queue of the ISP, or of a reseller. Returns its id. */
export async function createQueue(
  tx: Tx,
  { scope }: Call,
  { name, members = [], assignment, ...input }: z.output<typeof newQueue>,
): Promise<number> {
  const owner = await optionalOwnerOfNew(tx, scope, input);
  await checkMembers(tx, scope, owner, members);
  const data = { ...owner, name, assignment, memberIds: members, ...created(scope) };
  const { id } = await tx.careQueue.create({ data, select: { id: true } });
  return id;
}
