import { column, defineList, exact, exactKey, PAGED, stampColumns } from '../../../core/list/index.ts';
import { ispsOnly } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { ENVIRONMENTS, PROVIDERS } from './vocabulary.ts';

/** Payment gateways of the caller's ISP, without their secrets. */
export const gateways = defineList({
  from: 'crm.payment_gateway g',
  key: 'g.id',
  scope: { isp: 'g.isp_id', deleted: 'g.deleted_at', own: ispsOnly },
  columns: {
    id: column(wire.id(), 'g.id'),
    ispid: column(wire.id(), 'g.isp_id'),
    provider: column(wire.oneOf(PROVIDERS), 'g.provider'),
    name: column(wire.shown(), 'g.name'),
    environment: column(wire.oneOf(ENVIRONMENTS), 'g.environment'),
    key_id: column(wire.shown().nullable(), 'g.key_id'),
    has_webhook_secret: column(wire.flagYN(), sql`(g.webhook_secret_enc IS NOT NULL)`),
    active: column(wire.flagYN(), 'g.active'),
    ...stampColumns('g'),
  },
  filters: {
    ispid: exact(wire.id(), 'g.isp_id'),
    id: exactKey(wire.id(), 'g.id'),
    active: exact(wire.flagYN(), 'g.active'),
  },
  paging: PAGED,
});
