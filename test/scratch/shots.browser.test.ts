import { it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { startApi } from '../fixtures/api.ts';
import { DemoConsole } from '../console/demo-console.ts';

const api = await startApi();
it('shots', async () => {
  const t0 = Date.now();
  const demo = await DemoConsole.make(api);
  console.log('demo ms', Date.now() - t0);
  console.log(await query(api.db.pool, sql`SELECT n.name, count(*)::int, max(p.down_octets)::float8 AS d, max(p.online) AS o, max(p.minute) FROM radius.nas_pulse p JOIN radius.nas n ON n.id = p.nas_id GROUP BY 1`));
  console.log(await query(api.db.pool, sql`SELECT count(*)::int, (SELECT count(*)::int FROM radius.nas_pulse_hour) AS h, (SELECT count(*)::int FROM radius.plan_traffic_hour) AS p FROM radius.traffic_hour`));
  for (const [at, [scheme, width, lang]] of ([['light', 1440, 'en'], ['dark', 390, 'hi'], ['light', 390, 'en'], ['dark', 1440, 'hi']] as const).entries()) {
    const { page } = await demo.at('noc', { viewport: { width, height: 900 }, colorScheme: scheme, reducedMotion: 'reduce', ...(lang === 'hi' ? { locale: 'hi-IN' } : {}) } as never);
    if (lang === 'hi') await page.evaluate("localStorage.setItem('lastmile-language', 'hi')");
    await page.goto(`${api.url}/console/network`);
    await page.waitForTimeout(2500);
    await page.screenshot({ path: `/tmp/w/shot-c-net-${at}.png`, fullPage: true });
    if (at === 0 || at === 1) {
      await page.goto(`${api.url}/console/nas?nas=2`);
      await page.waitForTimeout(4000);
      await page.screenshot({ path: `/tmp/w/shot-c-nas-${at}.png` });
    }
  }
}, 300_000);
