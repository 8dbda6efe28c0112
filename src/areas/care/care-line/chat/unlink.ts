import type { z } from 'zod';
import { Fault } from '../../../../core/fault.ts';
import type { Tx } from '../../../../db/database.ts';
import type { CareCall } from '../../author.ts';
import { endCall, type endedCall } from '../call-end.ts';
import { findKnownCaller } from '../caller.ts';
import { unlinkChat } from './chats.ts';

/**
 * Unlinks the chat of the call, whose id then proves nothing, and ends the handle. @throws Fault of kind `notFound`, `forbidden`,
 * or `conflict` if the chat is not linked
 */
export async function forgetChat(tx: Tx, call: CareCall, input: z.output<typeof endedCall>): Promise<'done'> {
  const { ispId, waId, customerId } = await findKnownCaller(tx, call, input, 1);
  if (waId === null || !(await unlinkChat(tx, { ispId, waId, customerId })))
    throw new Fault('conflict', 'the chat is not linked to the customer');
  return endCall(tx, call, input);
}
