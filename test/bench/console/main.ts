import { parseArgs } from 'node:util';
import { chromium } from 'playwright-core';
import { startChild } from '../api/child.ts';
import { median } from '../api/load.ts';
import { openWarehouse } from '../cached-database.ts';
import { LARGE } from '../dataset.ts';
import { atWork } from './at-work.ts';
import { BUDGETS, type Figures } from './budgets.ts';
import { coldLoad } from './cold-load.ts';
import { ConsoleBrowser } from './console-browser.ts';

/**
 * How the console feels over 1,000,000 services, in a real Chromium: `npm run bench:console -- --rounds 3`. Figures are of
 * this machine, on which node, database and browser share the cores.
 */
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '3' } } });
const say = (line: string) => process.stdout.write(`${line}\n`);
const rounds = Number(values.rounds);

const warehouse = await openWarehouse(say);
try {
  const url = await warehouse.database(LARGE);
  const node = await startChild('./our-server.ts', { url, connections: 10 });
  const executablePath = process.env.CHROMIUM ?? '/usr/bin/chromium';
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu', '--no-first-run'] });
  try {
    const measured: Figures[] = [];
    for (let round = 0; round < rounds; round += 1) {
      const client = new ConsoleBrowser(browser, node.origin);
      measured.push({ ...(await atWork(client)), ...(await coldLoad(client)) });
    }
    print(measured, browser.version());
  } finally {
    await browser.close();
    await node.stop();
  }
} finally {
  await warehouse.stop();
}

function print(measured: readonly Figures[], chromiumVersion: string): void {
  say(
    `\n${LARGE.services} services, Chromium ${chromiumVersion}, Node ${process.version}, medians of ${rounds} rounds\n`,
  );
  say(`| ${'What'.padEnd(52)} | Measured ms | At most ms |\n|${'-'.repeat(54)}|${'-'.repeat(12)}:|${'-'.repeat(11)}:|`);
  for (const [what, { name, atMost }] of BUDGETS) {
    const value = median(measured.map((figures) => figures[what]));
    const mark = atMost !== undefined && value > atMost ? ' (above)' : '';
    say(
      `| ${name.padEnd(52)} | ${String(Math.round(value)).padStart(11)} | ${String(atMost ?? '').padStart(10)} |${mark}`,
    );
  }
}
