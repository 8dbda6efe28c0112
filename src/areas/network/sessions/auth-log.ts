import { column, defineList, exact, type FilterContext, filter, ownerFilters } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { endOfDay, nextSecond, startOfDay } from '../../../core/zone.ts';
import { sql } from '../../../db/sql.ts';
import { macColumn, nasColumn, nasTextColumn, nasTextFilter, sessionScope } from './columns.ts';

export const AUTH_RESPONSES = ['Access-Accept', 'Access-Reject'] as const;

type InZone = Pick<FilterContext, 'zone'>;

/** Answers from a day or an instant on. */
export const sinceDate = (from: Date | string, { zone }: InZone) =>
  sql`x.at >= ${from instanceof Date ? from : startOfDay(from, zone)}`;
/** Answers up to a day or a second, which is included. */
export const beforeDate = (to: Date | string, { zone }: InZone) =>
  sql`x.at < ${to instanceof Date ? nextSecond(to) : endOfDay(to, zone)}`;

/** Contract 4.3, `auth_log`: recent responses to logins, newest first. */
export const authLog = defineList({
  from: 'radius.auth_log x',
  key: ['x.at', 'x.id'],
  scope: sessionScope,
  columns: {
    username: nasTextColumn('x.username'),
    nasip: nasColumn,
    usermac: macColumn,
    response: column(wire.oneOf(AUTH_RESPONSES), 'x.response'),
    reason: column(wire.shown().nullable(), 'x.reason'),
    protocol: column(wire.shown().nullable(), 'x.protocol'),
    ip6_prefix: column(wire.shown().nullable(), sql`text(x.ip6_prefix)`),
    pd_prefix: column(wire.shown().nullable(), sql`text(x.pd_prefix)`),
    at: column(wire.timestamp(), 'x.at'),
  },
  filters: {
    ...ownerFilters('x'),
    username: nasTextFilter('x.username'),
    nasip: exact(wire.ip(), 'x.nas_ip'),
    response: exact(wire.oneOf(AUTH_RESPONSES), 'x.response'),
    date_from: filter(wire.dayOrTimestamp(), sinceDate),
    date_to: filter(wire.dayOrTimestamp(), beforeDate),
  },
  isHistory: true,
  paging: ['rows_limit'],
  order: { by: 'x.at', direction: 'desc' },
});
