import type { ServiceFacts } from '../state/directory/service.ts';
import type { AccessProfile } from './vendors/profile.ts';

export const TIME_IS_UP = 'the time of the plan is used up';

type Facts = Pick<ServiceFacts, 'plan'>;

/** A blocked subscriber has no use of the time of the plan. */
export const limitsTime = ({ plan }: Facts, { redirect }: AccessProfile): boolean =>
  plan.timeLimitMin !== null && redirect === undefined;

/** The seconds that are left of the plan's time. */
export const timeLeft = ({ plan }: Facts, used: number): number =>
  (plan.timeLimitMin ?? Number.POSITIVE_INFINITY) * 60 - Math.ceil(used);

/** The profile of a session that ends after so many seconds at the latest. */
export function endingWithin(profile: AccessProfile, seconds: number): AccessProfile {
  const { sessionTimeoutS } = profile;
  return { ...profile, sessionTimeoutS: sessionTimeoutS === null ? seconds : Math.min(sessionTimeoutS, seconds) };
}
