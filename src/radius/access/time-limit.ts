import { endingWithin, limitsTime, timeLeft } from '../policy/time-limit.ts';
import type { TimeUsed } from '../state/time/time-used.ts';
import type { Login } from './login.ts';
import type { Approval } from './login-responder.ts';

export const needsTime = ({ service }: Login, { profile }: Approval): boolean => limitsTime(service, profile);

/** The approval until the time of the plan is used up; null: it is. @throws when the database is unavailable */
export async function timeLimited(times: TimeUsed, login: Login, approval: Approval): Promise<Approval | null> {
  if (!needsTime(login, approval)) return approval;
  const left = timeLeft(login.service, await times.of(login.service.id, login.request.at));
  return left < 1 ? null : { ...approval, profile: endingWithin(approval.profile, left) };
}
