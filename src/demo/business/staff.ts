import type { SellerKey } from './sellers.ts';

/** Of every login user of the demo: it is meant for trials, and printed. */
export const STAFF_PASSWORD = 'demo-1234';
/** Of every subscriber, for RADIUS. */
export const SUBSCRIBER_PASSWORD = 'hello';

export type StaffKey = keyof typeof STAFF;

/** The login users: one for each kind of work. `seller`: the reseller it belongs to. `cash_limit` in rupees. */
export const STAFF = {
  owner: {
    ...{ username: 'demo-owner', groupname: 'ISP', roles: ['Admin'], cash_limit: '500000' },
    purpose: 'the owner of the ISP: everything',
  },
  callCentre: {
    ...{ username: 'demo-callcentre', groupname: 'Employee', roles: ['Support', 'Accounts'], cash_limit: '500000' },
    purpose: 'a call-centre agent: subscribers, their services and payments',
  },
  sales: {
    ...{ username: 'demo-sales', groupname: 'Employee', roles: ['Sales'], cash_limit: '0' },
    purpose: 'sales: leads and customers',
  },
  noc: {
    ...{ username: 'demo-noc', groupname: 'Employee', roles: ['Network'], cash_limit: '0' },
    purpose: 'the network operations centre: NASes, pools, sessions',
  },
  installer: {
    ...{ username: 'demo-installer', groupname: 'Employee', roles: ['Sales', 'Support'], cash_limit: '0', lc: ['BLR'] },
    purpose: 'a field installer: leads and services, in Bengaluru only',
  },
  technician: {
    ...{ username: 'demo-technician', groupname: 'Employee', roles: ['Field'], cash_limit: '0' },
    purpose: 'a technician: the visits of the day, on a telephone',
  },
  auditor: {
    ...{ username: 'demo-auditor', groupname: 'Employee', roles: ['ReadOnly'], cash_limit: '0' },
    purpose: 'an auditor: reads, changes nothing',
  },
  city: {
    ...{ username: 'demo-city', groupname: 'Reseller', roles: ['Admin'], cash_limit: '500000', seller: 'city' },
    purpose: 'the reseller City Links',
  },
  green: {
    ...{ username: 'demo-green', groupname: 'Reseller', roles: ['Admin'], cash_limit: '500000', seller: 'green' },
    purpose: 'the reseller Green Valley Networks',
  },
  lake: {
    ...{ username: 'demo-lake', groupname: 'Reseller', roles: ['Admin'], cash_limit: '500000', seller: 'lake' },
    purpose: 'the franchisee Lake Town Broadband',
  },
} as const satisfies Readonly<Record<string, StaffMember>>;

export interface StaffMember {
  readonly username: string;
  readonly groupname: 'ISP' | 'Reseller' | 'Employee';
  readonly roles: readonly ('Admin' | 'Accounts' | 'Support' | 'Sales' | 'Network' | 'Field' | 'ReadOnly')[];
  readonly cash_limit: string;
  readonly seller?: Exclude<SellerKey, 'isp'>;
  readonly lc?: readonly string[];
  readonly purpose: string;
}
