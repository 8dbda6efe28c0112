import { expect, it } from 'vitest';
import { panelPages } from '../../src/panel/page.ts';
import { openEndpoint, router } from '../../src/rpc/endpoint.ts';
import { fakeRouter } from '../rest/fake-api.ts';
import { serve } from '../rest/serve.ts';

it('the page loads its style, its script and every procedure from the node, and nothing else', async () => {
  const { origin } = await serve({}, { panel: panelPages(fakeRouter) });
  const response = await fetch(`${origin}/panel`);
  const page = await response.text();
  const sources = [...page.matchAll(/(?:src|href)="(\/[^"]*)"/g)].map(([, source]) => source);
  expect(sources).toEqual(['/panel/panel.css', '/panel/panel.js']);
  expect(page).not.toMatch(/https?:/);
  const [, nonce] = /script-src 'nonce-([^']+)'/.exec(response.headers.get('content-security-policy') ?? '') ?? [];
  expect(page.split(`nonce="${nonce}"`)).toHaveLength(3);
  for (const source of sources) expect((await fetch(origin + source)).status).toBe(200);
  const procedures = (await (await fetch(`${origin}/panel/procedures.json`)).json()) as { name: string }[];
  expect(procedures.map(({ name }) => name)).toEqual(Object.keys(fakeRouter._def.procedures));
});

it('no text of a procedure is part of the page', async () => {
  const evil = '</script><script>alert(1)</script>';
  const pages = panelPages(router({ evil: openEndpoint({ rest: ['/evil'], summary: evil }).query(() => null) }));
  const { origin } = await serve({}, { panel: pages });
  expect(await (await fetch(`${origin}/panel`)).text()).not.toContain(evil);
  const response = await fetch(`${origin}/panel/procedures.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(await response.json()).toMatchObject([{ summary: evil }]);
});
