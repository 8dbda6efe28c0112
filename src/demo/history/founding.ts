import type { Kernel } from '../../core/kernel.ts';
import { LAKE_POOL, NASES, type NasKey, POOLS, rangeUpto } from '../business/equipment.ts';
import { CLOSED_PLAN, PLANS, type PlanKey, SUB_PLANS, TAXES, TOPUP_PLANS } from '../business/offers.ts';
import { PLACES, STATE, ZONE } from '../business/places.ts';
import { RESELLERS, type SellerKey } from '../business/sellers.ts';
import { STAFF, STAFF_PASSWORD, type StaffKey, type StaffMember } from '../business/staff.ts';
import { SIMULATOR_KEYS } from '../gateway-simulator/keys.ts';
import { type Caller, callerWith, operator } from './callers.ts';
import { type ComplaintSetup, setUpComplaints } from './complaint-setup.ts';
import { setUpVisits } from './visit-setup.ts';

export const ISP_CODE = 'DEMO';

/** A sub plan with what a period of it costs, taxes included. */
export interface SoldSubPlan {
  readonly planid: number;
  readonly subplanid: number;
  readonly gross: string;
}

/** The ISP as it begins: everything but subscribers. */
export interface DemoIsp {
  readonly ispId: number;
  readonly operator: Caller;
  readonly staff: Readonly<Record<StaffKey, Caller>>;
  /** The key of the owner, for the API. */
  readonly owner: { readonly userid: number; readonly apiKey: string };
  /** 0: the ISP itself. */
  readonly resellerIds: Readonly<Record<SellerKey, number>>;
  readonly nasIds: Readonly<Record<NasKey, number>>;
  readonly offers: Readonly<Record<PlanKey, readonly SoldSubPlan[]>>;
  readonly topupPlanIds: readonly number[];
  readonly complaints: ComplaintSetup;
  /** The login user whom visits are given to. */
  readonly technicianId: number;
}

/** `lakeAddresses`: of the franchisee's pool. */
export async function found(kernel: Kernel, { lakeAddresses }: { lakeAddresses: number }): Promise<DemoIsp> {
  const server = operator(kernel);
  const ispId = await server.isp.create({
    ...{ name: 'Demo Net', code: ISP_CODE, country: 'India', state: STATE, address: '1, Main Road, Bengaluru' },
    ...{ mobile: '5000000001', email: 'noc@example.net', enable_usage_limit: true },
  });
  await server.isp.credits_update({ ispid: ispId, action: 'Add', credits: '10000' });
  await server.isp.settings_update({
    ...{ ispid: ispId, timezone: ZONE, currency: 'INR', invoice_due_days: 7, np_grace_days: 7, np_dl: 512, np_ul: 512 },
    ...{ taxes: TAXES, late_fee_amt: '50', default_credit_limit: '15000' },
    // All of the demo's connections have one password, so this is for a demo alone.
    portal: 'Connection',
  });
  const first = await hire(kernel, server, { ispId, member: STAFF.owner });
  await openGateway(first.caller);
  await openLocations(first.caller);
  const resellerIds = await createResellers(first.caller);
  let technicianId = 0;
  const staff = { owner: first.caller } as Record<StaffKey, Caller>;
  for (const [key, member] of Object.entries(STAFF)) {
    if (key === 'owner') continue;
    const resellerid = 'seller' in member ? resellerIds[member.seller] : 0;
    const hired = await hire(kernel, first.caller, { ispId, resellerid, member });
    staff[key as StaffKey] = hired.caller;
    if (key === 'technician') technicianId = hired.credentials.userid;
  }
  const nasIds = await installNases(staff.noc, resellerIds);
  await createPools(staff.noc, resellerIds, lakeAddresses);
  const offers = await createOffers(staff, resellerIds);
  const topupPlanIds = [];
  for (const plan of TOPUP_PLANS) topupPlanIds.push(await staff.owner.topupplan.create({ resellerid: 0, ...plan }));
  const complaints = await setUpComplaints(first.caller);
  await setUpVisits(first.caller);
  const isp = { ispId, operator: server, staff, owner: first.credentials, resellerIds };
  return { ...isp, nasIds, offers, topupPlanIds, complaints, technicianId };
}

