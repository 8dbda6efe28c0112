import {
  beyond,
  done,
  names,
  newId,
  noted,
  optional,
  owners,
  paged,
  required,
  requiredWhen,
  rows,
  sorted,
  when,
} from '../build.ts';
import { endpoint, section } from '../endpoint.ts';
import {
  code,
  csv,
  email,
  id,
  mobile,
  money,
  oneOf,
  orEmpty,
  ownerId,
  password,
  prose,
  text,
  timestamp,
  wildcard,
  withExample,
} from '../kinds.ts';

const groupname = oneOf('ISP', 'Reseller', 'Employee');
const status = oneOf('Active', 'Suspend');
/** The contract names no role; these are the product's. */
const roles = csv(oneOf('Admin', 'Accounts', 'Support', 'Sales', 'Network', 'Field', 'ReadOnly', 'CareLine'));
const codes = csv(code);
/** Addresses and networks, beyond the contract. */
const allowedIps = csv(withExample('203.0.113.0/24', text));
const person = { name: prose, mobile, email };

/** 2.1 CRM login user. */
const loginUser = {
  id,
  username: text,
  groupname,
  roles: csv(text),
  ispid: id,
  resellerid: ownerId,
  lc: orEmpty(text),
  slc: orEmpty(text),
  cash_balance: money,
  cash_limit: money,
  status,
  created_at: timestamp,
  updated_at: timestamp,
  created_by: text,
  updated_by: text,
};

/** 4.2 CRM login users. */
export const users = section('4.2', [
  endpoint('/auth/user/list', {
    parameters: {
      ...optional({ id, username: wildcard, groupname, status }),
      ...owners,
      ...paged,
      ...sorted(['id', 'username', 'groupname', 'ispid', 'resellerid'], 'id'),
    },
    result: rows(loginUser, ['password']),
  }),
  endpoint('/auth/user/create', {
    parameters: {
      ...required({ username: text, password, groupname, roles, ispid: id, cash_limit: money }),
      ...noted(
        'Listed as required, and as not applicable when groupname is ISP.',
        requiredWhen(when('groupname is Reseller', { groupname: 'Reseller' }), { resellerid: ownerId }),
      ),
      ...noted('Not applicable when groupname is ISP or Reseller.', optional({ lc: codes, slc: codes })),
      ...beyond({ ...person, allowed_ips: allowedIps }),
    },
    result: newId,
  }),
  endpoint('/auth/user/update', {
    clears: true,
    parameters: {
      ...required({ id }),
      ...optional({
        username: text,
        password,
        groupname,
        roles,
        ispid: id,
        resellerid: ownerId,
        lc: codes,
        slc: codes,
      }),
      ...optional({ cash_limit: money, status }),
      ...beyond({ ...person, allowed_ips: allowedIps }),
    },
    result: done,
  }),
  endpoint('/auth/user/delete', { parameters: required({ id }), result: done }),
  endpoint('/auth/user/roles', { parameters: required({ id }), result: names }),
]);
