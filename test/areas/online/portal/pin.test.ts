import { beforeAll, describe, expect, it } from 'vitest';
import { isPin } from '../../../../src/areas/subscribers/customers/care-pin.ts';
import { SecretsKeys } from '../../../../src/config/secrets-keys.ts';
import { startApi } from '../../../fixtures/api.ts';
import type { Browser } from '../../../fixtures/browser.ts';
import { makeUser, type Tenant } from '../../../fixtures/tenants.ts';
import { addSubscriber, OWN_PASSWORD, type Own, portalTenant, signedIn } from './portal-user.ts';

const api = await startApi();
let tenant: Tenant;
let own: Own;
let browser: Browser;
beforeAll(async () => {
  tenant = await portalTenant(api);
  own = await addSubscriber(api, tenant);
  browser = await signedIn(api, tenant, own);
});

const choose = (pin: string | null, password = OWN_PASSWORD) => browser.call('portal.pin', { password, pin });
const isTheirs = (pin: string, { customerid } = own, secretsKeys = api.kernel.secretsKeys) =>
  api.db.transaction((tx) =>
    isPin(tx, { ispId: tenant.ispid, customerId: customerid }, pin, { secretsKeys, now: new Date() }),
  );

describe('a subscriber chooses a PIN for the telephone', () => {
  it('of 4 to 6 digits, and another, and none', async () => {
    for (const pin of ['2583', '904017']) {
      expect(await choose(pin)).toMatchObject({ data: 'done' });
      expect(await isTheirs(pin)).toBe(true);
    }
    expect(await isTheirs('2583')).toBe(false);
    expect(await choose(null)).toMatchObject({ data: 'done' });
    expect(await isTheirs('904017')).toBe(false);
  });

  it('where the provider has a line that asks for it, and sees when it was chosen', async () => {
    const state = () => browser.ok('portal.pin_state');
    expect(await state()).toEqual({ offered: false, set_at: null });
    await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'CareLine' });
    expect(await state()).toEqual({ offered: true, set_at: null });
    await choose('2583');
    expect(await state()).toEqual({ offered: true, set_at: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/) });
    await choose(null);
    expect(await state()).toEqual({ offered: true, set_at: null });
  });

  it('with the password of the pages, and not one that everybody tries first', async () => {
    expect(await choose('2583', 'wrong')).toMatchObject({ status: 400, message: 'password: is not your password' });
    for (const pin of ['123', '1234567', 'abcd', '12 34', '']) {
      const { status, message } = await choose(pin);
      expect([pin, status, message]).toEqual([pin, 400, 'pin: must have 4 to 6 digits']);
    }
    for (const pin of ['0000', '1234', '345678', '9876', '8901'])
      expect(await choose(pin)).toMatchObject({
        status: 400,
        message: expect.stringContaining('pin: is too easy to guess'),
      });
    expect(await api.db.prisma.carePin.count()).toBe(0);
  });

  it('that no table, audit or other customer has', async () => {
    const other = await addSubscriber(api, tenant);
    await choose('2583');
    expect(await isTheirs('2583', other)).toBe(false);
    await (await signedIn(api, tenant, other)).ok('portal.pin', { password: OWN_PASSWORD, pin: '2583' });
    const [mine, theirs] = await api.db.prisma.carePin.findMany();
    expect(Buffer.from(mine?.pinHash ?? []).equals(Buffer.from(theirs?.pinHash ?? []))).toBe(false);
    const events = await api.db.prisma.auditEvent.findMany({ where: { procedure: 'portal.pin' } });
    expect(events).not.toEqual([]);
    expect(JSON.stringify(events, (_, value) => (typeof value === 'bigint' ? `${value}` : value))).not.toContain(
      '2583',
    );
  });

  it('which is kept with the new key of the installation from its next use on', async () => {
    await choose('2583');
    const [old, next] = [api.kernel.secretsKeys.current, Buffer.alloc(32, 0x5a)];
    expect(await isTheirs('2583', own, new SecretsKeys(next))).toBe(false);
    expect(await isTheirs('2583', own, new SecretsKeys(next, old))).toBe(true);
    expect(await isTheirs('2583', own, new SecretsKeys(next))).toBe(true);
  });
});
