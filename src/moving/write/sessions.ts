import { query, sql } from '../../db/sql.ts';
import type { Fate } from '../source-row.ts';
import { refused } from '../source-row.ts';
import { IMPORTED, PRESENT, type Writer } from './each.ts';

/** Sessions that were not heard of for longer have ended without a Stop. */
const MAX_SILENCE_MS = 24 * 3_600_000;

/**
 * Sessions that are open, so that their accounting goes on. Their counters begin where the system before had them: only what
 * comes on top counts as usage here.
 */
export const writeSessions: Writer = async (tx, run, rows) => {
  const { owner, kernel } = run.call;
  const now = kernel.clock.now().getTime();
  const fates: (Fate | undefined)[] = rows.map(({ values }) => {
    const updated = Date.parse(values.updated_at ?? '');
    if (Number.isNaN(updated)) return refused('its times are not valid');
    if (now - updated <= MAX_SILENCE_MS) return undefined;
    return { outcome: 'omitted', reason: `it was last heard of at ${values.updated_at}, so it has ended` };
  });
  const wanted = rows.flatMap(({ values }, ord) => (fates[ord] ? [] : [{ ...values, ord }]));
  if (wanted.length === 0) return fates as Fate[];
  const found = await query<{ ord: number; service: number | null; nas: number | null; added: boolean }>(
    tx,
    sql`WITH wanted AS (
          SELECT d.*, s.id AS service_id, s.reseller_id AS reseller, n.id AS nas, n.ip AS nas_address
          FROM jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) AS d (ord int, username text, service text, nas_ip inet,
            acct_session_id text, nas_port text, nas_port_type text, mac text, ip inet, class text, started_at timestamptz,
            updated_at timestamptz, session_time int, in_bytes bigint, out_bytes bigint)
          LEFT JOIN LATERAL (SELECT x.id, x.reseller_id FROM crm.service x
            WHERE x.isp_id = ${owner.ispId} AND lower(x.username) = lower(coalesce(d.service, d.username)) AND x.deleted_at IS NULL) s ON true
          LEFT JOIN LATERAL (SELECT y.id, y.ip FROM radius.nas y
            WHERE y.isp_id = ${owner.ispId} AND y.ip = d.nas_ip AND y.deleted_at IS NULL ORDER BY y.id LIMIT 1) n ON true
        ), added AS (
          INSERT INTO radius.session (isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, nas_port,
            nas_port_type, mac, ip, class, started_at, updated_at, session_time, in_bytes, out_bytes)
          SELECT ${owner.ispId}, reseller, service_id, nas, nas_address, username, acct_session_id, nas_port, nas_port_type, mac,
            ip, class, started_at, updated_at, session_time, in_bytes, out_bytes
          FROM wanted WHERE service_id IS NOT NULL AND nas IS NOT NULL
          ON CONFLICT DO NOTHING RETURNING nas_id, acct_session_id, username, service_id
        )
        SELECT w.ord, w.service_id AS service, w.nas, a.nas_id IS NOT NULL AS added
        FROM wanted w LEFT JOIN added a ON a.nas_id = w.nas AND a.acct_session_id = w.acct_session_id AND a.username = w.username`,
  );
  for (const { ord, service, nas, added } of found) {
    if (service === null) fates[ord] = refused(`there is no service ${rows[ord]?.values.username ?? ''}`);
    else if (nas === null) fates[ord] = refused(`there is no NAS ${rows[ord]?.values.nas_ip ?? ''}`);
    else fates[ord] = added ? IMPORTED() : PRESENT;
  }
  const opened = found.flatMap(({ service, added }) => (added && service !== null ? [service] : []));
  const { channel, messagesFor } = run.sessionMessages;
  const messages = [...messagesFor(opened)];
  if (messages.length > 0) await query(tx, sql`SELECT pg_notify(${channel}, m) FROM unnest(${messages}::text[]) m`);
  return fates.map((fate) => fate ?? PRESENT);
};
