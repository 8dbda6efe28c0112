import {
  byOwnerId,
  column,
  defineList,
  exact,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
  wildcard,
} from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { raw, type Sql, sql } from '../../../db/sql.ts';
import { GROUPS, USER_STATUSES } from './vocabulary.ts';

/** The codes of an array of ids, in order; `?` for one that has been deleted. */
const codes = (table: string, ids: string): Sql => sql`ARRAY(
  SELECT coalesce(l.code, '?') FROM unnest(${raw(ids)}) WITH ORDINALITY AS given (id, at)
  LEFT JOIN ${raw(table)} l ON l.id = given.id GROUP BY 1 ORDER BY min(given.at))`;

/** Contract 2.1 and 4.2. */
export const users = defineList({
  from: 'auth.login_user u',
  key: 'u.id',
  scope: { isp: 'u.isp_id', reseller: 'u.reseller_id', deleted: 'u.deleted_at' },
  columns: {
    id: column(wire.id(), 'u.id'),
    username: column(wire.shown(), 'u.username'),
    name: column(wire.shown().nullable(), 'u.name'),
    mobile: column(wire.shown().nullable(), 'u.mobile'),
    email: column(wire.shown().nullable(), 'u.email'),
    groupname: column(wire.oneOf(['Server', ...GROUPS]), 'u.groupname'),
    roles: column(wire.csv(wire.shown()), 'u.roles'),
    ...ownerColumns('u'),
    ispid: column(wire.ownerId(), byOwnerId('u.isp_id')),
    lc: column(wire.csv(wire.shown(), { min: 0 }), codes('crm.location', 'u.location_ids')),
    slc: column(wire.csv(wire.shown(), { min: 0 }), codes('crm.sub_location', 'u.sub_location_ids')),
    cash_balance: column(wire.money({ min: -999_999_999_999 }), 'u.cash_balance'),
    cash_limit: column(wire.money(), 'u.cash_limit'),
    allowed_ips: column(wire.csv(wire.shown(), { min: 0 }), 'u.allowed_ips'),
    branch_made_at: column(wire.timestamp().nullable(), 'u.branch_made_at'),
    status: column(wire.oneOf(USER_STATUSES), 'u.status'),
    ...stampColumns('u'),
  },
  filters: {
    ...ownerFilters('u'),
    id: exact(wire.id(), 'u.id'),
    username: wildcard('u.username'),
    groupname: exact(wire.oneOf(GROUPS), 'u.groupname'),
    status: exact(wire.oneOf(USER_STATUSES), 'u.status'),
  },
  paging: PAGED,
  sort: {
    id: 'u.id',
    username: 'u.username',
    groupname: 'u.groupname',
    ispid: byOwnerId('u.isp_id'),
    resellerid: byOwnerId('u.reseller_id'),
  },
  defaultSort: 'id',
});
