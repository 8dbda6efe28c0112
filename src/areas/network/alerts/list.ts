import {
  column,
  defineList,
  exact,
  exactKey,
  filter,
  ownerColumns,
  ownerFilters,
  PAGED,
} from '../../../core/list/index.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import { ALERT_KINDS } from './vocabulary.ts';

/** Log-ins are counted for the whole of an ISP, so an Employee of some locations is not told of them. */
const ofWholeIsp = ({ locations }: Scope): Sql | null => (locations === null ? null : sql`a.kind <> 'rejects'`);

const flag = (condition: Sql) =>
  filter(wire.flagYN(), (isWanted) => (isWanted ? condition : sql`(${condition}) IS NOT TRUE`));

/** Alerts of the networks, the newest first. A reseller sees those of its own NASes and pools. */
export const alerts = defineList({
  from: `radius.alert a
    LEFT JOIN radius.nas n ON n.id = a.nas_id
    LEFT JOIN radius.ip_pool p ON p.id = a.pool_id`,
  key: 'a.id',
  scope: { isp: 'a.isp_id', reseller: 'a.reseller_id', own: ofWholeIsp },
  columns: {
    id: column(wire.id(), 'a.id'),
    ...ownerColumns('a'),
    kind: column(wire.oneOf(ALERT_KINDS), 'a.kind'),
    nasid: column(wire.id().nullable(), 'a.nas_id'),
    nasname: column(wire.shown().nullable(), 'n.name'),
    pool_name: column(wire.shown().nullable(), 'p.name'),
    since_at: column(wire.timestamp().nullable(), 'a.since_at'),
    sessions: column(wire.count().nullable(), 'a.sessions'),
    measured: column(wire.amount().nullable(), 'a.measured'),
    compared_to: column(wire.amount().nullable(), 'a.compared_to'),
    full_on: column(wire.ymd().nullable(), sql`a.full_on::text`),
    opened_at: column(wire.timestamp(), 'a.opened_at'),
    reopened_at: column(wire.timestamp().nullable(), 'a.reopened_at'),
    closed_at: column(wire.timestamp().nullable(), 'a.closed_at'),
    acked_at: column(wire.timestamp().nullable(), 'a.acked_at'),
    acked_by: column(wire.shown().nullable(), 'a.acked_by'),
    muted_upto: column(wire.timestamp().nullable(), 'a.muted_upto'),
    muted_by: column(wire.shown().nullable(), 'a.muted_by'),
  },
  filters: {
    ...ownerFilters('a'),
    id: exactKey(wire.id(), 'a.id'),
    kind: exact(wire.oneOf(ALERT_KINDS), 'a.kind'),
    nasid: exact(wire.id(), 'a.nas_id'),
    open: flag(sql`a.closed_at IS NULL`),
    acked: flag(sql`a.acked_at IS NOT NULL`),
    muted: flag(sql`a.muted_upto > now()`),
  },
  paging: PAGED,
  order: { by: 'a.opened_at', direction: 'desc' },
});
