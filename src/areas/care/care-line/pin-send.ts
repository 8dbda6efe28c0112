import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import { sendCode } from '../../subscribers/notices/send-code.ts';
import type { CareCall } from '../author.ts';
import { findKnownCaller, serviceOf } from './caller.ts';
import { CODE_MINUTES, codeHash, newCode } from './code.ts';
import { countOne, LIMITS } from './count.ts';
import { BY_TELEPHONE, sendLater, targetOf } from './messages.ts';
import type { callingAbout } from './vocabulary.ts';

/** What a rule needs that sends something. */
export type SendingCall = CareCall & {
  readonly kernel: Kernel;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
};

/**
 * Sends a code to the number on record: only the telephone with that number gets it, also if another one called with that number.
 * The code is in no table. @throws Fault of kind `notFound`, `forbidden`, `conflict` or `tooMany`
 */
export async function sendPin(call: SendingCall, input: z.output<typeof callingAbout>): Promise<{ target: string }> {
  const { kernel } = call;
  const code = newCode();
  const { target, service, callerId } = await call.transaction(async (tx) => {
    const caller = await findKnownCaller(tx, call, input, 1);
    const found = await serviceOf(tx, call, caller, input.serviceid);
    const { ispId, customerId } = found;
    const sentTo = await targetOf(tx, { ispId, customerId, trigger: 'sign_in_code' });
    await countSent(tx, kernel, { ispId, customerId });
    await keepCode(tx, kernel, { callerId: caller.id, linksTo: null }, code);
    return { target: sentTo, service: found, callerId: caller.id };
  });
  const { ispId, resellerId, customerId, id: serviceId } = service;
  const id = `care.${callerId}.${randomUUID()}`;
  sendLater(kernel, ispId, async () => {
    const whose = { ispId, resellerId, customerId, serviceId };
    await sendCode(kernel, { ...whose, id, code, minutes: CODE_MINUTES, channels: BY_TELEPHONE });
  });
  return { target };
}

async function countSent(
  tx: Tx,
  { clock }: Pick<Kernel, 'clock'>,
  { ispId, customerId }: { readonly ispId: number; readonly customerId: number },
): Promise<void> {
  const counted = { ispId, key: customerId, now: clock.now() };
  if ((await countOne(tx, LIMITS.code, counted)) !== undefined) return;
  throw new Fault('tooMany', `a customer is sent ${LIMITS.code.max} codes a day at most`);
}

interface CodeOf {
  readonly callerId: number;
  /** The customer whom the code links the chat to; null: it is for whom the caller is known to be. */
  readonly linksTo: number | null;
}

/** It takes the place of an earlier one. */
export async function keepCode(
  tx: Tx,
  { clock, secretsKeys }: Kernel,
  { callerId, linksTo }: CodeOf,
  code: string,
): Promise<void> {
  const until = new Date(clock.now().getTime() + CODE_MINUTES * 60_000);
  const hash = codeHash(secretsKeys.current, callerId, code);
  await execute(
    tx,
    sql`UPDATE crm.care_caller SET code_hash = ${hash}, code_until = ${until}::timestamptz, code_customer_id = ${linksTo}::int
        WHERE id = ${callerId}::bigint`,
  );
}
