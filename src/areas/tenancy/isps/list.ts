import { column, defineList, exact, fromUpto, PAGED, partial, stampColumns } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';

/** Contract 2.8 and 4.10. Callers see their own ISP; the server administrator sees all. */
export const isps = defineList({
  from: 'crm.isp i',
  key: 'i.id',
  scope: { isp: 'i.id', deleted: 'i.deleted_at' },
  columns: {
    id: column(wire.id(), 'i.id'),
    name: column(wire.shown(), 'i.name'),
    code: column(wire.shown(), 'i.code'),
    address: column(wire.shown().nullable(), 'i.address'),
    mobile: column(wire.shown(), 'i.mobile'),
    email: column(wire.shown(), 'i.email'),
    country: column(wire.shown(), 'i.country'),
    state: column(wire.shown().nullable(), 'i.state'),
    enable_usage_limit: column(wire.flag01(), 'i.enable_usage_limit'),
    // Resellers do not see the credits of their ISP.
    usage_credits: column(wire.decimal({ places: 2, min: -999_999_999_999 }).nullable(), ({ resellerId }) =>
      resellerId === null ? sql`i.usage_credits` : sql`NULL::numeric`,
    ),
    ...stampColumns('i'),
  },
  filters: {
    ispid: exact(wire.id(), 'i.id'),
    name: partial('i.name'),
    code: partial('i.code'),
    country: exact(wire.text(), 'i.country'),
    state: exact(wire.text(), 'i.state'),
    usage_limit: exact(wire.flag01(), 'i.enable_usage_limit'),
    ...fromUpto('created', 'i.created_at'),
  },
  paging: PAGED,
  sort: { id: 'i.id', name: 'i.name', code: 'i.code', state: 'i.state', usage_credits: 'i.usage_credits' },
  defaultSort: 'id',
});
