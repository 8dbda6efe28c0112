import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../../../src/app-router.ts';
import { SUBSCRIBER_RIGHTS } from '../../../../src/core/access/subscriber-rights.ts';
import type { EndpointMeta } from '../../../../src/rpc/meta.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { makeUser, serviceFields, type Tenant } from '../../../fixtures/tenants.ts';
import { addSubscriber, OWN_PASSWORD, type Own, portalBrowser, portalTenant } from './portal-user.ts';

/** A member of staff who can sign in as a subscriber has what the subscriber has. */

const api = await startApi();
const ELSEWHERE = { location_code: 'MAA', sub_location_code: 'MAA-S' };

let tenant: Tenant;
let sales: Credentials;
let support: Credentials;
/** Support, at the location of most services only. */
let installer: Credentials;
beforeAll(async () => {
  tenant = await portalTenant(api);
  const { ispid, resellerid, me } = tenant;
  await api.ok('location/create', { ispid, location_code: 'MAA', location: 'Chennai' }, me);
  await api.ok('location/sublocation_create', { ispid, ...ELSEWHERE, sub_location: 'South' }, me);
  sales = await makeUser(api, me, { ispid, roles: 'Sales' });
  support = await makeUser(api, me, { ispid, roles: 'Support' });
  installer = await makeUser(api, me, { ispid, resellerid, groupname: 'Employee', lc: 'BLR', roles: 'Support' });
});

let names = 0;

/** A customer with a service at the installer's location, and maybe one elsewhere. */
async function subscriber({ isElsewhereToo = false } = {}): Promise<Own> {
  const own = await addSubscriber(api, tenant);
  const { planid, subplanid, me } = tenant;
  const { customerid } = own;
  names += 1;
  const service = { customerid, planid, subplanid, username: `office${names}`, ...serviceFields, ...ELSEWHERE };
  if (isElsewhereToo) await api.ok('service/create', service, me);
  return own;
}

const set = ({ customerid }: Own, as: Credentials) =>
  api.call('customer/portal_password', { customerid, new_password: OWN_PASSWORD }, as);
const signIn = ({ username }: Own, password: string) =>
  portalBrowser(api).call('portal.sign_in', { ispid: tenant.ispid, username, password });

it('the rights that signing in as a subscriber takes are those that the endpoints of the pages say', () => {
  const procedures = appRouter._def.procedures as unknown as Record<string, { _def: { meta: EndpointMeta } }>;
  const said = Object.values(procedures).flatMap(({ _def: { meta } }) =>
    meta.access === 'subscriber' ? [meta.like] : [],
  );
  expect(said).not.toContain(undefined);
  expect([...new Set(said)].sort()).toEqual([...SUBSCRIBER_RIGHTS].sort());
});

describe('a portal password is set by staff who', () => {
  it('may do all that the subscriber may', async () => {
    const own = await subscriber();
    for (const as of [support, tenant.me, installer]) expect(await set(own, as)).toMatchObject({ status: 200 });
    expect(await signIn(own, OWN_PASSWORD)).toMatchObject({ data: { next: 'done' } });
  });

  it('not by those who may not read services, invoices and payments', async () => {
    const own = await subscriber();
    expect(await set(own, sales)).toMatchObject({
      status: 403,
      error: expect.stringMatching(
        /^You cannot give somebody access to more than you may see yourself: you need .*payment\.read.*\.$/,
      ),
    });
    expect(await signIn(own, OWN_PASSWORD)).toMatchObject({ status: 401 });
  });

  it('not by those who do not see all services of the customer', async () => {
    const own = await subscriber({ isElsewhereToo: true });
    expect(await set(own, installer)).toMatchObject({
      status: 403,
      error:
        'You cannot give somebody access to more than you may see yourself: the customer has services at other locations.',
    });
    expect(await set(own, support)).toMatchObject({ status: 200 });
  });
});

describe('the password of a connection, which staff of its location can set,', () => {
  const change = ({ serviceid }: Own) =>
    api.call('service/update', { serviceid, password: 'known to staff' }, installer);

  it('opens the pages of a customer whose services are all there', async () => {
    const own = await subscriber();
    expect(await change(own)).toMatchObject({ status: 200 });
    expect(await signIn(own, 'known to staff')).toMatchObject({ data: { next: 'password' } });
  });

  it('opens none with services elsewhere', async () => {
    const own = await subscriber({ isElsewhereToo: true });
    expect(await change(own)).toMatchObject({ status: 200 });
    expect(await signIn(own, 'known to staff')).toMatchObject({ status: 401, message: 'wrong username or password' });
  });
});

describe('the telephone number and the e-mail address that codes are sent to', () => {
  const contacts = [{ mobile: '9811111111' }, { email: 'mine@example.net' }];
  const update = ({ customerid }: Own, fields: Record<string, string>, as: Credentials) =>
    api.call('customer/update', { customerid, ...fields }, as);
  beforeAll(async () => {
    const { ispid, me } = tenant;
    await api.ok('notice/sender_set', { channel: 'whatsapp', url: 'https://sms.example.net/' }, me);
    await api.ok('notice/create', { on: 'sign_in_code', channel: 'whatsapp', body: '{code}' }, me);
    await api.ok('isp/settings_update', { ispid, portal_codes: 100 }, me);
  });

  it.each(contacts)('are changed by those who may set a password only: %j', async (contact) => {
    const [here, elsewhere] = [await subscriber(), await subscriber({ isElsewhereToo: true })];
    const [name = ''] = Object.keys(contact);
    for (const [own, as] of [
      [here, sales],
      [elsewhere, installer],
    ] as const)
      expect(await update(own, contact, as)).toMatchObject({
        status: 403,
        error: expect.stringContaining(
          `${name}: receives sign-in codes for the portal. You cannot give somebody access`,
        ),
      });
    for (const as of [support, installer]) expect(await update(here, contact, as)).toMatchObject({ status: 200 });
  });

  it('are left as they are by anybody, and the rest is changed', async () => {
    const own = await subscriber();
    const { mobile, email } = await api.db.prisma.customer.findUniqueOrThrow({ where: { id: own.customerid } });
    expect(await update(own, { mobile, email, city: 'Mysuru' }, sales)).toMatchObject({ status: 200 });
  });

  it('are changed by anybody where no codes are sent', async () => {
    const own = await subscriber();
    await api.ok('isp/settings_update', { ispid: tenant.ispid, portal_codes: 0 }, tenant.me);
    for (const contact of contacts) expect(await update(own, contact, sales)).toMatchObject({ status: 200 });
  });
});
