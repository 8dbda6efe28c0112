import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { Fault } from '../../../core/fault.ts';
import { optionalOwnerOfNew } from '../../../core/tenancy/owner.ts';
import { created } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { seal } from '../../../db/seal.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { eventTypes } from '../events/vocabulary.ts';
import { newWebhookSecret } from './signature.ts';
import { refuseUrl, SECRET_PURPOSE, webhookUrl } from './vocabulary.ts';

/** Each address is called one event after another, by nodes that have other things to do. */
const MAX_OF_ISP = 20;

export const newWebhook = z.strictObject({
  ispid: wire.id().optional(),
  resellerid: wire.described('0: all resellers', wire.ownerId()).optional(),
  url: webhookUrl(),
  type: wire.described('when absent, all of them', eventTypes()).optional(),
  description: wire.text(500).optional(),
});

export const webhookSecret = z.object({ id: wire.id(), secret: wire.shown() });

/** Adds a webhook, which is told of every event from now on. The events of its ISP are kept from now on, if they were not. */
export async function createWebhook(
  tx: Tx,
  { scope, kernel }: Call,
  input: z.output<typeof newWebhook>,
): Promise<z.output<typeof webhookSecret>> {
  refuseUrl(input.url, kernel.config.outgoing);
  const { ispId, resellerId } = await optionalOwnerOfNew(tx, scope, input);
  await keepEvents(tx, ispId, scope.resellerId === null);
  if ((await tx.webhook.count({ where: { ispId, deletedAt: null } })) >= MAX_OF_ISP)
    throw new Fault('conflict', `an ISP can have at most ${MAX_OF_ISP} webhooks; delete one first`);
  const secret = newWebhookSecret();
  const [newest] = await query<{ id: number }>(tx, sql`SELECT coalesce(max(id), 0)::float8 AS id FROM crm.event`);
  const { id } = await tx.webhook.create({
    data: {
      ...{ ispId, resellerId, url: input.url, types: input.type ?? [], description: input.description ?? null },
      ...{ cursor: BigInt(newest?.id ?? 0), secretEnc: seal(kernel.secretsKeys, SECRET_PURPOSE, secret) },
      ...created(scope),
    },
    select: { id: true },
  });
  return { id, secret };
}

/** Locks the settings of the ISP, so that two calls at once do not exceed the limit. */
async function keepEvents(tx: Tx, ispId: number, byIsp: boolean): Promise<void> {
  const [setting] = await query<{ kept: boolean }>(
    tx,
    sql`SELECT event_feed AS kept FROM crm.isp_setting WHERE isp_id = ${ispId} FOR NO KEY UPDATE`,
  );
  if (setting?.kept) return;
  if (!byIsp) throw new Fault('conflict', 'the ISP keeps no events; set its event_feed to Y first');
  await execute(tx, sql`UPDATE crm.isp_setting SET event_feed = true WHERE isp_id = ${ispId}`);
}
