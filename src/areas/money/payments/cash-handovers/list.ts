import { column, defineList, exact, exactKey, ownerColumns, ownerFilters, PAGED } from '../../../../core/list/index.ts';
import { handoverScope } from '../../../../core/tenancy/handover-scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import { HANDOVER_STATUSES } from './vocabulary.ts';

/** Cash that login users hand over to each other. It outlives them. */
export const cashHandovers = defineList({
  from: `crm.cash_handover h
    LEFT JOIN auth.login_user g ON g.id = h.giver_id
    LEFT JOIN auth.login_user r ON r.id = h.receiver_id`,
  key: 'h.id',
  scope: handoverScope('h'),
  columns: {
    id: column(wire.id(), 'h.id'),
    ...ownerColumns('h'),
    giverid: column(wire.id(), 'h.giver_id'),
    giver: column(wire.shown(), 'g.username'),
    receiverid: column(wire.id(), 'h.receiver_id'),
    receiver: column(wire.shown(), 'r.username'),
    amt: column(wire.money(), 'h.amt'),
    ref_no: column(wire.shown().nullable(), 'h.ref_no'),
    status: column(wire.oneOf(HANDOVER_STATUSES), 'h.status'),
    reason: column(wire.shown().nullable(), 'h.reason'),
    created_at: column(wire.timestamp(), 'h.created_at'),
    created_by: column(wire.shown(), 'h.created_by'),
    ended_at: column(wire.timestamp().nullable(), 'h.ended_at'),
    ended_by: column(wire.shown().nullable(), 'h.ended_by'),
  },
  filters: {
    ...ownerFilters('h'),
    id: exactKey(wire.id(), 'h.id'),
    giverid: exactKey(wire.id(), 'h.giver_id'),
    receiverid: exactKey(wire.id(), 'h.receiver_id'),
    status: exact(wire.oneOf(HANDOVER_STATUSES), 'h.status'),
  },
  paging: PAGED,
  sort: { id: 'h.id' },
  defaultSort: 'id',
  sortedAcrossIsps: ['id'],
});
