import { column, defineList, exact, fromUpto, PAGED, stampColumns } from '../../../core/list/index.ts';
import { noteScope } from '../../../core/tenancy/care-scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { careColumns, careFilters, subjectJoins } from '../columns.ts';
import { VISIBILITIES } from './vocabulary.ts';

export const notes = defineList({
  from: `crm.note n ${subjectJoins('n')}`,
  key: 'n.id',
  scope: noteScope('n'),
  columns: {
    ...careColumns('n'),
    customerid: column(wire.id(), 'n.customer_id'),
    text: column(wire.shown(), 'n.text'),
    pinned: column(wire.flagYN(), 'n.pinned'),
    visibility: column(wire.oneOf(VISIBILITIES), 'n.visibility'),
    ...stampColumns('n'),
  },
  filters: {
    ...careFilters('n'),
    pinned: exact(wire.flagYN(), 'n.pinned'),
    visibility: exact(wire.oneOf(VISIBILITIES), 'n.visibility'),
    ...fromUpto('created', 'n.created_at'),
  },
  paging: PAGED,
  sort: { id: 'n.id', created_at: 'n.created_at' },
  defaultSort: 'id',
});
