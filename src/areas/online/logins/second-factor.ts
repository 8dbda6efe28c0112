import { Secret, TOTP } from 'otpauth';
import { z } from 'zod';
import { digestOfKey } from '../../../core/access/api-key.ts';
import { randomCode } from '../../../core/access/random-code.ts';
import { badParameter, Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { text } from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { unseal } from '../../../db/seal.ts';
import { execute, sql } from '../../../db/sql.ts';
import { attemptSucceeded, countedAttempt } from './attempts.ts';
import { deviceOf, remember, userDevice } from './device.ts';
import { noteFailure } from './failures.ts';
import { checkStage, completeSession, lockOwnSession, readOwnSession } from './sessions.ts';
import { auditLogin, failedAt, type SignInCall } from './sign-in.ts';

/** Of an authenticator application (RFC 6238: SHA-1, 6 digits, 30 s, which all of them support). */
const STEP_S = 30;
/** Steps that the clock of a telephone may differ by. */
const WINDOW = 1;

export const FACTOR_PURPOSE = 'second_factor.secret';

/** Six digits of the authenticator, or a recovery code. */
export const factorCode = z.strictObject({ code: text(40) });

export function totpOf(base32: string, username: string): TOTP {
  return new TOTP({ issuer: 'Lastmile', label: username, secret: Secret.fromBase32(base32), period: STEP_S });
}

/** Ten codes for the day when the telephone is lost, and their digests. */
export function newRecoveryCodes(): { readonly codes: string[]; readonly digests: Uint8Array<ArrayBuffer>[] } {
  const codes = Array.from({ length: 10 }, randomCode);
  return { codes, digests: codes.map((code) => digestOfCode(plain(code))) };
}

/** As people type it: with blanks or hyphens, in any case. */
const plain = (code: string): string => code.replace(/[\s-]/g, '').toLowerCase();
const digestOfCode = (code: string): Uint8Array<ArrayBuffer> => new Uint8Array(digestOfKey(code));

/** The second step of a sign-in. @throws Fault of kind `unauthenticated` for a wrong code, `tooMany` */
export async function giveSecondFactor(call: SignInCall, code: string): Promise<{ next: 'done' }> {
  const { kernel, address, browser } = call;
  const own = await readOwnSession(kernel.db.pool, call);
  const { username } = own;
  const by = { username, address, device: deviceOf(call, userDevice(own)) };
  const now = kernel.clock.now();
  const token = await countedAttempt(kernel.db, { ...by, now }, () =>
    kernel.db.transaction(async (tx) => {
      const session = await lockOwnSession(tx, call);
      checkStage(session, 'second_factor');
      const isRight = await useCode(tx, kernel, { user: session, code });
      if (!isRight) {
        await noteFailure(tx, { tried: username, address, now, at: failedAt(session) });
        return undefined;
      }
      await auditLogin(tx, call, { user: session, procedure: 'login.second_factor' });
      await attemptSucceeded(tx, by);
      return completeSession(tx, call, session);
    }),
  );
  if (token === undefined) throw new Fault('unauthenticated', 'wrong code');
  browser.keep(token);
  remember(call, userDevice(own));
  return { next: 'done' };
}

/** Null if the user has none. */
export async function lockFactor(tx: Tx, userId: number) {
  await execute(tx, sql`SELECT FROM auth.second_factor WHERE user_id = ${userId} FOR UPDATE`);
  return tx.secondFactor.findUnique({ where: { userId } });
}

interface Given {
  readonly user: { readonly userId: number; readonly username: string };
  readonly code: string;
}

/** Is the code right? It is right only once. */
async function useCode(tx: Tx, kernel: Pick<Kernel, 'clock' | 'secretsKeys'>, { user, code }: Given): Promise<boolean> {
  const { userId, username } = user;
  const factor = await lockFactor(tx, userId);
  if (!factor?.confirmedAt) return false;
  const given = plain(code);
  const step = stepOf(totpOf(unseal(kernel.secretsKeys, FACTOR_PURPOSE, factor.secretEnc), username), given, kernel);
  if (step !== undefined) {
    if (BigInt(step) <= factor.lastStep) return false;
    await tx.secondFactor.update({ where: { userId }, data: { lastStep: step } });
    return true;
  }
  const digest = Buffer.from(digestOfCode(given));
  const left = factor.recoveryDigests.filter((each) => !digest.equals(each));
  if (left.length === factor.recoveryDigests.length) return false;
  await tx.secondFactor.update({ where: { userId }, data: { recoveryDigests: left } });
  return true;
}

/** The time step whose code this is; undefined if it is none of the present ones. */
export function stepOf(totp: TOTP, code: string, { clock }: Pick<Kernel, 'clock'>): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const timestamp = clock.now().getTime();
  const delta = totp.validate({ token: code, timestamp, window: WINDOW });
  return delta === null ? undefined : Math.floor(timestamp / 1_000 / STEP_S) + delta;
}

/** @throws Fault of kind `badInput` for a code that is not right */
export const wrongCode = (): Fault => badParameter('code', 'is not the code that the authenticator shows now');
