import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { documented } from '../../clients/console/src/api/documented.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { JPEG, PDF } from '../fixtures/uploads.ts';
import { startConsole } from './console-browser.ts';

it('parameters of a file are documented texts: a comparison is one', () => {
  const parameters = { online: true, resellerid: 7, username: 'ra%', os_amt: { op: '>', value: '0' } };
  expect(documented(parameters)).toEqual({ online: true, resellerid: 7, username: 'ra%', os_amt: '>0' });
});

describe.skipIf(!executablePath)('a list as a file, in a browser', async () => {
  const { console, tenant } = await startConsole(makeTenant);

  /** The lines of the file that the button of a list gives. */
  async function linesOf(address: string): Promise<string[]> {
    const { page } = await console.signedIn(tenant, `/${address}`);
    const button = page.getByRole('button', { name: 'Save as CSV file' });
    const [download] = await Promise.all([page.waitForEvent('download'), button.click()]);
    expect(download.suggestedFilename()).toMatch(/^[a-z]+-\d{4}-\d\d-\d\d\.csv$/);
    return (await readFile(await download.path(), 'utf8')).split('\r\n').slice(0, -1);
  }

  it('has the rows that match the filters, flags and comparisons too, and the columns that are shown', async () => {
    const columns = '\uFEFFcustomername,username,mobile,planname,status,online,ip,valid_upto,os_amt,used_gb';
    expect(await linesOf('subscribers?online=no&owes=no')).toEqual([
      columns,
      expect.stringMatching(`^Ravi,${tenant.username},9800000001,Fast 20,`),
    ]);
    expect(await linesOf('subscribers?online=yes')).toEqual([columns]);
    expect(await linesOf('subscribers?owes=yes')).toEqual([columns]);
  });

  it.each([
    ['payments?mode=Cash', '\uFEFFpayment_date,username,amt,mode,status,ref_no,collected_by'],
    ['audit?previews=with', '\uFEFFat,username,procedure,preview,target,target_name,changes_count,address'],
    ['invoices?paid=no', '\uFEFFdocument_no,username,issued_on,due_on,tax,total,paid_amt,paid'],
  ])('is made of %s', async (address, header) => {
    expect((await linesOf(address))[0]).toBe(header);
  });
});

describe.skipIf(!executablePath)('the documents of a subscriber, in a browser', async () => {
  const { console, tenant } = await startConsole(makeTenant);

  it('are uploaded, saved with a reason, and deleted', async () => {
    const { page } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}`);
    const upload = async (kind: string, name: string, buffer: Buffer, mimeType: string) => {
      await page.getByRole('button', { name: 'Add a document' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add a document' });
      await dialog.getByRole('combobox', { name: 'What it is' }).click();
      await page.getByRole('option', { name: kind }).click();
      await dialog.locator('input[type=file]').setInputFiles({ name: 'scan', mimeType, buffer });
      await dialog.getByRole('textbox', { name: 'Name' }).fill(name);
      await dialog.getByRole('button', { name: 'Upload' }).click();
      await dialog.waitFor({ state: 'detached' });
    };
    await upload('Proof of identity', 'Passport', PDF, 'application/pdf');
    await upload('Photo of a visit', 'Roof', JPEG, 'image/jpeg');
    const look = async (name: string) => {
      await page.getByRole('button', { name: `Save a copy of ${name}` }).click();
    };
    await look('Passport');
    await page.getByRole('textbox', { name: 'Reason, for the staff' }).fill('Letter 12');
    const [paper] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Save a copy', exact: true }).click(),
    ]);
    expect(await readFile(await paper.path())).toEqual(PDF);
    const [photo] = await Promise.all([page.waitForEvent('download'), look('Roof')]);
    expect(photo.suggestedFilename()).toMatch(/^visit-\d+\.jpg$/);
    await page.getByRole('button', { name: 'Delete Roof' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await page.getByText('Roof', { exact: true }).waitFor({ state: 'detached' });
    expect(await page.getByText('Passport', { exact: true }).count()).toBe(1);
  });

  it('are refused with a sentence if they are no pictures', async () => {
    const { page } = await console.signedIn(tenant, `/subscribers/${tenant.serviceid}`);
    await page.getByRole('button', { name: 'Add a document' }).click();
    const dialog = page.getByRole('dialog', { name: 'Add a document' });
    const svg = { name: 'x.png', mimeType: 'image/png', buffer: Buffer.from('<svg onload="alert(1)"/>') };
    await dialog.locator('input[type=file]').setInputFiles(svg);
    await dialog.getByRole('button', { name: 'Upload' }).click();
    await dialog.getByText('must be a JPEG, PNG or WebP picture, or a PDF').waitFor();
  });
});
