import type { Api, Parameters } from './api.ts';

export const NAS_SECRET = 'testing123';

/** What an ISP and its first subscriber are made of: parameters as an integrator writes them. */
export const example = {
  isp: {
    name: 'Example Net',
    code: 'EXN',
    mobile: '9800000001',
    email: 'noc@example.net',
    country: 'India',
    // The chapters count in days of UTC.
    timezone: 'UTC',
    currency: 'USD',
  },
  login: { groupname: 'ISP', roles: 'Admin', password: 'correct-horse', cash_limit: 0 },
  reseller: {
    type: 'Reseller',
    name: 'City Links',
    code: 'CITY',
    mobile: '9800000002',
    email: 'city@example.net',
    invoice_by: 'ISP',
    payment_by: 'ISP',
  },
  location: { location_code: 'BLR', location: 'Bengaluru' },
  subLocation: { location_code: 'BLR', sub_location_code: 'BLR-N', sub_location: 'North' },
  plan: {
    name: 'Fast 20',
    protocol: 'PPPoE',
    connectivity: 'Fibre',
    plan_period: 1,
    plan_period_unit: 'Month',
    bw_mgmt: 'Radius',
    bw1_gb: 100,
    bw1_dl: 20480,
    bw1_ul: 10240,
  },
  subPlan: { name: 'Monthly', units: 1, charge1: 'Internet', amt1: 499 },
  customer: {
    type: 'Individual',
    name: 'Ravi',
    mobile: '9800000003',
    email: 'ravi@example.net',
    zipcode: '560001',
    state: 'Karnataka',
    city: 'Bengaluru',
    street: '1 Main Road',
  },
  service: {
    location_code: 'BLR',
    sub_location_code: 'BLR-N',
    protocol: 'PPPoE',
    connectivity: 'Fibre',
    prepaid_postpaid: 'Postpaid',
  },
} as const satisfies Record<string, Parameters>;

export interface Tenant {
  readonly id: number;
  /** As its administrator. */
  readonly api: Api;
  readonly userid: number;
  /** Of its administrator. */
  readonly credentials: Parameters;
}

/** An ISP, and a login user of it with a key. */
export async function makeTenant(admin: Api, { code, username }: { code: string; username: string }): Promise<Tenant> {
  const ispid = await admin.result('isp/create', { ...example.isp, code, name: `Example ${code}` });
  const userid = await admin.result('auth/user/create', { ...example.login, username, ispid });
  const { api_key: apiKey } = await admin.result('auth/user/api_key_rotate', { id: userid });
  return { id: ispid, api: admin.as(userid, apiKey), userid, credentials: { userid, api_key: apiKey } };
}

/** What services are made of, and how many are wanted. */
export interface Network {
  readonly customerid: number;
  readonly planid: number;
  readonly subplanid: number;
}

/** Everything an ISP needs before its first service, and the NAS at 127.0.0.1. */
export async function makeNetwork(isp: Api): Promise<Network> {
  const resellerid = await isp.result('reseller/create', example.reseller);
  const network = await makeOffer(isp, { resellerid });
  await isp.result('radius/nas/create', { resellerid: 0, name: 'Core 1', ip: '127.0.0.1', secret: NAS_SECRET });
  return network;
}

/** A place, a plan and a customer: of the ISP itself unless of a reseller. */
export async function makeOffer(
  isp: Api,
  { resellerid = 0, plan = example.plan }: { resellerid?: number; plan?: Parameters } = {},
): Promise<Network> {
  await isp.result('location/create', example.location);
  await isp.result('location/sublocation_create', example.subLocation);
  const planid = await isp.result('plan/create', { ...plan, resellerid });
  const subplanid = await isp.result('plan/subplan_create', { ...example.subPlan, planid });
  const customerid = await isp.result('customer/create', { ...example.customer, resellerid });
  return { customerid, planid, subplanid };
}
