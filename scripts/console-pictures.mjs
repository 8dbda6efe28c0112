/**
 * Takes the pictures of the documentation from a running demo (`npm start -- --demo`, better with `npm run cli -- demo simulate`
 * beside it for some minutes), with the Chromium at the path `CHROMIUM`. Hindi needs a font that has Devanagari:
 *
 *     CHROMIUM=/usr/bin/chromium node scripts/console-pictures.mjs [http://127.0.0.1:8080 [the name of a subscriber [pictures]]]
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright-core';
import { withPalette } from './palette-png.mjs';

const node = process.argv[2] ?? 'http://127.0.0.1:8080';
/** Who the start of a demo says can sign in at `/my/1`. */
const subscriber = process.argv[3] ?? 'akash.nair';
/** Names of pictures; all if there is none. */
const wanted = process.argv.slice(4);
const PASSWORD = 'demo-1234';
const folder = fileURLToPath(new URL('../docs/pictures/', import.meta.url));
const WIDE = { viewport: { width: 1280, height: 800 }, locale: 'en-IN' };
const TALL = { ...WIDE, viewport: { width: 1280, height: 900 } };
const PHONE = { viewport: { width: 390, height: 780 }, locale: 'en-IN' };
const DARK = { colorScheme: 'dark' };
const HINDI = { locale: 'hi-IN' };
/** Graphs and lists have their answers after so long. */
const SETTLE_MS = 2500;

const at = (path) => async (page) => {
  await page.goto(`${node}/console/${path}`);
  await page.locator('#main').getByRole('heading', { level: 1 }).first().waitFor();
};

const press = (page, name) => page.getByRole('button', { name, exact: true }).click();

/** A list, with the first row that says so open. */
const openIn = (path, text) => async (page) => {
  await at(path)(page);
  const row = page.getByRole('row').filter({ has: page.getByRole('gridcell'), hasText: text });
  await row.first().click();
  await page.getByRole('dialog').waitFor();
};

const subscriberBy = (filters) => async (page) => {
  await at(`subscribers?${filters}`)(page);
  // A row that has not arrived opens nothing.
  await page.waitForTimeout(SETTLE_MS);
  await page.getByRole('row').nth(2).click();
  await page.getByRole('tab').first().waitFor();
};

async function takePayment(page) {
  await subscriberBy('owes=yes&status=Active')(page);
  await press(page, 'Take payment');
  await page.getByText('Afterwards').waitFor();
}

async function adjust(page) {
  await subscriberBy('owes=yes&status=Active&sort=os_amt&order=desc')(page);
  await press(page, 'More actions');
  await page.getByRole('menuitem', { name: 'Adjust', exact: true }).click();
  await page.getByLabel('Amount').fill('100');
  await page.getByLabel('For the subscriber').fill('Two days without a connection');
  await page.getByLabel('Reason, for the staff').fill('Fibre cut, ticket 26112900027');
  await page.getByText('Afterwards').waitFor();
}

async function renewMany(page) {
  await page.getByRole('link', { name: 'Within 7 days' }).click();
  await page.getByRole('checkbox', { name: 'Select the first 100, or none' }).click();
  await press(page, 'Renew');
  await page.getByText('Can be done').waitFor();
}

async function addEmployee(page) {
  await at('users')(page);
  await press(page, 'Add an employee');
  await page.getByLabel('Name', { exact: true }).fill('Lakshmi Hegde');
  await page.getByLabel('Mobile').fill('9845012345');
}

/** The subscriber's pages; the first time they want a password of their own. */
const portal = (path) => async (page) => {
  const signIn = async (password) => {
    await page.locator('input[name=username]').fill(subscriber);
    await page.locator('input[name=password]').fill(password);
    await page.locator('form button[type=submit]').click();
    await page.waitForTimeout(SETTLE_MS);
  };
  await page.goto(`${node}/my/1`);
  await signIn(PASSWORD);
  if ((await page.getByRole('navigation').count()) === 0) {
    await signIn('hello');
    await page.locator('input[type=password]').fill(PASSWORD);
    await page.locator('form button[type=submit]').click();
  }
  await page.getByRole('navigation').waitFor();
  await page.goto(`${node}/my/1${path}`);
};

const first = async () => undefined;
const ONLINE = 'online=yes&status=Active&sort=used_gb&order=desc';

/** Name, who looks at it (a subscriber has none), with what, and how to get there from the first screen. */
const PICTURES = [
  ['dashboard', 'demo-owner', WIDE, first],
  ['dashboard-hindi', 'demo-owner', { ...WIDE, ...HINDI }, first],
  ['subscriber', 'demo-callcentre', WIDE, subscriberBy(ONLINE)],
  ['subscriber-hindi-dark', 'demo-callcentre', { ...PHONE, ...HINDI, ...DARK }, subscriberBy(ONLINE)],
  ['payment', 'demo-callcentre', WIDE, takePayment],
  ['adjustment', 'demo-owner', TALL, adjust],
  ['renewals', 'demo-city', WIDE, renewMany],
  ['sessions', 'demo-noc', WIDE, first],
  ['nas', 'demo-noc', WIDE, openIn('nas', 'Yelahanka tower')],
  ['ticket', 'demo-callcentre', WIDE, openIn('tickets?status=Open', 'No Internet')],
  ['incident-dark', 'demo-noc', { ...WIDE, ...DARK }, openIn('incidents', 'Fibre cut')],
  ['visits', 'demo-technician', PHONE, first],
  ['leads', 'demo-installer', PHONE, first],
  ['employee', 'demo-owner', WIDE, addEmployee],
  ['report', 'demo-owner', WIDE, at('reports?report=collections_by_day')],
  ['audit', 'demo-owner', WIDE, openIn('audit?procedure=payment.new', 'Payment')],
  ['portal', undefined, PHONE, portal('')],
  ['portal-hindi-dark', undefined, { ...PHONE, ...HINDI, ...DARK }, portal('')],
  ['portal-help', undefined, PHONE, portal('/help')],
  ['portal-plan', undefined, PHONE, portal('/plan')],
];

async function signIn(page, username) {
  await page.goto(`${node}/console/`);
  await page.locator('input[autocomplete=username]').fill(username);
  await page.locator('input[autocomplete=current-password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('#main').getByRole('heading', { level: 1 }).first().waitFor();
}

const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? '', args: ['--no-sandbox'] });
try {
  await mkdir(folder, { recursive: true });
  for (const [name, username, look, open] of PICTURES) {
    if (wanted.length > 0 && !wanted.includes(name)) continue;
    const page = await browser.newPage({ timezoneId: 'Asia/Kolkata', reducedMotion: 'reduce', ...look });
    if (username) await signIn(page, username);
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
