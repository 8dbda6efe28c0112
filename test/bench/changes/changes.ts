import {
  ACTIVE,
  CUSTOMERS,
  LEADS,
  NASES,
  PAYMENTS,
  POSTPAID,
  PREPAID,
  RESELLERS,
  STAFF,
  services,
} from './target-queries.ts';

/** Ids of the rows that a call is about, by table; a second row of a table has a word after its name. */
export type Target = Readonly<Record<string, string>>;

export interface Change {
  readonly name: string;
  readonly path: string;
  /** SQL that selects the targets. */
  readonly targets: string;
  /** The id that every call has to itself: a target takes the change only once. */
  readonly once?: string;
  /** Of call n; no two calls have the same number. */
  parameters(target: Target, call: number): Record<string, string>;
}

const id = (target: Target, name: string): string => {
  const value = target[name];
  if (value === undefined) throw new Error(`the target has no ${name}`);
  return value;
};
const service = (target: Target) => ({ serviceid: id(target, 'crm.service') });
const reseller = (target: Target) => ({ resellerid: id(target, 'crm.reseller') });
const contact = { name: 'Asha Rao', mobile: '9800000001', email: 'asha@example.net' };

const create = (kind: 'Postpaid' | 'Prepaid'): Change => ({
  name: `service/create ${kind.toLowerCase()}`,
  path: '/api/service/create',
  targets: CUSTOMERS,
  parameters: (target, call) => ({
    customerid: id(target, 'crm.customer'),
    planid: id(target, 'crm.plan'),
    subplanid: id(target, 'crm.sub_plan'),
    username: `new${call}`,
    password: 'correct horse',
    location_code: 'BLR',
    sub_location_code: 'BLR-N',
    protocol: 'PPPoE',
    connectivity: 'Fibre',
    prepaid_postpaid: kind,
  }),
});

const action = (verb: string, targets: string, note = ''): Change => ({
  name: `service/action ${verb}${note}`,
  path: '/api/service/action',
  targets,
  once: 'crm.service',
  parameters: (target) => ({ ...service(target), action: verb }),
});

/** The changes that an ISP's staff and programs make all day. */
export const CHANGES: readonly Change[] = [
  create('Postpaid'),
  create('Prepaid'),
  {
    name: 'service/update',
    path: '/api/service/update',
    targets: services(ACTIVE),
    parameters: (target, call) => ({ ...service(target), tax_id: `GST${call}` }),
  },
  action('renew', services(PREPAID), ' prepaid'),
  action('renew', services(POSTPAID), ' postpaid'),
  action('suspend', services(ACTIVE)),
  action('restore', services(`s.status = 'Suspend'`)),
  action('update_usage', services(ACTIVE)),
  {
    name: 'service/planchange',
    path: '/api/service/planchange',
    targets: services(POSTPAID),
    once: 'crm.service',
    parameters: (target) => ({
      ...service(target),
      planid: id(target, 'crm.plan other'),
      subplanid: id(target, 'crm.sub_plan other'),
      schedule: 'immediately',
    }),
  },
  {
    name: 'service/topup',
    path: '/api/service/topup',
    targets: services(POSTPAID),
    once: 'crm.service',
    parameters: (target) => ({ ...service(target), gb: '1', amt: '10', type: 'Expiring' }),
  },
  {
    name: 'payment/new',
    path: '/api/payment/new',
    targets: services(PREPAID),
    once: 'crm.service',
    parameters: (target, call) => ({ ...service(target), amt: '10', mode: 'Online', ref_no: `ref${call}` }),
  },
  {
    name: 'payment/cancel',
    path: '/api/payment/cancel',
    targets: PAYMENTS,
    once: 'crm.payment',
    parameters: (target) => ({ id: id(target, 'crm.payment'), reason: 'The bank returned it' }),
  },
  {
    name: 'customer/create',
    path: '/api/customer/create',
    targets: RESELLERS,
    parameters: (target) => ({
      ...reseller(target),
      ...contact,
      type: 'Individual',
      zipcode: '560001',
      state: 'Karnataka',
      city: 'Bengaluru',
      street: '1 Main Road',
    }),
  },
  {
    name: 'lead/create',
    path: '/api/lead/create',
    targets: RESELLERS,
    parameters: (target) => ({ ...reseller(target), ...contact, address: '1 Main Road', source: 'Web' }),
  },
  {
    name: 'lead/update',
    path: '/api/lead/update',
    targets: LEADS,
    once: 'crm.lead',
    parameters: (target) => ({ id: id(target, 'crm.lead'), status: 'Welcome-Call', report: 'Customer-Accepted' }),
  },
  {
    name: 'reseller/wallet_update',
    path: '/api/reseller/wallet_update',
    targets: RESELLERS,
    parameters: (target) => ({ ...reseller(target), action: 'TopUp', amt: '1' }),
  },
  {
    name: 'radius/nas/update',
    path: '/api/radius/nas/update',
    targets: NASES,
    parameters: (target, call) => ({ id: id(target, 'radius.nas'), description: `Rack ${call}` }),
  },
  {
    name: 'auth/user/update',
    path: '/api/auth/user/update',
    targets: STAFF,
    parameters: (target, call) => ({ id: id(target, 'auth.login_user changed'), cash_limit: String(call) }),
  },
];
