import { column, defineList, exact, exactKey, PAGED, stampColumns, wildcard } from '../../../../core/list/index.ts';
import * as wire from '../../../../core/wire/index.ts';
import { PRIORITIES } from '../vocabulary.ts';

/** A reseller files tickets in the categories of its ISP. */
export const ticketCategories = defineList({
  from: 'crm.ticket_category k',
  key: 'k.id',
  scope: { isp: 'k.isp_id', deleted: 'k.deleted_at' },
  columns: {
    id: column(wire.id(), 'k.id'),
    ispid: column(wire.id(), 'k.isp_id'),
    name: column(wire.shown(), 'k.name'),
    priority: column(wire.oneOf(PRIORITIES), 'k.priority'),
    queueid: column(wire.id().nullable(), 'k.queue_id'),
    legal_days: column(wire.count().nullable(), 'k.legal_days'),
    portal: column(wire.flagYN(), 'k.portal'),
    technical: column(wire.flagYN(), 'k.technical'),
    ...stampColumns('k'),
  },
  filters: {
    ispid: exact(wire.id(), 'k.isp_id'),
    id: exactKey(wire.id(), 'k.id'),
    name: wildcard('k.name'),
    portal: exact(wire.flagYN(), 'k.portal'),
  },
  paging: PAGED,
  sort: { id: 'k.id', name: 'k.name' },
  defaultSort: 'id',
});
