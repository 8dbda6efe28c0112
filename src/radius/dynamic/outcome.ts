import type { NetworkOutcome } from '../../core/network/network.ts';
import { valueName } from '../protocol/dictionary/names.ts';
import type { Destination } from './destination.ts';
import type { Reply } from './request-content.ts';

/** `answer`: null if the NAS sent none. */
export function outcomeOf(answer: Reply | null, { isSilent, retryAfterMs }: Destination): NetworkOutcome {
  if (answer === null) return { result: 'silent', ...(isSilent ? { retryAfterMs } : {}) };
  if (answer.acknowledged) return { result: 'acknowledged' };
  const { errorCause: cause } = answer;
  return { result: 'refused', reason: reasonOf(answer), nak: { cause } };
}

function reasonOf({ errorCause, message }: Reply): string {
  const cause = errorCause === null ? [] : [valueName('Error-Cause', errorCause) ?? `Error-Cause ${errorCause}`];
  const parts = [...cause, ...(message === null ? [] : [`“${message}”`])];
  return parts.length === 0 ? 'it gave no reason' : parts.join(', ');
}

/** Nothing was sent. */
export function pausedOutcome({ retryAfterMs }: Destination): NetworkOutcome {
  return { result: 'silent', retryAfterMs };
}
