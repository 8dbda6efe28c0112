import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant, serviceFields } from '../fixtures/tenants.ts';
import { eventually } from './at-forms.ts';
import { choose, startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the form of a new subscriber, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
  const fill = async (page: Page, texts: Record<string, string>) => {
    for (const [label, text] of Object.entries(texts)) await field(page, label).fill(text);
  };
  const next = (page: Page) => page.getByRole('button', { name: 'Next' }).click();
  const isAtStep = (page: Page, step: number) => page.getByRole('list', { name: `Step ${step} of 3` }).waitFor();
  const focused = (page: Page) =>
    page.evaluate<string>('document.activeElement?.labels?.[0]?.textContent ?? document.activeElement?.tagName');

  const toWhere = async (page: Page, name: string) => {
    await choose(page, 'Reseller', /^Reseller/);
    await fill(page, { Name: name, Mobile: '98111 22222', Email: 'form@example.net' });
    await next(page);
    await choose(page, 'Plan', 'Fast 20');
    await eventually(() => page.getByRole('combobox', { name: 'Duration and price' }).inputValue()).toMatch(/Monthly/);
    await next(page);
    await isAtStep(page, 3);
    await fill(page, { Street: '1 Main Road', City: 'Bengaluru', Postcode: '560001', State: 'Karnataka' });
    await choose(page, 'Location', 'Bengaluru');
    await choose(page, 'Sub location', 'North');
  };

  it('checks each step before the next, and puts the focus on the field at fault', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/subscribers/new');
    await choose(page, 'Reseller', /^Reseller/);
    await fill(page, { Name: 'Checked', Mobile: '98x', Email: 'nobody' });
    await next(page);
    await page.getByText('must be a telephone number').waitFor();
    await page.getByText('must be an e-mail address').waitFor();
    await eventually(() => focused(page)).toBe('Mobile');
    await isAtStep(page, 1);
    await fill(page, { Mobile: '98111 22222' });
    expect(await page.getByText('must be a telephone number').count()).toBe(0);
    await next(page);
    await eventually(() => focused(page)).toBe('Email');
    await fill(page, { Email: 'checked@example.net' });
    await next(page);
    await isAtStep(page, 2);
    await choose(page, 'Plan', 'Fast 20');
    await fill(page, { Username: 'two  blanks' });
    await next(page);
    await page.getByText('with single spaces only inside').waitFor();
    await eventually(() => focused(page)).toBe('Username');
    expect(await api.db.prisma.customer.count({ where: { name: 'Checked' } })).toBe(0);
    expect(complaints).toEqual([]);
  });

  it('goes on only when the durations of the chosen plan are there', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/subscribers/new');
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/trpc/plan.subplan_list*', async (route) => {
      await held;
      await route.continue();
    });
    await choose(page, 'Reseller', /^Reseller/);
    await fill(page, { Name: 'Hasty', Mobile: '98111 22222', Email: 'hasty@example.net' });
    await next(page);
    await choose(page, 'Plan', 'Fast 20');
    expect(await page.getByRole('button', { name: 'Next' }).isDisabled()).toBe(true);
    answer();
    await next(page);
    await isAtStep(page, 3);
    expect(complaints).toEqual([]);
  });

  it('goes back to the field that the node refuses and puts the focus there', async () => {
    const taken = { customerid: tenant.customerid, planid: tenant.planid, subplanid: tenant.subplanid };
    await api.ok('service/create', { ...taken, ...serviceFields, username: 'taken' }, tenant.me);
    const { page } = await console.signedIn(tenant, '/subscribers/new');
    await toWhere(page, 'Taken');
    await page.getByRole('button', { name: 'Check and create' }).click();
    await isAtStep(page, 2);
    await eventually(() => focused(page)).toBe('Username');
  });

  it('keeps what was typed when one goes back, also with the browser, and when the call fails', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers/new');
    await toWhere(page, 'Kept');
    await page.goBack();
    await isAtStep(page, 2);
    await page.getByRole('button', { name: 'Back' }).click();
    await isAtStep(page, 1);
    expect(await field(page, 'Mobile').inputValue()).toBe('98111 22222');
    await next(page);
    expect(await page.getByRole('combobox', { name: 'Plan' }).inputValue()).toBe('Fast 20');
    await next(page);
    expect(await field(page, 'City').inputValue()).toBe('Bengaluru');
    await page.route('**/trpc/service.create*', (route) => route.abort());
    await page.getByRole('button', { name: 'Check and create' }).click();
    await page.getByRole('alert').first().waitFor();
    await isAtStep(page, 3);
    expect(await field(page, 'Postcode').inputValue()).toBe('560001');
    await page.unroute('**/trpc/service.create*');
    await page.getByRole('button', { name: 'Check and create' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Create the subscriber' }).click();
    await page.getByRole('heading', { name: 'Kept', level: 1 }).waitFor();
    expect(await api.db.prisma.customer.count({ where: { name: 'Kept' } })).toBe(1);
  });

  it('begins with the first step when it is loaded again', async () => {
    const { page } = await console.signedIn(tenant, '/subscribers/new?step=3');
    await isAtStep(page, 1);
    await eventually(() => page.url()).not.toContain('step');
  });
});
