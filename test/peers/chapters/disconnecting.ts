import { expect, it } from 'vitest';
import { attributeOf } from '../support/packets.ts';
import { account } from '../support/radclient.ts';
import type { Story } from '../support/story.ts';

const DISCONNECT = 'radius/user/disconnect';

export function disconnecting(story: Story): void {
  it('a Disconnect-Request reaches the NAS, which acknowledges it', async () => {
    expect(await story.isp.result(DISCONNECT, { username: 'ravi' })).toBe('done');
    const [request, ...others] = await story.nas.received();
    expect(others).toEqual([]);
    expect(request?.code).toBe('Disconnect-Request');
    const received = Object.fromEntries(request?.attributes ?? []);
    expect(received).toMatchObject({
      'User-Name': 'ravi',
      'Acct-Session-Id': '81a00001',
      'Framed-IP-Address': '10.0.0.9',
      'NAS-IP-Address': '127.0.0.1',
      'Message-Authenticator': expect.stringMatching(/^0x[0-9a-f]{32}$/),
      'Event-Timestamp': expect.any(String),
    });
  });

  it('the session counts as open until the NAS reports its end', async () => {
    expect(await story.isp.result('radius/user/online')).toEqual({ '81a00001': 'ravi' });
  });

  it.each([
    ['unknown-usha', /refused.*session.context.not.found/i],
    ['refuse-rekha', /refused.*administratively.prohibited/i],
    ['silent-devi', /did not answer/i],
  ])('what the NAS does with %s is told', async (username, sentence) => {
    await story.subscribe(username);
    const session = { 'User-Name': username, 'Acct-Session-Id': `id-${username}`, 'NAS-IP-Address': '127.0.0.1' };
    await account(story.acctNas, { ...session, 'Acct-Status-Type': 'Start' });
    const { status, error } = await story.isp.call(DISCONNECT, { username });
    expect({ status, error }).toEqual({ status: 502, error: expect.stringMatching(sentence) });
    await account(story.acctNas, { ...session, 'Acct-Status-Type': 'Stop' });
  });

  it('a request that stays unanswered is repeated with the same identifier, which the NAS takes for one', async () => {
    const users = (await story.nas.received()).map((request) => attributeOf(request, 'User-Name'));
    expect(users).toEqual(['ravi', 'unknown-usha', 'refuse-rekha', 'silent-devi']);
  });

  it('who is offline is disconnected only by force', async () => {
    const offline = await story.isp.call(DISCONNECT, { username: 'late-lila' });
    expect(offline).toMatchObject({ status: 409, error: expect.stringMatching(/not online/) });
    const before = (await story.nas.received()).length;
    expect(await story.isp.result(DISCONNECT, { username: 'late-lila', force: 'Y' })).toBe('done');
    const requests = await story.nas.received();
    expect(requests).toHaveLength(before + 1);
    expect(attributeOf(requests[before] ?? { attributes: [] }, 'Acct-Session-Id')).toBe('81a00002');
  });

  it('either a user or a NAS has to be named', async () => {
    const { status, error } = await story.isp.call(DISCONNECT);
    expect({ status, error }).toEqual({ status: 400, error: expect.stringMatching(/username.*nasip/) });
  });

  it('all sessions of a NAS are disconnected at once', async () => {
    const before = (await story.nas.received()).length;
    expect(await story.isp.result(DISCONNECT, { nasip: '127.0.0.1' })).toBe('done');
    expect((await story.nas.received()).slice(before).map((request) => attributeOf(request, 'User-Name'))).toEqual([
      'ravi',
    ]);
  });
}
