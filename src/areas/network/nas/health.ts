import { column, defineList, exact, ownerColumns, ownerFilters, PAGED, wildcard } from '../../../core/list/index.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { raw, type Sql, sql } from '../../../db/sql.ts';
import { nases } from './list.ts';
import { isSilent } from './silent.ts';
import { COA_NAMES } from './vocabulary.ts';

/** What a NAS does for all that use it: a reseller sees it of its own NASes only. */
const ownersOnly =
  (value: Sql) =>
  ({ resellerId }: Scope): Sql =>
    resellerId === null ? value : sql`CASE WHEN n.reseller_id = ${resellerId} THEN ${value} END`;

const tallied = (value: string) => column(wire.count().nullable(), ownersOnly(sql`coalesce(${raw(value)}, 0)`));

/** The sum of the last hour: at most sixty rows of a NAS. */
const ofHour = (name: string) =>
  column(
    wire.count().nullable(),
    ownersOnly(sql`coalesce((SELECT sum(p.${raw(name)}) FROM radius.nas_pulse p
      WHERE p.nas_id = n.id AND p.minute > now() - make_interval(hours => 1)), 0)::int`),
  );

const instant = (value: Sql) => column(wire.timestamp().nullable(), value);

/** NASes with what was heard of them, written once a minute. */
export const nasHealth = defineList({
  from: `radius.nas n
    LEFT JOIN radius.nas_tally t ON t.nas_id = n.id
    LEFT JOIN radius.nas_heard h ON h.nas_id = n.id`,
  key: 'n.id',
  scope: nases.scope,
  columns: {
    id: column(wire.id(), 'n.id'),
    ...ownerColumns('n'),
    name: column(wire.shown(), 'n.name'),
    ip: column(wire.ip(), sql`host(n.ip)`),
    auth_heard_at: instant(sql`h.auth_at`),
    acct_heard_at: instant(sql`greatest(h.acct_at, t.heard_at)`),
    online: tallied('t.online'),
    stale: tallied('t.stale'),
    accepts: ofHour('accepts'),
    rejects: ofHour('rejects'),
    coa_acknowledged: ofHour('acknowledged'),
    coa_refused: ofHour('refused'),
    coa_unanswered: ofHour('unanswered'),
    silent: column(wire.flag01(), isSilent(sql`now()`)),
    says_ip: column(wire.shown().nullable(), ownersOnly(sql`host(h.says_ip)`)),
    says_ip6: column(wire.shown().nullable(), ownersOnly(sql`host(h.says_ip6)`)),
    says_identifier: column(wire.shown().nullable(), ownersOnly(sql`radius.shown(h.says_identifier)`)),
    coa_name: column(wire.oneOf(COA_NAMES).nullable(), ownersOnly(sql`h.coa_name`)),
  },
  filters: {
    ...ownerFilters('n'),
    id: exact(wire.id(), 'n.id'),
    ip: exact(wire.ip(), 'n.ip'),
    name: wildcard('n.name'),
  },
  paging: PAGED,
});
