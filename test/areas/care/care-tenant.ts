import type { Api, Credentials } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

export type Fields = Record<string, string | number>;
export type Row = Record<string, string | number | null>;

/** A tenant whose ISP and whose reseller both have somebody for customers. */
export interface CareTenant extends Tenant {
  readonly ofReseller: Credentials;
  /** The reseller's own customer is `customerid` of the tenant; this one is the ISP's. */
  readonly ownCustomer: number;
}

export async function careTenant(api: Api): Promise<CareTenant> {
  const tenant = await makeTenant(api);
  const { ispid, resellerid, me, customerid } = tenant;
  const ofReseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
  const { type, name, mobile, email, zipcode, state, city, street } = await api.db.prisma.customer.findUniqueOrThrow({
    where: { id: customerid },
  });
  const person = { type, name, mobile, email, zipcode, state, city, street };
  const ownCustomer = await api.ok<number>('customer/create', { resellerid: 0, ...person }, me);
  return { ...tenant, ofReseller, ownCustomer };
}

/** An Employee of the ISP who is limited to a location where nobody lives. */
export async function elsewhere(api: Api, { ispid, me }: Tenant): Promise<Credentials> {
  await api.ok('location/create', { location_code: 'ELSE', location: 'Elsewhere' }, me);
  return makeUser(api, me, { ispid, resellerid: 0, groupname: 'Employee', roles: 'Support', lc: 'ELSE' });
}

/** The same at the location of the tenant's service. */
export const there = (api: Api, { ispid, me }: Tenant): Promise<Credentials> =>
  makeUser(api, me, { ispid, resellerid: 0, groupname: 'Employee', roles: 'Support', lc: 'BLR' });
