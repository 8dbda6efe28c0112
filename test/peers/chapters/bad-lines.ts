import { expect, it, vi } from 'vitest';
import { send } from '../support/radclient.ts';
import { losesTheFirst, openRelay, unsigned } from '../support/relay.ts';
import type { Story } from '../support/story.ts';
import { LINE } from './logging-in.ts';

const SIGNED = { 'Message-Authenticator': '0x00' };
const AGAIN_SOON = { timeout: 0.5, retries: 5 };
const IMPATIENT = { timeout: 1, retries: 1 };
const LEARNER = '127.0.0.4';

export function badLines(story: Story): void {
  it('a lost answer to a log-in is sent again, octet by octet, and logged once', async () => {
    const relay = await openRelay({ to: story.site.ports.auth, answer: losesTheFirst() });
    try {
      await story.subscribe('lost-lata');
      const lata = { 'User-Name': 'lost-lata', 'User-Password': 'hello' };
      const answer = await send('auth', { ...story.authNas(), port: relay.port }, lata, AGAIN_SOON);
      expect(answer?.code).toBe('Access-Accept');
      expect(relay.requests).toEqual([relay.requests[0], relay.requests[0]]);
      expect(relay.answers).toEqual([relay.answers[0], relay.answers[0]]);
    } finally {
      await relay.close();
    }
    const logged = async () => (await story.isp.result('radius/user/auth_log', { username: 'lost-lata' })).length;
    await vi.waitFor(async () => expect(await logged()).toBe(1), { timeout: 60_000, interval: 100 });
    expect(await logged()).toBe(1);
  });

  it('a lost answer to accounting is sent again, and the session is there once', async () => {
    const relay = await openRelay({ to: story.site.ports.acct, answer: losesTheFirst() });
    const lata = { 'User-Name': 'lost-lata', 'Acct-Session-Id': 'lost-1', 'NAS-IP-Address': '127.0.0.1' };
    try {
      const caller = { ...story.acctNas, port: relay.port };
      const answer = await send('acct', caller, { ...lata, 'Acct-Status-Type': 'Start' }, AGAIN_SOON);
      expect(answer?.code).toBe('Accounting-Response');
      expect(relay.answers).toEqual([relay.answers[0], relay.answers[0]]);
    } finally {
      await relay.close();
    }
    expect(await story.isp.result('radius/user/online')).toEqual({ 'lost-1': 'lost-lata' });
    const log = await story.isp.result('radius/user/session_log');
    expect(log.filter(({ sessionid }: { sessionid: string }) => sessionid === 'lost-1')).toHaveLength(1);
    await send('acct', story.acctNas, { ...lata, 'Acct-Status-Type': 'Stop' });
    expect(await story.isp.result('radius/user/online')).toEqual({});
  });

  it('a NAS of policy auto is served unsigned until it signs for the first time', async () => {
    await story.addNas(LEARNER, { require_message_authenticator: 'auto' });
    const ravi = { 'User-Name': 'ravi', ...LINE, 'User-Password': 'hello' };
    const relay = await openRelay({ to: story.site.ports.auth, from: LEARNER, request: unsigned });
    try {
      const withoutSignature = { ...story.authNas(), port: relay.port };
      expect((await send('auth', withoutSignature, ravi))?.code).toBe('Access-Accept');
      await story.accepted({ ...ravi, ...SIGNED }, LEARNER);
      expect(await send('auth', withoutSignature, ravi, IMPATIENT)).toBeUndefined();
      await story.accepted({ ...ravi, ...SIGNED }, LEARNER);
    } finally {
      await relay.close();
    }
  });
}
