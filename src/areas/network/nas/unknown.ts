import { column, defineList, PAGED } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';

/**
 * Sources of packets that are not a NAS: usually a new router or a mistyped address. Newest first. One that has become a NAS
 * is gone.
 */
export const unknownSources = defineList({
  from: `radius.unknown_nas x JOIN LATERAL (SELECT 1 WHERE NOT EXISTS (
    SELECT FROM radius.nas n
    WHERE n.ip = x.ip AND n.deleted_at IS NULL AND n.proxy_id IS NULL AND n.tls_identity IS NULL)) still ON true`,
  key: 'x.ip',
  scope: {},
  columns: {
    ip: column(wire.shown(), sql`host(x.ip)`),
    packets: column(wire.amount(), 'x.packets'),
    nas_identifier: column(wire.shown().nullable(), sql`radius.shown(x.last_identifier)`),
    first_seen: column(wire.timestamp(), 'x.first_seen_at'),
    last_seen: column(wire.timestamp(), 'x.last_seen_at'),
  },
  filters: {},
  paging: PAGED,
  order: { by: 'x.last_seen_at', direction: 'desc' },
});
