import { routerOsResponse, uamResponse } from '../../areas/online/hotspot/chap.ts';
import type { SecretsKeys } from '../../config/secrets-keys.ts';
import { ticketPassword } from '../../core/network/hotspot-ticket.ts';
import type { AtNas } from './parameters.ts';

interface Ticketed {
  readonly keys: SecretsKeys;
  readonly ticket: string;
  readonly uamSecret: string | null;
}

/**
 * Where the browser logs the device in: at its NAS, with the ticket and the response to the challenge of the NAS. Only a NAS that asks
 * for no CHAP is told the password of the ticket. Where the guest wanted to go is for the NAS, which sends them there.
 */
export function loginAddress({ target, login, wanted }: AtNas, { keys, ticket, uamSecret }: Ticketed): string {
  const password = ticketPassword(keys, ticket);
  const query = new URLSearchParams({ username: ticket });
  if (login.by === 'uam') query.set('response', uamResponse(login.challenge, uamSecret, password));
  else query.set('password', login.chap ? routerOsResponse(login.chap, password) : password);
  if (wanted !== '') query.set(login.by === 'uam' ? 'userurl' : 'dst', wanted);
  return `${target.url}?${query}`;
}
