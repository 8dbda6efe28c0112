import { beforeAll, describe, expect, it } from 'vitest';
import * as en from '../../clients/portal/src/words/en.ts';
import * as hi from '../../clients/portal/src/words/hi.ts';
import { addSubscriber, OWN_PASSWORD, portalTenant } from '../areas/online/portal/portal-user.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeUser, type Tenant } from '../fixtures/tenants.ts';
import { PortalPages } from './portal-pages.ts';

describe.skipIf(!executablePath)('the PIN for the telephone, on the subscriber’s pages', async () => {
  const api = await startApi();
  const pages = new PortalPages(api);
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await portalTenant(api);
    await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'CareLine' });
  });

  async function openAccount(options = {}) {
    const own = await addSubscriber(api, tenant);
    const { page, complaints } = await pages.signedIn(tenant.ispid, own, options);
    await page.goto(`${api.url}/my/${tenant.ispid}/account`);
    const pins = () => api.db.prisma.carePin.count({ where: { customerId: own.customerid } });
    return { page, complaints, pins };
  }

  it('is chosen, changed and removed, with the password each time', async () => {
    const { page, complaints, pins } = await openAccount();
    const card = page.getByRole('region', { name: en.pin.title });
    const choose = async (password: string, pin: string, button: string) => {
      await card.getByLabel(en.account.own).fill(password);
      await card.getByLabel(en.pin.label).fill(pin);
      await card.getByRole('button', { name: button }).click();
    };
    await choose('wrong', '2583', en.pin.choose);
    await card.getByText(en.faults.reasons.password ?? '').waitFor();
    await choose(OWN_PASSWORD, '1234', en.pin.choose);
    await card.getByText(en.faults.reasons.pin ?? '').waitFor();
    expect(await pins()).toBe(0);
    await choose(OWN_PASSWORD, '2583', en.pin.choose);
    await card.getByText(en.pin.done).waitFor();
    await choose(OWN_PASSWORD, '904017', en.pin.change);
    await expect.poll(() => card.getByLabel(en.pin.label).inputValue()).toBe('');
    expect(await pins()).toBe(1);
    await card.getByRole('button', { name: en.pin.remove }).click();
    await card.getByLabel(en.account.own).last().fill(OWN_PASSWORD);
    await card.getByRole('button', { name: en.pin.removeNow }).click();
    await card.getByText(en.pin.removed).waitFor();
    expect(await pins()).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('meets WCAG AA on a telephone, in Hindi', async () => {
    const { page, complaints } = await openAccount({ locale: 'hi-IN', bypassCSP: true });
    await page.getByRole('region', { name: hi.pin.title }).waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(complaints).toEqual([]);
  });
});
