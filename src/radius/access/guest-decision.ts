import type { Decision } from '../policy/authorise.ts';
import { endingWithin } from '../policy/time-limit.ts';
import type { Login } from './login.ts';

/** What a guest gets: the plan until the time of the code ends. There is no walled garden for guests: they are on its page. */
export function guestDecision({ request, guestUntil = 0 }: Login, decision: Decision & { ok: true }): Decision {
  const { profile, reason } = decision;
  if (profile.redirect !== undefined) return { ok: false, reason: reason ?? 'the service is blocked' };
  if (guestUntil === Number.POSITIVE_INFINITY) return decision;
  const seconds = Math.floor((guestUntil - request.at) / 1000);
  if (seconds < 1) return { ok: false, reason: 'the validity ended with the time of the code' };
  return { ...decision, profile: endingWithin(profile, seconds) };
}
