import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { addSubscriber, OWN_PASSWORD, pay, portalTenant, signedIn } from '../areas/online/portal/portal-user.ts';
import { startApi } from '../fixtures/api.ts';
import { atEnd } from '../fixtures/at-end.ts';
import { hasWebKit, openDisplay, WebKitWindow } from '../fixtures/webkit.ts';

describe.skipIf(!hasWebKit)('the pages of a subscriber, in WebKit', async () => {
  const api = await startApi();
  const tenant = await portalTenant(api);

  it('sign in, and each shows what it is about', async () => {
    const own = await addSubscriber(api, tenant);
    await pay(api, tenant, own.serviceid, 600);
    await signedIn(api, tenant, own);
    const profile = await mkdtemp(join(tmpdir(), 'lastmile-webkit-'));
    atEnd(() => rm(profile, { recursive: true, force: true }));
    const home = `${api.url}/my/${tenant.ispid}`;
    const window = await WebKitWindow.open(home, { profile, display: await openDisplay() });
    await window.fill('input[name=username]', own.username);
    await window.fill('input[name=password]', OWN_PASSWORD);
    await window.until(`document.querySelector('form button[type=submit]').click() ?? true`, 'the form is sent');
    await window.until(`document.querySelector('nav')`, 'somebody is signed in');
    const pages = await window.value<string[]>(`[...document.querySelectorAll('nav a')].map(({ href }) => href)`);
    expect(pages.length).toBeGreaterThan(3);
    for (const page of pages) {
      await window.goTo(page);
      await window.until(`document.querySelector('main')?.innerText.length > 20`, `${page} is there`);
    }
  });
});
