/**
 * Takes the pictures of `docs/staff/console.md` from a running demo (`npm start -- --demo`, better with `npm run cli -- demo simulate`
 * beside it for some minutes), with the Chromium at the path `CHROMIUM`:
 *
 *     CHROMIUM=/usr/bin/chromium node scripts/console-pictures.mjs [http://127.0.0.1:8080]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { withPalette } from './palette-png.mjs';

const node = process.argv[2] ?? 'http://127.0.0.1:8080';
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const WIDE = { width: 1280, height: 800 };
const PHONE = { width: 390, height: 780 };
/** Graphs and lists have their answers after so long. */
const SETTLE_MS = 2500;

/** Name, who looks at it, the window, and how to get there from the first screen. */
const PICTURES = [
  ['dashboard', 'demo-owner', WIDE, async () => undefined],
  ['subscriber', 'demo-callcentre', WIDE, openOnlineSubscriber],
  [
    'payment',
    'demo-callcentre',
    WIDE,
    async (page) => {
      await page.goto(`${node}/console/subscribers?owes=yes&status=Active`);
      await page.getByRole('row').nth(2).click();
      await page.getByRole('button', { name: 'Take payment' }).click();
      await page.getByText('Afterwards').waitFor();
    },
  ],
  ['sessions', 'demo-noc', WIDE, async () => undefined],
  [
    'renewals',
    'demo-city',
    WIDE,
    async (page) => {
      await page.getByRole('link', { name: 'Within 7 days' }).click();
      await page.getByRole('checkbox', { name: 'Select the first 100, or none' }).click();
      await page.getByRole('button', { name: 'Renew' }).click();
      await page.getByText('Can be done').waitFor();
    },
  ],
  ['leads', 'demo-installer', PHONE, async () => undefined],
];

async function openOnlineSubscriber(page) {
  await page.goto(`${node}/console/subscribers?online=yes&status=Active&sort=used_gb&order=desc`);
  await page.getByRole('row').nth(1).click();
  await page.getByRole('button', { name: 'Take payment' }).waitFor();
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '', args: ['--no-sandbox'] });
try {
  await mkdir(folder, { recursive: true });
  for (const [name, username, viewport, open] of PICTURES) {
    const page = await browser.newPage({ viewport, timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce' });
    await page.goto(`${node}/console/`);
    await page.getByLabel('Username').fill(username);
    await page.getByLabel('Password', { exact: true }).fill('demo-1234');
    await page.getByRole('button', { name: 'Sign in', exact: true }).click();
    await page.locator('#main').getByRole('heading', { level: 1 }).first().waitFor();
    await open(page);
    await page.waitForTimeout(SETTLE_MS);
    const png = withPalette(await page.screenshot({ animations: 'disabled', caret: 'hide' }));
    await writeFile(`${folder}${name}.png`, png);
    process.stdout.write(`${name}.png: ${Math.round(png.length / 1000)} kB\n`);
    await page.close();
  }
} finally {
  await browser.close();
}
