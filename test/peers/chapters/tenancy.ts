import { beforeAll, expect, it } from 'vitest';
import type { Parameters } from '../support/api.ts';
import { example, makeTenant, type Tenant } from '../support/example.ts';
import type { Story } from '../support/story.ts';

const LISTS = [
  'reseller/list',
  'location/list',
  'location/sublocation',
  'plan/list',
  'plan/subplan_list',
  'customer/list',
  'service/list',
  'radius/nas/list',
  'radius/nas/ippool_list',
  'radius/ippool/list',
  'radius/ippool/iplist',
  'radius/user/session_log',
  'radius/user/auth_log',
];

export function tenancy(story: Story): void {
  let other: Tenant;
  beforeAll(async () => {
    other = await makeTenant(story.admin, { code: 'OTH', username: 'oth-admin' });
  });

  it.each(LISTS)('%s shows it nothing of the first', async (path) => {
    expect(await story.isp.result(path), 'the first sees its own').not.toEqual([]);
    expect(await other.api.result(path)).toEqual([]);
    expect(await other.api.result(path, { ispid: story.ispid }), 'and asking for it does not help').toEqual([]);
  });

  it('it sees itself and its own login user, and no one online', async () => {
    expect((await other.api.result('isp/list')).map(({ id }: { id: string }) => id)).toEqual([String(other.id)]);
    expect((await other.api.result('auth/user/list')).map(({ id }: { id: string }) => id)).toEqual([
      String(other.userid),
    ]);
    expect(await other.api.result('radius/user/online')).toEqual({});
    expect(await other.api.result('service/status_count')).toMatchObject({ Total: 0, Online: 0 });
  });

  it('every id of the first is an id that does not exist', async () => {
    const { serviceid, planid, customerid, resellerid, ispid } = story;
    const service = { ...example.service, username: 'thief', password: 'hello' };
    const [user] = await story.isp.result('auth/user/list', { username: 'exn-admin' });
    const calls: readonly (readonly [string, Parameters])[] = [
      ['radius/user/last_online', { username: 'ravi' }],
      ['radius/user/disconnect', { username: 'ravi', force: 'Y' }],
      ['radius/user/disconnect', { nasip: '127.0.0.1' }],
      ['service/create', { ...service, customerid, planid, subplanid: story.subplanid }],
      ['service/update', { serviceid, password: 'stolen' }],
      ['service/delete', { serviceid }],
      ['customer/update', { customerid, name: 'Stolen' }],
      ['customer/create', { ...example.customer, resellerid }],
      ['customer/create', { ...example.customer, ispid, resellerid: 0 }],
      ['plan/subplan_create', { ...example.subPlan, planid }],
      ['reseller/update', { resellerid, name: 'Stolen' }],
      ['auth/user/api_key_rotate', { id: user.id }],
      ['auth/user/update', { id: user.id, status: 'Suspend' }],
      ['isp/settings', { ispid }],
    ];
    for (const [path, parameters] of calls) {
      const { status, result } = await other.api.call(path, parameters);
      expect({ path, status, result }).toEqual({ path, status: 404, result: null });
    }
    await story.accepted({ 'User-Name': 'ravi', 'User-Password': 'hello' });
  });

  it('what only the administrator may do is refused with 403', async () => {
    expect((await other.api.call('isp/create', { ...example.isp, code: 'NEW' })).status).toBe(403);
    expect((await other.api.call('isp/credits_update', { ispid: other.id })).status).toBe(403);
  });
}
