import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { ispIdOf } from '../../../core/tenancy/owner.ts';
import { count } from '../../../core/wire/index.ts';
import type { Runner } from '../../../db/sql.ts';
import { audienceOf, chosenCustomers } from './audience.ts';
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
});

/** How many would get the message now, and why others would not. Sends nothing. */
export async function previewBroadcast(
  on: Runner,
  { scope }: Pick<Call, 'scope'>,
  input: WrittenMessage,
): Promise<z.output<typeof previewed>> {
  refuseUnfit(input);
  const ispId = ispIdOf(scope, input);
  const channels = channelsOf(input.texts);
  await refuseWithoutSender(on, ispId, channels);
  return countRecipients(on, { type: input.type, channels }, chosenCustomers(scope, ispId, audienceOf(input)));
}
