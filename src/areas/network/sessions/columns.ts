import { column, compare, compareInstant, exact, filter, ownerFilters, sameName } from '../../../core/list/index.ts';
import { storedOctetText } from '../../../core/network/octet-text.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { join, raw, type Sql, sql } from '../../../db/sql.ts';

/** Columns and filters that the session lists share; `x` is `radius.session` or `radius.session_all` (contract 2.2, 4.3). */

/** 1 MB = 2^20 bytes. Upload is what the subscriber sends (Acct-Input). */
export const ulMb = column(wire.decimal({ places: 2 }), sql`round(x.in_bytes / 1048576.0, 2)`);
export const dlMb = column(wire.decimal({ places: 2 }), sql`round(x.out_bytes / 1048576.0, 2)`);
/** Usage that the NAS reported and that is not counted; `implausible`: because it exceeds the maximum line rate. */
export const uncountedColumns = {
  implausible: column(wire.flagYN(), sql`coalesce(x.implausible, false)`),
  uncounted_ul_mb: column(wire.decimal({ places: 2 }), sql`round(coalesce(x.uncounted_in_bytes, 0) / 1048576.0, 2)`),
  uncounted_dl_mb: column(wire.decimal({ places: 2 }), sql`round(coalesce(x.uncounted_out_bytes, 0) / 1048576.0, 2)`),
};
export const ipColumn = column(wire.ipv4().nullable(), sql`host(x.ip)`);
/** The link's prefix, the delegated one, and the address, as the NAS reported or was told them. */
export const ipv6Columns = {
  ip6_prefix: column(wire.shown().nullable(), sql`text(x.ip6_prefix)`),
  pd_prefix: column(wire.shown().nullable(), sql`text(x.pd_prefix)`),
  ip6: column(wire.shown().nullable(), sql`host(x.ip6_address)`),
};
/** Sessions with an address in the range. An address alone, without a prefix, is stored as a prefix too. */
export const ipv6Filter = filter(
  wire.ipv6Range(),
  (range) => sql`(x.ip6_prefix && ${range}::inet OR x.pd_prefix && ${range}::inet)`,
);

export const macColumn = column(wire.shown().nullable(), 'x.mac');
/** A text from a NAS, which need not be UTF-8 (`core/network/octet-text.ts`). */
export const nasTextColumn = (from: string) => column(wire.shown(), sql`radius.shown(${raw(from)})`);

/** Matches the text itself and the text that is shown that way. */
export function matchesNasText(from: string, name: string): Sql {
  const kept = storedOctetText(name);
  return kept === name ? sameName(from, name) : sql`lower(${raw(from)}) IN (lower(${name}), lower(${kept}))`;
}

export const nasTextFilter = (from: string) =>
  filter(wire.described('as shown; case does not matter', wire.text()), (name) => matchesNasText(from, name));

/**
 * The open sessions of a user: those that the NAS names so, and those of the service of that name that the NAS names
 * otherwise, since it logged in by an identity, or with a realm.
 */
export function isOpenOf(scope: Scope, username: string): Sql {
  return sql`(${matchesNasText('x.username', username)} OR ${isNamedOtherwise(scope, username)})`;
}

/** Of a service of this name that may log in by identities, or by another name. */
function isNamedOtherwise(scope: Scope, username: string): Sql {
  const conditions = [...scopeConditions(scope, serviceScope('s')), sameName('s.username', username)];
  return sql`x.service_id = ANY (ARRAY(
    SELECT s.id FROM crm.service s WHERE ${join(conditions, ' AND ')}
      AND (EXISTS (SELECT FROM crm.service_identity i WHERE i.service_id = s.id)
        OR EXISTS (SELECT FROM radius.realm_rule r WHERE r.isp_id = s.isp_id AND r.action = 'strip'))))`;
}

export const namedOtherwise = filter(wire.described('as shown; case does not matter', wire.text()), (name, { scope }) =>
  isNamedOtherwise(scope, name),
);

export const openOfUser = filter(wire.described('as shown; case does not matter', wire.text()), (name, { scope }) =>
  isOpenOf(scope, name),
);

export const nasColumn = column(wire.ip(), sql`host(x.nas_ip)`);

/** An Employee limited to locations sees the sessions of the services there. */
function servedInLocations(scope: Scope): Sql | null {
  if (scope.locations === null) return null;
  const { location } = serviceScope('s');
  const inside = join([sql`s.id = x.service_id`, ...scopeConditions(scope, { location })], ' AND ');
  return sql`EXISTS (SELECT 1 FROM crm.service s WHERE ${inside})`;
}

export const sessionScope = { isp: 'x.isp_id', reseller: 'x.reseller_id', own: servedInLocations };

const MAX_SECONDS = 2_147_483_647;

/** Whole minutes since the last update. */
const staleMinutes = sql`floor(extract(epoch FROM now() - x.updated_at) / 60)`;

/** Filters of the online list and the session log. */
export const sessionFilters = {
  ...ownerFilters('x'),
  nasip: exact(wire.ip(), 'x.nas_ip'),
  session_starttime: compareInstant('x.started_at'),
  session_updatetime: compareInstant('x.updated_at'),
  session_duration: compare(wire.wholeNumber(0, MAX_SECONDS), 'x.session_time'),
};

export const endTime = compareInstant('x.ended_at');
const minutes = () => wire.wholeNumber(0, MAX_SECONDS);
export const staleFor = compare(minutes(), staleMinutes);
/** Takes no operator: silent for at least so many minutes. */
export const staleAtLeast = filter(
  minutes(),
  (atLeast) => sql`x.updated_at <= now() - make_interval(mins => ${atLeast})`,
);
