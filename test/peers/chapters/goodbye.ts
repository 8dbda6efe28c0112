import { expect, it } from 'vitest';
import { account } from '../support/radclient.ts';
import { expectJustNow, type Story } from '../support/story.ts';
import { SESSION } from './accounting.ts';

const MB = 2 ** 20;

export function goodbye(story: Story): void {
  it('a Stop takes the subscriber offline', async () => {
    await account(story.acctNas, {
      ...SESSION,
      'Acct-Status-Type': 'Stop',
      'Acct-Session-Time': 900,
      'Acct-Input-Octets': 6 * MB,
      'Acct-Output-Gigawords': 1,
      'Acct-Output-Octets': 701 * MB,
      'Acct-Terminate-Cause': 'Admin-Reset',
    });
    expect(await story.isp.result('radius/user/online')).toEqual({});
    expect((await story.isp.call('radius/user/status', { username: 'ravi' })).status).toBe(404);
  });

  it('last_online has the session with its end', async () => {
    const last = await story.isp.result('radius/user/last_online', { username: 'ravi' });
    expect(last).toMatchObject({ sessionid: '81a00001', session_duration: '900', ul_mb: '6.00', dl_mb: '4797.00' });
    expectJustNow(last.session_stop);
  });

  it.each(['radius/user/session_log', 'radius/user/sessoin_log'])('%s has the session', async (path) => {
    const [row, ...others] = await story.isp.result(path, { userip: '10.0.0.9' });
    expect(others).toEqual([]);
    expect(row).toEqual({
      sessionid: '81a00001',
      username: 'ravi',
      nasip: '127.0.0.1',
      starttime: expect.any(String),
      endtime: expect.any(String),
      updatetime: expect.any(String),
      duration: '900',
      ul_mb: '6.00',
      dl_mb: '4797.00',
      usermac: '02:00:5e:10:00:01',
      userip: '10.0.0.9',
      ...{ ip6: null, ip6_prefix: null, pd_prefix: null },
      uncounted_ul_mb: '0.00',
      uncounted_dl_mb: '0.00',
      implausible: 'N',
    });
  });

  it('an Interim-Update that comes after the Stop opens nothing again', async () => {
    const late = { 'Acct-Status-Type': 'Interim-Update', 'Acct-Session-Time': 600, 'Acct-Input-Octets': 5 * MB };
    await account(story.acctNas, { ...SESSION, ...late });
    expect(await story.isp.result('radius/user/online')).toEqual({});
  });

  it('Accounting-On closes the sessions that the NAS has lost', async () => {
    const nas = { 'NAS-IP-Address': '127.0.0.1' };
    const sessions = [
      { 'User-Name': 'ravi', 'Acct-Session-Id': '81a00011' },
      { 'User-Name': 'late-lila', 'Acct-Session-Id': '81a00012' },
    ];
    for (const session of sessions) await account(story.acctNas, { ...session, ...nas, 'Acct-Status-Type': 'Start' });
    expect(await story.isp.result('radius/user/online')).toEqual({ '81a00011': 'ravi', '81a00012': 'late-lila' });
    await account(story.acctNas, { ...nas, 'Acct-Session-Id': '00000000', 'Acct-Status-Type': 'Accounting-On' });
    expect(await story.isp.result('radius/user/online')).toEqual({});
    const last = await story.isp.result('radius/user/last_online', { username: 'ravi' });
    expect(last).toMatchObject({ sessionid: '81a00011', session_stop: last.last_update });
    expect(await story.isp.result('radius/user/session_log', { session_endtime: 'NULL' })).toEqual([]);
  });
}
