import { z } from 'zod';
import * as wire from '../../../core/wire/index.ts';

/** How far a caller is known: 0: not at all; 1: by a number on record, which can be faked; 2: by a PIN or a code. */
export type Level = 0 | 1 | 2;

export const LANGUAGES = ['en', 'hi'] as const;

/** The language of a customer or an ISP, as far as programs speak it. */
export const spokenLanguage = (tag: string): (typeof LANGUAGES)[number] => (/^hi\b/i.test(tag) ? 'hi' : 'en');

export const callId = () => wire.text(100);

/** Which call it is, and the handle of its caller. */
export const calling = { call_id: callId(), caller: wire.text(64) };

/** About one service of the caller. */
export const callingAbout = z.strictObject({
  ...calling,
  serviceid: wire.described('when absent, the first in `services`', wire.id()).optional(),
});

/** Where a message went: `98•••••233`. */
export const sentTo = z.object({ target: wire.shown() });
