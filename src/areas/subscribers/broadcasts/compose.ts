import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Letter } from '../notices/deliver.ts';
import { type Facts, readFactsOfMany } from '../notices/facts.ts';
import { rendered } from '../notices/render.ts';
import type { Part, Queued } from './claim.ts';

interface Text {
  readonly customerId: number;
  readonly language: string;
  readonly subject: string | null;
  readonly body: string;
  readonly dltTemplateId: string | null;
  /** The customer has declined advertising since. */
  readonly declined: boolean;
}

/** A message that is ready to be sent, or why it is not to be sent. */
export interface Composed {
  readonly message: Queued;
  readonly content: { readonly letter: Letter } | { readonly obstacle: string };
}

/** Messages with their texts as they are now, each in the customer's language where there is a text in it. */
export async function composeQueued(
  db: Pick<Database, 'pool'>,
  part: Part,
  messages: readonly Queued[],
  now: Date,
): Promise<Composed[]> {
  const told = { trigger: 'broadcast', days: 0, channel: part.channel } as const;
  const serviceIds = messages.map(({ serviceId }) => serviceId);
  const [texts, facts] = await Promise.all([
    textsFor(db, part, messages),
    readFactsOfMany(db, told, { ispId: part.ispId, serviceIds, now }),
  ]);
  return messages.map((message) => {
    const text = texts.get(message.customerId);
    return { message, content: contentOf(part, message, text, text && facts.get(message.serviceId)?.(text.language)) };
  });
}

function contentOf(
  { ispId, channel }: Part,
  message: Queued,
  text: Text | undefined,
  facts: Facts | undefined,
): Composed['content'] {
  if (!text || text.declined) return { obstacle: 'the customer wants no such messages' };
  if (!facts || facts.obstacle !== null) return { obstacle: facts?.obstacle ?? 'the service was deleted' };
  const address = channel === 'email' ? facts.address : message.key;
  if (address.trim() === '') return { obstacle: 'the customer has no address for this channel' };
  return {
    letter: {
      ...{ ispId, channel, address, ...rendered(text, facts), attachment: null },
      ...{ fromName: facts.values.isp ?? '', dltTemplateId: text.dltTemplateId },
      // The instant too, since ids begin anew in another installation.
      messageId: `broadcast.${message.id}.${message.createdAt.getTime().toString(36)}`,
    },
  };
}

/** By the ids of the customers. */
async function textsFor(
  { pool }: Pick<Database, 'pool'>,
  { broadcastId, ispId, channel, type }: Part,
  messages: readonly Queued[],
): Promise<Map<number, Text>> {
  const texts = await query<Text>(
    pool,
    sql`SELECT c.id AS "customerId", x.language, x.subject, x.body, x.dlt_template_id AS "dltTemplateId",
          ${type}::text = 'Promotional' AND EXISTS (SELECT FROM crm.promotion_opt_out p
            WHERE p.customer_id = c.id AND p.channel = ${channel}) AS declined
        FROM crm.customer c
        JOIN crm.isp_setting t ON t.isp_id = c.isp_id
        CROSS JOIN LATERAL (
          SELECT x.language, x.subject, x.body, x.dlt_template_id FROM crm.broadcast_text x
          WHERE x.broadcast_id = ${broadcastId} AND x.channel = ${channel}
          ORDER BY x.language = coalesce(c.language, t.notice_language) DESC, x.language = t.notice_language DESC, x.id LIMIT 1
        ) x
        WHERE c.isp_id = ${ispId} AND c.id = ANY(${messages.map(({ customerId }) => customerId)}::int[])`,
  );
  return new Map(texts.map((text) => [text.customerId, text]));
}
