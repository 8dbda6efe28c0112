import type pg from 'pg';
import { query, sql } from '../../../../db/sql.ts';

/** How nodes tell each other that sessions of these services are in the database: a channel and its messages. */
export interface Announcement {
  readonly channel: string;
  messagesFor(services: readonly number[]): readonly string[];
}

/** There is nothing to say of sessions. */
export const SILENT: Announcement = { channel: 'online', messagesFor: () => [] };

/** More services are read with all others, in the background. */
const MAX_NAMED = 10_000;

/** Tells the nodes, when the transaction commits, what triggers would have told them. */
export async function notifyNodes(client: pg.ClientBase, ispId: number, announcement: Announcement): Promise<void> {
  const notify = (channel: string, payloads: readonly string[]) =>
    query(client, sql`SELECT pg_notify(${channel}, payload) FROM unnest(${[...payloads]}::text[]) payload`);
  const services = await ids(client, `SELECT id FROM crm.service WHERE isp_id = ${ispId} LIMIT ${MAX_NAMED + 1}`);
  const named = services.length > MAX_NAMED ? ['service:*'] : services.map((id) => `service:${id}`);
  await notify('directory', [`isp:${ispId}`, `isp_setting:${ispId}`, 'plan:*', 'proxy:*', 'nas:*', ...named]);
  await notify('access', ['']);
  await notify('outbox', ['']);
  const online = await ids(
    client,
    `SELECT DISTINCT service_id AS id FROM radius.session
     WHERE isp_id = ${ispId} AND ended_at IS NULL AND service_id IS NOT NULL`,
  );
  await notify(announcement.channel, announcement.messagesFor(online));
}

async function ids(client: pg.ClientBase, text: string): Promise<number[]> {
  return (await client.query<{ id: number }>(text)).rows.map(({ id }) => id);
}
