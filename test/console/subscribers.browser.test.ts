import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
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
