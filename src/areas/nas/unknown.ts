import { column, defineList, PAGED } from '../../core/list/index.ts';
import * as wire from '../../core/wire/index.ts';
import { sql } from '../../db/sql.ts';

/**
 * Sources of packets that are not a NAS: usually a new router or a mistyped address. From the address of a RADIUS proxy, those
 * are what its packets say they are from. Newest first.
 */
export const unknownSources = defineList({
  from: () => sql`(
    SELECT host(ip) AS key, ip, packets, last_identifier AS identifier, first_seen_at, last_seen_at,
      NULL::int AS proxy_id, NULL AS proxy_name, NULL AS nas_address
    FROM radius.unknown_nas
    UNION ALL
    SELECT concat_ws(' ', u.proxy_id, u.address, u.identifier), p.ip, u.packets, nullif(u.identifier, ''), u.first_seen_at,
      u.last_seen_at, p.id, p.name, nullif(u.address, '')
    FROM radius.unknown_proxied_nas u JOIN radius.proxy p ON p.id = u.proxy_id) x`,
  key: 'x.key',
  scope: {},
  columns: {
    ip: column(wire.shown(), sql`host(x.ip)`),
    packets: column(wire.amount(), 'x.packets'),
    nas_identifier: column(wire.shown().nullable(), sql`radius.shown(x.identifier)`),
    nas_address: column(wire.shown().nullable(), 'x.nas_address'),
    proxyid: column(wire.id().nullable(), 'x.proxy_id'),
    proxyname: column(wire.shown().nullable(), 'x.proxy_name'),
    first_seen: column(wire.timestamp(), 'x.first_seen_at'),
    last_seen: column(wire.timestamp(), 'x.last_seen_at'),
  },
  filters: {},
  paging: PAGED,
  order: { by: 'x.last_seen_at', direction: 'desc' },
});
