import { describe, expect, it } from 'vitest';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { FOR_AXE } from './appearances.ts';
import { eventually } from './at-forms.ts';
import { startConsole } from './console-browser.ts';

describe.skipIf(!executablePath)('a form that somebody else overtakes, in a browser', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  const plan = () => api.db.prisma.plan.findUniqueOrThrow({ where: { id: tenant.planid } });
  const meanwhile = (changes: Record<string, string | number>) =>
    api.ok('plan/update', { id: tenant.planid, ...changes }, tenant.me);

  async function editPlan() {
    const opened = await console.signedIn(tenant, '/plans', 'Admin', FOR_AXE);
    const { page } = opened;
    await page
      .getByRole('row')
      .filter({ hasText: (await plan()).name })
      .click();
    await page.getByRole('button', { name: 'Edit' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'Edit the plan' });
    await dialog.getByLabel('Name').waitFor();
    return { ...opened, dialog };
  }

  it('saves nothing, shows both values, and saves what is chosen', async () => {
    const { page, complaints, dialog } = await editPlan();
    await dialog.getByLabel('Name').fill('Mine');
    await dialog.getByLabel('Download, kbit/s').first().fill('30000');
    await meanwhile({ name: 'Theirs', bw1_ul: 5000 });
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    await dialog.getByText('Somebody else changed this in the meantime').waitFor();
    expect(await plan()).toMatchObject({ name: 'Theirs', bw1Dl: 20480 });
    await eventually(() => save.isEnabled()).toBe(false);
    expect(await violations(page)).toEqual([]);
    // What was not touched is theirs; what both changed waits for a choice.
    await eventually(() => dialog.getByLabel('Upload, kbit/s').first().inputValue()).toBe('5000');
    const name = dialog.getByRole('group', { name: 'Name has changed in the meantime' });
    await name.getByRole('button', { name: 'Take theirs: Theirs' }).click();
    await eventually(() => dialog.getByLabel('Name').inputValue()).toBe('Theirs');
    await name.getByRole('button', { name: 'Keep mine: Mine' }).click();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect(await plan()).toMatchObject({ name: 'Mine', bw1Dl: 30000, bw1Ul: 5000 });
    expect(complaints).toEqual([]);
  });

  it('is overtaken again before the choice is sent, and shows that too', async () => {
    const { dialog } = await editPlan();
    await dialog.getByLabel('Name').fill('Second');
    await meanwhile({ name: 'First' });
    const save = dialog.getByRole('button', { name: 'Save' });
    await save.click();
    await dialog.getByRole('button', { name: 'Keep mine: Second' }).click();
    await meanwhile({ name: 'Third' });
    await save.click();
    await dialog.getByRole('button', { name: 'Take theirs: Third' }).waitFor();
    expect((await plan()).name).toBe('Third');
    await dialog.getByRole('button', { name: 'Keep mine: Second' }).click();
    await save.click();
    await dialog.waitFor({ state: 'detached' });
    expect((await plan()).name).toBe('Second');
  });

  it('sends again by itself when what has changed is not in the form', async () => {
    const { page } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}?tab=settings`);
    const taxId = page.getByLabel('Tax ID');
    await taxId.fill('GST1');
    await api.ok('service/update', { serviceid: tenant.serviceid, latitude: '12.5' }, tenant.me);
    await page.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await taxId.fill('GST2');
    await page.getByRole('button', { name: 'Save' }).click();
    const stored = () => api.db.prisma.service.findUniqueOrThrow({ where: { id: tenant.serviceid } });
    await expect.poll(async () => (await stored()).taxId).toBe('GST2');
    expect(Number((await stored()).latitude)).toBe(12.5);
  });
});