interface Hiring {
  readonly ispId: number;
  /** Undefined for a login user of the ISP itself. */
  readonly resellerid?: number;
  readonly member: StaffMember;
}

async function hire(kernel: Kernel, by: Caller, { ispId, resellerid, member }: Hiring) {
  const { username, groupname, roles, cash_limit, lc } = member;
  const userid = await by.user.create({
    ...{ username, password: STAFF_PASSWORD, groupname, roles: [...roles], ispid: ispId, cash_limit },
    ...(groupname === 'ISP' ? {} : { resellerid: resellerid ?? 0 }),
    ...(lc ? { lc: [...lc] } : {}),
  });
  const { api_key: apiKey } = await by.user.api_key_rotate({ id: userid });
  const credentials = { userid, apiKey };
  return { caller: callerWith(kernel, credentials), credentials };
}

/** At a simulated provider, so that payments on the Internet can be tried without money. */
async function openGateway(owner: Caller): Promise<void> {
  const { keyId, keySecret, webhookSecret } = SIMULATOR_KEYS.razorpay;
  await owner.gateway.create({
    ...{ provider: 'Razorpay', name: 'Razorpay (simulated)', environment: 'Simulator' },
    ...{ key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret },
  });
}

async function openLocations(owner: Caller): Promise<void> {
  for (const [at, { lc, location, slc, sub }] of PLACES.entries()) {
    if (PLACES.findIndex((each) => each.lc === lc) === at) await owner.location.create({ location_code: lc, location });
    await owner.location.sublocation_create({ location_code: lc, sub_location_code: slc, sub_location: sub });
  }
}

async function createResellers(owner: Caller): Promise<Record<SellerKey, number>> {
  const ids: Record<SellerKey, number> = { isp: 0, city: 0, green: 0, lake: 0 };
  for (const key of ['city', 'green', 'lake'] as const) ids[key] = await owner.reseller.create(RESELLERS[key]);
  return ids;
}

async function installNases(noc: Caller, resellerIds: DemoIsp['resellerIds']): Promise<Record<NasKey, number>> {
  const ids: Partial<Record<NasKey, number>> = {};
  for (const [key, { seller, resellers, ...nas }] of Object.entries(NASES)) {
    const sharing = resellers ? { resellers: resellers.map((each) => resellerIds[each]) } : {};
    ids[key as NasKey] = await noc.nas.create({ ...nas, resellerid: resellerIds[seller], ...sharing });
  }
  return ids as Record<NasKey, number>;
}

async function createPools(noc: Caller, { lake }: DemoIsp['resellerIds'], lakeAddresses: number): Promise<void> {
  for (const { size, ...pool } of Object.values(POOLS))
    await noc.ippool.create({ ...pool, resellerid: 0, range_upto: rangeUpto(pool.range_from, size) });
  const range_upto = rangeUpto(LAKE_POOL.range_from, lakeAddresses);
  await noc.ippool.create({ ...LAKE_POOL, resellerid: lake, range_upto });
}

/** Each plan by the seller that owns it. */
async function createOffers(
  staff: Readonly<Record<StaffKey, Caller>>,
  resellerIds: DemoIsp['resellerIds'],
): Promise<DemoIsp['offers']> {
  const offers: Partial<Record<PlanKey, SoldSubPlan[]>> = {};
  for (const key of Object.keys(PLANS) as PlanKey[]) {
    const { seller, ...plan } = PLANS[key];
    const by = seller === 'isp' ? staff.owner : staff[seller];
    const planid = await by.plan.create({ ...plan, resellerid: resellerIds[seller], bw_mgmt: 'Radius' });
    offers[key] = [];
    for (const { rupees, ...sub } of SUB_PLANS[key]) {
      const subplanid = await by.plan.subplan_create({ planid, ...sub, charge1: 'Internet', amt1: String(rupees) });
      offers[key].push({ planid, subplanid, gross: ((rupees * 118) / 100).toFixed(2) });
    }
  }
  const { seller: _, ...closed } = CLOSED_PLAN;
  await staff.owner.plan.create({ ...closed, resellerid: 0, bw_mgmt: 'Radius' });
  return offers as DemoIsp['offers'];
}
