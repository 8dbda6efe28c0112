import { macOf } from './equipment.ts';
import { NO_PASSWORD, passwordOf } from './password.ts';
import type { Attribute } from './rates.ts';
import type { Account } from './tables.ts';

/** `Auth-Type := Accept`: FreeRADIUS asks for no password. */
export const isAcceptance = ({ name, op, value }: Attribute): boolean =>
  /^Auth-Type$/i.test(name) && /^:?=$/.test(op) && /^Accept$/i.test(value.trim());

/** A service that a device logs in to by its MAC address. */
export interface Device {
  readonly mac: string;
  readonly username: string;
}

/**
 * The device that a user without a password is: one that is named by its MAC address becomes a service with that identity. The
 * service has another name, since a log-in with the name of a service must prove its password. Null: it is none.
 */
export function deviceOf({ username, check }: Pick<Account, 'username' | 'check'>): Device | null {
  const mac = macOf(username.trim());
  const password = passwordOf(check);
  if (mac === '' || !('fault' in password) || password.fault !== NO_PASSWORD) return null;
  return { mac, username: `mac-${mac.replaceAll(':', '')}` };
}
