import { byOwnerId, column, defineList, exact, PAGED, stampColumns, wildcard } from '../../../core/list/index.ts';
import { ispsOnly } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';

/** RADIUS proxies of the caller's ISP; the server administrator sees those of the installation too. */
export const proxies = defineList({
  from: 'radius.proxy p',
  key: 'p.id',
  scope: { isp: 'p.isp_id', deleted: 'p.deleted_at', own: ispsOnly },
  columns: {
    id: column(wire.id(), 'p.id'),
    ispid: column(wire.ownerId(), byOwnerId('p.isp_id')),
    name: column(wire.shown(), 'p.name'),
    ip: column(wire.ip(), sql`host(p.ip)`),
    coa_port: column(wire.amount(), 'p.coa_port'),
    description: column(wire.shown().nullable(), 'p.description'),
    tls_identity: column(wire.shown().nullable(), 'p.tls_identity'),
    nases: column(
      wire.count(),
      sql`(SELECT count(*)::int FROM radius.nas n WHERE n.proxy_id = p.id AND n.deleted_at IS NULL)`,
    ),
    ...stampColumns('p'),
  },
  filters: {
    ispid: exact(wire.ownerId(), 'coalesce(p.isp_id, 0)'),
    id: exact(wire.id(), 'p.id'),
    ip: exact(wire.ip(), 'p.ip'),
    name: wildcard('p.name'),
  },
  paging: PAGED,
});
