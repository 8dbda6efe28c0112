import { expect, it } from 'vitest';
import { example } from '../support/example.ts';
import { attributeOf } from '../support/packets.ts';
import { account } from '../support/radclient.ts';
import type { Story } from '../support/story.ts';

export function addresses(story: Story): void {
  it('a plan that names a pool of the NAS: the pool is told, and no rate', async () => {
    const poolid = await story.isp.result('radius/nas/ippool_create', { name: 'fast-pool', resellerid: 0 });
    const { bw1_dl: _down, bw1_ul: _up, ...plan } = example.plan;
    const pooled = { ...plan, name: 'Pooled', resellerid: story.resellerid, bw_mgmt: 'NAS IP Pool', bw1_pool: poolid };
    const planid = await story.isp.result('plan/create', pooled);
    const subplanid = await story.isp.result('plan/subplan_create', { ...example.subPlan, planid });
    await story.subscribe('pool-pia', { planid, subplanid });
    const accept = await story.accepted({ 'User-Name': 'pool-pia', 'User-Password': 'hello' });
    expect(attributeOf(accept, 'Framed-Pool')).toBe('fast-pool');
    expect(attributeOf(accept, 'Mikrotik-Rate-Limit')).toBeUndefined();
  });

  it('a service with an address of a RADIUS pool gets a free one, and the same one again', async () => {
    const range = { range_from: '10.20.0.1', range_upto: '10.20.0.2' };
    expect(await story.isp.result('radius/ippool/create', { pool_name: 'leases', ...range })).toBe(2);
    await story.subscribe('lease-leela', { ip_assignment: 'IPpool', ippool: 'leases' });
    const leela = { 'User-Name': 'lease-leela', 'User-Password': 'hello', 'NAS-Port-Id': 'ether5' };
    const first = attributeOf(await story.accepted(leela), 'Framed-IP-Address');
    expect(first).toMatch(/^10\.20\.0\.[12]$/);
    expect(attributeOf(await story.accepted(leela), 'Framed-IP-Address')).toBe(first);
    const used = await story.isp.result('radius/ippool/iplist', { pool_name: 'leases', type: 'inuse' });
    expect(used).toMatchObject([{ username: 'lease-leela', ip: first }]);
  });

  it('a static address goes to its service alone', async () => {
    const fixed = { ip_assignment: 'StaticIP', ippool: 'leases', staticip: '10.20.0.2' };
    const { status } = await story.isp.call('service/create', {
      ...example.service,
      ...fixed,
      customerid: story.customerid,
      planid: story.planid,
      subplanid: story.subplanid,
      username: 'static-sita',
      password: 'hello',
      staticip: '10.99.0.1',
    });
    expect(status, 'an address outside the pool').toBe(409);
    await story.isp.result('radius/ippool/create', {
      pool_name: 'fixed',
      range_from: '10.21.0.1',
      range_upto: '10.21.0.4',
    });
    await story.subscribe('static-sita', { ...fixed, ippool: 'fixed', staticip: '10.21.0.3' });
    const accept = await story.accepted({ 'User-Name': 'static-sita', 'User-Password': 'hello' });
    expect(attributeOf(accept, 'Framed-IP-Address')).toBe('10.21.0.3');
  });

  it('a leased address is free again after the Stop', async () => {
    const leela = { 'User-Name': 'lease-leela', 'Acct-Session-Id': 'lease-1', 'NAS-IP-Address': '127.0.0.1' };
    const line = { 'NAS-Port-Id': 'ether5', 'Framed-IP-Address': '10.20.0.1' };
    await account(story.acctNas, { ...leela, ...line, 'Acct-Status-Type': 'Start' });
    await account(story.acctNas, { ...leela, ...line, 'Acct-Status-Type': 'Stop' });
    const [pool] = await story.isp.result('radius/ippool/list', { pool_name: 'leases' });
    expect(pool).toMatchObject({ count: '2', free: 2 });
  });
}
