import type pg from 'pg';
import type { OpenSession, OpenSessions } from './open-sessions.ts';

const COLUMNS = `SELECT id, service_id, nas_id, acct_session_id, username, mac, nas_port, class, extract(epoch FROM updated_at)::float8 * 1000
FROM radius.session WHERE ended_at IS NULL AND service_id IS NOT NULL`;

type Row = [
  id: number,
  serviceId: number,
  nasId: number,
  acctSessionId: string,
  username: string,
  mac: string | null,
  nasPort: string | null,
  sessionClass: string | null,
  seenAt: number,
];

const PAGE = 10_000;

/** Puts all open sessions into memory, a page at a time. */
export async function readOpenSessions(pool: pg.Pool, openSessions: OpenSessions): Promise<void> {
  for (let after = 0; ; ) {
    const text = `${COLUMNS} AND id > $1 ORDER BY id LIMIT ${PAGE}`;
    const { rows } = await pool.query<Row>({ text, values: [after], rowMode: 'array' });
    for (const row of rows) {
      const session = sessionOf(row);
      const open = openSessions.get(session.serviceId);
      if (!open) openSessions.put(session);
      else if (isAnother(open, session)) openSessions.openedElsewhere(session.serviceId);
    }
    const last = rows.at(-1);
    if (rows.length < PAGE || !last) return;
    [after] = last;
  }
}

/** Memory may be newer than the page, or have missed what another node opened: the next log-in asks the database. */
function isAnother(open: OpenSession, { nasId, acctSessionId }: OpenSession): boolean {
  return open.acctSessionId !== null && (open.acctSessionId !== acctSessionId || open.nasId !== nasId);
}

/** The open sessions of these services as the database has them, the newest of each. */
export async function readOpenSessionsOf(
  pool: pg.Pool,
  services: readonly number[],
): Promise<Map<number, OpenSession>> {
  const text = `${COLUMNS} AND service_id = ANY($1) ORDER BY updated_at`;
  const { rows } = await pool.query<Row>({ text, values: [services], rowMode: 'array' });
  return new Map(rows.map((row) => [row[1], sessionOf(row)]));
}

function sessionOf([
  ,
  serviceId,
  nasId,
  acctSessionId,
  username,
  mac,
  nasPort,
  sessionClass,
  seenAt,
]: Row): OpenSession {
  return { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, seenAt, replaces: null };
}
