import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { Letter } from '../notices/deliver.ts';
import { readFacts } from '../notices/facts.ts';
import { rendered } from '../notices/render.ts';
import type { Part, Queued } from './claim.ts';

interface Text {
  readonly language: string;
  readonly subject: string | null;
  readonly body: string;
  readonly dltTemplateId: string | null;
  /** The customer has declined advertising since. */
  readonly declined: boolean;
}

/** A message with its texts, in the customer's language where there is one; or why it is not to be sent. */
export async function composeQueued(
  db: Pick<Database, 'pool'>,
  part: Part,
  message: Queued & { readonly now: Date },
): Promise<{ readonly letter: Letter } | { readonly obstacle: string }> {
  const text = await textFor(db, part, message);
  if (!text || text.declined) return { obstacle: 'the customer wants no such messages' };
  const told = { trigger: 'broadcast', days: 0, channel: part.channel, language: text.language } as const;
  const { serviceId, customerId, now } = message;
  const facts = await readFacts(db, told, { ispId: part.ispId, serviceId, customerId, subjectId: null, now });
  if (!facts || facts.obstacle !== null) return { obstacle: facts?.obstacle ?? 'the service was deleted' };
  const address = part.channel === 'email' ? facts.address : message.key;
  if (address.trim() === '') return { obstacle: 'the customer has no address for this channel' };
  return {
    letter: {
      ...{ ispId: part.ispId, channel: part.channel, address, ...rendered(text, facts), attachment: null },
      ...{ fromName: facts.values.isp ?? '', dltTemplateId: text.dltTemplateId },
      // The instant too, since ids begin anew in another installation.
      messageId: `broadcast.${message.id}.${message.createdAt.getTime().toString(36)}`,
    },
  };
}

async function textFor(
  { pool }: Pick<Database, 'pool'>,
  { broadcastId, channel, type }: Part,
  { customerId }: Pick<Queued, 'customerId'>,
): Promise<Text | undefined> {
  const [text] = await query<Text>(
    pool,
    sql`SELECT x.language, x.subject, x.body, x.dlt_template_id AS "dltTemplateId",
          ${type}::text = 'Promotional' AND EXISTS (SELECT FROM crm.promotion_opt_out p
            WHERE p.customer_id = c.id AND p.channel = x.channel) AS declined
        FROM crm.broadcast_text x
        JOIN crm.customer c ON c.isp_id = x.isp_id AND c.id = ${customerId}
        JOIN crm.isp_setting t ON t.isp_id = x.isp_id
        WHERE x.broadcast_id = ${broadcastId} AND x.channel = ${channel}
        ORDER BY x.language = coalesce(c.language, t.notice_language) DESC, x.language = t.notice_language DESC, x.id LIMIT 1`,
  );
  return text;
}
