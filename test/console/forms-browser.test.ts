import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { contact, makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { ConsoleBrowser, choose, executablePath } from './console-browser.ts';

describe.skipIf(!executablePath)('forms in a browser', { timeout: 120_000 }, async () => {
  const api = await startApi();
  let console: ConsoleBrowser;
  let tenant: Tenant;

  beforeAll(async () => {
    console = await ConsoleBrowser.launch(api);
    tenant = await makeTenant(api);
  });
  afterAll(() => console.close());

  const fill = async (page: Awaited<ReturnType<ConsoleBrowser['open']>>['page'], texts: Record<string, string>) => {
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
    await page.getByText('Fast 20, Monthly, before taxes and discounts').waitFor();
    expect(await page.getByLabel('Username').inputValue()).toBe('asha.rao');
    await page.getByRole('button', { name: 'Next' }).click();
    await fill(page, home);
    await choose(page, 'Location', 'Bengaluru');
    await choose(page, 'Sub location', 'North');
    await page.getByRole('button', { name: 'Create the subscriber' }).click();
    await page.getByRole('heading', { name: 'Asha Ráo', level: 1 }).waitFor();
    const service = await api.db.prisma.service.findFirstOrThrow({ where: { username: 'asha.rao' } });
    expect(service).toMatchObject({ resellerId: tenant.resellerid, planId: tenant.planid, prepaidPostpaid: 'Prepaid' });
    expect(complaints).toEqual([]);
  });

  it('go back to the field that was refused, and make no second customer then', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers/new');
    await choose(page, 'Reseller', /^Reseller/);
    await fill(page, { Name: 'Once', Mobile: '9811111112', Email: 'once@example.net' });
    await page.getByRole('button', { name: 'Next' }).click();
    await choose(page, 'Plan', 'Fast 20');
    await fill(page, { Username: 'a blank' });
    await page.getByRole('button', { name: 'Next' }).click();
    await fill(page, home);
    await choose(page, 'Location', 'Bengaluru');
    await choose(page, 'Sub location', 'North');
    await page.getByRole('button', { name: 'Create the subscriber' }).click();
    await page.getByText(/without blanks/).waitFor();
    await fill(page, { Username: 'once' });
    await page.getByRole('button', { name: 'Next' }).click();
    await page.getByRole('button', { name: 'Create the subscriber' }).click();
    await page.getByRole('heading', { name: 'Once', level: 1 }).waitFor();
    expect(await api.db.prisma.customer.count({ where: { name: 'Once' } })).toBe(1);
  });

  it('finish a lead: what it says is filled in, and it is completed with its service', async () => {
    const lead = {
      resellerid: tenant.resellerid,
      name: 'Lena Lead',
      address: '2 Side Road',
      source: 'Web',
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
    expect(await page.getByLabel('Surname').inputValue()).toBe('Lead');
    await page.getByRole('button', { name: 'Next' }).click();
    await choose(page, 'Plan', 'Fast 20');
    await page.getByRole('button', { name: 'Next' }).click();
    await fill(page, { City: 'Bengaluru', Postcode: '560001', State: 'Karnataka' });
    await choose(page, 'Location', 'Bengaluru');
    await choose(page, 'Sub location', 'North');
    await page.getByRole('button', { name: 'Create the subscriber' }).click();
    await page.getByRole('heading', { name: 'Lena Lead', level: 1 }).waitFor();
    const { status, serviceId } = await api.db.prisma.lead.findUniqueOrThrow({ where: { id } });
    expect(status).toBe('Completed');
    expect(page.url()).toContain(`/subscribers/${serviceId}`);
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
