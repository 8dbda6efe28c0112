import { expect, it } from 'vitest';
import { example } from '../support/example.ts';
import type { Story } from '../support/story.ts';

export function loginUsers(story: Story): void {
  it('a login user that is suspended is refused with 403, until it is active again', async () => {
    const user = { ...example.login, username: 'exn-desk', roles: 'Support', ispid: story.ispid };
    const id = await story.isp.result('auth/user/create', user);
    const { api_key: apiKey } = await story.isp.result('auth/user/api_key_rotate', { id });
    const support = story.isp.as(id, apiKey);
    await support.result('service/list');
    await story.isp.result('auth/user/update', { id, status: 'Suspend' });
    const refused = await support.call('service/list');
    expect(refused).toEqual({ status: 403, result: null, error: expect.stringMatching(/suspended/) });
    await story.isp.result('auth/user/update', { id, status: 'Active' });
    await support.result('service/list');
    const nas = { resellerid: 0, name: 'Mine', ip: '192.0.2.1', secret: 'mine' };
    expect((await support.call('radius/nas/create', nas)).status, 'what its role does not allow').toBe(403);
  });

  it('a key that was rotated is worth nothing', async () => {
    const id = await story.isp.result('auth/user/create', {
      ...example.login,
      username: 'exn-old',
      ispid: story.ispid,
    });
    const { api_key: first } = await story.isp.result('auth/user/api_key_rotate', { id });
    await story.isp.result('auth/user/api_key_rotate', { id });
    expect((await story.isp.as(id, first).call('service/list')).status).toBe(401);
  });
}
