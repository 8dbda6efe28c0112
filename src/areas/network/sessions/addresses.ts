import type { z } from 'zod';
import { badParameter } from '../../../core/fault.ts';
import {
  column,
  defineList,
  filter,
  type ListCall,
  ownerColumns,
  ownerFilters,
  PAGED,
  runList,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { ADDRESS_FACTS } from './address-facts.ts';
import { nasColumn, nasTextColumn, openOfUser, sessionScope } from './columns.ts';

const MAX_DAYS = 92;
const DAY_MS = 86_400_000;

const KINDS = ['ipv4', 'ipv6_prefix', 'delegated_prefix', 'ipv6_address'] as const;
const kindOf = sql`CASE a.kind WHEN 'ip' THEN 'ipv4' WHEN 'ip6_prefix' THEN 'ipv6_prefix' WHEN 'pd_prefix' THEN 'delegated_prefix'
  ELSE 'ipv6_address' END`;

/** The addresses of sessions that are in use or in the log, newest sessions first; each as often as it was had. */
export const sessionAddresses = defineList({
  from: () => sql`radius.session_all x CROSS JOIN LATERAL ${ADDRESS_FACTS} a`,
  key: ['x.started_at', 'x.id', 'a.ordinal'],
  scope: sessionScope,
  columns: {
    id: column(wire.amount(), 'x.id'),
    sessionid: nasTextColumn('x.acct_session_id'),
    ...ownerColumns('x'),
    serviceid: column(wire.id().nullable(), 'x.service_id'),
    username: nasTextColumn('x.username'),
    nasip: nasColumn,
    kind: column(wire.oneOf(KINDS), kindOf),
    address: column(
      wire.shown(),
      sql`CASE WHEN a.kind IN ('ip', 'ip6_address') THEN host(a.address) ELSE text(a.address) END`,
    ),
    starttime: column(wire.timestamp(), 'coalesce(a.from_at, x.started_at)'),
    updatetime: column(wire.timestamp(), 'coalesce(a.seen_at, x.updated_at)'),
    endtime: column(wire.timestamp().nullable(), 'coalesce(a.upto_at, x.ended_at)'),
    flapping: column(wire.flagYN(), 'a.flapping'),
  },
  filters: {
    ...ownerFilters('x'),
    username: openOfUser,
    from: filter(
      wire.described(`at most ${MAX_DAYS} days before upto; default: that many days before upto`, wire.timestamp()),
      (at) => sql`coalesce(a.upto_at, x.ended_at, 'infinity') >= ${at}`,
    ),
    upto: filter(
      wire.described('when absent, now', wire.timestamp()),
      (at) => sql`coalesce(a.from_at, x.started_at) <= ${at} AND x.started_at <= ${at}`,
    ),
  },
  paging: PAGED,
  order: { by: 'x.started_at', direction: 'desc' },
});

export const addressesInput = sessionAddresses.input.extend({
  username: sessionAddresses.input.shape.username.unwrap(),
});

/** @throws Fault of kind `badInput` unless the time is in its order and no longer than 92 days */
export function addressesOf(
  db: Pick<Database, 'pool' | 'lookups' | 'history'>,
  call: ListCall & { readonly input: z.output<typeof addressesInput> },
  now: Date,
) {
  const upto = call.input.upto ?? now;
  const from = call.input.from ?? new Date(upto.getTime() - MAX_DAYS * DAY_MS);
  if (upto < from) throw badParameter('upto', 'must not be before from');
  if (upto.getTime() - from.getTime() > MAX_DAYS * DAY_MS)
    throw badParameter('upto', `must be at most ${MAX_DAYS} days after from`);
  return runList(db, sessionAddresses, { ...call, input: { ...call.input, from, upto } });
}
