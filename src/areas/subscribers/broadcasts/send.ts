import { z } from 'zod';
import type { Actor } from '../../../core/access/actor.ts';
import { checkConfirmed } from '../../../core/access/login-session.ts';
import type { Call } from '../../../core/call.ts';
import { Fault, parameterFault } from '../../../core/fault.ts';
import { ispOfNew } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { audienceOf, chosenCustomers } from './audience.ts';
import { beginsAt } from './hours.ts';
import { countRecipients } from './recipients.ts';
import { refuseWithoutSender } from './senders.ts';
import { channelsOf, refuseUnfit, writtenMessage } from './vocabulary.ts';

export const sentMessage = z.strictObject({
  ...writtenMessage.shape,
  title: wire.text(100),
  count: wire.wholeNumber(0, 100_000_000),
});

type SentMessage = z.output<typeof sentMessage>;
type Sending = Call & { readonly actor: Pick<Actor, 'session'> };

/** Mass messages of an ISP that are not over. */
const MAX_OPEN = 10;
/** From so many messages on, the person at the screen gives the password again. */
const MANY = 1_000;
/** By how many percent the recipients may have changed since the preview. */
const MOVED_PERCENT = 5;

/**
 * Begins to send a mass message. The recipients are found by the nodes, in slices; `count` is what the preview said, so that nobody
 * writes to more people than they have seen. Returns the id.
 */
export async function sendBroadcast(tx: Tx, { scope, kernel, actor }: Sending, input: SentMessage): Promise<number> {
  refuseUnfit(input);
  const ispId = await ispOfNew(tx, scope, input);
  const channels = channelsOf(input.texts);
  await refuseWithoutSender(tx, ispId, channels);
  await refuseMany(tx, ispId);
  const audience = audienceOf(input);
  const wanted = { type: input.type, channels };
  const { count } = await countRecipients(tx, wanted, chosenCustomers(scope, ispId, audience));
  refuseMoved(count, input.count);
  const now = kernel.clock.now();
  await refuseNever(tx, ispId, input, now);
  if (count > MANY && actor.session) checkConfirmed(actor.session, now);
  const { title, type, urgent, texts } = input;
  const { id } = await tx.broadcast.create({
    data: { ispId, title, type, urgent, audience: { ...audience }, count, createdAt: now, ...created(scope) },
    select: { id: true },
  });
  await tx.broadcastText.createMany({
    data: texts.map(({ channel, language, subject, body, dlt_template_id }) => ({
      ...{ ispId, broadcastId: id, channel, language, body },
      ...{ subject: subject ?? null, dltTemplateId: dlt_template_id ?? null },
    })),
  });
  return id;
}

/** Settings can be older than the refusal of such hours. */
async function refuseNever(tx: Tx, ispId: number, input: SentMessage, now: Date): Promise<void> {
  if ((await beginsAt(tx, ispId, input, now)) === null)
    throw parameterFault(
      'conflict',
      'type',
      'the quiet hours cover all hours for advertising; change one of them first',
    );
}

/** Under a lock, so that two calls at once do not exceed the limit. */
async function refuseMany(tx: Tx, ispId: number): Promise<void> {
  await execute(tx, sql`SELECT FROM crm.isp_setting WHERE isp_id = ${ispId} FOR NO KEY UPDATE`);
  const [row] = await query<{ open: number }>(
    tx,
    sql`SELECT count(*)::int AS open FROM crm.broadcast b WHERE b.isp_id = ${ispId} AND b.ended_at IS NULL`,
  );
  if ((row?.open ?? 0) >= MAX_OPEN)
    throw new Fault('conflict', `an ISP can send at most ${MAX_OPEN} mass messages at a time; wait until one is done`);
}

function refuseMoved(count: number, seen: number): void {
  if (count === 0) throw parameterFault('conflict', 'count', 'is 0: nobody would get the message');
  if (Math.abs(count - seen) * 100 <= seen * MOVED_PERCENT) return;
  throw parameterFault(
    'conflict',
    'count',
    `was ${seen} in the preview and is ${count} now; look at the preview again`,
  );
}
