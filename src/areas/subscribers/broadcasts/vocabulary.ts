import { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import { ispShape } from '../../../core/tenancy/owner.ts';
import { CHANNELS, type Channel, language } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';
import { OF_ALL, refuseUnknown } from '../notices/placeholders.ts';
import { audienceShape } from './audience.ts';

/** Advertising needs a consent of its own. */
export const BROADCAST_TYPES = ['Service', 'Promotional'] as const;
export type BroadcastType = (typeof BROADCAST_TYPES)[number];

/** A channel in a few languages, for all channels. */
const MAX_TEXTS = 12;

const text = z.strictObject({
  channel: wire.oneOf(CHANNELS),
  language: language(),
  subject: wire.text(200).nullish(),
  body: wire.text(4000),
  dlt_template_id: wire.text(64).nullish(),
});
export type BroadcastText = z.output<typeof text>;

/** Texts as a JSON array. Native: the array. */
function texts() {
  const problem = `must be a JSON array of 1 to ${MAX_TEXTS} texts, such as [{"channel":"sms","language":"en","body":"No Internet from 2 to 4"}]`;
  return wire.kind(z.array(text, wire.errorText(problem)).min(1, problem).max(MAX_TEXTS, problem), {
    parse: (given) => {
      try {
        return JSON.parse(given) as unknown;
      } catch {
        return given;
      }
    },
    render: (value: readonly BroadcastText[]) => JSON.stringify(value),
    document: { type: 'string', example: '[{"channel":"sms","language":"en","body":"No Internet from 2 to 4"}]' },
  });
}

/** What a mass message says, and to whom. */
export const writtenMessage = z.strictObject({
  ...ispShape(),
  ...audienceShape,
  type: wire.oneOf(BROADCAST_TYPES).default('Service'),
  urgent: wire.flagYN().default(false),
  texts: texts(),
});
export type WrittenMessage = z.output<typeof writtenMessage>;

/** @throws Fault of kind `badInput` if its parts do not fit each other */
export function refuseUnfit({ type, urgent, incidentid, texts: written }: WrittenMessage): void {
  if (urgent && type !== 'Service') throw badParameter('urgent', 'applies only to messages of type Service');
  if (urgent && incidentid === undefined)
    throw badParameter('urgent', 'applies only to messages about an incident; name it with incidentid');
  const seen = new Set<string>();
  for (const { channel, language: tag, subject, body } of written) {
    if (seen.has(`${channel} ${tag}`)) throw badParameter('texts', `must have one text for ${channel} in ${tag}`);
    seen.add(`${channel} ${tag}`);
    if (channel === 'email' && !subject) throw badParameter('texts', 'must have a subject for email');
    if (channel !== 'email' && subject) throw badParameter('texts', `must have no subject for ${channel}`);
    refuseUnknown('texts', subject, OF_ALL);
    refuseUnknown('texts', body, OF_ALL);
  }
}

/** In the order in which they are written: where a number could get several, it gets the first. */
export const channelsOf = (written: readonly Pick<BroadcastText, 'channel'>[]): Channel[] => [
  ...new Set(written.map(({ channel }) => channel)),
];
