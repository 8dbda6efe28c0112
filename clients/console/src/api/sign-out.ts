import { change } from './client.ts';
import { wipeVisits } from './field-store.ts';

/** Set while a session is to be ended of which the node has not been told. */
const KEY = 'lastmile-sign-out';
/** The screen is not left in sight for longer than this, whatever becomes of the call. */
const PATIENCE_MS = 3_000;

/** Ends the session. If no answer arrives it is still open, and is ended before anything else is asked for. */
export async function signOut(): Promise<void> {
  localStorage.setItem(KEY, '1');
  wipeVisits();
  const patience = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS));
  await Promise.race([endOwedSession().catch(() => undefined), patience]);
}

export const owesSignOut = (): boolean => localStorage.getItem(KEY) !== null;

/** Ends a session that was to be ended while no answer arrived. @throws LastmileError */
export async function endOwedSession(): Promise<void> {
  if (!owesSignOut()) return;
  await change('login.end', undefined);
  localStorage.removeItem(KEY);
}
