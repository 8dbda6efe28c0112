import { expect, it } from 'vitest';
import { expectJustNow, type Story } from '../support/story.ts';

interface Row {
  readonly username: string;
  readonly nasip: string;
  readonly usermac: string | null;
  readonly response: string;
  readonly reason: string | null;
  readonly protocol: string;
  readonly at: string;
}

export function authLog(story: Story): void {
  const rows = (parameters: Record<string, string>): Promise<Row[]> =>
    story.isp.result('radius/user/auth_log', { rows_limit: 100, ...parameters });

  it('holds every accept with its method', async () => {
    const accepts = await rows({ username: 'ravi', response: 'Access-Accept' });
    expect(new Set(accepts.map(({ protocol }) => protocol))).toEqual(new Set(['PAP', 'CHAP', 'MS-CHAPv1']));
    expect(accepts[0]).toMatchObject({ nasip: expect.any(String), usermac: '02:00:5e:10:00:01' });
    expectJustNow((await rows({ username: 'static-sita' }))[0]?.at);
  });

  it('holds what came through FreeRADIUS under its address', async () => {
    const tunnelled = await rows({ username: 'meera', nasip: '127.0.0.3' });
    expect(tunnelled.map(({ protocol }) => protocol)).toContain('MS-CHAPv2');
  });

  it.each([
    ['ravi', /wrong password/],
    ['nobody', /unknown user/],
    ['prepaid-priya', /has not begun/],
    ['bound-bala', /another MAC address/],
  ])('holds the reason why %s was refused', async (username, reason) => {
    const rejects = await rows({ username, response: 'Access-Reject' });
    expect(rejects.map((row) => row.reason)).toContainEqual(expect.stringMatching(reason));
  });

  it('holds nothing of a log-in whose signature was wrong', async () => {
    expect(await rows({ nasip: '127.0.0.77' })).toEqual([]);
  });
}
