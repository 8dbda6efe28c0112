import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { contact, makeTenant } from '../fixtures/tenants.ts';
import { eventually } from './at-forms.ts';
import { choose, signIn, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('forms in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  const fill = async (page: Page, texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) await page.getByLabel(label, { exact: true }).fill(text);
  };
  const home = { Street: '1 Main Road', City: 'Bengaluru', Postcode: '560001', State: 'Karnataka' };

  it('make a customer and its service in three steps, and show what it costs before', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/subscribers');
    await page.getByRole('link', { name: 'New subscriber' }).click();
    await choose(page, 'Reseller', /^Reseller/);
    await fill(page, { Name: 'Asha', Surname: 'Ráo', Mobile: '9811111111', Email: 'asha@example.net' });
    await page.getByRole('button', { name: 'Next' }).click();
    await choose(page, 'Plan', 'Fast 20');
    await page.getByText('Fast 20, Monthly, with taxes').waitFor();
    await page.getByText('$499.00').first().waitFor();
    await page.getByLabel('Discount %').fill('10');
    await page.getByText('−$49.90').waitFor();
    await page.getByLabel('Installation charge').fill('100');
    await page.getByText('$549.10').first().waitFor();
    await page.getByLabel('Discount %').fill('200');
    await page.getByText(/Discount %.* 0 to 100/).waitFor();
    await page.getByLabel('Discount %').fill('0');
    await eventually(() => page.getByLabel('Username').inputValue()).toBe('asha.rao');
    await page.getByRole('button', { name: 'Next' }).click();
    await fill(page, home);
    await choose(page, 'Location', 'Bengaluru');
    await choose(page, 'Sub location', 'North');
    await page.getByRole('button', { name: 'Check and create' }).click();
    const dialog = page.getByRole('dialog', { name: 'Create the subscriber' });
    await dialog.getByText('New request').waitFor();
    expect(await api.db.prisma.service.count({ where: { username: 'asha.rao' } })).toBe(0);
    await page.getByRole('button', { name: 'Create the subscriber' }).click();
    await page.getByRole('heading', { name: 'Asha Ráo', level: 1 }).waitFor();
    const service = await api.db.prisma.service.findFirstOrThrow({ where: { username: 'asha.rao' } });
    expect(service).toMatchObject({ resellerId: tenant.resellerid, planId: tenant.planid, prepaidPostpaid: 'Prepaid' });
    expect(complaints).toEqual([]);
  });

  it('go back to the field that was refused, and correct the customer then instead of making a second', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers/new');
    await choose(page, 'Reseller', /^Reseller/);
    await fill(page, { Name: 'Once', Mobile: '9811111112', Email: 'once@example.net' });
    await page.getByRole('button', { name: 'Next' }).click();
    await choose(page, 'Plan', 'Fast 20');
    await fill(page, { Username: tenant.username });
    await page.getByRole('button', { name: 'Next' }).click();
    await fill(page, home);
    await choose(page, 'Location', 'Bengaluru');
    await choose(page, 'Sub location', 'North');
    await page.getByRole('button', { name: 'Check and create' }).click();
    await page.getByRole('list', { name: 'Step 2 of 3' }).waitFor();
    await page.getByRole('button', { name: 'Who' }).click();
    await fill(page, { Mobile: '9811111113' });
    await page.getByRole('button', { name: 'Next' }).click();
    await fill(page, { Username: 'once' });
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Check and create' }).click();
    await page.getByRole('button', { name: 'Create the subscriber' }).click();
    await page.getByRole('heading', { name: 'Once', level: 1 }).waitFor();
    const customers = await api.db.prisma.customer.findMany({ where: { name: 'Once' } });
    expect(customers.map(({ mobile }) => mobile)).toEqual(['9811111113']);
  });

  it('finish a lead: what it says is filled in, and it is completed with its service', async () => {
    const lead = {
      resellerid: tenant.resellerid,
      name: 'Lena Lead',
      address: '2 Side Road',
      source: 'Web',
      ...{ city: 'Bengaluru', zipcode: '560001', state: 'Karnataka' },
      ...contact,
    };
    const id = await api.ok<number>('lead/create', lead, tenant.me);
    for (const [status, report] of [
      ['Welcome-Call', 'Customer-Accepted'],
      ['Field-Verification', 'Feasible'],
      ['Installation', 'Installation-Completed'],
    ] as const)
      await api.ok('lead/update', { id, status, report }, tenant.me);
    const { page } = await console.signedIn(tenant, '/leads');
    await page.getByRole('button', { name: 'Report: Lena Lead' }).click();
    await page.getByRole('menuitem', { name: 'Create the subscriber' }).click();
    // The lead has said who; that can be looked at.
    await page.getByRole('list', { name: 'Step 2 of 3' }).waitFor();
    await page.getByRole('button', { name: 'Who' }).click();
    await eventually(() => page.getByLabel('Surname').inputValue()).toBe('Lead');
    await page.getByRole('button', { name: 'Next' }).click();
    await choose(page, 'Plan', 'Fast 20');
    await eventually(() => page.getByRole('combobox', { name: 'Duration and price' }).inputValue()).toMatch(/Monthly/);
    await page.getByRole('button', { name: 'Next' }).click();
    for (const [label, text] of Object.entries({ City: 'Bengaluru', Postcode: '560001', State: 'Karnataka' }))
      expect(await page.getByLabel(label, { exact: true }).inputValue()).toBe(text);
    await choose(page, 'Location', 'Bengaluru');
    await choose(page, 'Sub location', 'North');
    await page.getByRole('button', { name: 'Check and create' }).click();
    await page.getByRole('dialog').getByText('2 Side Road, Bengaluru').waitFor();
    await page.getByRole('button', { name: 'Create the subscriber' }).click();
    await page.getByRole('heading', { name: 'Lena Lead', level: 1 }).waitFor();
    const { status, serviceId } = await api.db.prisma.lead.findUniqueOrThrow({ where: { id } });
    expect(status).toBe('Completed');
    expect(page.url()).toContain(`/subscribers/${serviceId}`);
  });

  it('edit a lead and assign it, and the one it is assigned to sees it among their own', async () => {
    const lead = { resellerid: 0, name: 'Ada Assigned', address: 'x', source: 'Web', ...contact };
    const id = await api.ok<number>('lead/create', lead, tenant.me);
    await api.ok('lead/create', { ...lead, name: 'Otto Other' }, tenant.me);
    const username = await console.userOf(tenant, 'Sales');
    const { page } = await console.signedIn(tenant, '/leads');
    await page.getByRole('button', { name: 'Report: Ada Assigned' }).click();
    await page.getByRole('menuitem', { name: 'Edit or assign' }).click();
    await page.getByLabel('Address').fill('12 New Road');
    await choose(page, 'Assigned to', username);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText(`Assigned to ${username}`).waitFor();
    expect(await api.db.prisma.lead.findUniqueOrThrow({ where: { id } })).toMatchObject({ address: '12 New Road' });
    const own = await console.open('/leads');
    await signIn(own.page, username);
    await own.page.getByText('Otto Other').waitFor();
    await own.page.getByText('Mine', { exact: true }).click();
    await own.page.getByText('Otto Other').waitFor({ state: 'detached' });
    await own.page.getByText('12 New Road').waitFor();
  });

  it('offer the receipt of a payment that was just taken, and of each in the list', async () => {
    const { page } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}`);
    await page.getByRole('button', { name: 'Take payment' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Amount').fill('10.00');
    await dialog.getByText('Afterwards').waitFor();
    const confirm = dialog.getByRole('button', { name: 'Take payment' });
    await expect.poll(() => confirm.isEnabled()).toBe(true);
    await confirm.click();
    const receipt = page.waitForResponse(/payment\.receipt/);
    await page.getByRole('button', { name: 'Open receipt' }).first().click();
    expect((await receipt).status()).toBe(200);
    await page.goto(`${api.url}/console/payments`);
    const next = page.waitForResponse(/payment\.receipt/);
    const tab = page.context().waitForEvent('page');
    await page.getByRole('row').getByRole('button', { name: 'Open receipt' }).first().click();
    // What a tab does with a PDF depends on the browser.
    await tab;
    expect((await next).status()).toBe(200);
    expect(page.url()).toContain('/console/payments');
  });

  it('return a lead to an earlier stage, and remind at a time of the ISP', async () => {
    await api.ok('isp/settings_update', { timezone: 'Asia/Kolkata' }, tenant.me);
    const lead = { resellerid: tenant.resellerid, name: 'Rita Return', address: 'x', source: 'Web', ...contact };
    const id = await api.ok<number>('lead/create', lead, tenant.me);
    await api.ok('lead/update', { id, status: 'Welcome-Call', report: 'Customer-Accepted' }, tenant.me);
    const { page } = await console.signedIn(tenant, '/leads', 'Sales', { timezoneId: 'America/New_York' });
    const menu = page.getByRole('button', { name: 'Report: Rita Return' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Set a reminder' }).click();
    await page.getByLabel('When').fill('2031-01-02T10:30');
    await page.getByRole('button', { name: 'Remind' }).click();
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await menu.click();
    await page.getByRole('menuitem', { name: 'Back to: Welcome call' }).click();
    await page.getByRole('region', { name: 'Welcome call' }).getByText('Rita Return').waitFor();
    const { status, remindAt } = await api.db.prisma.lead.findUniqueOrThrow({ where: { id } });
    expect([status, remindAt?.toISOString()]).toEqual(['Welcome-Call', '2031-01-02T05:00:00.000Z']);
  });
});
