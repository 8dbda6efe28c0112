import { z } from 'zod';
import * as wire from '../wire/index.ts';

/** What a notice is sent on. The first two are days before, the others what happens. */
export const TRIGGERS = [
  ...(['before_expiry', 'before_due', 'np', 'npd', 'restored', 'payment_received', 'payment_bounced'] as const),
  'invoice_issued' as const,
  ...(['volume_80', 'volume_100', 'password_changed', 'sign_in_code', 'pay_link'] as const),
  ...(['ticket_created', 'ticket_waiting', 'ticket_resolved', 'ticket_reopened'] as const),
  ...(['appeal_filed', 'appeal_decided'] as const),
  ...(['visit_booked', 'visit_on_way', 'visit_cancelled'] as const),
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** What happens to a ticket, or to its appeal. */
export type TicketTrigger = Extract<Trigger, `${'ticket' | 'appeal'}_${string}`>;

/** What happens to a visit. */
export type VisitTrigger = Extract<Trigger, `visit_${string}`>;

export const isDated = (trigger: Trigger): boolean => trigger === 'before_expiry' || trigger === 'before_due';

/** Whose PDF file can be attached. */
export const ATTACHABLE: readonly Trigger[] = ['invoice_issued', 'payment_received'];

export const CHANNELS = ['email', 'sms', 'whatsapp'] as const;
export type Channel = (typeof CHANNELS)[number];

export const NOTICE_STATUSES = ['Enabled', 'Paused'] as const;
/** `Queued`: of a mass message, which waits for its turn. */
export const MESSAGE_STATUSES = ['Waiting', 'Queued', 'Sent', 'Failed', 'Skipped'] as const;

/** The seal of a sender's secret is bound to what it is for. */
export const SECRET_PURPOSE = 'notice_sender.secret';

/** The language of a text, by its BCP 47 tag. */
export function language() {
  const problem = 'must be a language tag such as en or hi';
  const schema = z
    .string(wire.errorText(problem))
    .trim()
    .refine((tag) => /^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,2}$/.test(tag), { error: problem });
  return wire.kind(schema, {
    parse: (text) => text,
    render: (value: string) => value,
    document: { type: 'string', example: 'en' },
  });
}
