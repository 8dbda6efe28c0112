import type { ForeignFormat } from './foreign-source.ts';

/**
 * Splynx: the tables of customers and of Internet services, each exported as CSV with these columns, under the names of its
 * tables or of its API.
 */
export const SPLYNX: ForeignFormat = {
  customers: {
    key: ['id', 'customer id'],
    name: ['full name', 'name'],
    mobile: ['phone number', 'phone', 'phones'],
    email: ['email', 'emails'],
    street: ['street', 'street_1', 'street 1', 'address'],
    zipcode: ['zip code', 'zip_code', 'zip'],
    city: ['city'],
    category: ['category'],
    status: ['status'],
    dob: ['date of birth', 'birthday'],
    uniqueid: ['identification'],
  },
  services: {
    key: ['id', 'service id'],
    customer: ['customer id', 'customer_id'],
    username: ['login', 'service login'],
    password: ['password', 'service password'],
    plan: ['plan', 'tariff plan', 'tariff', 'internet plan', 'tariff_id'],
    status: ['status'],
    staticip: ['ipv4', 'ip', 'ip(s)'],
    mac: ['mac', 'mac(s)'],
    ends: ['end date', 'end_date'],
  },
  isOneRow: false,
  endsWithDay: true,
  suspended: /^(disabled|blocked|stopped|paused)$/i,
  closed: /^(new|inactive \(doesn't use services\)|archived|pending)$/i,
};

/** MikroTik User Manager: its table of users, one row each. */
export const USER_MANAGER: ForeignFormat = {
  customers: {
    key: ['username', 'name', 'login', 'user'],
    name: ['first name', 'first-name', 'comment'],
    surname: ['last name', 'last-name'],
    mobile: ['phone'],
    email: ['email'],
    street: ['location'],
  },
  services: {
    key: ['username', 'name', 'login', 'user'],
    username: ['username', 'name', 'login', 'user'],
    password: ['password'],
    plan: ['actual profile', 'actual-profile', 'profile', 'group'],
    status: ['disabled'],
    staticip: ['ip address', 'ip-address'],
    mac: ['caller id', 'caller-id'],
    ends: ['end time', 'end-time', 'till time'],
  },
  isOneRow: true,
  endsWithDay: false,
  suspended: /^(yes|true|x)$/i,
  closed: /^$a/,
};
