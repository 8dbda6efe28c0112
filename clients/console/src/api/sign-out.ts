import { change } from './client.ts';

/** Set while a session is to be ended of which the node has not been told. */
const KEY = 'lastmile-sign-out';

/** Ends the session. If no answer arrives it is still open, and is ended before anything else is asked for. */
export async function signOut(): Promise<void> {
  localStorage.setItem(KEY, '1');
  await endOwedSession().catch(() => undefined);
}

export const owesSignOut = (): boolean => localStorage.getItem(KEY) !== null;

/** Ends a session that was to be ended while no answer arrived. @throws LastmileError */
export async function endOwedSession(): Promise<void> {
  if (!owesSignOut()) return;
  await change('login.end', undefined);
  localStorage.removeItem(KEY);
}
