import {
  column,
  defineList,
  exact,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
  wildcard,
} from '../../../core/list/index.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { coordinate } from '../../../core/vocabulary/service.ts';
import * as wire from '../../../core/wire/index.ts';
import { raw, type Sql, sql } from '../../../db/sql.ts';
import { hotspotHosts } from './hotspot-hosts.ts';
import { servedBy } from './serves.ts';
import { VENDOR_NAMES } from './vendors.ts';
import { COA_NAMINGS, COA_ROUTES, IPV6_MODES, MESSAGE_AUTHENTICATOR_POLICIES } from './vocabulary.ts';

/** A reseller sees the NASes that serve it: its own, and those that the ISP shares with it (contract 2.4). */
function sharedWith(scope: Scope): Sql | null {
  if (scope.resellerId === null) return null;
  return servedBy('n', sql`${scope.resellerId}::int`);
}

/** A reseller does not see which others a NAS of its ISP is shared with. */
function resellers({ resellerId }: Scope): Sql {
  const one = resellerId === null ? sql`` : sql`AND ns.reseller_id = ${resellerId}`;
  return sql`CASE WHEN n.share_all THEN ARRAY[0]
    ELSE ARRAY(SELECT ns.reseller_id FROM radius.nas_share ns WHERE ns.nas_id = n.id ${one} ORDER BY 1) END`;
}

/** The ISP's own access to its NAS: shown to the owner's side only. */
const ownersOnly =
  (name: string) =>
  ({ resellerId }: Scope): Sql =>
    resellerId === null ? raw(name) : sql`CASE WHEN n.reseller_id = ${resellerId} THEN ${raw(name)} END`;

const proxyId = ownersOnly('n.proxy_id');

/** Contract 2.4 and 4.5; secrets are never returned. */
export const nases = defineList({
  from: 'radius.nas n',
  key: 'n.id',
  scope: { isp: 'n.isp_id', deleted: 'n.deleted_at', own: sharedWith },
  columns: {
    id: column(wire.id(), 'n.id'),
    ...ownerColumns('n'),
    resellers: column(wire.csv(wire.ownerId(), { min: 0 }), resellers),
    name: column(wire.shown(), 'n.name'),
    ip: column(wire.ip(), sql`host(n.ip)`),
    vendor: column(wire.oneOf(VENDOR_NAMES), 'n.vendor'),
    coa_port: column(wire.amount(), 'n.coa_port'),
    snmp_graph: column(wire.flagOnOff(), 'n.snmp_graph'),
    http_port: column(wire.amount().nullable(), 'n.http_port'),
    api_enable: column(wire.flagOnOff(), 'n.api_enable'),
    api_username: column(wire.shown().nullable(), ownersOnly('n.api_username')),
    api_port: column(wire.amount().nullable(), ownersOnly('n.api_port')),
    description: column(wire.shown().nullable(), 'n.description'),
    require_message_authenticator: column(
      wire.oneOf(MESSAGE_AUTHENTICATOR_POLICIES),
      'n.require_message_authenticator',
    ),
    swap_direction: column(wire.flagYN(), 'n.swap_direction'),
    rate_template: column(wire.shown().nullable(), sql`n.vendor_settings ->> 'rate_template'`),
    redirect_template: column(wire.shown().nullable(), sql`n.vendor_settings ->> 'redirect_template'`),
    line_rate_mbps: column(wire.amount(), 'n.line_rate_mbps'),
    interim_interval: column(wire.amount().nullable(), 'n.interim_interval'),
    sends_gigawords: column(wire.flagYN(), sql`n.gigawords_seen_at IS NOT NULL`),
    proxyid: column(wire.id().nullable(), proxyId),
    identifier: column(wire.shown().nullable(), sql`radius.shown(n.identifier)`),
    ipv6: column(wire.ipv6().nullable(), sql`host(n.ipv6)`),
    ipoe: column(wire.flagYN(), 'n.ipoe'),
    volume_limit: column(wire.flagYN(), 'n.volume_limit'),
    coa_by: column(wire.oneOf(COA_ROUTES), 'n.coa_by'),
    coa_naming: column(wire.oneOf(COA_NAMINGS), 'n.coa_naming'),
    tls_identity: column(wire.shown().nullable(), ownersOnly('n.tls_identity')),
    ipv6_mode: column(wire.oneOf(IPV6_MODES), 'n.ipv6_mode'),
    hotspot_hosts: column(hotspotHosts(), 'n.hotspot_hosts'),
    has_uam_secret: column(wire.flagYN(), 'n.uam_secret_enc IS NOT NULL'),
    location_code: column(wire.shown().nullable(), 'n.location_code'),
    latitude: column(coordinate(90).nullable(), sql`n.latitude::text`),
    longitude: column(coordinate(180).nullable(), sql`n.longitude::text`),
    ...stampColumns('n'),
  },
  filters: {
    ...ownerFilters('n'),
    id: exact(wire.id(), 'n.id'),
    ip: exact(wire.ip(), 'n.ip'),
    name: wildcard('n.name'),
    vendor: exact(wire.oneOf(VENDOR_NAMES), 'n.vendor'),
    proxyid: exact(wire.id(), proxyId),
  },
  paging: PAGED,
});
