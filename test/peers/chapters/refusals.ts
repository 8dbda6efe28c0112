import { expect, it, vi } from 'vitest';
import { attributeOf } from '../support/packets.ts';
import { send } from '../support/radclient.ts';
import type { Story } from '../support/story.ts';
import { LINE } from './logging-in.ts';

const RAVI = { 'User-Name': 'ravi', ...LINE, 'User-Password': 'hello' };
const STRANGER = '127.0.0.77';
const IMPATIENT = { timeout: 1, retries: 1 };

export function refusals(story: Story): void {
  it.each([
    ['PAP', { 'User-Password': 'wrong' }],
    ['CHAP', { 'CHAP-Password': 'wrong' }],
    ['MS-CHAP', { 'MS-CHAP-Password': 'wrong' }],
  ])('a wrong password by %s', async (_method, credentials) => {
    await story.rejected({ 'User-Name': 'ravi', ...LINE, ...credentials });
  });

  it('a log-in without any password', async () => {
    await story.rejected({ 'User-Name': 'ravi', ...LINE });
  });

  it('an unknown user', async () => {
    await story.rejected({ ...RAVI, 'User-Name': 'nobody' });
  });

  it('a prepaid service that is not paid yet', async () => {
    await story.subscribe('prepaid-priya', { prepaid_postpaid: 'Prepaid' });
    const [service] = await story.isp.result('service/list', { username: 'prepaid-priya' });
    expect(service.status).toBe('NewRequest');
    const reject = await story.rejected({ 'User-Name': 'prepaid-priya', 'User-Password': 'hello' });
    expect(attributeOf(reject, 'Reply-Message')).toMatch(/has not begun/);
  });

  it('a service that was deleted, from the next packet on', async () => {
    const serviceid = await story.subscribe('gone-gita');
    await story.accepted({ 'User-Name': 'gone-gita', 'User-Password': 'hello' });
    expect(await story.isp.result('service/delete', { serviceid })).toBe('Done');
    await story.rejected({ 'User-Name': 'gone-gita', 'User-Password': 'hello' });
  });

  it('the old password once it is changed', async () => {
    const serviceid = await story.subscribe('new-nila');
    await story.accepted({ 'User-Name': 'new-nila', 'User-Password': 'hello', ...line(2) });
    await story.isp.result('service/update', { serviceid, password: 'good day' });
    await story.rejected({ 'User-Name': 'new-nila', 'User-Password': 'hello', ...line(2) });
    await story.accepted({ 'User-Name': 'new-nila', 'User-Password': 'good day', ...line(2) });
  });

  it('another device than the one that logged in first, until the MAC is unbound', async () => {
    const serviceid = await story.subscribe('bound-bala');
    const bala = { 'User-Name': 'bound-bala', 'User-Password': 'hello' };
    await story.accepted({ ...bala, ...line(3) });
    const other = { ...line(3), 'Calling-Station-Id': '02-00-5E-10-00-33' };
    expect(attributeOf(await story.rejected({ ...bala, ...other }), 'Reply-Message')).toMatch(/another MAC address/);
    await story.isp.result('service/mac_unbind', { serviceid });
    await story.isp.result('service/update', { serviceid, mac_bind: 'No' });
    await story.accepted({ ...bala, ...line(3) });
  });

  it('a NAS with a wrong secret: nothing that it could trust', async () => {
    const wrong = { ...story.authNas(), secret: 'another-secret' };
    expect(await send('auth', wrong, { ...RAVI, 'Message-Authenticator': '0x00' }, IMPATIENT)).toBeUndefined();
    expect(await send('acct', { ...story.acctNas, secret: 'another-secret' }, start(), IMPATIENT)).toBeUndefined();
    expect(await story.isp.result('radius/user/online')).toEqual({});
  });

  it('an unknown NAS: no answer, but it is listed as unknown', async () => {
    expect(await send('auth', story.authNas(STRANGER), RAVI, IMPATIENT)).toBeUndefined();
    const accounting = { ...story.acctNas, address: STRANGER };
    expect(await send('acct', accounting, start(), IMPATIENT)).toBeUndefined();
    await vi.waitFor(
      async () => {
        const unknown = await story.admin.result('radius/nas/unknown');
        expect(unknown.map(({ ip }: { ip: string }) => ip)).toEqual([STRANGER]);
      },
      { timeout: 60_000, interval: 200 },
    );
  });
}

const line = (n: number) => ({ ...LINE, 'NAS-Port-Id': `ether${n}`, 'Calling-Station-Id': `02-00-5E-10-00-0${n}` });

const start = () => ({
  'User-Name': 'ravi',
  'Acct-Session-Id': 'refused',
  'Acct-Status-Type': 'Start',
  'NAS-IP-Address': '127.0.0.1',
});
