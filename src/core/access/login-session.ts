import { randomBytes } from 'node:crypto';
import { Fault } from '../fault.ts';
import { digestOfKey } from './api-key.ts';

const MINUTE = 60_000;

/** A session ends after so long without a call. */
export const IDLE_MS = 60 * MINUTE;
/** A session lasts no longer, however much it is used. */
export const MAX_SESSION_MS = 12 * 60 * MINUTE;
/** How long the second step of a sign-in may take. */
export const UNFINISHED_MS = 15 * MINUTE;
/** For so long after the password was given, it is not asked for again. */
export const CONFIRMED_MS = 10 * MINUTE;
/** Of one login user; the one that was seen least recently ends first. */
export const MAX_SESSIONS = 10;
/**
 * Sign-ins of one login user that wait for their second step, in all and from one network. They are counted apart from finished
 * ones: a caller who has only the password must not end the sessions of its owner.
 */
export const MAX_UNFINISHED = 20;
export const MAX_UNFINISHED_OF_NETWORK = 3;

/** What a login user has to do next: `done` means signed in. */
export type Stage = 'second_factor' | 'enrol' | 'done';

/** A new session's token: 43 characters (256 random bits). Kept by the browser, and stored only as its digest. */
export function newToken(): { readonly token: string; readonly digest: Buffer } {
  const token = randomBytes(32).toString('base64url');
  return { token, digest: digestOfKey(token) };
}

/**
 * A person at somebody else's unlocked screen has the session, but not the password.
 * @throws Fault of kind `unconfirmed` if the password was not given within the last minutes
 */
export function checkConfirmed({ confirmedAt }: { readonly confirmedAt: Date }, now: Date): void {
  if (now.getTime() - confirmedAt.getTime() >= CONFIRMED_MS)
    throw new Fault('unconfirmed', 'enter your password again to do this');
}
