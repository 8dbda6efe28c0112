import { readFileSync } from 'node:fs';
import { mkdtemp, writeFile } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { dashboard } from '../../scripts/dashboard/dashboard.ts';
import { Authority } from '../fixtures/certificates.ts';
import { Api } from './support/api.ts';
import { makeNetwork, makeTenant, NAS_SECRET } from './support/example.ts';
import { Installation, type Node } from './support/installation.ts';
import { run } from './support/process.ts';
import { pathOf } from './support/programs.ts';
import { answered } from './support/radclient.ts';
import { ADMIN_API_KEY } from './support/story.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const FOLDER = join(ROOT, 'deploy/prometheus');
const read = (path: string) => readFileSync(join(ROOT, path), 'utf8');
const rules = read('deploy/prometheus/lastmile.rules.yml');
const tests = read('deploy/prometheus/lastmile.test.yml');
const imported = JSON.parse(read('deploy/grafana/lastmile.json'));

const promtool = (args: readonly string[], input?: string) =>
  run(pathOf('promtool'), args, { cwd: FOLDER, timeoutMs: 120_000, ...(input === undefined ? {} : { input }) });

/** Names of metrics in a text, without what Prometheus adds to those of histograms. */
const metricsIn = (text: string): string[] =>
  [...text.matchAll(/\b(?:lastmile|process|nodejs)_[a-z_]*[a-z]\b(?!\.)/g)].map(([name]) =>
    name.replace(/_(?:bucket|sum|count)$/, ''),
  );
const alerts = [...rules.matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);
const expressions: string[] = imported.panels.flatMap(({ targets = [] }: { targets?: { expr: string }[] }) =>
  targets.map(({ expr }) => expr),
);

