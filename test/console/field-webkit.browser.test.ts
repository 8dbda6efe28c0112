import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { dayOf } from '../../src/core/zone.ts';
import { atEnd } from '../fixtures/at-end.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { hasWebKit, openDisplay, WebKitWindow } from '../fixtures/webkit.ts';
import { eventually } from './at-forms.ts';
import { connectionTo } from './connection.ts';
import { PASSWORD, startConsole } from './console-browser.ts';

describe.skipIf(!hasWebKit)('a technician’s day, on a telephone with WebKit', async () => {
  const { api, console, tenant } = await startConsole(makeTenant);
  const { me, ispid, serviceid } = tenant;

  it('is sent once, after the browser was killed without a connection and the session has ended', async () => {
    const username = await console.userOf(tenant, 'Field');
    const { id: technicianid } = await api.db.prisma.loginUser.findFirstOrThrow({ where: { username } });
    const { timezone } = await api.db.prisma.ispSetting.findUniqueOrThrow({ where: { ispId: ispid } });
    const booking = { serviceid, technicianid, day: dayOf(new Date(), timezone), hours: '00:00-24:00' };
    for (let at = 0; at < 3; at++) await api.ok('visit/create', booking, me);
    const states = async () =>
      (await api.db.prisma.visit.findMany({ where: { technicianId: technicianid } })).map(({ state }) => state);
    const moves = () => api.db.prisma.visitEvent.count({ where: { action: 'move' } });

    const profile = await mkdtemp(join(tmpdir(), 'lastmile-webkit-'));
    atEnd(() => rm(profile, { recursive: true, force: true }));
    const display = await openDisplay();
    const connection = await connectionTo(api.url);
    const open = () => WebKitWindow.open(`${connection.url}/console/field`, { profile, display });
    const signIn = async (window: WebKitWindow) => {
      await window.fill('Username', username);
      await window.fill('Password', PASSWORD);
      await window.press('Sign in');
    };

    const phone = await open();
    await signIn(phone);
    const cards = `document.querySelectorAll('section[aria-label="Today"] > ul > li').length === 3`;

    await phone.until(cards, 'three visits are shown');
    connection.cut();
    for (let at = 0; at < 3; at++) {
      for (const step of ['I am on the way', 'Start', 'Done', 'Send']) await phone.press(step);
    }
    await phone.until(`shows('9 steps wait for a connection.')`, 'nine steps wait');
    expect(await states()).toEqual(['Booked', 'Booked', 'Booked']);
    await phone.kill();
    await api.db.prisma.loginSession.deleteMany({ where: { userId: technicianid } });

    connection.restore();
    const again = await open();
    await signIn(again);
    await eventually(states).toEqual(['Done', 'Done', 'Done']);
    await again.until(`!shows('wait for a connection')`, 'nothing waits any more');
    expect(await moves()).toBe(9);
  });
});
