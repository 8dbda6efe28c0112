import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { startReceiver } from '../areas/insight/webhooks/receiver.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { simulatedProviders } from '../fixtures/payment-providers.ts';
import { wholeTenant } from '../rpc/whole-tenant.ts';
import { closed, eventually, fill, openRow, press, pressAndConfirm } from './at-forms.ts';
import { choose, startConsole } from './console-browser.ts';

const dialog = (page: Page) => page.getByRole('dialog').last();

describe.skipIf(!executablePath)('what is told to others, in a browser', async () => {
  const { api, console, tenant } = await startConsole(wholeTenant, {
    ...(await simulatedProviders()),
    OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8',
  });
  const { prisma } = api.db;
  const receiver = await startReceiver();

  it('adds a webhook, shows its secret once, tries it, and says why it was not accepted', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/settings/webhooks');
    await press(page, 'Add a webhook');
    await fill(page, { Address: 'ftp://crm.example.net' });
    await press(page, 'Add');
    await dialog(page)
      .getByText(/must be an address/)
      .waitFor();
    await fill(page, { Address: receiver.url });
    await press(page, 'Add');
    const secret = (await dialog(page).locator('pre').textContent()) ?? '';
    expect(secret).toMatch(/^whsec_/);
    await press(page, 'Close');
    await closed(page);
    expect(await page.getByText(secret).count()).toBe(0);
    await openRow(page, receiver.url);
    await press(page, 'Send a test');
    await dialog(page)
      .getByText(/^Accepted in \d+ ms\.$/)
      .waitFor();
    receiver.answer = () => 500;
    await press(page, 'Send a test');
    await dialog(page).getByRole('status').getByText(/500/).waitFor();
    await dialog(page)
      .getByRole('cell', { name: /^500, .*500/ })
      .waitFor();
    expect(receiver.received).toHaveLength(2);
    expect(complaints).toEqual([]);
  });

  it('gives it a new secret, sends again, pauses it and goes on, each after asking', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/settings/webhooks');
    const stored = () => prisma.webhook.findFirstOrThrow({ where: { url: receiver.url } });
    const before = await stored();
    await openRow(page, receiver.url);
    await pressAndConfirm(page, 'New secret');
    await dialog(page)
      .getByText(/^whsec_/)
      .waitFor();
    await press(page, 'Close');
    expect(Buffer.from((await stored()).secretEnc)).not.toEqual(Buffer.from(before.secretEnc));
    await pressAndConfirm(page, 'Send again');
    await dialog(page)
      .getByText(/give either after or from/)
      .first()
      .waitFor();
    await fill(page, { 'After event': '0' });
    await press(page, 'Send again');
    await eventually(async () => (await stored()).cursor).toBe(0n);
    await pressAndConfirm(page, 'Pause');
    await closed(page);
    await prisma.webhook.update({ where: { id: before.id }, data: { status: 'Disabled' } });
    await page.reload();
    await openRow(page, receiver.url);
    await dialog(page)
      .getByText(/^Lastmile disabled it/)
      .waitFor();
    await pressAndConfirm(page, 'Enable');
    await closed(page);
    expect((await stored()).status).toBe('Enabled');
    expect(complaints).toEqual([]);
  });

  it('writes a notice, refuses an unknown placeholder at its field, and shows what a subscriber would get', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/notices');
    await press(page, 'Add a notice');
    await choose(page, 'Sent on', 'Before the plan ends');
    await choose(page, 'Channel', 'SMS');
    await fill(page, { 'Days before': '3', Text: 'Dear {nmae}, {plan} ends.' });
    await press(page, 'Add');
    const text = dialog(page).getByLabel('Text', { exact: true });
    await eventually(() => text.getAttribute('aria-invalid')).toBe('true');
    await dialog(page)
      .getByText(/\{nmae\}/)
      .last()
      .waitFor();
    await fill(page, { Text: 'Dear {name}, {plan} ends.' });
    await press(page, 'Add');
    await closed(page);
    await openRow(page, 'Before the plan ends, 3 days before');
    await dialog(page).getByLabel('Subscriber', { exact: true }).pressSequentially(tenant.username.slice(0, 3));
    // The list may still change under the keyboard, as each letter is looked for.
    await page.getByRole('option', { name: tenant.username, exact: true }).click();
    await dialog(page).getByText('Dear Ravi, Fast 20 ends.').last().waitFor();
    expect(complaints).toEqual([]);
  });

  it('shows what a subscriber would get while a notice is written, with faults at their fields, and stores nothing of it', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/notices');
    const count = () => prisma.notice.count({ where: { ispId: tenant.ispid } });
    const before = await count();
    await press(page, 'Add a notice');
    await choose(page, 'Sent on', 'Payment received');
    await choose(page, 'Channel', 'SMS');
    const preview = dialog(page).getByRole('region', { name: 'Preview' });
    await preview.getByText('It appears as soon as the fields above are valid.').waitFor();
    const text = dialog(page).getByLabel('Text', { exact: true });
    await text.fill('Dear {name}, <img src=x onerror="window.ran=true"> {plan}');
    await preview.getByText('Dear Ravi, <img src=x onerror="window.ran=true"> Fast 20').waitFor();
    await text.fill('Dear {nmae}');
    await dialog(page)
      .getByText(/must not contain \{nmae\}/)
      .waitFor();
    expect(await text.getAttribute('aria-invalid')).toBe('true');
    await text.fill('Thank you, {name}');
    await preview.getByText('Thank you, Ravi').waitFor();
    await eventually(() => text.getAttribute('aria-invalid')).not.toBe('true');
    expect(await page.evaluate('window.ran')).toBeUndefined();
    expect(await count()).toBe(before);
    await press(page, 'Cancel');
    await closed(page);
    expect(complaints).toEqual([]);
  });

  it('sets a mail server up, keeps its password to itself, and lists what was sent', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/notices/channels');
    const card = page.getByRole('region', { name: 'E-mail, by your mail server' });
    await card.getByLabel('SMTP server').fill('127.0.0.1');
    await card.getByLabel('Sender').fill('billing@example.net');
    await card.getByLabel('Password or key').fill('letmein');
    await card.getByRole('button', { name: 'Save' }).click();
    await card.getByText('is required with a secret').waitFor();
    await card.getByLabel('Username').fill('isp');
    await card.getByRole('button', { name: 'Save' }).click();
    await page.getByText('Saved.').waitFor();
    await eventually(() => card.getByLabel('Password or key').inputValue()).toBe('');
    await card.getByText('Set up', { exact: true }).waitFor();
    expect(await page.content()).not.toContain('letmein');
    const sender = { ispId: tenant.ispid, channel: 'email' } as const;
    expect(await prisma.noticeSender.findFirst({ where: sender })).toMatchObject({ host: '127.0.0.1' });
    await page.getByRole('navigation', { name: 'Notices' }).getByRole('link', { name: 'Messages' }).click();
    await page.getByRole('row').filter({ hasText: 'Waiting' }).first().click();
    await dialog(page).getByText('Not paid', { exact: true }).first().waitFor();
    expect(complaints).toEqual([]);
  });

  it('writes to many, shows who gets it before it is sent, and stops it', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/notices/many');
    await press(page, 'Write to many');
    await fill(page, { 'Title, for the staff': 'Maintenance' });
    await dialog(page).getByText('It appears as soon as there is a text.').waitFor();
    await choose(page, 'Channel', 'E-mail');
    await fill(page, { Subject: 'Work on the line', Text: 'Dear {nme}, no Internet from 2 to 4.' });
    await dialog(page)
      .getByText(/must not contain \{nme\}/)
      .waitFor();
    await fill(page, { Text: 'Dear {name}, no Internet from 2 to 4.' });
    await dialog(page).getByText('Share a number or address').or(dialog(page).getByText('E-mail')).first().waitFor();
    await eventually(() =>
      dialog(page)
        .getByText(/must not contain/)
        .count(),
    ).toBe(0);
    await press(page, 'Send');
    await closed(page);
    const stored = () => prisma.broadcast.findFirstOrThrow({ where: { title: 'Maintenance' } });
    expect(await stored()).toMatchObject({ status: 'Sending', type: 'Service', audience: {} });
    await openRow(page, 'Maintenance');
    await dialog(page).getByText('All subscribers').waitFor();
    await press(page, 'Pause');
    await eventually(async () => (await stored()).status).toBe('Paused');
    await press(page, 'Send no more');
    await eventually(async () => (await stored()).status).toBe('Cancelled');
    expect(complaints).toEqual([]);
  });

  it('adds a payment gateway without showing its secret again, and lists what was paid by it', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/settings/gateways');
    await press(page, 'Add a gateway');
    await fill(page, { Name: 'For trials', 'Key id': 'rzp_test_1DP5mmOlF5G5ag' });
    await choose(page, 'Provider', 'Razorpay');
    await choose(page, 'Environment', 'Test');
    await fill(page, { 'Secret of the key': 'thisissupersecret' });
    await press(page, 'Add');
    await closed(page);
    await openRow(page, 'For trials');
    await dialog(page)
      .getByText(/recorded like money/)
      .waitFor();
    await dialog(page)
      .getByText(/\/pay\/webhook\//)
      .waitFor();
    await press(page, 'Edit');
    expect(await dialog(page).getByLabel('Secret of the key').inputValue()).toBe('');
    await page.goto(`${api.url}/console/payments/orders`);
    await page.getByRole('row').filter({ hasText: tenant.username }).click();
    await press(page, 'Ask the provider now');
    await dialog(page)
      .getByRole('status')
      .getByText(/^Paid, paid/)
      .waitFor();
    await press(page, 'Refund');
    await page.getByRole('dialog', { name: `Refund: ${tenant.username}` }).waitFor();
    await dialog(page)
      .getByText(/^Given back: .*0\.00 → .*\d/)
      .waitFor();
    // All that is left is filled in; it is not sent without a reason.
    await dialog(page)
      .getByRole('button', { name: /^Refund: .*\d\.\d\d$/ })
      .click();
    await eventually(() => page.getByRole('dialog').count()).toBe(2);
    expect(complaints).toEqual([]);
  });

  it('sets what sales are taxed, and who sells', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/settings/taxes');
    await page.getByText('None: sales are not taxed.').waitFor();
    await press(page, 'Add a tax');
    await page.getByLabel('Name', { exact: true }).fill('CGST');
    await page.getByLabel('Percent').fill('101');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByText(/must be pairs of a name/).waitFor();
    await page.getByLabel('Percent').fill('9');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    const settings = () => prisma.ispSetting.findUniqueOrThrow({ where: { ispId: tenant.ispid } });
    await eventually(async () => (await settings()).taxes).toEqual([{ name: 'CGST', percent: '9' }]);
    await choose(page, 'Scheme', 'GST (India)');
    for (const [label, text] of Object.entries({
      ...{ 'Legal name': 'Northern Fibre', Address: '1 Tower Road', City: 'Bengaluru', Postcode: '560001' },
      ...{ State: 'Karnataka', 'GSTIN or VAT number': '29AAGCB7383J1Z5' },
    }))
      await page.getByLabel(label, { exact: true }).fill(text);
    await press(page, 'Save the seller');
    await eventually(() => page.getByLabel('GSTIN or VAT number').getAttribute('aria-invalid')).toBe('true');
    await page.getByLabel('GSTIN or VAT number').fill('29AAGCB7383J1Z4');
    await press(page, 'Save the seller');
    await eventually(() => prisma.taxSeller.count({ where: { ispId: tenant.ispid } })).toBe(1);
    expect(complaints).toEqual([]);
  });
});
