import { byOwnerId, column, defineList, exact, PAGED } from '../../../core/list/index.ts';
import { ispsOnly } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';

/** NASes that proxies name in their packets and nobody knows: usually a new router or a mistyped identifier. Newest first. */
export const unknownProxiedNases = defineList({
  from: 'radius.unknown_proxied_nas x JOIN radius.proxy p ON p.id = x.proxy_id',
  key: ['x.proxy_id', 'x.identifier', 'x.address'],
  scope: { isp: 'p.isp_id', deleted: 'p.deleted_at', own: ispsOnly },
  columns: {
    proxyid: column(wire.id(), 'x.proxy_id'),
    proxyname: column(wire.shown(), 'p.name'),
    ispid: column(wire.ownerId(), byOwnerId('p.isp_id')),
    nas_identifier: column(wire.shown().nullable(), sql`radius.shown(nullif(x.identifier, ''))`),
    nas_address: column(wire.shown().nullable(), sql`nullif(x.address, '')`),
    packets: column(wire.amount(), 'x.packets'),
    first_seen: column(wire.timestamp(), 'x.first_seen_at'),
    last_seen: column(wire.timestamp(), 'x.last_seen_at'),
  },
  filters: { proxyid: exact(wire.id(), 'x.proxy_id') },
  paging: PAGED,
  order: { by: 'x.last_seen_at', direction: 'desc' },
});
