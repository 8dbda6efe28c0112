import type { BrowserSession } from '../../../core/access/browser-session.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { done } from '../../../core/records/results.ts';
import { router, sessionEndpoint } from '../../../rpc/endpoint.ts';
import { confirmation, confirmSession } from './confirm.ts';
import { beginEnrolment, confirmEnrolment, enrolment, recoveryCodes, removeSecondFactor } from './enrol.ts';
import { profile, readProfile } from './me.ts';
import { endOwnSession, endSession, listSessions, ownSessions, whichSession } from './own-sessions.ts';
import { changePassword, passwordChange } from './password.ts';
import { factorCode, giveSecondFactor } from './second-factor.ts';
import { browserOf, type SignInCall } from './sign-in.ts';
import { nextStep, signIn, startSession } from './start.ts';

interface Caller {
  readonly kernel: Kernel;
  readonly address: string;
  readonly browser: BrowserSession | null;
}

const callOf = ({ kernel, address, browser }: Caller): SignInCall => ({
  kernel,
  address,
  browser: browserOf({ browser }),
});

/** Sign-in by password, and what a login user does with its own sessions. */
export const loginRouter = router({
  start: sessionEndpoint({
    summary: 'Sign in',
    description: 'With `username` and `password`, or with `login_userid` and `login_api_key`. The session is a cookie.',
  })
    .input(signIn)
    .output(nextStep)
    .mutation(({ ctx, input }) =>
      startSession(callOf(ctx), input, () =>
        ctx.authenticateKey({ userid: input.login_userid, apiKey: input.login_api_key }),
      ),
    ),

  second_factor: sessionEndpoint({ summary: 'Give the code of the second factor, or a recovery code' })
    .input(factorCode)
    .output(nextStep)
    .mutation(({ ctx, input }) => giveSecondFactor(callOf(ctx), input.code)),

  me: sessionEndpoint({ summary: 'The caller and their permissions' })
    .output(profile)
    .query(async ({ ctx }) => readProfile(ctx.kernel, await ctx.authenticate())),

  end: sessionEndpoint({ summary: 'Sign out' })
    .output(done)
    .mutation(({ ctx }) => endOwnSession(callOf(ctx))),

  confirm: sessionEndpoint({ summary: 'Confirm the password for the next ten minutes' })
    .input(confirmation)
    .output(done)
    .mutation(({ ctx, input }) =>
      confirmSession(callOf(ctx), input, (userId, apiKey) => ctx.authenticateKey({ userid: String(userId), apiKey })),
    ),

  password: sessionEndpoint({ summary: 'Change your password; all other sessions end' })
    .input(passwordChange)
    .output(done)
    .mutation(({ ctx, input }) => changePassword(callOf(ctx), input)),

  sessions: sessionEndpoint({ summary: 'Your own sessions' })
    .output(ownSessions)
    .query(({ ctx }) => listSessions(callOf(ctx))),

  session_end: sessionEndpoint({ summary: 'End one of your own sessions' })
    .input(whichSession)
    .output(done)
    .mutation(({ ctx, input }) => endSession(callOf(ctx), input.sessionid)),

  sessions_end_others: sessionEndpoint({ summary: 'End all your sessions except this one' })
    .output(done)
    .mutation(({ ctx }) => endSession(callOf(ctx), 'others')),

  enrol: sessionEndpoint({ summary: 'A new secret for an authenticator application' })
    .output(enrolment)
    .mutation(({ ctx }) => beginEnrolment(callOf(ctx))),

  enrol_confirm: sessionEndpoint({ summary: 'The first code of the authenticator; returns the recovery codes' })
    .input(factorCode)
    .output(recoveryCodes)
    .mutation(({ ctx, input }) => confirmEnrolment(callOf(ctx), input.code)),

  second_factor_remove: sessionEndpoint({ summary: 'Remove your own second factor' })
    .output(done)
    .mutation(({ ctx }) => removeSecondFactor(callOf(ctx))),
});
