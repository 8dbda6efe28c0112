import { z } from 'zod';
import { column, defineList, exact, filter, PAGED } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import {
  dlMb,
  endTime,
  ipColumn,
  ipv6Columns,
  ipv6Filter,
  macColumn,
  nasColumn,
  nasTextColumn,
  sessionFilters,
  sessionScope,
  staleFor,
  ulMb,
  uncountedColumns,
} from './columns.ts';

/** A comparison with the end of a session, or the literal `NULL` for sessions without one (contract 4.3). */
const endTimeForm = wire.formOf(endTime.schema);
const endTimeOrNull = filter(
  wire.kind(
    z.union([z.literal('NULL'), endTime.schema], {
      error: 'must be NULL or a timestamp yyyy-mm-dd HH:MM:SS, after an optional <, <=, >, >= or =',
    }),
    {
      parse: (text, zone) => (text === 'NULL' ? 'NULL' : endTimeForm?.parse(text, zone)),
      render: () => '',
      document: { type: 'string', example: 'NULL' },
    },
  ),
  (value, context) => (value === 'NULL' ? sql`x.ended_at IS NULL` : endTime.condition(value, context)),
);

/** Contract 2.2 and 4.3, newest first. */
export const sessionLog = defineList({
  from: 'radius.session_all x',
  key: ['x.started_at', 'x.id'],
  scope: sessionScope,
  columns: {
    sessionid: nasTextColumn('x.acct_session_id'),
    username: nasTextColumn('x.username'),
    nasip: nasColumn,
    starttime: column(wire.timestamp(), 'x.started_at'),
    endtime: column(wire.timestamp().nullable(), 'x.ended_at'),
    updatetime: column(wire.timestamp(), 'x.updated_at'),
    duration: column(wire.amount(), 'x.session_time'),
    ul_mb: ulMb,
    dl_mb: dlMb,
    usermac: macColumn,
    userip: ipColumn,
    ...ipv6Columns,
    ...uncountedColumns,
  },
  filters: {
    ...sessionFilters,
    userip: exact(wire.ipv4(), 'x.ip'),
    usermac: exact(wire.mac(), 'x.mac'),
    ip6: ipv6Filter,
    session_endtime: endTimeOrNull,
    stale_duration: staleFor,
  },
  isHistory: true,
  paging: PAGED,
  order: { by: 'x.started_at', direction: 'desc' },
});

/** Sessions of archived months. */
export const archivedSessionLog = { ...sessionLog, from: 'crm_archive.session_log x' };
