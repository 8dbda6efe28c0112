import { expect, it } from 'vitest';
import { panelPage } from '../../src/panel/page.ts';
import { openEndpoint, router } from '../../src/rpc/endpoint.ts';
import { fakeRouter } from '../rest/fake-api.ts';

it('the page contains every procedure, its style and its script with the nonce, and loads nothing else', () => {
  const page = panelPage(fakeRouter)('bm9uY2U=');
  for (const name of Object.keys(fakeRouter._def.procedures)) expect(page).toContain(`"name":"${name}"`);
  expect(page.match(/nonce="bm9uY2U="/g)).toHaveLength(2);
  expect(page).not.toMatch(/https?:|\ssrc=/);
});

it('no text of a procedure can break out of its element', () => {
  const evil = '</script><script>alert(1)</script>';
  const page = panelPage(router({ evil: openEndpoint({ rest: ['/evil'], summary: evil }).query(() => null) }))('n');
  expect(page).not.toContain(evil);
  const [, json = ''] = /id="procedures">(.*)<\/script>/.exec(page) ?? [];
  expect(JSON.parse(json)).toMatchObject([{ summary: evil }]);
});
