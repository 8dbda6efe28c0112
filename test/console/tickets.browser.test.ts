import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant, makeUser } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { choose, PASSWORD, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the tickets of an ISP, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { me, serviceid, customerid } = tenant;
  const queueid = await api.ok<number>('ticket/queue_create', { name: 'Second line' }, me);
  const categoryid = await api.ok<number>('ticket/category_create', { name: 'No Internet', queueid }, me);
  await api.ok('ticket/category_create', { name: 'Billing' }, me);

  const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).last().click();
  const more = async (page: Page, name: string) => {
    await press(page, 'More');
    await page.getByRole('menuitem', { name, exact: true }).click();
  };
  const dialog = (page: Page) => page.getByRole('dialog').last();
  const file = async (text: string) =>
    (await api.ok<{ id: string }>('ticket/create', { serviceid, categoryid, text }, me)).id;
  const stored = (id: string) => api.db.prisma.ticket.findUniqueOrThrow({ where: { id: Number(id) } });

  it('are filed where the subscriber is, answered, and resolved', async () => {
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${serviceid}`, 'Support', FOR_AXE);
    await press(page, 'File a ticket');
    await choose(page, 'Category', 'No Internet');
    await page.getByLabel('What is wrong').fill('No Internet since the morning');
    await dialog(page).getByRole('button', { name: 'File a ticket' }).click();
    const told = await page.getByText(/^Docket \d{6}/).textContent();
    const [ticket] = await api.db.prisma.ticket.findMany({ where: { customerId: customerid } });
    expect(told).toContain(ticket?.docket);
    await page.getByRole('region', { name: 'Tickets' }).getByRole('link', { name: 'No Internet' }).click();
    await dialog(page).getByText('No Internet since the morning').waitFor();
    await press(page, 'Take');
    await press(page, 'Reply to the subscriber');
    await page.getByRole('textbox', { name: 'Reply to the subscriber' }).fill('We are on it.');
    await press(page, 'Send');
    await press(page, 'Add a note');
    await page.getByRole('textbox', { name: 'Note' }).fill('The splitter is wet.');
    await press(page, 'Add');
    await page.getByRole('article').getByText('The splitter is wet.').waitFor();
    expect(await page.getByRole('region', { name: 'Conversation' }).getByRole('article').allTextContents()).toEqual([
      expect.stringMatching(/^We are on it\.Reply to the subscriber/),
      expect.stringMatching(/^The splitter is wet\.Note/),
    ]);
    await press(page, 'Resolve');
    await choose(page, 'How it was resolved', 'The fault was mended');
    await dialog(page).getByRole('button', { name: 'Resolve' }).click();
    await page.getByText('The fault was mended').waitFor();
    expect(await stored(String(ticket?.id))).toMatchObject({ status: 'Resolved', resolution: 'Fixed' });
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('are counted by status, and the address names the open one', async () => {
    const id = await file('It is slow in the evening');
    const { page } = await console.signedIn(tenant, '/tickets', 'Support');
    await page.getByRole('group', { name: 'Tickets by status' }).getByRole('button', { name: /^New/ }).click();
    await page
      .getByRole('row')
      .filter({ hasText: (await stored(id)).docket })
      .click();
    await dialog(page).getByText('It is slow in the evening').waitFor();
    expect(new URL(page.url()).searchParams.get('ticket')).toBe(id);
    expect(new URL(page.url()).searchParams.get('status')).toBe('New');
  });

  it('are assigned, corrected and merged by those who may', async () => {
    const [id, other] = [await file('A first call'), await file('A second call')];
    const { docket } = await stored(other);
    const { page } = await console.signedIn(tenant, `/tickets?ticket=${id}`);
    await more(page, 'Change what it is about');
    await choose(page, 'Priority', 'Urgent');
    await press(page, 'Save');
    await expect.poll(async () => (await stored(id)).priority).toBe('Urgent');
    await more(page, 'Assign');
    await choose(page, 'Queue', 'Second line');
    await press(page, 'Save');
    await more(page, 'Merge into another ticket');
    await choose(page, 'The other ticket', new RegExp(docket));
    await press(page, 'Merge into another ticket');
    await expect.poll(async () => (await stored(id)).status).toBe('Merged');
  });

  it('are appealed against by the subscriber, and the ISP decides', async () => {
    const id = await file('The bill is wrong');
    const move = (report: string, fields = {}) => api.ok('ticket/move', { id, report, ...fields }, me);
    await move('take');
    await move('resolve', { resolution: 'Explained' });
    const { page, complaints } = await console.signedIn(tenant, `/tickets?ticket=${id}`, 'Admin', FOR_AXE);
    await press(page, 'File an appeal');
    await page.getByLabel('What the subscriber objects to').fill('It is still wrong');
    await press(page, 'File an appeal');
    const appeals = page.getByRole('region', { name: 'Appeals' });
    await appeals.getByText('It is still wrong').waitFor();
    await appeals.getByText(/^To be decided by/).waitFor();
    await press(page, 'Acknowledge');
    await press(page, 'Reject');
    await page.getByLabel('Decision').fill('It was as agreed');
    await press(page, 'Reject');
    await appeals.getByText('It was as agreed').waitFor();
    expect(await appeals.getByRole('button').count()).toBe(0);
    const [appeal] = await api.db.prisma.ticketAppeal.findMany();
    expect(appeal).toMatchObject({ ticketId: Number(id), status: 'Rejected', decision: 'It was as agreed' });
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  it('show when the subscriber has withdrawn the appeal', async () => {
    const id = await file('The rebate is missing');
    const move = (report: string, fields = {}) => api.ok('ticket/move', { id, report, ...fields }, me);
    await move('take');
    await move('resolve', { resolution: 'Explained' });
    const appeal = await api.ok<number>('ticket/appeal', { id, text: 'It is still missing' }, me);
    await api.ok('ticket/appeal_move', { id: appeal, report: 'withdraw' }, me);
    const { updatedBy } = await api.db.prisma.ticketAppeal.findUniqueOrThrow({ where: { id: appeal } });
    const { page } = await console.signedIn(tenant, `/tickets?ticket=${id}`);
    const appeals = page.getByRole('region', { name: 'Appeals' });
    await appeals.getByText('Withdrawn', { exact: true }).waitFor();
    await appeals
      .getByText(new RegExp(`^${updatedBy} · `))
      .last()
      .waitFor();
  });

  it('are saved as a file for a spreadsheet, as they are filtered', async () => {
    const id = await file('For the spreadsheet');
    await api.ok('ticket/edit', { id, priority: 'Low' }, me);
    const { page, complaints } = await console.signedIn(tenant, '/tickets?priority=Low');
    const [download] = await Promise.all([page.waitForEvent('download'), press(page, 'Save as CSV file')]);
    const lines = (await readFile(await download.path(), 'utf8')).trim().split(/\r?\n/);
    expect(lines[0]).toContain('docket,customername,username,number,category,status');
    expect(lines.slice(1)).toEqual([expect.stringContaining((await stored(id)).docket)]);
    expect(complaints).toEqual([]);
  });

  it('of the ISP can be answered by a reseller, not moved', async () => {
    const id = await file('For the ISP alone');
    const { ispid, resellerid } = tenant;
    const { userid } = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller', password: PASSWORD });
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
    const { page } = await console.openAs(username, `/tickets?ticket=${id}`);
    await page.getByRole('button', { name: 'Add a note' }).waitFor();
    expect(await page.getByRole('button', { name: 'Take' }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'More', exact: true }).count()).toBe(0);
  });
});

describe.skipIf(!executablePath)('tasks, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  it('are added, closed with what came of them, and opened again', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/tickets/tasks', 'Support', FOR_AXE);
    await page.getByText('Nothing to do').waitFor();
    await page.getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByLabel('What is to be done').fill('Send the cable plan');
    await page.getByLabel('Due').fill('2030-01-02T10:00');
    await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Send the cable plan' }).click();
    await page.getByRole('button', { name: 'Done', exact: true }).click();
    await page.getByLabel('What came of it').fill('Sent by e-mail');
    await page.getByRole('dialog').last().getByRole('button', { name: 'Done', exact: true }).click();
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
    expect(await api.db.prisma.task.findFirstOrThrow()).toMatchObject({ state: 'Done', report: 'Sent by e-mail' });
    await page.getByText('All', { exact: true }).click();
    await page.getByRole('row').filter({ hasText: 'Send the cable plan' }).click();
    await page.getByRole('button', { name: 'Open again' }).click();
    await expect.poll(async () => (await api.db.prisma.task.findFirstOrThrow()).state).toBe('Open');
    expect(await violations(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });
});
