import { z } from 'zod';
import { defineList, PAGED, runList } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import {
  endTime,
  ipv6Filter,
  nasColumn,
  nasTextColumn,
  sessionFilters,
  sessionScope,
  staleAtLeast,
} from './columns.ts';

/** Contract 4.3, `user/online`. */
export const onlineSessions = defineList({
  from: 'radius.session x',
  key: 'x.id',
  scope: sessionScope,
  only: sql`x.ended_at IS NULL`,
  columns: {
    sessionid: nasTextColumn('x.acct_session_id'),
    username: nasTextColumn('x.username'),
    nas: nasColumn,
  },
  filters: { ...sessionFilters, ip6: ipv6Filter, session_endtime: endTime, stale_duration: staleAtLeast },
  paging: PAGED,
});

/** Session id to username. */
export const onlineMap = z.union([z.record(z.string(), wire.shown()), wire.count()]);

/** Session ids may repeat, even at one NAS; `@` and the NAS address then make the later one unique, so that no user is lost. */
export async function onlineUsers(
  db: Pick<Database, 'pool' | 'lookups' | 'history'>,
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
