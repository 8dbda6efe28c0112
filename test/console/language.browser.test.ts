import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import * as en from '../../clients/console/src/words/en/index.ts';
import * as hi from '../../clients/console/src/words/hi/index.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { simulatedProviders } from '../fixtures/payment-providers.ts';
import { goWithin, quietAfter } from '../fixtures/quiet-page.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { wholeTenant } from '../rpc/whole-tenant.ts';
import { FOR_AXE } from './appearances.ts';
import { eventually } from './at-forms.ts';
import { PASSWORD, startConsole } from './console-browser.ts';

/** Every text of a language by its path; of a function what it says to some values. */
function textsOf(words: unknown, path = ''): [string, string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return [];
  return Object.entries(words as object).flatMap(([key, value]) => textsOf(value, `${path}.${key}`));
}

/** What is said in Latin letters in Hindi too: names and abbreviations. */
const SAME = /^[\W\d_]*$|^[A-Z0-9][A-Za-z0-9./, +-]{0,20}$|[ऀ-ॿ]/;

const SCREENS = [
  ...['reports', 'reports?report=outstanding_by_plan', 'reports?report=expiring', 'reports/gst'],
  ...['dashboard', 'subscribers', 'subscribers/new', 'payments', 'payments/orders', 'invoices', 'sessions', 'nas'],
  ...['sessions/rejects', 'sessions/trace'],
  ...['nas/proxies', 'nas/nat', 'pools', 'pools/ipv6', 'pools/nas', 'leads', 'plans', 'plans/topups', 'wallets'],
  ...['locations', 'users', 'audit', 'notices', 'notices/messages', 'notices/many'],
  ...['notices/channels', 'settings'],
  ...['settings/taxes', 'settings/gateways', 'settings/webhooks', 'account'],
  ...['ticket-settings', 'ticket-settings/categories', 'ticket-settings/limits', 'ticket-settings/hours'],
  ...['ticket-settings/visits'],
];

/** Every text that people read or hear, but for sentences of the node, which are English, addresses and codes. */
const READ = `(() => {
  const texts = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const { parentElement } = walk.currentNode;
    if (!parentElement.closest('script, style, code, pre, [lang=en]:not(html), [translate=no]') && parentElement.checkVisibility())
      texts.push(walk.currentNode.textContent);
  }
  for (const element of document.querySelectorAll('[placeholder], [aria-label], [title]'))
    if (element.checkVisibility())
      for (const name of ['placeholder', 'aria-label', 'title']) texts.push(element.getAttribute(name) ?? '');
  for (const element of document.querySelectorAll('input[role=combobox]')) texts.push(element.value);
  return texts.map((text) => text.trim()).filter((text) => text !== '');
})()`;

const spoken = new Map(textsOf(hi));
/** What English says where Hindi says something else. */
const ENGLISH = new Set(
  textsOf(en).flatMap(([path, text]) => (text === '' || text === spoken.get(path) ? [] : [text])),
);
for (const text of spoken.values()) ENGLISH.delete(text);

/** A word of the English console, the name of a parameter, or a sentence. */
const isEnglish = (text: string) =>
  ENGLISH.has(text) ||
  /^[a-z]+(_[a-z0-9]+)+$/.test(text) ||
  /^[^\u0900-\u097f]*\b[a-z]+ [a-z]+ [a-z]+\b[^\u0900-\u097f]*$/.test(text);

describe('Hindi', () => {
  it('says all that English says', () => {
    // The node itself names its reports and their columns in English.
    const shape = (words: object) =>
      textsOf(words)
        .map(([path]) => path)
        .filter((path) => !/^\.reports\.(?:names|columns)\./.test(path))
        .sort();
    expect(shape(hi)).toEqual(shape(en));
    const untranslated = textsOf(hi).filter(([, text]) => !SAME.test(text));
    expect(untranslated).toEqual([]);
    const own = textsOf(hi).filter(([, text]) => /[ऀ-ॿ]/.test(text));
    expect(own.length).toBeGreaterThan(textsOf(en).length * 0.85);
  });
});

describe('screens', () => {
  it('have no words of their own: what people read comes from a language', () => {
    const root = new URL('../../clients/console/src/', import.meta.url);
    const screens = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter(
      (path) => path.endsWith('.tsx') && /^(screens|ui|app)/.test(path),
    );
    const spoken = screens.flatMap((path) => {
      const text = readFileSync(new URL(path, root), 'utf8');
      return [
        ...text.matchAll(/(?:>|\b(?:label|title|placeholder|aria-label)=")([A-Z][a-z]+ [a-z][^<>{}"=;]*)(?:<|")/g),
      ].map(([, words]) => `${path}: ${words}`);
    });
    expect(spoken).toEqual([]);
  });
});

describe.skipIf(!executablePath)('the console in Hindi', { timeout: 240_000 }, async () => {
  const { api, console, tenant } = await startConsole(makeTenant, await simulatedProviders());

  it('is chosen under the account, and stays', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Admin', FOR_AXE);
    await page.getByLabel('Language').first().click();
    await page.getByRole('option', { name: 'हिन्दी' }).click();
    await page.getByRole('heading', { level: 1, name: hi.account.title }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('hi');
    for (const screen of ['dashboard', 'subscribers', `subscribers/${tenant.serviceid}`]) {
      await goWithin(page, `/console/${screen}`);
      await page.getByRole('link', { name: hi.shell.screens.payments }).first().waitFor();
      expect(await violations(page), screen).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('leaves nothing in English on any screen, in no form and no details', async () => {
    const whole = await wholeTenant(api);
    const options = { bypassCSP: true, locale: 'hi-IN', viewport: { width: 1440, height: 900 } };
    const { page } = await console.open('/account', options);
    await page.locator('input[autocomplete=username]').fill(await console.userOf(whole, 'Admin'));
    await page.locator('input[autocomplete=current-password]').fill(PASSWORD);
    await page.keyboard.press('Enter');
    await page.locator('#main').getByRole('heading', { level: 1 }).waitFor();
    const left = new Set<string>();
    const look = async (where: string) => {
      for (const text of await page.evaluate<string[]>(READ)) if (isEnglish(text)) left.add(`${where}: ${text}`);
    };
    const record = `subscribers/${whole.serviceid}`;
    for (const screen of [...SCREENS, `${record}?tab=identities`, `${record}?tab=settings`]) {
      await goWithin(page, `/console/${screen}`);
      await page.locator('#main').getByRole('heading', { level: 1 }).first().waitFor();
      await look(screen);
      const dialog = page.getByRole('dialog');
      const add = page.locator('#main').getByRole('button', { name: /जोड़ें$/ }).first();
      if (await add.count()) {
        // A form that opened after Escape would stay.
        await quietAfter(page, () => add.click());
        await look(`${screen}, adding`);
        await page.keyboard.press('Escape');
        await eventually(() => dialog.count()).toBe(0);
      }
      const row = page.locator('#main [role=row][data-opens]').first();
      if ((await row.count()) === 0) continue;
      await quietAfter(page, () => row.click());
      const edit = dialog.getByRole('button', { name: hi.common.edit, exact: true }).first();
      if (await edit.count()) await quietAfter(page, () => edit.click());
      await look(`${screen}, details`);
    }
    expect([...left]).toEqual([]);
  });

  it('is what a browser gets that speaks it', async () => {
    const { page } = await console.open('', { locale: 'hi-IN' });
    await page.getByLabel(hi.signIn.username).waitFor();
  });
});
