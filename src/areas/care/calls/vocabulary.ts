import * as wire from '../../../core/wire/index.ts';

export const DIRECTIONS = ['In', 'Out'] as const;

/** What came of a call. `Callback`: somebody is to call back. */
export const OUTCOMES = ['Answered', 'Missed', 'Voicemail', 'Callback', 'Other'] as const;

export const callShape = {
  outcome: wire.oneOf(OUTCOMES),
  seconds: wire.wholeNumber(0, 86_400),
  note: wire.text(4000),
  queueid: wire.id(),
  due_at: wire.timestamp(),
};
