import {
  column,
  defineList,
  exact,
  filter,
  type ListCall,
  ownerColumns,
  ownerFilters,
  PAGED,
  runList,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { REJECT_BEGINNINGS, REJECT_KINDS } from '../series/vocabulary.ts';
import { beforeDate, sinceDate } from './auth-log.ts';
import { macColumn, nasColumn, nasTextColumn, nasTextFilter, sessionScope } from './columns.ts';

const DAY_MS = 86_400_000;

/** The kind of the reason of `x`, as `radius/state/pulse` counts it; rows of earlier versions have the reason only. */
const KIND: Sql = sql`coalesce(x.kind, CASE ${join(
  REJECT_BEGINNINGS.map(([kind, beginning]) => sql`WHEN starts_with(x.reason, ${beginning}) THEN ${kind}::text`),
  ' ',
)} ELSE 'other' END)`;

/** Log-ins of services for which this holds now. */
const ofService = (condition: Sql): Sql =>
  sql`EXISTS (SELECT FROM crm.service s WHERE s.id = x.service_id AND ${condition})`;

/** Log-ins that were rejected, of all users, newest first. */
export const rejects = defineList({
  from: 'radius.auth_log x LEFT JOIN radius.nas n ON n.id = x.nas_id AND n.isp_id = x.isp_id',
  key: ['x.at', 'x.id'],
  scope: sessionScope,
  only: sql`x.response = 'Access-Reject'`,
  columns: {
    id: column(wire.amount(), 'x.id'),
    at: column(wire.timestamp(), 'x.at'),
    ...ownerColumns('x'),
    serviceid: column(wire.id().nullable(), 'x.service_id'),
    username: nasTextColumn('x.username'),
    kind: column(wire.oneOf(REJECT_KINDS), KIND),
    reason: column(wire.shown().nullable(), 'x.reason'),
    protocol: column(wire.shown().nullable(), 'x.protocol'),
    mac: macColumn,
    nasid: column(wire.id(), 'x.nas_id'),
    nasname: column(wire.shown().nullable(), 'n.name'),
    nasip: nasColumn,
  },
  filters: {
    ...ownerFilters('x'),
    username: nasTextFilter('x.username'),
    kind: filter(wire.oneOf(REJECT_KINDS), (kind) => sql`${KIND} = ${kind}`),
    mac: exact(wire.mac(), 'x.mac'),
    planid: filter(wire.id(), (id) => ofService(sql`s.plan_id = ${id}`)),
    location_code: filter(wire.text(), (code) => ofService(sql`s.location_code = ${code}`)),
    nasid: exact(wire.id(), 'x.nas_id'),
    nasip: exact(wire.ip(), 'x.nas_ip'),
    date_from: filter(
      wire.described('when absent, 24 hours before date_to; of a day, that day', wire.dayOrTimestamp()),
      sinceDate,
    ),
    date_to: filter(wire.described('when absent, now', wire.dayOrTimestamp()), beforeDate),
  },
  isHistory: true,
  paging: PAGED,
  order: { by: 'x.at', direction: 'desc' },
});

interface Input {
  readonly date_from?: Date | string | undefined;
  readonly date_to?: Date | string | undefined;
}

/** Of a day unless the caller asks for more: a device that is rejected tries again for ever, and the log has months. */
export function rejectsOf(
  db: Pick<Database, 'pool' | 'lookups' | 'history'>,
  call: ListCall & { readonly input: Input },
  now: Date,
) {
  const { date_from, date_to } = call.input;
  const aDayBefore = typeof date_to === 'string' ? date_to : new Date((date_to ?? now).getTime() - DAY_MS);
  return runList(db, rejects, { ...call, input: { ...call.input, date_from: date_from ?? aDayBefore } });
}
