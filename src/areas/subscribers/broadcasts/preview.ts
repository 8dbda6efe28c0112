import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { ispIdOf } from '../../../core/tenancy/owner.ts';
import { count, timestamp } from '../../../core/wire/index.ts';
import type { Runner } from '../../../db/sql.ts';
import { audienceOf, chosenCustomers } from './audience.ts';
import { beginsAt } from './hours.ts';
import { countRecipients } from './recipients.ts';
import { refuseWithoutSender } from './senders.ts';
import { channelsOf, refuseUnfit, type WrittenMessage } from './vocabulary.ts';

export const previewed = z.object({
  matched: count(),
  count: count(),
  sms: count(),
  whatsapp: count(),
  email: count(),
  opted_out: count(),
  no_address: count(),
  same_address: count(),
  begins_at: timestamp().nullable(),
});

/** How many would get the message now, why others would not, and when it would be sent. Sends nothing. */
export async function previewBroadcast(
  on: Runner,
  { scope, kernel }: Pick<Call, 'scope' | 'kernel'>,
  input: WrittenMessage,
): Promise<z.output<typeof previewed>> {
  refuseUnfit(input);
  const ispId = ispIdOf(scope, input);
  const channels = channelsOf(input.texts);
  await refuseWithoutSender(on, ispId, channels);
  const { type } = input;
  const counts = await countRecipients(on, { type, channels }, chosenCustomers(scope, ispId, audienceOf(input)));
  return { ...counts, begins_at: await beginsAt(on, ispId, input, kernel.clock.now()) };
}
