import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import * as en from '../../clients/console/src/words/en/index.ts';
import * as hi from '../../clients/console/src/words/hi/index.ts';
import { startApi } from '../fixtures/api.ts';
import { executablePath, violations } from '../fixtures/chromium.ts';
import { goQuiet } from '../fixtures/quiet-page.ts';
import { makeTenant, type Tenant } from '../fixtures/tenants.ts';
import { ConsoleBrowser } from './console-browser.ts';

/** Every text of a language by its path; of a function what it says to some values. */
function textsOf(words: unknown, path = ''): [string, string][] {
  if (typeof words === 'string') return [[path, words]];
  if (typeof words === 'function') return [];
  return Object.entries(words as object).flatMap(([key, value]) => textsOf(value, `${path}.${key}`));
}

/** What is said in Latin letters in Hindi too: names and abbreviations. */
const SAME = /^[\W\d_]*$|^[A-Z0-9][A-Za-z0-9./, +-]{0,20}$|[ऀ-ॿ]/;

describe('Hindi', () => {
  it('says all that English says', () => {
    const shape = (words: object) =>
      textsOf(words)
        .map(([path]) => path)
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

describe.skipIf(!executablePath)('the console in Hindi', { timeout: 120_000 }, async () => {
  const api = await startApi();
  let console: ConsoleBrowser;
  let tenant: Tenant;
  beforeAll(async () => {
    console = await ConsoleBrowser.launch(api);
    tenant = await makeTenant(api);
  });
  afterAll(() => console.close());

  it('is chosen under the account, and stays', async () => {
    const { page, complaints } = await console.signedIn(tenant, '/account', 'Admin', { bypassCSP: true });
    await page.getByLabel('Language').first().click();
    await page.getByRole('option', { name: 'हिन्दी' }).click();
    await page.getByRole('heading', { level: 1, name: hi.account.title }).waitFor();
    expect(await page.evaluate('document.documentElement.lang')).toBe('hi');
    for (const screen of ['dashboard', 'subscribers', `subscribers/${tenant.serviceid}`]) {
      await goQuiet(page, `${api.url}/console/${screen}`);
      await page.getByRole('link', { name: hi.shell.screens.payments }).first().waitFor();
      expect(await violations(page), screen).toEqual([]);
    }
    expect(complaints).toEqual([]);
  });

  it('is what a browser gets that speaks it', async () => {
    const { page } = await console.open('', { locale: 'hi-IN' });
    await page.getByLabel(hi.signIn.username).waitFor();
  });
});
