import { randomBytes } from 'node:crypto';
import type { Kernel } from '../../core/kernel.ts';
import { type Office, officeOf } from './office.ts';
import { PEOPLE, person } from './people.ts';

/** What somebody needs to look around. */
export interface Demo {
  readonly userid: number;
  readonly apiKey: string;
  readonly customers: number;
  /** A subscriber's login. */
  readonly username: string;
  readonly password: string;
  readonly nas: { readonly ip: string; readonly secret: string };
}

export const ISP_CODE = 'DEMO';
const CONTACT = { mobile: '9800000001', email: 'noc@example.net' };
const NAS = { ip: '127.0.0.1', secret: 'testing123' };
const PASSWORD = 'hello';
/** Places of the network: a code of a location, and one of a part of it. */
const PLACES = [
  { lc: 'BLR', location: 'Bengaluru', slc: 'BLR-N', sub: 'North', zipcode: '560001' },
  { lc: 'BLR', location: 'Bengaluru', slc: 'BLR-S', sub: 'South', zipcode: '560041' },
  { lc: 'MYS', location: 'Mysuru', slc: 'MYS-C', sub: 'Centre', zipcode: '570001' },
] as const;
const PLANS = [
  { name: 'Home 20', gb: '100', kbps: 20_480, price: '499.00' },
  { name: 'Home 50', gb: '0', kbps: 51_200, price: '799.00' },
  { name: 'Office 100', gb: '0', kbps: 102_400, price: '2499.00' },
] as const;

/** A small ISP as it might be after its first weeks. */
export async function tellDemo(kernel: Kernel): Promise<Demo> {
  const { isp, ...credentials } = await foundIsp(kernel);
  for (const [at, { lc, location, slc, sub }] of PLACES.entries()) {
    if (PLACES.findIndex((place) => place.lc === lc) === at) {
      await isp.location.create({ location_code: lc, location });
    }
    await isp.location.sublocation_create({ location_code: lc, sub_location_code: slc, sub_location: sub });
  }
  const resellers = await hireResellers(isp);
  const plans = [];
  for (const plan of PLANS) plans.push(await offerPlan(isp, plan));
  await isp.nas.create({ resellerid: 0, name: 'Core router', ...NAS, description: 'This machine, for radclient' });
  for (let number = 0; number < PEOPLE; number++) {
    const [resellerid, plan] = [resellers[number % resellers.length], plans[number % plans.length]];
    if (resellerid !== undefined && plan) await connect(isp, number, { resellerid, ...plan });
  }
  return { ...credentials, customers: PEOPLE, username: person(0).username, password: PASSWORD, nas: NAS };
}

async function foundIsp(kernel: Kernel): Promise<{ isp: Office; userid: number; apiKey: string }> {
  const server = officeOf(kernel, { userId: 0, username: 'command line', group: 'Server', ispId: null });
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
  const isp = officeOf(kernel, { userId: userid, username: 'demo-admin', group: 'ISP', ispId: ispid });
  await isp.isp.settings_update({ timezone: 'Asia/Kolkata', currency: 'INR' });
  return { isp, userid, apiKey };
}

async function hireResellers(isp: Office): Promise<number[]> {
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

/** A plan of the ISP itself, which both resellers may sell. Behind its volume Home 20 goes on at a tenth of the rate. */
async function offerPlan(isp: Office, { name, gb, kbps, price }: (typeof PLANS)[number]) {
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

/** One customer and their service. Each sixth pays ahead, and so waits for the first payment. */
async function connect(
  isp: Office,
  number: number,
  { resellerid, ...plan }: { resellerid: number; planid: number; subplanid: number },
): Promise<void> {
  const place = PLACES[number % PLACES.length] ?? PLACES[0];
  const { username, ...who } = person(number);
  const customerid = await isp.customer.create({
    resellerid,
    type: 'Individual',
    ...who,
    zipcode: place.zipcode,
    state: 'Karnataka',
    city: place.location,
  });
  await isp.service.create({
    customerid,
    ...plan,
    username,
    password: PASSWORD,
    location_code: place.lc,
    sub_location_code: place.slc,
    protocol: 'PPPoE',
    connectivity: 'Fibre',
    prepaid_postpaid: number % 6 === 5 ? 'Prepaid' : 'Postpaid',
  });
}
