import { randomUUID } from 'node:crypto';
import type { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import { beginAudit } from '../../../core/access/begin-audit.ts';
import { Fault } from '../../../core/fault.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Tx } from '../../../db/database.ts';
import { sendNow } from '../../subscribers/notices/send-now.ts';
import { type CallerService, findKnownCaller, serviceOf } from './caller.ts';
import { countOne, LIMITS, uncountOne } from './count.ts';
import { BY_TELEPHONE, sendLater, targetOf } from './messages.ts';
import type { SendingCall } from './pin-send.ts';
import type { callingAbout } from './vocabulary.ts';

/** How a service is paid for on the Internet, which another wing knows. */
interface PayPages {
  /** What is to be paid. @throws Fault of kind `conflict` if there is nothing to pay, or no way */
  amount(tx: Tx, call: PayCall, serviceId: number): Promise<string>;
  /** Opens an order, and returns the address of its page. It calls the provider. */
  open(call: PayCall, serviceId: number): Promise<{ readonly amt: string; readonly pay_url: string }>;
}

interface PayCall {
  readonly scope: Scope;
  readonly kernel: SendingCall['kernel'];
  readonly transaction: SendingCall['transaction'];
}

type AuditedCall = SendingCall & { readonly actor: Actor; readonly address: string };

/**
 * Sends the address of a page to pay at to the number on record. The order is opened after the answer, since its provider may take
 * seconds. @throws Fault of kind `notFound`, `forbidden`, `conflict` or `tooMany`
 */
export async function sendPayLink(
  call: AuditedCall,
  pages: PayPages,
  input: z.output<typeof callingAbout>,
): Promise<{ target: string }> {
  const { kernel } = call;
  const { target, service } = await call.transaction(async (tx) => {
    const caller = await findKnownCaller(tx, call, input, 1);
    const found = await serviceOf(tx, call, caller, input.serviceid);
    const { ispId, customerId } = found;
    const sentTo = await targetOf(tx, { ispId, customerId, trigger: 'pay_link' });
    await pages.amount(tx, call, found.id);
    const counted = { ispId, key: customerId, now: kernel.clock.now() };
    if ((await countOne(tx, LIMITS.payLink, counted)) === undefined)
      throw new Fault('tooMany', `a customer is sent ${LIMITS.payLink.max} payment links a day at most`);
    return { target: sentTo, service: found };
  });
  sendLater(kernel, service.ispId, () => openAndSend(call, pages, service));
  return { target };
}

/** A link that could not be made or sent does not count. */
async function openAndSend(call: AuditedCall, pages: PayPages, service: CallerService): Promise<void> {
  const { kernel, scope } = call;
  const { id: serviceId, ispId, resellerId, customerId } = service;
  let isSent = false;
  try {
    const { amt, pay_url } = await pages.open({ scope, kernel, transaction: audited(call, serviceId) }, serviceId);
    isSent = await sendNow(kernel, {
      ...{ ispId, resellerId, customerId, serviceId },
      trigger: 'pay_link',
      channels: BY_TELEPHONE,
      key: `pay_link:${serviceId}.${randomUUID()}`,
      values: { amt, pay_url },
      listed: { amt, pay_url: '…' },
    });
  } finally {
    if (!isSent) await uncountOne(kernel.db.pool, LIMITS.payLink, { ispId, key: customerId });
  }
}

/** The transaction of the call has ended with its answer; what comes after it has an event of its own. */
const audited =
  ({ kernel, actor, address }: AuditedCall, serviceId: number): PayCall['transaction'] =>
  (work) =>
    kernel.db.transaction(async (tx) => {
      const { userId, username, ispId, resellerId } = actor;
      const who = { userId, username, ispId, resellerId, address };
      await beginAudit(tx, { ...who, procedure: 'care.pay_link', target: `serviceid=${serviceId}`, via: 'key' });
      return work(tx);
    });
