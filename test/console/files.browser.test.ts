import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { documented } from '../../clients/console/src/api/documented.ts';
import { executablePath } from '../fixtures/chromium.ts';
import { makeTenant } from '../fixtures/tenants.ts';
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
