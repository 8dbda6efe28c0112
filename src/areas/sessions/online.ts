import { z } from 'zod';
import { column, defineList, PAGED, runList } from '../../core/list/index.ts';
import * as wire from '../../core/wire/index.ts';
import type { Database } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import {
  dlMb,
  endTime,
  heardColumn,
  heardName,
  ipColumn,
  macColumn,
  nasColumn,
  sessionFilters,
  sessionScope,
  staleAtLeast,
  ulMb,
} from './columns.ts';

/** Contract 4.3, `user/online`. */
export const onlineSessions = defineList({
  from: 'radius.session x',
  key: 'x.id',
  scope: sessionScope,
  only: sql`x.ended_at IS NULL`,
  columns: {
    sessionid: heardColumn('x.acct_session_id'),
    username: heardColumn('x.username'),
    nas: nasColumn,
  },
  filters: { ...sessionFilters, session_endtime: endTime, stale_duration: staleAtLeast },
  paging: PAGED,
});

/** Session id to username. */
export const onlineMap = z.union([z.record(z.string(), wire.shown()), wire.count()]);

/** Session ids may be the same, of two NASes or of one; the later is then told apart by its NAS, so that no user is lost. */
export async function onlineUsers(
  db: Pick<Database, 'pool'>,
  call: Parameters<typeof runList>[2],
): Promise<z.output<typeof onlineMap>> {
  const rows = await runList(db, onlineSessions, call);
  if (!Array.isArray(rows)) return rows;
  const users: Record<string, string> = {};
  for (const { sessionid, username, nas } of rows) {
    let name = sessionid;
    while (Object.hasOwn(users, name)) name += `@${nas}`;
    users[name] = username;
  }
  return users;
}

const statusColumns = {
  sessionid: heardColumn('x.acct_session_id'),
  ip: ipColumn,
  mac: macColumn,
  nas: nasColumn,
  nasport: column(wire.shown().nullable(), sql`radius.shown(x.nas_port)`),
  nasporttype: column(wire.shown().nullable(), 'x.nas_port_type'),
  session_start: column(wire.timestamp(), 'x.started_at'),
  session_stop: column(wire.timestamp().nullable(), 'x.ended_at'),
  session_duration: column(wire.amount(), 'x.session_time'),
  last_update: column(wire.timestamp(), 'x.updated_at'),
  ul_mb: ulMb,
  dl_mb: dlMb,
};

const { ispid, resellerid } = sessionFilters;

/** Contract 2.2, the online-session status record. */
export const sessionStatus = defineList({
  from: 'radius.session x',
  key: 'x.id',
  scope: sessionScope,
  only: sql`x.ended_at IS NULL`,
  columns: statusColumns,
  filters: { username: heardName('x.username'), ispid, resellerid },
  paging: [],
  order: { by: 'x.started_at', direction: 'desc' },
});

/** The session that ended last. */
export const lastSession = defineList({
  ...sessionStatus,
  from: 'radius.session_all x',
  key: ['x.started_at', 'x.id'],
  only: sql`x.ended_at IS NOT NULL`,
});

export const ofUser = z.strictObject({ ...sessionStatus.input.shape, username: wire.text() });
