import type { Page } from 'playwright-core';
import { beforeAll, describe, expect, it } from 'vitest';
import * as en from '../../clients/portal/src/words/en.ts';
import { addSubscriber, type Own, portalTenant } from '../areas/online/portal/portal-user.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { PortalPages } from './portal-pages.ts';

/** A PNG of one pixel. */
const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

describe.skipIf(!executablePath)('the page for help', async () => {
  const api = await startApi();
  const pages = new PortalPages(api);
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await portalTenant(api);
    for (const name of ['No Internet', 'Slow connection'])
      await api.ok('ticket/category_create', { name, portal: 'Y', legal_days: 3 }, tenant.me);
  });

  async function openHelp(options = {}): Promise<{ page: Page; own: Own; complaints: readonly string[] }> {
    const own = await addSubscriber(api, tenant);
    const { page, complaints } = await pages.signedIn(tenant.ispid, own, options);
    await page.goto(`${api.url}/my/${tenant.ispid}/help`);
    await page.getByRole('button', { name: en.help.submit }).waitFor();
    return { page, own, complaints };
  }

  /** Presses Tab until the element has the focus. */
  async function tabTo(page: Page, of: ReturnType<Page['getByRole']>): Promise<void> {
    await of.waitFor();
    for (let at = 0; at < 40 && !(await of.evaluate((element) => element.matches(':focus'))); at += 1)
      await page.keyboard.press('Tab');
    expect(await of.evaluate((element) => element.matches(':focus'))).toBe(true);
  }

  const ticketOf = ({ customerid: customerId }: Own) =>
    api.db.prisma.ticket.findFirstOrThrow({ where: { customerId } });
  const move = (id: number, report: string, fields: Record<string, string> = {}) =>
    api.ok('ticket/move', { id, report, ...fields }, tenant.me);

  it('files a ticket with the keys alone, and names its docket', async () => {
    const { page, own, complaints } = await openHelp();
    await tabTo(page, page.getByLabel(en.help.choose));
    await page.keyboard.press('s');
    await tabTo(page, page.getByLabel(en.help.text));
    await page.keyboard.type('very slow since the morning');
    await tabTo(page, page.getByRole('button', { name: en.help.submit }));
    await page.keyboard.press('Enter');
    await page.getByText(/^Your ticket is registered: \d{11}\.$/).waitFor();
    const { docket, text, source } = await ticketOf(own);
    expect({ text, source }).toEqual({ text: 'very slow since the morning', source: 'Portal' });
    await page.getByText(en.help.filed(docket)).waitFor();
    await tabTo(page, page.getByRole('button', { name: en.help.openNamed(docket) }));
    await page.keyboard.press('Enter');
    await page.getByText(/^We expect to resolve it by /).waitFor();
    await page.getByText('Slow connection').waitFor();
    expect(complaints).toEqual([]);
  });

  it('sends a photo with a ticket, as JPEG, and says so if it is none', async () => {
    const { page, own, complaints } = await openHelp();
    const photo = { name: 'lamps.png', mimeType: 'image/png', buffer: PIXEL };
    await page.getByLabel(en.help.choosePhoto).setInputFiles(photo);
    await page.getByLabel(en.help.text).fill('the second lamp is red');
    await page.getByRole('button', { name: en.help.submit }).click();
    await page.getByText(/^Your ticket is registered/).waitFor();
    const { id, docket } = await ticketOf(own);
    const sent = () => api.db.prisma.file.findMany({ where: { ticketId: id }, select: { mediaType: true } });
    expect(await sent()).toEqual([{ mediaType: 'image/jpeg' }]);
    await page.getByRole('button', { name: en.help.openNamed(docket) }).click();
    await page.getByLabel(en.help.choosePhoto).setInputFiles({ ...photo, buffer: Buffer.from('no picture') });
    await page.getByRole('button', { name: en.help.sendPhoto }).click();
    await page
      .getByRole('alert')
      .getByText(en.faults.reasons.file ?? '')
      .waitFor();
    expect(await sent()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });

  it('says that a text is empty before it sends it', async () => {
    const { page } = await openHelp();
    await page.getByRole('button', { name: en.help.submit }).click();
    await page.getByRole('alert').getByText(`${en.help.text}: ${en.page.empty}`).waitFor();
  });

  it('shows answers, and takes the subscriber’s: it is not resolved, then it is, and how well', async () => {
    const { page, own, complaints } = await openHelp();
    await page.getByLabel(en.help.text).fill('<b>no</b>\nInternet');
    await page.getByRole('button', { name: en.help.submit }).click();
    await page.getByText(/^Your ticket is registered/).waitFor();
    const { id, docket } = await ticketOf(own);
    await move(id, 'take');
    await api.ok('ticket/reply', { id, text: 'Which lamp is red?' }, tenant.me);
    await api.ok('ticket/note', { id, text: 'internal note' }, tenant.me);
    await move(id, 'ask');
    await page.getByRole('button', { name: en.help.openNamed(docket) }).click();
    await page.getByText(en.help.states.Waiting).waitFor();
    await page.getByText('Which lamp is red?').waitFor();
    await page.getByText('<b>no</b>').waitFor();
    expect(await page.getByText('internal note').count()).toBe(0);
    await page.getByRole('textbox', { name: en.help.reply }).fill('The second');
    await page.getByRole('button', { name: en.help.sendReply }).click();
    await page.getByText('The second').waitFor();
    await expect.poll(async () => (await ticketOf(own)).status).toBe('Open');
    await move(id, 'resolve', { resolution: 'Fixed' });
    await page.reload();
    await page.getByRole('button', { name: en.help.openNamed(docket) }).click();
    await page.getByLabel(en.help.notResolved).fill('Still slow');
    await page.getByRole('button', { name: en.help.reopen }).click();
    await page.getByText('Still slow').waitFor();
    await expect.poll(async () => (await ticketOf(own)).status).toBe('Open');
    await move(id, 'resolve', { resolution: 'Fixed' });
    await page.reload();
    await page.getByRole('button', { name: en.help.openNamed(docket) }).click();
    await page.getByRole('button', { name: en.help.confirm }).click();
    await page.getByText(en.help.states.Closed, { exact: true }).waitFor();
    await page.getByRole('combobox', { name: en.help.rating }).selectOption(en.help.ratings[4]);
    await page.getByRole('button', { name: en.help.rate }).click();
    await page.getByText(en.help.rated(en.help.ratings[4])).waitFor();
    expect(await ticketOf(own)).toMatchObject({ status: 'Closed', rating: 4, reopened: 1 });
    await page.getByRole('textbox', { name: en.help.appealText }).fill('It took too long');
    await page.getByRole('button', { name: en.help.sendAppeal }).click();
    await page.getByText(en.help.appeals.Filed).waitFor();
    await page.getByRole('button', { name: en.help.withdraw }).click();
    await page.getByText(en.help.withdrawHint).waitFor();
    await page.getByRole('button', { name: en.help.withdrawNow }).click();
    await page.getByRole('textbox', { name: en.help.appealText }).waitFor();
    const [appeal] = await api.db.prisma.ticketAppeal.findMany({ where: { ticketId: (await ticketOf(own)).id } });
    expect(appeal).toMatchObject({ status: 'Withdrawn', updatedBy: `subscriber ${own.username}` });
    expect(complaints).toEqual([]);
  });

  it('says instead of a form that three tickets are open', async () => {
    const { page } = await openHelp();
    for (const text of ['one', 'two', 'three']) {
      await page.getByLabel(en.help.text).fill(text);
      await page.getByRole('button', { name: en.help.submit }).click();
      const count = ['one', 'two', 'three'].indexOf(text) + 1;
      await expect.poll(() => page.getByRole('button', { name: /^Show ticket/ }).count()).toBe(count);
    }
    await page.getByText(en.faults.reasons.open ?? '').waitFor();
    expect(await page.getByRole('button', { name: en.help.submit }).count()).toBe(0);
  });

  it.each(['en-IN', 'hi-IN'])('meets WCAG AA on a telephone with a resolved ticket, %s', async (locale) => {
    const own = await addSubscriber(api, tenant);
    const category = await api.db.prisma.ticketCategory.findFirstOrThrow({ where: { ispId: tenant.ispid } });
    const ticket = { serviceid: own.serviceid, categoryid: category.id, text: 'x' };
    const { id } = await api.ok<{ id: string }>('ticket/create', ticket, tenant.me);
    await move(Number(id), 'take');
    await api.ok('ticket/reply', { id, text: 'An answer' }, tenant.me);
    await move(Number(id), 'resolve', { resolution: 'Fixed' });
    const { page, complaints } = await pages.signedIn(tenant.ispid, own, { locale, bypassCSP: true });
    await page.goto(`${api.url}/my/${tenant.ispid}/help`);
    await page.locator('.list button').click();
    await page.getByText('An answer').waitFor();
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false);
    expect(complaints).toEqual([]);
  });
});
