import type { Output } from '../api/client.ts';

export type SubscriberRecord = Output<'subscriber.get'>;

/** The customer's name; without the permission to read it, the username. */
export function fullName({ customer, service }: SubscriberRecord): string {
  return customer ? [customer.name, customer.surname].filter(Boolean).join(' ') : service.username;
}

export const isOnline = ({ sessions, access }: SubscriberRecord): boolean =>
  sessions ? sessions.length > 0 : (access?.online ?? false);
