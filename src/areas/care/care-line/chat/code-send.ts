import { randomUUID } from 'node:crypto';
import { z } from 'zod';
import { badParameter, Fault } from '../../../../core/fault.ts';
import type { Kernel } from '../../../../core/kernel.ts';
import { regionOfIsp } from '../../../../core/telephone/columns.ts';
import { numbersIn } from '../../../../core/telephone/numbers.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import { join, query, sql } from '../../../../db/sql.ts';
import { sendCode } from '../../../subscribers/notices/send-code.ts';
import { findCaller } from '../caller.ts';
import { CODE_MINUTES, linkingCode, newCode } from '../code.ts';
import { countOne, LIMITS } from '../count.ts';
import { customerByAccount, customersByNumber } from '../find-customer.ts';
import { BY_TELEPHONE, checkSender, sendLater } from '../messages.ts';
import { keepCode, type SendingCall } from '../pin-send.ts';
import { calling } from '../vocabulary.ts';
import { chatKey } from './chats.ts';

export const chatCode = z.strictObject({
  ...calling,
  account: wire.text(64).optional(),
  number: wire.described('in any format', wire.text(100)).optional(),
});

type ChatCode = z.output<typeof chatCode>;

/** Whose number on record it is, and a service of theirs: a message is about one. */
interface Recipient {
  readonly customerId: number;
  readonly resellerId: number | null;
  readonly serviceId: number;
  readonly mobile: string;
}

/**
 * Sends a code that links the chat of a caller to a customer: only who reads the messages to the number on record gets it. The
 * answer is the same whether there is such a customer or not, and whether they were sent three codes today, so that nobody is
 * found out by trying. @throws Fault of kind `notFound`, `conflict` or `tooMany`
 */
export async function sendChatCode(call: SendingCall, input: ChatCode): Promise<'done'> {
  const { kernel } = call;
  if ((input.account === undefined) === (input.number === undefined))
    throw badParameter('account', 'or number is required, and not both');
  const code = newCode();
  const { callerId, ispId, recipient } = await call.transaction((tx) => prepareCode(tx, call, { input, code }));
  if (recipient === null) return 'done';
  const { mobile: _, ...whose } = recipient;
  const id = `care.${callerId}.${randomUUID()}`;
  sendLater(kernel, ispId, async () => {
    await sendCode(kernel, { ispId, ...whose, id, code, minutes: CODE_MINUTES, channels: BY_TELEPHONE });
  });
  return 'done';
}

interface Prepared {
  readonly callerId: number;
  readonly ispId: number;
  /** Null: nobody is sent anything. */
  readonly recipient: Recipient | null;
}

async function prepareCode(
  tx: Tx,
  call: SendingCall,
  { input, code }: { readonly input: ChatCode; readonly code: string },
): Promise<Prepared> {
  const { kernel, scope } = call;
  const { id: callerId, ispId, waId } = await findCaller(tx, call, input);
  if (waId === null)
    throw new Fault('conflict', 'only a chat whose `wa_id` hides the number is linked; a number needs no link');
  await checkSender(tx, ispId, 'sign_in_code');
  await countAsked(tx, call, { ispId, waId });
  const customerId = await customerOf(tx, call, ispId, input);
  // Also for nobody, so that it takes as long.
  const key = customerId ?? `${input.account ?? input.number}`.toLowerCase();
  const mayBeSent = (await countOne(tx, LIMITS.chatCode, { ispId, key, now: kernel.clock.now() })) !== undefined;
  const found = await recipientOf(tx, scope, customerId ?? 0);
  const recipient = mayBeSent ? found : null;
  const of = { callerId, linksTo: recipient?.customerId ?? null };
  await keepCode(tx, kernel, of, recipient === null ? code : linkingCode(recipient.mobile, code));
  return { callerId, ispId, recipient };
}

/** Codes that a chat, and all chats at the program, ask for. @throws Fault of kind `tooMany` */
async function countAsked(
  tx: Tx,
  { kernel: { clock }, actor }: { readonly kernel: Pick<Kernel, 'clock'>; readonly actor: { readonly userId: number } },
  { ispId, waId }: { readonly ispId: number; readonly waId: string },
): Promise<void> {
  const now = clock.now();
  const { chat, chats } = LIMITS;
  if ((await countOne(tx, chat, { ispId, key: chatKey(waId), now })) === undefined)
    throw new Fault('tooMany', `a chat asks for ${chat.max} codes a day at most; connect the caller to the staff`);
  if ((await countOne(tx, chats, { ispId, key: actor.userId, now })) === undefined)
    throw new Fault('tooMany', `the chats of a program ask for ${chats.max} codes an hour at most; try again later`);
}

/** Null: nobody, or several have the number. */
async function customerOf(
  tx: Tx,
  { scope }: Pick<SendingCall, 'scope'>,
  ispId: number,
  { account, number }: ChatCode,
): Promise<number | null> {
  if (account !== undefined) return (await customerByAccount(tx, scope, account))?.customerId ?? null;
  const typed = number ?? '';
  const keys = [...new Set([...numbersIn(typed, await regionOfIsp(tx, scope, ispId)).slice(0, 1), typed])];
  const [only, another] = await customersByNumber(tx, scope, keys);
  return another === undefined ? (only ?? null) : null;
}

async function recipientOf(tx: Tx, scope: Scope, customerId: number): Promise<Recipient | null> {
  const known = join([...scopeConditions(scope, serviceScope('s')), sql`s.customer_id = ${customerId}`], ' AND ');
  const [found] = await query<Recipient>(
    tx,
    sql`SELECT s.customer_id AS "customerId", s.reseller_id AS "resellerId", s.id AS "serviceId", c.mobile
        FROM crm.service s JOIN crm.customer c ON c.isp_id = s.isp_id AND c.id = s.customer_id AND c.deleted_at IS NULL
        WHERE ${known} ORDER BY s.id LIMIT 1`,
  );
  return found ?? null;
}
