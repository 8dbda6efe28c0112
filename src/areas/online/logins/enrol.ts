import { Secret } from 'otpauth';
import { z } from 'zod';
import { checkConfirmed } from '../../../core/access/login-session.ts';
import { Fault } from '../../../core/fault.ts';
import { shown } from '../../../core/wire/index.ts';
import { seal, unseal } from '../../../db/seal.ts';
import { remember, userDevice } from './device.ts';
import { FACTOR_PURPOSE, lockFactor, newRecoveryCodes, stepOf, totpOf, wrongCode } from './second-factor.ts';
import { checkStage, completeSession, lockOwnSession } from './sessions.ts';
import { auditLogin, type SignInCall } from './sign-in.ts';

export const enrolment = z.object({ uri: shown(), secret: shown() });
export const recoveryCodes = z.object({ recovery_codes: z.array(shown()) });

/**
 * A new secret for an authenticator application. It counts only after `confirmEnrolment`, so a lost answer locks nobody out.
 * @throws Fault of kind `conflict` if the user has a second factor already
 */
export async function beginEnrolment(call: SignInCall): Promise<z.output<typeof enrolment>> {
  const { kernel } = call;
  return kernel.db.transaction(async (tx) => {
    const session = await lockOwnSession(tx, call);
    checkStage(session, 'enrol', 'done');
    checkConfirmed(session, kernel.clock.now());
    const { userId, username } = session;
    const known = await lockFactor(tx, userId);
    if (known?.confirmedAt) throw new Fault('conflict', 'you already have a second factor; remove it first');
    const secret = new Secret({ size: 20 }).base32;
    const data = { secretEnc: seal(kernel.secretsKeys, FACTOR_PURPOSE, secret), lastStep: 0 };
    await tx.secondFactor.upsert({ where: { userId }, create: { userId, ...data }, update: data });
    return { uri: totpOf(secret, username).toString(), secret };
  });
}

/** The first code proves that the authenticator has the secret. Returns the recovery codes, which are shown only once. */
export async function confirmEnrolment(call: SignInCall, code: string): Promise<z.output<typeof recoveryCodes>> {
  const { kernel, browser } = call;
  const { codes, token, session } = await kernel.db.transaction(async (tx) => {
    const session = await lockOwnSession(tx, call);
    checkStage(session, 'enrol', 'done');
    const { userId, username } = session;
    const factor = await lockFactor(tx, userId);
    if (!factor || factor.confirmedAt) throw new Fault('conflict', 'you have not begun to set up a second factor');
    const step = stepOf(totpOf(unseal(kernel.secretsKeys, FACTOR_PURPOSE, factor.secretEnc), username), code, kernel);
    if (step === undefined) throw wrongCode();
    await auditLogin(tx, call, { user: session, procedure: 'login.enrol_confirm' });
    const { codes, digests } = newRecoveryCodes();
    const data = { confirmedAt: kernel.clock.now(), lastStep: step, recoveryDigests: digests };
    await tx.secondFactor.update({ where: { userId }, data });
    return { codes, session, token: session.stage === 'enrol' ? await completeSession(tx, call, session) : undefined };
  });
  if (token) {
    browser.keep(token);
    remember(call, userDevice(session));
  }
  return { recovery_codes: codes };
}

/** Removes the caller's second factor. @throws Fault of kind `forbidden` if its ISP requires one */
export async function removeSecondFactor(call: SignInCall): Promise<'done'> {
  const { kernel } = call;
  return kernel.db.transaction(async (tx) => {
    const session = await lockOwnSession(tx, call);
    checkStage(session, 'done');
    checkConfirmed(session, kernel.clock.now());
    const { userId, ispId } = session;
    const settings = ispId === null ? null : await tx.ispSetting.findUnique({ where: { ispId } });
    if (settings?.requireSecondFactor) throw new Fault('forbidden', 'your ISP requires a second factor');
    await auditLogin(tx, call, { user: session, procedure: 'login.second_factor_remove' });
    await tx.secondFactor.deleteMany({ where: { userId } });
    return 'done' as const;
  });
}
