import { describe, expect, it } from 'vitest';
import { addSubscriber, pay, portalTenant } from '../areas/online/portal/portal-user.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { PortalPages } from './portal-pages.ts';

const NO_ANSWER = 'No answer. Check your connection and try again.';

describe.skipIf(!executablePath)('the subscriber’s pages without a connection, in a browser', async () => {
  const api = await startApi();
  const tenant = await portalTenant(api, { taxes: 'CGST:9,SGST:9' });
  const pages = new PortalPages(api);

  async function signedIn() {
    const own = await addSubscriber(api, tenant);
    await pay(api, tenant, own.serviceid, 2_000);
    const { page } = await pages.signedIn(tenant.ispid, own);
    return { page, own };
  }

  it('say so in a sentence, and go on where they were when the connection is back', async () => {
    const { page } = await signedIn();
    await page.getByText('Your connection is active.').waitFor();
    await page.context().setOffline(true);
    await page.getByRole('link', { name: 'Bills' }).click();
    await page.getByRole('alert').getByText(NO_ANSWER).first().waitFor();
    await page.context().setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).first().click();
    await page
      .getByRole('button', { name: /^PDF: / })
      .first()
      .waitFor();
  });

  it('renew once, also when the answer is lost and the subscriber agrees again', async () => {
    const { page, own } = await signedIn();
    const charges = () => api.db.prisma.charge.count({ where: { serviceId: own.serviceid } });
    await page.goto(`${api.url}/my/${tenant.ispid}/renew`);
    const agree = page.getByRole('button', { name: 'Agree' });
    await agree.waitFor();
    await page.route('**/trpc/portal.renew', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const before = await charges();
    await agree.click();
    await page.getByRole('alert').getByText(NO_ANSWER).waitFor();
    expect(await charges()).toBe(before + 1);
    await page.unrouteAll();
    await agree.click();
    await page.getByText('Your account has changed in the meantime. Look at it again.').waitFor();
    expect(await charges()).toBe(before + 1);
  });
});
