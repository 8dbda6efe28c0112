import { expect, it } from 'vitest';
import { example, NAS_SECRET } from '../support/example.ts';
import type { Story } from '../support/story.ts';

/** Each way of sending parameters is used somewhere. */
export function settingUp(story: Story): void {
  it('the administrator creates the ISP', async () => {
    story.ispid = await story.admin.result('isp/create', example.isp);
    expect(story.ispid).toEqual(expect.any(Number));
  });

  it('the administrator creates a login user of the ISP and issues its key', async () => {
    const login = { ...example.login, username: 'exn-admin', ispid: story.ispid };
    const userid = await story.admin.result('auth/user/create', login);
    const { api_key: apiKey } = await story.admin.result('auth/user/api_key_rotate', { id: userid });
    expect(apiKey).toMatch(/^[0-9a-f]{50}$/);
    story.isp = story.admin.as(userid, apiKey);
  });

  it('the ISP creates a reseller, sent as a form', async () => {
    story.resellerid = await story.isp.result('reseller/create', example.reseller, 'form');
  });

  it('a location, as a GET with a query string', async () => {
    expect(await story.isp.result('location/create', example.location, 'query')).toBe('done');
  });

  it('a sub location, with the credentials in headers', async () => {
    expect(await story.isp.result('location/sublocation_create', example.subLocation, 'headers')).toBe('done');
  });

  it('a plan, as a JSON body', async () => {
    story.planid = await story.isp.result('plan/create', { ...example.plan, resellerid: story.resellerid }, 'json');
  });

  it('a sub plan, as a multipart form', async () => {
    const subPlan = { ...example.subPlan, planid: story.planid };
    story.subplanid = await story.isp.result('plan/subplan_create', subPlan, 'multipart');
  });

  it('a customer', async () => {
    const customer = { ...example.customer, resellerid: story.resellerid };
    story.customerid = await story.isp.result('customer/create', customer);
  });

  it('a postpaid service, which is active at once', async () => {
    story.serviceid = await story.subscribe('ravi');
    const [service] = await story.isp.result('service/list', { username: 'ra%' });
    expect(service).toMatchObject({ serviceid: String(story.serviceid), username: 'ravi', status: 'Active' });
    expect(service).not.toHaveProperty('password');
  });

  it('a NAS, whose secret is never shown', async () => {
    await story.addNas('127.0.0.1', { coa_port: story.nas.port });
    const [nas, ...others] = await story.isp.result('radius/nas/list');
    expect(nas).toMatchObject({ ip: '127.0.0.1', vendor: 'Mikrotik', coa_port: String(story.nas.port) });
    expect(JSON.stringify([nas, others])).not.toContain(NAS_SECRET);
    expect(others).toEqual([]);
  });
}
