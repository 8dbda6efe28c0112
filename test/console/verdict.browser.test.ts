import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { choose, startConsole } from './console-browser.ts';

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

  it('is there at once when the telephone system opens the caller, whose call is logged', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/call?from=098000-00001');
    await page.waitForURL(`**/subscribers/${tenant.serviceid}`);
    await page
      .locator('#main header')
      .getByText(/^Blocked since/)
      .waitFor();
    await page.getByText('Call from the customer, answered').waitFor();
    const logged = { serviceId: tenant.serviceid, direction: 'In', number: '098000-00001', e164: '+919800000001' };
    expect(await prisma.call.findMany({ where: { ispId: tenant.ispid } })).toMatchObject([logged]);
    expect(complaints).toEqual([]);
  });

  it('keeps the call in sight until the agent has noted what came of it', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/call?from=098000-00001', 'Support', FOR_AXE);
    await page.waitForURL(`**/subscribers/${tenant.serviceid}`);
    const notice = page.getByRole('status').filter({ hasText: 'The call from 098000-00001 is logged.' });
    await notice.waitFor();
    await page.goto(`${api.url}/console/subscribers/${tenant.serviceid}`);
    await notice.getByRole('button', { name: 'What came of it' }).click();
    await choose(page, 'What came of it', 'Voicemail');
    await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('Asked for the invoice of June');
    expect(await violations(page)).toEqual([]);
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await notice.waitFor({ state: 'detached' });
    await page.reload();
    await page.locator('#main header').waitFor();
    expect(await notice.count()).toBe(0);
    const newest = () => prisma.call.findFirstOrThrow({ where: { ispId: tenant.ispid }, orderBy: { id: 'desc' } });
    expect(await newest()).toMatchObject({ outcome: 'Voicemail', note: 'Asked for the invoice of June' });
    expect(complaints).toEqual([]);
  });

  it('puts a callback that the caller asks for into its queue, where a member finds it', async () => {
    const username = await console.userOf(tenant, 'Support');
    const { id: member } = await prisma.loginUser.findFirstOrThrow({ where: { username } });
    const queueid = await api.ok<number>('ticket/queue_create', { name: 'Callbacks', members: member }, tenant.me);
    const { page, complaints } = await console.signedIn(tenant, '/call?from=97000-11111', 'Support');
    await page.getByText('No subscriber has this number').waitFor();
    await page.getByRole('button', { name: 'Call back later' }).click();
    await choose(page, 'Queue', 'Callbacks');
    await page.getByRole('dialog').getByLabel('Note', { exact: true }).fill('Wants a connection');
    await page.getByRole('dialog').getByRole('button', { name: 'Call back later' }).click();
    await expect.poll(() => prisma.task.count({ where: { queueId: queueid } })).toBe(1);
    const call = await prisma.call.findFirstOrThrow({ where: { number: '97000-11111' } });
    expect(call).toMatchObject({ outcome: 'Callback', customerId: null, note: 'Wants a connection' });
    expect(complaints).toEqual([]);
    const theirs = await console.openAs(username, '/tickets/tasks');
    await theirs.page.getByRole('row').filter({ hasText: 'Call back 97000-11111' }).click();
    await theirs.page.getByRole('dialog').getByText('Wants a connection').waitFor();
  });

  it('stands beside the notes, pinned ones first', async () => {
    const { page, complaints } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}`);
    const card = page.getByRole('region', { name: 'Notes' });
    for (const text of ['Key at the neighbour', 'Pays in cash']) {
      await card.getByRole('button', { name: 'Add a note' }).click();
      await page.getByLabel('Note', { exact: true }).fill(text);
      await page.getByRole('dialog').getByRole('button', { name: 'Add', exact: true }).click();
      await card.getByText(text).waitFor();
    }
    const texts = () => card.getByRole('article').allTextContents();
    expect((await texts())[0]).toContain('Pays in cash');
    await card.getByRole('button', { name: 'Pin', exact: true }).last().click();
    await card.getByRole('button', { name: 'Unpin' }).waitFor();
    expect((await texts())[0]).toContain('Key at the neighbour');
    await card.getByRole('button', { name: 'Edit' }).last().click();
    await page.getByLabel('Note', { exact: true }).fill('Pays in cash, at noon');
    await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
    await card.getByText('Pays in cash, at noon').waitFor();
    await card.getByRole('button', { name: 'Delete' }).last().click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await card.getByText('Pays in cash, at noon').waitFor({ state: 'detached' });
    expect(await texts()).toHaveLength(1);
    expect(complaints).toEqual([]);
  });
});
