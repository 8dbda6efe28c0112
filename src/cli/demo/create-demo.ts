import { randomBytes } from 'node:crypto';
import type { Kernel } from '../../core/kernel.ts';
import { type DemoApi, demoApi } from './demo-api.ts';
import { PEOPLE, person } from './people.ts';

/** What the operator needs to explore the demo. */
export interface Demo {
  readonly userid: number;
  readonly apiKey: string;
  readonly customers: number;
  /** Of a subscriber. */
  readonly username: string;
  readonly password: string;
  readonly nas: { readonly ip: string; readonly secret: string };
}

export const ISP_CODE = 'DEMO';
const CONTACT = { mobile: '9800000001', email: 'noc@example.net' };
const NAS = { ip: '127.0.0.1', secret: 'testing123' };
const PASSWORD = 'hello';
/** Sub locations, with their locations. */
const SUB_LOCATIONS = [
  { lc: 'BLR', location: 'Bengaluru', slc: 'BLR-N', sub: 'North', zipcode: '560001' },
  { lc: 'BLR', location: 'Bengaluru', slc: 'BLR-S', sub: 'South', zipcode: '560041' },
  { lc: 'MYS', location: 'Mysuru', slc: 'MYS-C', sub: 'Centre', zipcode: '570001' },
] as const;
const PLANS = [
  { name: 'Home 20', gb: '100', kbps: 20_480, price: '499.00' },
  { name: 'Home 50', gb: '0', kbps: 51_200, price: '799.00' },
  { name: 'Office 100', gb: '0', kbps: 102_400, price: '2499.00' },
] as const;

/** Creates a small ISP as it might be after its first weeks. */
export async function createDemo(kernel: Kernel): Promise<Demo> {
  const { isp, ...credentials } = await createIsp(kernel);
  for (const [at, { lc, location, slc, sub }] of SUB_LOCATIONS.entries()) {
    if (SUB_LOCATIONS.findIndex((each) => each.lc === lc) === at) {
      await isp.location.create({ location_code: lc, location });
    }
    await isp.location.sublocation_create({ location_code: lc, sub_location_code: slc, sub_location: sub });
  }
  const resellers = await createResellers(isp);
  const plans = [];
  for (const plan of PLANS) plans.push(await createPlan(isp, plan));
  await isp.nas.create({ resellerid: 0, name: 'Core router', ...NAS, description: 'This machine, for radclient' });
  for (let number = 0; number < PEOPLE; number++) {
    const [resellerid, plan] = [resellers[number % resellers.length], plans[number % plans.length]];
    if (resellerid !== undefined && plan) await createCustomer(isp, number, { resellerid, ...plan });
  }
  return { ...credentials, customers: PEOPLE, username: person(0).username, password: PASSWORD, nas: NAS };
}

async function createIsp(kernel: Kernel): Promise<{ isp: DemoApi; userid: number; apiKey: string }> {
  const server = demoApi(kernel, { userId: 0, username: 'command line', group: 'Server', ispId: null });
  const ispid = await server.isp.create({ name: 'Demo Net', code: ISP_CODE, country: 'India', ...CONTACT });
  const userid = await server.user.create({
    username: 'demo-admin',
    password: randomBytes(16).toString('hex'),
    groupname: 'ISP',
    roles: ['Admin'],
    ispid,
    cash_limit: '0',
  });
  const { api_key: apiKey } = await server.user.api_key_rotate({ id: userid });
  const isp = demoApi(kernel, { userId: userid, username: 'demo-admin', group: 'ISP', ispId: ispid });
  await isp.isp.settings_update({ timezone: 'Asia/Kolkata', currency: 'INR' });
  return { isp, userid, apiKey };
}

async function createResellers(isp: DemoApi): Promise<number[]> {
  const reseller = await isp.reseller.create({
    type: 'Reseller',
    name: 'City Links',
    code: 'CITY',
    invoice_by: 'ISP',
    payment_by: 'ISP',
    ...CONTACT,
  });
  const franchisee = await isp.reseller.create({
    type: 'Franchisee',
    name: 'Lake Town Broadband',
    code: 'LAKE',
    invoice_by: 'Reseller',
    payment_by: 'Reseller',
    commission_percent: '15',
    credit_limit: '10000',
    ...CONTACT,
  });
  return [reseller, franchisee];
}

/** A plan of the ISP itself, which both resellers may sell. After its volume, Home 20 continues at a tenth of its rate. */
async function createPlan(isp: DemoApi, { name, gb, kbps, price }: (typeof PLANS)[number]) {
  const slow = Math.round(kbps / 10);
  const planid = await isp.plan.create({
    resellerid: 0,
    name,
    protocol: ['PPPoE'],
    connectivity: ['Fibre', 'Wireless'],
    plan_period: 1,
    plan_period_unit: 'Month',
    bw_mgmt: 'Radius',
    bw1_gb: gb,
    bw1_dl: kbps,
    bw1_ul: Math.round(kbps / 2),
    ...(gb === '0' ? {} : { bw2_gb: '0', bw2_dl: slow, bw2_ul: slow }),
  });
  const subplanid = await isp.plan.subplan_create({
    planid,
    name: 'Monthly',
    units: '1',
    charge1: 'Internet',
    amt1: price,
  });
  return { planid, subplanid };
}

/** A customer with a service. Every sixth is prepaid and so waits for the first payment. */
async function createCustomer(
  isp: DemoApi,
  number: number,
  { resellerid, ...plan }: { resellerid: number; planid: number; subplanid: number },
): Promise<void> {
  const location = SUB_LOCATIONS[number % SUB_LOCATIONS.length] ?? SUB_LOCATIONS[0];
  const { username, ...details } = person(number);
  const customerid = await isp.customer.create({
    resellerid,
    type: 'Individual',
    ...details,
    zipcode: location.zipcode,
    state: 'Karnataka',
    city: location.location,
  });
  await isp.service.create({
    customerid,
    ...plan,
    username,
    password: PASSWORD,
    location_code: location.lc,
    sub_location_code: location.slc,
    protocol: 'PPPoE',
    connectivity: 'Fibre',
    prepaid_postpaid: number % 6 === 5 ? 'Prepaid' : 'Postpaid',
  });
}
