import { readFile } from 'node:fs/promises';
import { type Browser, chromium } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { documented } from '../../clients/console/src/api/documented.ts';
import { startApi } from '../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

const executablePath = process.env.CHROMIUM;
const PASSWORD = 'correct horse';

it('parameters of a file are documented texts: a comparison is one', () => {
  const parameters = { online: true, resellerid: 7, username: 'ra%', os_amt: { op: '>', value: '0' } };
  expect(documented(parameters)).toEqual({ online: true, resellerid: 7, username: 'ra%', os_amt: '>0' });
});

describe.skipIf(!executablePath)('a list as a file, in a browser', { timeout: 120_000 }, async () => {
  if (!executablePath) return;
  const api = await startApi();
  let browser: Browser;
  let tenant: Tenant;

  beforeAll(async () => {
    browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
    tenant = await makeTenant(api);
  });
  afterAll(() => browser.close());

  /** The lines of the file that the button of a list gives. */
  async function linesOf(address: string): Promise<string[]> {
    const { ispid, me } = tenant;
    const { userid } = await makeUser(api, me, { ispid, password: PASSWORD });
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id: userid } });
    const page = await browser.newPage();
    onTestFinished(() => page.close());
    await page.goto(`${api.url}/console/${address}`);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
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
    ['invoices?paid=no', '\uFEFFdocument_no,username,issued_on,due_on,tax,total,paid_amt,paid'],
  ])('is made of %s', async (address, header) => {
    expect((await linesOf(address))[0]).toBe(header);
  });
});
