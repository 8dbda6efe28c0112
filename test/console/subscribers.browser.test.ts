import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { customerFields, makeTenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the list of subscribers in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { serviceid, username, customerid } = tenant;
  const service = { where: { id: serviceid } };

  it('finds a subscriber by name, mobile, username, address or MAC in one field, next to other filters', async () => {
    await api.db.prisma.service.update({ ...service, data: { mac: '00:11:22:33:44:55' } });
    const at = new Date();
    const session = { nasIp: '127.0.0.1', username, startedAt: at, updatedAt: at, acctSessionId: 'a', ip: '10.9.8.7' };
    const { ispid: ispId, resellerid: resellerId, nasid: nasId } = tenant;
    await api.db.prisma.session.create({ data: { ...session, ispId, resellerId, nasId, serviceId: serviceid } });
    const { page, complaints } = await console.signedIn(tenant, '/subscribers');
    const search = page.getByRole('textbox', { name: 'Name, mobile, IP or MAC' });
    const row = page.getByRole('row').filter({ hasText: username });
    await row.waitFor();
    for (const text of ['Ravi', '+91 98000-00001', username.toUpperCase(), '10.9.8.7', '0011.2233.4455']) {
      await search.fill('nobody at all');
      await page.getByText('Nothing matches').waitFor();
      await search.fill(text);
      await row.waitFor();
    }
    await page.goto(`${api.url}/console/subscribers?search=Ravi&status=Suspend`);
    await page.getByText('Nothing matches').waitFor();
    expect(complaints).toEqual([]);
  });

  it('erases a former customer: what goes and stays first, then the id once more', async () => {
    const { resellerid, me } = tenant;
    const id = String(await api.ok('customer/create', { resellerid, ...customerFields, name: 'Qwerty' }, me));
    const { mobile, email } = customerFields;
    const lead = { resellerid, name: 'Asdfgh', address: '2 Main Road', source: 'Web', mobile, email };
    const leadid = await api.ok<number>('lead/create', lead, me);
    const refusal = { status: 'Welcome-Call', report: 'Customer-Refused', reason: 'too dear' };
    await api.ok('lead/update', { id: leadid, ...refusal }, me);
    const { page, complaints } = await console.signedIn(tenant, '/subscribers', 'Admin', FOR_AXE);
    await page.getByRole('button', { name: 'Erase a person…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Erase a person' });
    await dialog.getByLabel('Customer id', { exact: true }).fill(String(customerid));
    await dialog.getByLabel('Reason').fill('Asked for in writing');
    await dialog.getByRole('button', { name: 'Show what goes' }).click();
    await dialog.getByText(`service ${serviceid} is not closed; delete it first`).waitFor();
    await dialog.getByLabel('Customer id', { exact: true }).fill(id);
    await dialog.getByRole('button', { name: 'Show what goes' }).click();
    await dialog.getByText('Name, numbers, e-mail, addresses and notes of the customer').waitFor();
    await dialog.getByText('Others may have the same number.').waitFor();
    await dialog.getByRole('checkbox', { name: new RegExp(`^Lead ${leadid}, Asdfgh, `) }).check();
    await dialog.getByText('Leads: 1').waitFor();
    expect(await violations(page)).toEqual([]);
    const erase = dialog.getByRole('button', { name: 'Erase for good' });
    expect(await erase.isDisabled()).toBe(true);
    await dialog.getByLabel('The customer id once more, to confirm').fill(id);
    await erase.click();
    await page.getByText(`Customer ${id} is erased.`).waitFor();
    const { name } = await api.db.prisma.customer.findUniqueOrThrow({ where: { id: Number(id) } });
    expect(name).toBe(`Erased customer ${id}`);
    expect(await api.db.prisma.lead.findUnique({ where: { id: leadid } })).toMatchObject({
      name: `Erased lead ${leadid}`,
    });
    const { page: ofSupport } = await console.signedIn(tenant, '/subscribers', 'Support');
    await ofSupport.getByRole('row').filter({ hasText: username }).waitFor();
    expect(await ofSupport.getByRole('button', { name: 'Erase a person…' }).count()).toBe(0);
    // A refusal is an answer of the node, which the browser notes.
    expect(complaints.filter((complaint) => !/409/.test(complaint))).toEqual([]);
  });

  it('keeps the mobile and the plan on a small laptop, and cuts neither them nor a status', async () => {
    await api.db.prisma.service.update({ ...service, data: { status: 'NPD' } });
    await api.db.prisma.customer.update({ where: { id: customerid }, data: { mobile: '919800000001' } });
    const { page } = await console.signedIn(tenant, '/subscribers', 'Admin', {
      viewport: { width: 1024, height: 700 },
    });
    await page.getByRole('row').filter({ hasText: '919800000001' }).waitFor();
    expect(await page.getByRole('columnheader').allInnerTexts()).toEqual(
      expect.arrayContaining(['Name', 'Mobile', 'Plan', 'Status', 'Outstanding']),
    );
    const cut = await page
      .getByRole('gridcell')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.scrollWidth > cell.clientWidth).map((cell) => cell.textContent),
      );
    expect(cut).toEqual([]);
  });
});
