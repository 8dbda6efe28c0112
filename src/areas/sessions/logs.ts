import { z } from 'zod';
import { column, defineList, exact, filter, ownerFilters, PAGED } from '../../core/list/index.ts';
import * as wire from '../../core/wire/index.ts';
import { endOfDay, nextSecond, startOfDay } from '../../core/zone.ts';
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
    sessionid: heardColumn('x.acct_session_id'),
    username: heardColumn('x.username'),
    nasip: nasColumn,
    starttime: column(wire.timestamp(), 'x.started_at'),
    endtime: column(wire.timestamp().nullable(), 'x.ended_at'),
    updatetime: column(wire.timestamp(), 'x.updated_at'),
    duration: column(wire.amount(), 'x.session_time'),
    ul_mb: ulMb,
    dl_mb: dlMb,
    usermac: macColumn,
    userip: ipColumn,
    ...uncountedColumns,
  },
  filters: {
    ...sessionFilters,
    userip: exact(wire.ipv4(), 'x.ip'),
    usermac: exact(wire.mac(), 'x.mac'),
    session_endtime: endTimeOrNull,
    stale_duration: staleFor,
  },
  paging: PAGED,
  order: { by: 'x.started_at', direction: 'desc' },
});

/** The months that were archived. */
export const archivedSessionLog = { ...sessionLog, from: 'crm_archive.session_log x' };

export const AUTH_RESPONSES = ['Access-Accept', 'Access-Reject'] as const;

/** Contract 4.3, `auth_log`: the recent answers to logins, newest first. */
export const authLog = defineList({
  from: 'radius.auth_log x',
  key: ['x.at', 'x.id'],
  scope: sessionScope,
  columns: {
    username: heardColumn('x.username'),
    nasip: nasColumn,
    usermac: macColumn,
    response: column(wire.oneOf(AUTH_RESPONSES), 'x.response'),
    reason: column(wire.shown().nullable(), 'x.reason'),
    protocol: column(wire.shown().nullable(), 'x.protocol'),
    at: column(wire.timestamp(), 'x.at'),
  },
  filters: {
    ...ownerFilters('x'),
    username: heardName('x.username'),
    nasip: exact(wire.ipv4(), 'x.nas_ip'),
    response: exact(wire.oneOf(AUTH_RESPONSES), 'x.response'),
    date_from: filter(
      wire.dayOrTimestamp(),
      (from, { zone }) => sql`x.at >= ${from instanceof Date ? from : startOfDay(from, zone)}`,
    ),
    date_to: filter(
      wire.dayOrTimestamp(),
      (to, { zone }) => sql`x.at < ${to instanceof Date ? nextSecond(to) : endOfDay(to, zone)}`,
    ),
  },
  paging: ['rows_limit'],
  order: { by: 'x.at', direction: 'desc' },
});
