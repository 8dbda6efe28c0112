import type { Sending } from './deliver.ts';
import type { Outcome, Sent } from './progress.ts';

/** What an attempt means for its message. */
export function outcomeOf(sending: Sending, sent: Sent, channel: string): Outcome {
  if (sending.result === 'noSender') return { status: 'Skipped', reason: `the ISP has no sender for ${channel}` };
  if (sending.result === 'accepted') return { status: 'Sent', reason: null, sent };
  return { status: sending.isFinal ? 'Failed' : 'Waiting', reason: sending.reason, sent };
}
