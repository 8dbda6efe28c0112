import { randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';
import { Fault } from './fault.ts';

/** A hash takes about 40 ms of a core and 19 MB: more at a time would keep RADIUS waiting for the machine. */
const MAX_AT_A_TIME = 2;
const MAX_WAITING = 20;

let running = 0;
const waiting: (() => void)[] = [];

/** @throws Fault of kind `tooMany` if too many hashes wait already */
export const hashPassword = (password: string): Promise<string> => inTurn(() => hash(password));

/** @throws Fault of kind `tooMany` if too many hashes wait already */
export const verifyPassword = (passwordHash: string, password: string): Promise<boolean> =>
  inTurn(() => verify(passwordHash, password));

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= MAX_AT_A_TIME) {
    if (waiting.length >= MAX_WAITING)
      throw new Fault('tooMany', 'too many passwords are being verified; try again in a moment');
    // The one that ends passes its place on, so `running` stays as it is.
    await new Promise<void>((resolve) => waiting.push(resolve));
  } else running += 1;
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

let nobodys: Promise<string> | undefined;

/** The hash of a password that no one knows: for users without one, and to verify against when there is no such user. */
export function hashOfNobody(): Promise<string> {
  nobodys ??= hash(randomBytes(32).toString('hex'));
  return nobodys;
}
