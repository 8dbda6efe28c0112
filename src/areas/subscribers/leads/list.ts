import {
  column,
  defineList,
  exact,
  exactKey,
  onFromUpto,
  ownerColumns,
  ownerFilters,
  PAGED,
  stampColumns,
  telephone,
  wildcard,
} from '../../../core/list/index.ts';
import { calledAt } from '../../../core/telephone/called-at.ts';
import * as wire from '../../../core/wire/index.ts';
import { sql } from '../../../db/sql.ts';
import { SOURCES } from './vocabulary.ts';
import { CLOSED, PENDING } from './workflow.ts';

const optionalText = (name: string) => column(wire.shown().nullable(), name);
const optionalTime = (name: string) => column(wire.timestamp().nullable(), name);

const leadTable = {
  from: 'crm.lead l LEFT JOIN auth.login_user u ON u.id = l.assigned_to',
  key: 'l.id',
  scope: {
    isp: 'l.isp_id',
    reseller: 'l.reseller_id',
    location: { lc: 'l.location_code', slc: 'l.sub_location_code' },
  },
};

const leadColumns = {
  id: column(wire.id(), 'l.id'),
  ...ownerColumns('l'),
  name: column(wire.shown(), 'l.name'),
  mobile: telephone(wire.shown(), 'l.mobile'),
  email: column(wire.shown(), 'l.email'),
  address: column(wire.shown(), 'l.address'),
  city: optionalText('l.city'),
  zipcode: optionalText('l.zipcode'),
  state: optionalText('l.state'),
  source: column(wire.oneOf(SOURCES), 'l.source'),
  location_code: optionalText('l.location_code'),
  sub_location_code: optionalText('l.sub_location_code'),
  reason: optionalText('l.reason'),
  serviceid: column(wire.id().nullable(), 'l.service_id'),
  assigned_to: column(wire.id().nullable(), 'l.assigned_to'),
  assigned_username: optionalText('u.username'),
  welcomecall_by: optionalText('l.welcomecall_by'),
  welcomecall_at: optionalTime('l.welcomecall_at'),
  fieldverification_by: optionalText('l.fieldverification_by'),
  fieldverification_at: optionalTime('l.fieldverification_at'),
  installed_by: optionalText('l.installed_by'),
  installed_at: optionalTime('l.installed_at'),
  ...stampColumns('l'),
};

const leadFilters = {
  ...ownerFilters('l'),
  id: exactKey(wire.id(), 'l.id'),
  name: wildcard('l.name'),
  mobile: calledAt({ table: 'crm.lead', alias: 'l' }),
  email: exactKey(wire.text(), 'l.email'),
  location_code: exact(wire.text(), 'l.location_code'),
  source: exact(wire.oneOf(SOURCES), 'l.source'),
  assigned_to: exact(wire.id(), 'l.assigned_to'),
  created_by: exact(wire.text(), 'l.created_by'),
  welcomecall_by: exact(wire.text(), 'l.welcomecall_by'),
  fieldverification_by: exact(wire.text(), 'l.fieldverification_by'),
  installed_by: exact(wire.text(), 'l.installed_by'),
  ...onFromUpto('created', 'l.created_at'),
  ...onFromUpto('welcomecall', 'l.welcomecall_at'),
  ...onFromUpto('fieldverification', 'l.fieldverification_at'),
  ...onFromUpto('installed', 'l.installed_at'),
};

const leadSort = {
  id: 'l.id',
  name: 'l.name',
  mobile: 'l.mobile',
  email: 'l.email',
  status: 'l.status',
  source: 'l.source',
  created_at: 'l.created_at',
  installed_at: 'l.installed_at',
};

/** Contract 4.8, `lead/list`. */
export const pendingLeads = defineList({
  ...leadTable,
  only: sql`l.status NOT IN ('Completed', 'Cancelled')`,
  columns: { ...leadColumns, status: column(wire.oneOf(PENDING), 'l.status'), remind_at: optionalTime('l.remind_at') },
  filters: { ...leadFilters, status: exact(wire.oneOf(PENDING), 'l.status'), ...onFromUpto('remind', 'l.remind_at') },
  paging: PAGED,
  sort: { ...leadSort, remind_at: 'l.remind_at' },
  defaultSort: 'id',
});

/** Contract 4.8, `lead/closed`. */
export const closedLeads = defineList({
  ...leadTable,
  only: sql`l.status IN ('Completed', 'Cancelled')`,
  columns: {
    ...leadColumns,
    status: column(wire.oneOf(CLOSED), 'l.status'),
    closed_at: optionalTime('l.closed_at'),
    closed_by: optionalText('l.closed_by'),
  },
  filters: {
    ...leadFilters,
    status: exact(wire.oneOf(CLOSED), 'l.status'),
    serviceid: exact(wire.id(), 'l.service_id'),
    ...onFromUpto('closed', 'l.closed_at'),
  },
  paging: PAGED,
  sort: { ...leadSort, closed_at: 'l.closed_at' },
  defaultSort: 'id',
});
