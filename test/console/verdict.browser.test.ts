import { describe, expect, it } from 'vitest';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('the first line about a subscriber', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { prisma } = api.db;
  const unblocked = await api.network.explain();

  it('says that he is cut off and why, not that he would be let in', async () => {
    api.network.explain = async () => ({ ...unblocked, access: 'blocked', cause: 'unpaid', reason: 'not paid' });
    const debt = { serviceid: tenant.serviceid, type: 'Debit', amt: '1827.82', tax: 'None', reason: 'Router' };
    await api.ok('service/adjust', debt, tenant.me);
    const status = { status: 'NPD', statusAt: new Date('2026-11-23T10:00:00Z') };
    await prisma.service.update({ where: { id: tenant.serviceid }, data: status });
    const nas = await prisma.nas.findUniqueOrThrow({ where: { id: tenant.nasid } });
    await prisma.session.create({
      data: {
        ...{
          ispId: tenant.ispid,
          serviceId: tenant.serviceid,
          nasId: nas.id,
          nasIp: nas.ip,
          username: tenant.username,
        },
        ...{ acctSessionId: 'a', startedAt: new Date(), updatedAt: new Date() },
      },
    });
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}`);
    const header = page.locator('#main header');
    await header.getByText(/^Blocked since .*23.*: .*1,827\.82 unpaid$/).waitFor();
    expect(await header.textContent()).not.toContain('Online');
    expect(complaints).toEqual([]);
  });
});
