import { randomBytes } from 'node:crypto';
import { hash, verify } from 'argon2';
import { FairQueue, type Share } from '../work/fair-queue/fair-queue.ts';

/**
 * The callers that share the places for hashing. `session`: a signed-in person, or a browser that has signed in before; `staff`
 * and `subscriber`: sign-ins; `change`: a new password. Sign-ins come before changes, and the console before the portal, where
 * anyone can cause sign-ins.
 */
export type PasswordShare = Share<'session' | 'staff' | 'subscriber' | 'change'>;

/** What OWASP recommends at least for Argon2id. A hash carries its own, so older ones still verify after a change. */
const COST = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** A hash takes about 40 ms of a core, outside the main thread, and 19 MB: more at a time would keep RADIUS waiting for the machine. */
const MAX_AT_A_TIME = 2;
/** A second or two of work. */
const MAX_WAITING = 60;
const MAX_OF_TENANT = 40;
const MAX_OF_CALLER = 20;

/** The turns that all hashing in this process takes. */
export const passwordTurns = new FairQueue<PasswordShare['kind']>({
  atATime: MAX_AT_A_TIME,
  kinds: {
    session: { weight: 8 },
    staff: { weight: 8 },
    subscriber: { weight: 4 },
    // The other place is left to those who sign in.
    change: { weight: 1, atATime: 1 },
  },
  ...{ maxWaiting: MAX_WAITING, maxOfTenant: MAX_OF_TENANT, maxOfCaller: MAX_OF_CALLER },
  refusal: 'too many passwords are being verified; try again in a moment',
});

/** @throws Fault of kind `tooMany` if there is no room for the caller */
export const hashPassword = (share: PasswordShare, password: string): Promise<string> =>
  passwordTurns.run(share, () => hash(password, COST));

/** @throws Fault of kind `tooMany` if there is no room for the caller */
export const verifyPassword = (share: PasswordShare, passwordHash: string, password: string): Promise<boolean> =>
  passwordTurns.run(share, () => verify(passwordHash, password));

let nobodys: Promise<string> | undefined;

/** The hash of a password that no one knows: for users without one, and to verify against when there is no such user. */
export function hashOfNobody(): Promise<string> {
  nobodys ??= hash(randomBytes(32).toString('hex'), COST);
  return nobodys;
}
