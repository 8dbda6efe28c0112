import type { Api } from '../../../fixtures/api.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { customerFields, makeTenant, serviceFields, type Tenant } from '../../../fixtures/tenants.ts';

/** The password of the pages that the tests choose. */
export const OWN_PASSWORD = 'battery staple';

/** A tenant whose subscribers sign in, the first time with the password of their connection. */
export async function portalTenant(api: Api, settings: Record<string, string> = {}): Promise<Tenant> {
  const tenant = await makeTenant(api);
  const { ispid, me, subplanid } = tenant;
  await api.ok('isp/settings_update', { ispid, portal: 'Connection', currency: 'INR', ...settings }, me);
  await api.ok('plan/subplan_update', { id: subplanid, portal: 'Y' }, me);
  return tenant;
}

export interface Own {
  readonly customerid: number;
  readonly serviceid: number;
  readonly username: string;
}

let subscribers = 0;

/** Another customer of the tenant with a service. Prepaid, unless told otherwise. */
export async function addSubscriber(
  api: Api,
  tenant: Tenant,
  fields: Record<string, string | number> = {},
): Promise<Own> {
  subscribers += 1;
  const username = `asha${subscribers}`;
  const { me, resellerid, planid, subplanid } = tenant;
  const customerid = await api.ok<number>('customer/create', { resellerid, ...customerFields, name: 'Asha' }, me);
  const service = { customerid, planid, subplanid, username, ...serviceFields, prepaid_postpaid: 'Prepaid', ...fields };
  const serviceid = await api.ok<number>('service/create', service, me);
  return { customerid, serviceid, username };
}

export const pay = (api: Api, { me }: Tenant, serviceid: number, amt: number) =>
  api.ok('payment/new', { serviceid, amt, mode: 'Online' }, me);

export const portalBrowser = (api: Api, headers: Record<string, string> = {}) =>
  new Browser(api.url, { headers: { 'x-lastmile': 'portal', ...headers } });

/** A browser in which the subscriber has signed in, and chosen a password. */
export async function signedIn(
  api: Api,
  { ispid }: Pick<Tenant, 'ispid'>,
  { username }: Pick<Own, 'username'>,
): Promise<Browser> {
  const browser = portalBrowser(api);
  await browser.ok('portal.sign_in', { ispid, username, password: serviceFields.password });
  await browser.ok('portal.choose_password', { new_password: OWN_PASSWORD });
  return browser;
}

export interface SeenService {
  readonly serviceid: number;
  readonly balance: string;
  readonly valid_upto: string | null;
  readonly status: string;
}

/** What every change says: the service, and what was seen of it. */
export async function seen(browser: Browser, serviceid: number) {
  const { services } = await browser.ok<{ services: SeenService[] }>('portal.overview');
  const service = services.find((each) => each.serviceid === serviceid);
  if (!service) throw new Error(`service ${serviceid} is not shown`);
  return { serviceid, balance: service.balance, valid_upto: service.valid_upto };
}
