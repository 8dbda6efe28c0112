import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { goWithin } from '../fixtures/quiet-page.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { appear, appearancesOf, expectAccessible, FOR_AXE } from './appearances.ts';
import { closed, eventually, fill, openRow, press, pressAndConfirm } from './at-forms.ts';
import { choose, startConsole } from './console-browser.ts';

/** By the end of its address and the button that opens its form. */
const SCREENS = [
  ['', 'Add a queue'],
  ['/categories', 'Add a category'],
  ['/limits', 'Add a time limit'],
  ['/hours', 'Add working hours'],
  ['/visits', 'Add hours'],
] as const;

describe.skipIf(!executablePath)('the settings of tickets, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { prisma } = api.db;
  const { me, ispid } = tenant;
  await api.ok('location/create', { location_code: 'HILL', location: 'Hill Town' }, me);

  const tags = async (page: Page, label: string, values: readonly string[]) => {
    const field = page.getByRole('dialog').last().getByLabel(label, { exact: true }).first();
    for (const value of values) {
      await field.fill(value);
      await field.press('Enter');
    }
  };
  /** Adds and saves in the dialog on top. */
  const confirm = async (page: Page, name: 'Add' | 'Save') => {
    await page.getByRole('dialog').last().getByRole('button', { name, exact: true }).click();
  };
  const row = (page: Page, text: string) => page.getByRole('row').filter({ hasText: text }).waitFor();

  it('make a queue, name its members, and delete it when nothing needs it', async () => {
    const username = await console.userOf(tenant, 'Support');
    const { page, complaints } = await console.signedIn(tenant, '/dashboard');
    await page.getByRole('link', { name: 'Ticket settings' }).click();
    await press(page, 'Add a queue');
    await fill(page, { Name: 'First line' });
    await choose(page, 'Members', username);
    await page.keyboard.press('Escape');
    await confirm(page, 'Add');
    await row(page, '1 member');
    const queue = await prisma.careQueue.findFirstOrThrow({ where: { ispId: ispid } });
    const { id } = await prisma.loginUser.findFirstOrThrow({ where: { username } });
    expect(queue).toMatchObject({ name: 'First line', resellerId: null, memberIds: [id] });
    await openRow(page, 'First line');
    await page.getByRole('dialog').getByText(username).waitFor();
    await press(page, 'Edit');
    await fill(page, { Name: 'Second line' });
    await confirm(page, 'Save');
    await closed(page);
    await openRow(page, 'Second line');
    await pressAndConfirm(page, 'Delete');
    await page.getByText('No queues yet').waitFor();
    expect(complaints).toEqual([]);
  });

  it('make a category with its queue, and take it from the portal again', async () => {
    await api.ok('ticket/queue_create', { name: 'Field team' }, me);
    const { page, complaints } = await console.signedIn(tenant, '/ticket-settings/categories');
    await press(page, 'Add a category');
    await fill(page, { Name: 'No Internet', 'Legal limit, days': '3' });
    await choose(page, 'Priority', 'High');
    await choose(page, 'Queue', 'Field team');
    await page.getByLabel('Subscribers can choose it').check({ force: true });
    await confirm(page, 'Add');
    await row(page, 'Field team');
    const stored = () => prisma.ticketCategory.findFirstOrThrow({ where: { ispId: ispid, name: 'No Internet' } });
    expect(await stored()).toMatchObject({ priority: 'High', legalDays: 3, portal: true, technical: true });
    await openRow(page, 'No Internet');
    await press(page, 'Edit');
    await page.getByRole('dialog').last().getByLabel('Subscribers can choose it').uncheck({ force: true });
    await fill(page, { 'Legal limit, days': '' });
    await confirm(page, 'Save');
    await closed(page);
    expect(await stored()).toMatchObject({ legalDays: null, portal: false });
    expect(complaints).toEqual([]);
  });

  it('limit how long tickets may take, and replace both limits at once', async () => {
    await api.ok('ticket/category_create', { name: 'Billing' }, me);
    const { page, complaints } = await console.signedIn(tenant, '/ticket-settings/limits');
    await press(page, 'Add a time limit');
    await choose(page, 'Category', 'Billing');
    await choose(page, 'Priority', 'Urgent');
    await fill(page, { 'First reply within, minutes': '45', 'Resolved within, minutes': '510' });
    await confirm(page, 'Add');
    await row(page, '8 h 30 min');
    const stored = () => prisma.ticketSla.findFirst({ where: { ispId: ispid } });
    expect(await stored()).toMatchObject({ priority: 'Urgent', respondMinutes: 45, resolveMinutes: 510 });
    await openRow(page, 'Billing');
    await press(page, 'Edit');
    await fill(page, { 'First reply within, minutes': '' });
    await confirm(page, 'Save');
    await closed(page);
    expect(await stored()).toMatchObject({ respondMinutes: null, resolveMinutes: 510 });
    await openRow(page, 'Billing');
    await pressAndConfirm(page, 'Delete');
    await page.getByText('No time limits yet').waitFor();
    expect(complaints).toEqual([]);
  });

  it('say when the staff works: several intervals a day, and holidays of a location', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/ticket-settings/hours');
    await press(page, 'Add working hours');
    for (const day of ['Monday', 'Tuesday']) await tags(page, day, ['09:00-13:00', '14:00-18:00']);
    await confirm(page, 'Add');
    await row(page, 'Mon–Tue 09:00-13:00, 14:00-18:00');
    await press(page, 'Add working hours');
    await choose(page, 'Location', 'Hill Town');
    await tags(page, 'Saturday', ['10:00-09:00']);
    await tags(page, 'Holidays', ['2027-01-26']);
    await confirm(page, 'Add');
    await page.getByText(/ends after it begins/).waitFor();
    await page.getByRole('dialog').last().getByLabel('Saturday', { exact: true }).first().press('Backspace');
    await tags(page, 'Saturday', ['09:00-12:00']);
    await confirm(page, 'Add');
    await row(page, 'Hill Town');
    const stored = (locationCode: string | null) =>
      prisma.ticketCalendar.findFirstOrThrow({ where: { ispId: ispid, locationCode } });
    expect(await stored('HILL')).toMatchObject({ sat: ['09:00-12:00'], holidays: ['2027-01-26'], mon: [] });
    await openRow(page, 'The whole ISP');
    await press(page, 'Edit');
    await tags(page, 'Wednesday', ['09:00-13:00']);
    await confirm(page, 'Save');
    await closed(page);
    const hours = ['09:00-13:00', '14:00-18:00'];
    expect(await stored(null)).toMatchObject({ mon: hours, tue: hours, wed: ['09:00-13:00'], thu: [] });
    expect(complaints).toEqual([]);
  });

  it('say how many visits can be booked at a location, and change it', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/ticket-settings/visits');
    await press(page, 'Add hours');
    await fill(page, { Hours: '09:00-12:00', 'Visits at once': '4' });
    await choose(page, 'Location', 'Hill Town');
    await confirm(page, 'Add');
    await row(page, 'Every day');
    await openRow(page, '09:00-12:00');
    await press(page, 'Edit');
    await fill(page, { 'Visits at once': '2' });
    await confirm(page, 'Save');
    await closed(page);
    const slot = await prisma.visitSlot.findFirstOrThrow({ where: { ispId: ispid } });
    expect(slot).toMatchObject({ locationCode: 'HILL', hours: '09:00-12:00', capacity: 2, resellerId: null });
    expect(slot.weekdays).toHaveLength(7);
    expect(complaints).toEqual([]);
  });

  it('are not offered without the right; dispatchers set the hours for visits', async () => {
    const support = await console.signedIn(tenant, '/tickets', 'Support');
    await support.page.getByRole('link', { name: 'Ticket settings' }).click();
    await support.page.getByRole('button', { name: 'Add hours' }).waitFor();
    expect(await support.page.getByRole('link', { name: 'Queues', exact: true }).count()).toBe(0);
    const accounts = await console.signedIn(tenant, '/payments', 'Accounts');
    await accounts.page.getByRole('link', { name: 'Payments' }).first().waitFor();
    expect(await accounts.page.getByRole('link', { name: 'Ticket settings' }).count()).toBe(0);
  });

  it('are accessible, with the list and the form', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Admin', FOR_AXE);
    for (const [at, [screen, button]] of SCREENS.entries()) {
      const [first, second] = appearancesOf(at);
      await appear(page, first);
      await goWithin(page, `/console/ticket-settings${screen}`);
      await expectAccessible(page, screen, first);
      await press(page, button);
      await eventually(() => page.getByRole('dialog').count()).toBe(1);
      await expectAccessible(page, `${screen}, the form`, first);
      await appear(page, second);
      await expectAccessible(page, `${screen}, the form`, second);
    }
    expect(complaints).toEqual([]);
  });
});
