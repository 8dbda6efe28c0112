import type { Figures } from './budgets.ts';
import { type ConsoleBrowser, FIRST_ISP } from './console-browser.ts';

/** A line of 1.5 Mbit/s with 300 ms, in bytes a second. */
const LINE = { offline: false, downloadThroughput: 1_500_000 / 8, uploadThroughput: 750_000 / 8, latency: 300 };

/** The list over a thin line: with nothing in the browser's cache, then with all that it keeps. */
export async function coldLoad(client: ConsoleBrowser): Promise<Pick<Figures, 'cold' | 'warm'>> {
  const { context, page } = await client.signIn(FIRST_ISP);
  const line = await context.newCDPSession(page);
  await line.send('Network.enable');
  await line.send('Network.clearBrowserCache');
  await page.goto('about:blank');
  await line.send('Network.emulateNetworkConditions', LINE);
  const cold = await client.firstRows(page);
  await page.goto('about:blank');
  const warm = await client.firstRows(page);
  await context.close();
  return { cold, warm };
}