describe('Prometheus accepts', () => {
  it('the alerts', async () => {
    expect(await promtool(['check', 'rules', 'lastmile.rules.yml'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('the example of its configuration', async () => {
    expect(await promtool(['check', 'config', 'prometheus.yml'])).toMatchObject({ code: 0, stderr: '' });
  });

  it('each expression of the dashboard', async () => {
    const folder = await mkdtemp(join(inject('peersFolder'), 'dashboard-'));
    const file = join(folder, 'expressions.yml');
    const recorded = expressions.map((expr, at) => {
      // What Grafana fills in.
      const filled = expr.replaceAll('$__rate_interval', '1m').replaceAll('$node', '.+');
      return { record: `expression:${at}`, expr: filled };
    });
    await writeFile(file, JSON.stringify({ groups: [{ name: 'dashboard', rules: recorded }] }));
    expect(expressions.length).toBeGreaterThan(50);
    expect(await promtool(['check', 'rules', file])).toMatchObject({ code: 0, stderr: '' });
  });
});

describe('the alerts', () => {
  it('fire when they should and do not when they should not', async () => {
    const { code, stdout, stderr } = await promtool(['test', 'rules', 'lastmile.test.yml']);
    expect({ code, output: stdout + stderr }).toEqual({ code: 0, output: expect.stringContaining('SUCCESS') });
  }, 300_000);

  it('each have a test in which they do not fire, and then do', () => {
    expect(alerts.length).toBeGreaterThan(30);
    const parts = new Map(tests.split(/^ {2}- name: /m).map((part) => [part.split('\n')[0] ?? '', part]));
    for (const name of alerts) {
      const part = parts.get(name) ?? '';
      const firing = `ALERTS{alertname="${name}", alertstate="firing"`;
      expect(part, name).toMatch(/exp_samples: \[\]/);
      expect(part.split(`labels: '${firing}`).length, name).toBeGreaterThan(1);
      expect(part.split(`expr: '${firing}}'`).length, name).toBe(3);
    }
  });

  it('each say what to do in docs/operate/operations.md', () => {
    const headings = [...read('docs/operate/operations.md').matchAll(/^### (\w+)$/gm)].map(([, name]) => name);
    expect(alerts.filter((name) => !headings.includes(name))).toEqual([]);
    const anchors = [...rules.matchAll(/runbook_url: docs\/operate\/operations\.md#(\w+)/g)].map(
      ([, anchor]) => anchor,
    );
    expect(anchors).toEqual(alerts.map((name) => name.toLowerCase()));
    expect(headings.filter((name = '') => name.startsWith('Lastmile') && !alerts.includes(name))).toEqual([]);
  });
});

describe('the dashboard', () => {
  it('is made from its tables, by `npx tsx scripts/dashboard/main.ts`', () => {
    expect(imported).toEqual(JSON.parse(JSON.stringify(dashboard())));
  });

  it('has panels that do not overlap', () => {
    const cells = new Set<string>();
    for (const { gridPos, title } of imported.panels)
      for (let x = gridPos.x; x < gridPos.x + gridPos.w; x++)
        for (let y = gridPos.y; y < gridPos.y + gridPos.h; y++) {
          expect(cells.has(`${x},${y}`), title).toBe(false);
          cells.add(`${x},${y}`);
        }
  });
});

/** They appear with the first run of their job. */
const OF_JOBS = [
  'lastmile_archive_success_timestamp_seconds',
  'lastmile_ledger_drift',
  'lastmile_radius_silent_nases',
  'lastmile_service_problems',
];

/** What is off by default, since its metrics are documented too. */
async function everything() {
  const { certFile, keyFile } = await (await Authority.create()).issue();
  return { RADSEC_CERT: certFile, RADSEC_KEY: keyFile, RADSEC_PORT: '0' };
}

describe('a node', () => {
  let site: Installation;
  let node: Node;
  let metrics = '';

  beforeAll(async () => {
    site = await Installation.make();
    node = await site.start({ ADMIN_API_KEY, ...(await everything()) });
    const { api } = await makeTenant(new Api(site.baseUrl, { userid: 1, api_key: ADMIN_API_KEY }), {
      code: 'EXN',
      username: 'exn-admin',
    });
    await makeNetwork(api);
    const peer = { port: site.ports.auth, secret: NAS_SECRET };
    await answered('auth', peer, { 'User-Name': 'nobody', 'User-Password': 'x' });
    metrics = await vi.waitFor(
      async () => {
        const text = await scrape();
        for (const name of OF_JOBS) expect(text).toContain(`# TYPE ${name} `);
        return text;
      },
      { timeout: 60_000, interval: 500 },
    );
  });
  afterAll(async () => {
    await node?.stop();
    await site?.remove();
  });
  const scrape = async () => (await run(pathOf('curl'), ['-sS', `${site.baseUrl}/metrics`])).stdout;

  it('exports every metric that alerts, dashboard and docs name', () => {
    const exported = new Set([...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name]) => name));
    const exprs = rules.split('\n').filter((line) => !/summary:|description:|runbook_url:|^#/.test(line));
    const named = new Set([...metricsIn(exprs.join('\n')), ...expressions.flatMap(metricsIn)]);
    const documented = [...read('docs/operate/operations.md').matchAll(/`((?:lastmile|process|nodejs)_\w+)`/g)];
    for (const [, name = ''] of documented) named.add(name);
    expect(named.size).toBeGreaterThan(60);
    expect([...named].filter((name) => !exported.has(name)).sort()).toEqual([]);
  });

  it('exports no metric that docs/operate/operations.md does not explain', () => {
    const explained = read('docs/operate/operations.md');
    const exported = [...metrics.matchAll(/^# TYPE (\w+) /gm)].map(([, name = '']) => name);
    expect(exported.filter((name) => !explained.includes(`\`${name}\``))).toEqual([]);
  });

  it('keeps to the conventions of Prometheus', async () => {
    expect(await promtool(['check', 'metrics'], metrics)).toMatchObject({ code: 0, stdout: '', stderr: '' });
  });

  it('shows what happened to it', () => {
    expect(metrics).toMatch(/^lastmile_radius_answer_seconds_count\{type="Access-Request"\} 1$/m);
    expect(metrics).toMatch(/^lastmile_radius_rejects_total\{reason="unknown_user"\} 1$/m);
    expect(metrics).toMatch(/^lastmile_nodes 1$/m);
    expect(metrics).toMatch(/^lastmile_database_listening(?:\{process="radius"\})? 1$/m);
    expect(metrics).toMatch(/^lastmile_job_interval_seconds\{job_name="repair-drift"\} 300$/m);
    expect(metrics).toMatch(/^lastmile_job_nodes 1$/m);
    expect(metrics).toMatch(/^lastmile_clock_waiting_seconds \d/m);
  });
});
