import {
  column,
  defineList,
  exact,
  exactKey,
  fromUpto,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
} from '../../../../core/list/index.ts';
import { ticketScope } from '../../../../core/tenancy/care-scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { docket } from '../docket.ts';
import { APPEAL_STATUSES } from './life-cycle.ts';

/** Who sees a ticket sees its appeals. */
export const appeals = defineList({
  from: 'crm.ticket_appeal a JOIN crm.ticket t ON t.isp_id = a.isp_id AND t.id = a.ticket_id',
  key: 'a.id',
  scope: { ...ticketScope('t'), isp: 'a.isp_id' },
  columns: {
    id: column(wire.id(), 'a.id'),
    ...ownerColumns('t'),
    ticketid: column(wire.id(), 'a.ticket_id'),
    docket: column(wire.shown(), 't.docket'),
    customerid: column(wire.id().nullable(), 't.customer_id'),
    serviceid: column(wire.id().nullable(), 't.service_id'),
    status: column(wire.oneOf(APPEAL_STATUSES), 'a.status'),
    text: column(wire.shown(), 'a.text'),
    decision: column(wire.shown().nullable(), 'a.decision'),
    decide_by: column(wire.timestamp(), 'a.decide_by'),
    acknowledged_at: column(wire.timestamp().nullable(), 'a.acknowledged_at'),
    acknowledged_by: column(wire.shown().nullable(), 'a.acknowledged_by'),
    decided_at: column(wire.timestamp().nullable(), 'a.decided_at'),
    decided_by: column(wire.shown().nullable(), 'a.decided_by'),
    ...stampColumns('a'),
  },
  filters: {
    ...ownerFilters('t'),
    id: exactKey(wire.id(), 'a.id'),
    ticketid: exactKey(wire.id(), 'a.ticket_id'),
    docket: exactKey(docket(), 't.docket'),
    customerid: exactKey(wire.id(), 't.customer_id'),
    serviceid: exactKey(wire.id(), 't.service_id'),
    status: exact(wire.oneOf(APPEAL_STATUSES), 'a.status'),
    ...fromUpto('decide', 'a.decide_by'),
    ...fromUpto('created', 'a.created_at'),
  },
  paging: PAGED,
  sort: { id: 'a.id', decide_by: 'a.decide_by' },
  defaultSort: 'id',
});
