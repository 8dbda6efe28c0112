import { column, defineList, exact, fromUpto, ownerColumns, ownerFilters, PAGED } from '../../../core/list/index.ts';
import { serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';

export const signedCredits = () => wire.money({ min: -wire.MAX_MONEY });
/** Contract 2.8 and 4.10: each service-month opened, and the server administrator's grants and deductions. */
export const creditUsage = defineList({
  from: `crm.credit_usage c
    LEFT JOIN crm.isp i ON i.id = c.isp_id
    LEFT JOIN crm.service s ON s.id = c.service_id`,
  key: 'c.id',
  // An Employee limited to locations sees the credits of the services there, and no grants to the ISP.
  scope: { isp: 'c.isp_id', reseller: 'c.reseller_id', location: serviceScope('s').location },
  columns: {
    id: column(wire.amount(), 'c.id'),
    ...ownerColumns('c'),
    action: column(wire.shown(), 'c.action'),
    serviceid: column(wire.id().nullable(), 'c.service_id'),
    credits: column(signedCredits(), 'c.credits'),
    balance: column(signedCredits(), 'c.balance'),
    created_at: column(wire.timestamp(), 'c.created_at'),
    created_by: column(wire.shown(), 'c.created_by'),
  },
  filters: { ...ownerFilters('c'), id: exact(wire.id(), 'c.id'), ...fromUpto('created', 'c.created_at') },
  paging: PAGED,
  sort: { id: 'c.id', name: 'i.name', code: 'i.code', state: 'i.state', usage_credits: 'i.usage_credits' },
  defaultSort: 'id',
});
