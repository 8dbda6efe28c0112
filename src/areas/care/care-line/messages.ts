import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Channel, Trigger } from '../../../core/vocabulary/notice.ts';
import { Outgoing } from '../../../core/work/outgoing.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { canSendNow } from '../../subscribers/notices/send-now.ts';

/** Only to the telephone: the number on record is what a caller is known by. */
export const BY_TELEPHONE: readonly Channel[] = ['sms', 'whatsapp'];

/** The caller does not wait for the provider of messages. */
const outgoing = new Outgoing({ atATime: 4, maxWaiting: 100 });

/** Runs `send` after the answer. A node that dies before has sent nothing, and the caller asks again. */
export function sendLater({ log }: Pick<Kernel, 'log'>, ispId: number, send: () => Promise<void>): void {
  const sending = async () => {
    try {
      await send();
    } catch (err) {
      logThrottled(log, { err, ispId }, 'could not send a message that a caller asked for');
    }
  };
  if (!outgoing.add(ispId, sending))
    logThrottled(
      log,
      { err: 'no room', ispId },
      'too many messages that callers asked for are waiting; not sending one',
    );
}

interface Reached {
  readonly ispId: number;
  readonly customerId: number;
  readonly trigger: Trigger;
}

/** The number on record that a message would go to, masked. @throws Fault of kind `conflict` if none can be sent */
export async function targetOf(on: Runner, { ispId, customerId, trigger }: Reached): Promise<string> {
  const [customer] = await query<{ number: string }>(
    on,
    sql`SELECT coalesce(nullif(c.e164, ''), c.mobile) AS number FROM crm.customer c
        WHERE c.isp_id = ${ispId} AND c.id = ${customerId} AND c.deleted_at IS NULL`,
  );
  if (!customer) throw cannotSend(trigger);
  await checkSender(on, ispId, trigger);
  return masked(customer.number);
}

/** @throws Fault of kind `conflict` if the ISP sends no such messages to telephones */
export async function checkSender(on: Runner, ispId: number, trigger: Trigger): Promise<void> {
  if (!(await canSendNow(on, ispId, { trigger, channels: BY_TELEPHONE }))) throw cannotSend(trigger);
}

const cannotSend = (trigger: Trigger): Fault =>
  new Fault('conflict', `the ISP has no notice on ${trigger}, or no sender for SMS or WhatsApp`);

/** `98•••••233`: who knows the number recognises it, and nobody learns it. */
export function masked(number: string): string {
  const digits = number.replace(/\D/g, '').slice(-10);
  return digits.length < 8 ? '•••••' : `${digits.slice(0, 2)}•••••${digits.slice(-3)}`;
}
