import { badParameter } from '../../../core/fault.ts';
import { ATTACHABLE, type Channel, isDated, type Trigger } from '../../../core/vocabulary/notice.ts';
import { placeholdersOf, refuseUnknown } from './placeholders.ts';

/** A notice as it would be stored. */
export interface Rule {
  readonly trigger: Trigger;
  readonly days: number;
  readonly channel: Channel;
  readonly subject: string | null;
  readonly body: string;
  readonly attach: boolean;
}

/** A message without it would be of no use. */
const NEEDED: Partial<Record<Trigger, string>> = { sign_in_code: '{code}', pay_link: '{pay_url}' };

/** @throws Fault of kind `badInput` if its parts do not fit each other */
export function refuseUnfit({ trigger, days, channel, subject, body, attach }: Rule): void {
  if (days !== 0 && !isDated(trigger))
    throw badParameter('days', `applies only to before_expiry and before_due, not to ${trigger}`);
  if (channel === 'email' && subject === null) throw badParameter('subject', 'is required for email');
  if (channel !== 'email' && subject !== null)
    throw badParameter('subject', `applies only to email, not to ${channel}`);
  if (attach && (channel !== 'email' || !ATTACHABLE.includes(trigger)))
    throw badParameter('attach', 'applies only to email on invoice_issued or payment_received');
  const needed = NEEDED[trigger];
  if (needed !== undefined && !body.includes(needed)) throw badParameter('body', `must contain ${needed}`);
  refuseUnknown('subject', subject, placeholdersOf(trigger));
  refuseUnknown('body', body, placeholdersOf(trigger));
}
