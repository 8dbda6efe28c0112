import { column, defineList, exactKey, ownerColumns, ownerFilters, PAGED } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { raw, sql } from '../../../db/sql.ts';
import { nasTextColumn, openOfUser, sessionScope } from './columns.ts';

const instantOf = (milliseconds: 'p.started' | 'p.at' | 'p.ended') => sql`to_timestamp(${raw(milliseconds)} / 1000.0)`;

/**
 * What NASes account for once more within open sessions, and those that ended within a day: services, hosts and queues. It is
 * counted with the session.
 */
export const sessionParts = defineList({
  from: `radius.session x
    CROSS JOIN LATERAL ROWS FROM (jsonb_to_recordset(x.parts) AS (id text, name text, started bigint, at bigint, ended bigint,
      seconds int, up bigint, down bigint)) WITH ORDINALITY AS p`,
  key: ['x.id', 'p.ordinality'],
  scope: sessionScope,
  only: sql`x.parts IS NOT NULL`,
  columns: {
    id: column(wire.amount(), 'x.id'),
    sessionid: nasTextColumn('x.acct_session_id'),
    ...ownerColumns('x'),
    serviceid: column(wire.id().nullable(), 'x.service_id'),
    username: nasTextColumn('x.username'),
    partid: nasTextColumn('p.id'),
    name: column(wire.shown().nullable(), sql`radius.shown(p.name)`),
    starttime: column(wire.timestamp(), instantOf('p.started')),
    updatetime: column(wire.timestamp(), instantOf('p.at')),
    endtime: column(wire.timestamp().nullable(), sql`coalesce(${instantOf('p.ended')}, x.ended_at)`),
    duration: column(wire.amount(), 'p.seconds'),
    ul_mb: column(wire.decimal({ places: 2 }), sql`round(p.up / 1048576.0, 2)`),
    dl_mb: column(wire.decimal({ places: 2 }), sql`round(p.down / 1048576.0, 2)`),
  },
  filters: {
    ...ownerFilters('x'),
    serviceid: exactKey(wire.id(), 'x.service_id'),
    username: openOfUser,
  },
  paging: PAGED,
  order: { by: 'x.started_at', direction: 'desc' },
});
