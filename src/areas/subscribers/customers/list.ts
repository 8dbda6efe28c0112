import {
  column,
  defineList,
  exact,
  exactKey,
  fromUpto,
  type Needs,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
  telephone,
  through,
  wildcard,
  wildcardName,
} from '../../../core/list/index.ts';
import { calledAt } from '../../../core/telephone/called-at.ts';
import { allMasked } from '../../../core/telephone/masked.ts';
import { type Scope, scopeConditions, servedInLocations, serviceScope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import { join, type Sql, sql } from '../../../db/sql.ts';
import { SEZ_SUPPLIES } from '../../money/tax/vocabulary.ts';
import { CUSTOMER_TYPES } from './vocabulary.ts';

/** Customers with a service that the caller sees and that meets the condition. */
const ofServices = (condition: Sql, scope: Scope) => {
  const seen = [sql`s.customer_id = c.id`, ...scopeConditions(scope, serviceScope('s')), condition];
  return sql`EXISTS (SELECT 1 FROM crm.service s WHERE ${join(seen, ' AND ')})`;
};

/** Contract 2.9 and 4.13. */
export const customers = defineList({
  from: 'crm.customer c',
  key: 'c.id',
  scope: { isp: 'c.isp_id', reseller: 'c.reseller_id', deleted: 'c.deleted_at', own: servedInLocations('c.id') },
  columns: {
    id: column(wire.id(), 'c.id'),
    ...ownerColumns('c'),
    type: column(wire.oneOf(CUSTOMER_TYPES), 'c.type'),
    name: column(wire.shown(), 'c.name'),
    surname: column(wire.shown().nullable(), 'c.surname'),
    dob: column(wire.ymd().nullable(), 'c.dob'),
    mobile: telephone(wire.shown(), 'c.mobile'),
    other_mobiles: telephone(wire.csv(wire.shown(), { min: 0 }), 'c.other_mobiles', allMasked),
    email: column(wire.shown(), 'c.email'),
    uniqueid: column(wire.shown().nullable(), 'c.uniqueid'),
    zipcode: column(wire.shown(), 'c.zipcode'),
    state: column(wire.shown(), 'c.state'),
    city: column(wire.shown(), 'c.city'),
    street: column(wire.shown(), 'c.street'),
    notes: column(wire.shown().nullable(), 'c.notes'),
    tax_id: column(wire.shown().nullable(), 'c.tax_id'),
    sez: column(wire.oneOf(SEZ_SUPPLIES).nullable(), 'c.sez'),
    language: column(wire.shown().nullable(), 'c.language'),
    ...stampColumns('c'),
  },
  filters: {
    ...ownerFilters('c'),
    customerid: exactKey(wire.id(), 'c.id'),
    serviceid: through(exact(wire.id(), 's.id'), ofServices),
    username: through(wildcardName('s.username'), ofServices),
    type: exact(wire.oneOf(CUSTOMER_TYPES), 'c.type'),
    name: wildcard('c.name'),
    mobile: calledAt({ table: 'crm.customer', alias: 'c' }),
    email: exactKey(wire.text(), 'c.email'),
    zipcode: exact(wire.text(), 'c.zipcode'),
    state: exact(wire.text(), 'c.state'),
    city: exact(wire.text(), 'c.city'),
    ...fromUpto('created', 'c.created_at'),
  },
  paging: PAGED,
  sort: { id: 'c.id', name: 'c.name', mobile: 'c.mobile', email: 'c.email' },
  defaultSort: 'id',
  sortedAcrossIsps: ['id'],
});

/** These filters tell which customer has a service: not every role that sees customers sees services. */
export const CUSTOMER_NEEDS: Needs = { serviceid: 'service.read', username: 'service.read' };
