import type { NetworkOutcome } from '../../core/network.ts';
import { valueName } from '../protocol/dictionary/names.ts';
import type { Destination } from './destination.ts';
import type { Reply } from './request-content.ts';

/** `answer`: null if the NAS sent none. */
export function outcomeOf(answer: Reply | null, { isSilent, retryAfterMs }: Destination): NetworkOutcome {
  if (answer === null) return { result: 'silent', ...(isSilent ? { retryAfterMs } : {}) };
  if (answer.acknowledged) return { result: 'acknowledged' };
  const { errorCause } = answer;
  if (errorCause === null) return { result: 'refused', reason: 'it gave no reason' };
  return { result: 'refused', reason: valueName('Error-Cause', errorCause) ?? `Error-Cause ${errorCause}` };
}

/** Nothing was sent. */
export function pausedOutcome({ retryAfterMs }: Destination): NetworkOutcome {
  return { result: 'silent', retryAfterMs };
}
