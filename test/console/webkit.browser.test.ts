import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { atEnd } from '../fixtures/at-end.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { hasWebKit, openDisplay, WebKitWindow } from '../fixtures/webkit.ts';
import { PASSWORD, startConsole } from './console-browser.ts';
import { FURTHER, SCREENS } from './screens.ts';

describe.skipIf(!hasWebKit)('the console, in WebKit', { timeout: 300_000 }, async () => {
  const { api, console, tenant } = await startConsole(makeTenant);

  it('shows each screen', async () => {
    const username = await console.userOf(tenant, 'Admin');
    const profile = await mkdtemp(join(tmpdir(), 'lastmile-webkit-'));
    atEnd(() => rm(profile, { recursive: true, force: true }));
    const window = await WebKitWindow.open(`${api.url}/console`, { profile, display: await openDisplay() });
    await window.fill('Username', username);
    await window.fill('Password', PASSWORD);
    await window.press('Sign in');
    await window.until(`document.querySelector('#main')`, 'somebody is signed in');
    const broken: string[] = [];
    for (const screen of [...SCREENS, ...FURTHER, `subscribers/${tenant.serviceid}`]) {
      await window.goTo(`${api.url}/console/${screen}`);
      await window.until(`document.querySelector('#main h1') || shows('stopped working')`, `${screen} is there`);
      await window.until(`!document.querySelector('.mantine-Skeleton-root, [aria-busy=true]')`, `${screen} is filled`);
      if (await window.value(`shows('stopped working')`)) broken.push(screen);
    }
    expect(broken).toEqual([]);
  });
});
