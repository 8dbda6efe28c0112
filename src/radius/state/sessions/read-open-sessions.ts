import type pg from 'pg';
import type { OpenSessions } from './open-sessions.ts';
import type { OpenSession } from './session.ts';

const COLUMNS = `SELECT id, service_id, nas_id, acct_session_id, username, mac, nas_port, class,
  floor(extract(epoch FROM started_at) * 1000)::float8, floor(extract(epoch FROM updated_at) * 1000)::float8
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
  startedAt: number,
  seenAt: number,
];

const PAGE = 2_500;

/** Puts all open sessions into memory, a page at a time, while packets are answered. */
export async function readOpenSessions(pool: pg.Pool, openSessions: OpenSessions): Promise<void> {
  const text = `${COLUMNS} AND id > $1 ORDER BY id LIMIT ${PAGE}`;
  for (let after: number | undefined = 0; after !== undefined; ) {
    let rows: readonly Row[] = [];
    await openSessions.putPage(async () => {
      ({ rows } = await pool.query<Row>({ text, values: [after], rowMode: 'array' }));
      return rows.map(sessionOf);
    });
    after = rows.length < PAGE ? undefined : rows.at(-1)?.[0];
  }
  openSessions.complete();
}

/** The open sessions of these services as the database has them, the newest of each last. */
export async function readOpenSessionsOf(
  pool: pg.Pool,
  services: readonly number[],
): Promise<Map<number, OpenSession[]>> {
  const text = `${COLUMNS} AND service_id = ANY($1) ORDER BY updated_at`;
  const { rows } = await pool.query<Row>({ text, values: [services], rowMode: 'array' });
  const found = new Map<number, OpenSession[]>();
  for (const session of rows.map(sessionOf)) {
    const others = found.get(session.serviceId);
    if (others) others.push(session);
    else found.set(session.serviceId, [session]);
  }
  return found;
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
  startedAt,
  seenAt,
]: Row): OpenSession {
  return { serviceId, nasId, acctSessionId, username, mac, nasPort, sessionClass, startedAt, seenAt, replaces: null };
}
