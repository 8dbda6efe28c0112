import type { Permission } from './permission.ts';

/**
 * What subscribers can see and do on their pages, as permissions of staff: each endpoint of the pages says which it is `like`.
 * Staff who let anybody in as a subscriber, themselves perhaps, need all of them.
 */
export const SUBSCRIBER_RIGHTS = [
  'customer.write',
  'plan.read',
  'service.read',
  'service.write',
  'service.operate',
  'session.read',
  'session.disconnect',
  'payment.read',
  'ticket.read',
  'ticket.write',
] as const satisfies readonly Permission[];

export type SubscriberRight = (typeof SUBSCRIBER_RIGHTS)[number];
