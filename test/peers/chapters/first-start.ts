import { expect, it } from 'vitest';
import { Api } from '../support/api.ts';
import { ADMIN_API_KEY, type Story } from '../support/story.ts';

export function firstStart(story: Story): void {
  it('makes the administrator with the ADMIN_API_KEY that was set, and prints no key', () => {
    expect(story.node.output).toMatch(/Server administrator.*userid 1, api_key the ADMIN_API_KEY you set/);
    expect(story.node.output).not.toContain(ADMIN_API_KEY);
  });

  it('answers server/test and server/version without credentials', async () => {
    const stranger = new Api(story.site.baseUrl);
    expect(await stranger.result('server/test', {}, 'query')).toBe('OK');
    expect(await stranger.result('server/version')).toMatchObject({ version_no: expect.any(String) });
  });

  it('refuses a wrong key with 401, and says so in the envelope', async () => {
    const guess = new Api(story.site.baseUrl, { userid: 1, api_key: '0'.repeat(50) });
    expect(await guess.call('isp/list')).toEqual({
      status: 401,
      result: null,
      error: 'wrong userid or api_key, or the key may not be used from this address',
    });
  });
}
