import { setTimeout as sleep } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import type { Figures } from './budgets.ts';
import { ADMINISTRATOR, type ConsoleBrowser, FIRST_ISP, filled, timed } from './console-browser.ts';
import { mainThreadByFrame } from './frames.ts';

/** Notes the duration of every interaction, as Interaction to Next Paint does. */
const NOTE_INTERACTIONS = `
  window.longest = 0;
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries())
      if (interactionId > 0) window.longest = Math.max(window.longest, duration);
  }).observe({ type: 'event', durationThreshold: 16, buffered: true });`;
const NOTE_FRAMES = `
  window.frames_ = []; window.drawing = true;
  (function next(before) {
    requestAnimationFrame((now) => { window.frames_.push(now - before); if (window.drawing) next(now); });
  })(performance.now());`;
const FRAMES = `(window.drawing = false, window.frames_.slice(2))`;
const SCROLL_TO = (share: number) => `(() => {
  const grid = document.querySelector('[role=grid]');
  grid.scrollTop = ${share} * (grid.scrollHeight - grid.clientHeight);
})()`;

/** Half an hour of a call centre, in a minute. */
export async function atWork(client: ConsoleBrowser): Promise<Omit<Figures, 'cold' | 'warm'>> {
  const isp = await client.signIn(FIRST_ISP);
  const firstRowsIsp = await client.firstRows(isp.page);
  const elsewhere = await changeSeen(client, isp.page);
  await isp.context.close();

  const { context, page } = await client.signIn(ADMINISTRATOR);
  const firstRows = await client.firstRows(page);
  await page.evaluate(NOTE_INTERACTIONS);
  const frames = await framesAtTheWheel(page);
  const mainThread = p95(await mainThreadByFrame(page, () => turnTheWheel(page)));
  await filled(page);
  const middle = await jump(page, 0.5);
  const end = await jump(page, 1);
  const filter = await timed(() => filterBy(page, 'user0500'));
  const palette = await timed(() => find(page, 'user0750000'));
  await page.keyboard.press('Escape');
  const open = await timed(async () => {
    // The first cell has the box that chooses the row.
    await page.locator('[role=row][id] [role=gridcell]').nth(1).click();
    await page.getByRole('button', { name: 'Take payment' }).waitFor();
  });
  const interaction = await page.evaluate<number>('window.longest');
  await context.close();
  return { firstRowsIsp, firstRows, frames, mainThread, middle, end, filter, palette, open, interaction, elsewhere };
}

/** Another client changes the name of a customer that is on the screen. */
async function changeSeen(client: ConsoleBrowser, page: Page): Promise<number> {
  const name = `Changed ${Date.now()}`;
  await page.goto(`${client.origin}/console/subscribers?customerid=1`);
  await filled(page);
  await sleep(1_500);
  await client.call('customer/update', { customerid: 1, name }, FIRST_ISP);
  return timed(() => page.getByRole('row').getByText(name).first().waitFor());
}

async function turnTheWheel(page: Page): Promise<void> {
  await page.mouse.move(700, 500);
  for (let step = 0; step < 120; step += 1) {
    await page.mouse.wheel(0, 240);
    await sleep(16);
  }
}

async function framesAtTheWheel(page: Page): Promise<number> {
  await page.evaluate(NOTE_FRAMES);
  await turnTheWheel(page);
  const frames = await page.evaluate<number[]>(FRAMES);
  await filled(page);
  return p95(frames);
}

/** The 95th of a hundred. */
const p95 = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length * 0.95)] ?? 0;

async function jump(page: Page, share: number): Promise<number> {
  return timed(async () => {
    await page.evaluate(SCROLL_TO(share));
    await sleep(100);
    await filled(page);
  });
}

async function filterBy(page: Page, username: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Name, mobile, IP or MAC' }).fill(username);
  await page.waitForURL((url) => url.searchParams.get('search') === username);
  await page.waitForFunction(
    `[...document.querySelectorAll('[role=row][id]')].every((row) => row.textContent.includes('${username}'))`,
    undefined,
    { polling: 'raf' },
  );
  await filled(page);
}

async function find(page: Page, text: string): Promise<void> {
  await page.keyboard.press('Control+k');
  await page.keyboard.type(text);
  await page.getByRole('option', { name: 'Subscriber', exact: false }).first().waitFor();
}
