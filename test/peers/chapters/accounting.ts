import { expect, it } from 'vitest';
import { type Attributes, account, answered } from '../support/radclient.ts';
import { expectJustNow, type Story } from '../support/story.ts';
import { LINE } from './logging-in.ts';

export const SESSION = {
  'User-Name': 'ravi',
  'Acct-Session-Id': '81a00001',
  ...LINE,
  'Framed-IP-Address': '10.0.0.9',
} as const;

const MB = 2 ** 20;

/** 5.33 MB up; 1 times 2^32 octets, 700 MB and an eighth down. */
const NEWER: Attributes = {
  ...SESSION,
  'Acct-Status-Type': 'Interim-Update',
  'Acct-Session-Time': 600,
  'Acct-Input-Octets': 5_588_558,
  'Acct-Output-Gigawords': 1,
  'Acct-Output-Octets': 700 * MB + MB / 8,
};

const OLDER: Attributes = {
  ...SESSION,
  'Acct-Status-Type': 'Interim-Update',
  'Acct-Session-Time': 300,
  'Acct-Input-Octets': MB,
  'Acct-Output-Octets': 200 * MB,
};

const AFTER_NEWER = { ul_mb: '5.33', dl_mb: '4796.13', session_duration: '600' };

export function accounting(story: Story): void {
  it('no one is online before the first Start', async () => {
    expect(await story.isp.result('radius/user/online')).toEqual({});
    const { status, error } = await story.isp.call('radius/user/status', { username: 'ravi' });
    expect(status).toBe(404);
    expect(error).toMatch(/ravi is not online/);
  });

  it('a Start puts the subscriber online, by session id', async () => {
    await account(story.acctNas, { ...SESSION, 'Acct-Status-Type': 'Start' });
    expect(await story.isp.result('radius/user/online')).toEqual({ '81a00001': 'ravi' });
    expect(await story.isp.result('radius/user/online', { show_count: 1 })).toBe(1);
  });

  it('the status of the session is what the NAS said', async () => {
    const { session_start: start, last_update: update, ...status } = await story.status('ravi');
    expect(status).toEqual({
      sessionid: '81a00001',
      ip: '10.0.0.9',
      ...{ ip6: null, ip6_prefix: null, pd_prefix: null },
      mac: '02:00:5e:10:00:01',
      nas: '127.0.0.1',
      nasport: 'ether2',
      nasporttype: 'Ethernet',
      session_stop: null,
      session_duration: '0',
      ul_mb: '0.00',
      dl_mb: '0.00',
    });
    expectJustNow(start);
    expectJustNow(update);
  });

  it('an Interim-Update counts megabytes of 2^20 octets, gigawords included', async () => {
    await account(story.acctNas, NEWER);
    expect(await story.status('ravi')).toMatchObject(AFTER_NEWER);
  });

  it('the same Interim-Update again changes nothing', async () => {
    await account(story.acctNas, NEWER);
    expect(await story.status('ravi')).toMatchObject(AFTER_NEWER);
  });

  it('an older Interim-Update that comes late changes nothing', async () => {
    await account(story.acctNas, OLDER);
    expect(await story.status('ravi')).toMatchObject(AFTER_NEWER);
  });

  it('the usage is what the service has used', async () => {
    const [service] = await story.isp.result('service/list', { username: 'ravi' });
    expect(service.used_gb).toBe('4.689');
  });

  it('a session whose Start was lost begins with its Interim-Update', async () => {
    await story.subscribe('late-lila');
    const late = { 'User-Name': 'late-lila', 'Acct-Session-Id': '81a00002', 'NAS-IP-Address': '127.0.0.1' };
    const update = { 'Acct-Status-Type': 'Interim-Update', 'Acct-Session-Time': 120, 'Acct-Input-Octets': MB };
    await account(story.acctNas, { ...late, ...update });
    expect(await story.isp.result('radius/user/online')).toEqual({ '81a00001': 'ravi', '81a00002': 'late-lila' });
    const { session_start: start, ...status } = await story.status('late-lila');
    expect(status).toMatchObject({ ul_mb: '1.00', dl_mb: '0.00', session_duration: '120' });
    expect(Date.now() - Date.parse(`${start?.replace(' ', 'T')}Z`)).toBeGreaterThan(110_000);
    await account(story.acctNas, { ...late, 'Acct-Status-Type': 'Stop', 'Acct-Session-Time': 120 });
  });

  it('a second session of the subscriber elsewhere is refused while the first one lasts', async () => {
    const elsewhere = { ...LINE, 'NAS-Port-Id': 'ether9', 'Calling-Station-Id': '02-00-5E-10-00-99' };
    const serviceid = story.serviceid;
    await story.isp.result('service/update', { serviceid, mac_bind: 'No' });
    await story.rejected({ 'User-Name': 'ravi', 'User-Password': 'hello', ...elsewhere });
  });

  it('services are counted as online', async () => {
    expect(await story.isp.result('service/status_count')).toMatchObject({ Online: 1 });
  });

  it('the accounting port answers a Status-Server too', async () => {
    const { code } = await answered('status', story.acctNas, { 'Message-Authenticator': '0x00' });
    expect(['Access-Accept', 'Accounting-Response']).toContain(code);
  });
}
