import { beforeAll, describe, expect, it, vi } from 'vitest';
import { execute, sql } from '../../../../src/db/sql.ts';
import { startApi } from '../../../fixtures/api.ts';
import { planFields, type Tenant } from '../../../fixtures/tenants.ts';
import { addSubscriber, pay, portalTenant, signedIn } from './portal-user.ts';

interface Offers {
  readonly plans: { readonly plan: string; readonly subplan: string; readonly price: string }[];
  readonly topups: { readonly name: string; readonly amt: string }[];
}

describe('what a subscriber is offered', async () => {
  const api = await startApi();
  let tenant: Tenant;
  beforeAll(async () => {
    tenant = await portalTenant(api, { taxes: 'CGST:9,SGST:9' });
    const { me, planid, resellerid } = tenant;
    const fast = { resellerid, ...planFields, name: 'Fast 50', bw1_dl: 51_200 };
    const sub = { charge1: 'Internet', portal: 'Y' };
    await api.ok(
      'plan/subplan_create',
      { ...sub, planid: await api.ok<number>('plan/create', fast, me), name: 'Monthly', units: 1, amt1: 400 },
      me,
    );
    await api.ok('plan/subplan_create', { ...sub, planid, name: 'Quarterly', units: 3, amt1: 1400 }, me);
    await api.ok('topupplan/create', { resellerid, name: '5 GB', gb: 5, amt: 50, type: 'Expiring' }, me);
  });

  const offersTo = async (fields: Record<string, string | number> = {}) => {
    const own = await addSubscriber(api, tenant, fields);
    await pay(api, tenant, own.serviceid, 600);
    const browser = await signedIn(api, tenant, own);
    return browser.ok<Offers>('portal.offers', { serviceid: own.serviceid });
  };
  const shown = ({ plans }: Offers) => plans.map(({ plan, subplan, price }) => `${plan}, ${subplan}: ${price}`);

  it('is sorted by speed, then by price, and every price has the tax that is charged', async () => {
    const offers = await offersTo();
    expect(shown(offers)).toEqual([
      'Fast 20, Monthly: 588.82',
      'Fast 20, Quarterly: 1652.00',
      'Fast 50, Monthly: 472.00',
    ]);
    expect(offers.topups).toMatchObject([{ name: '5 GB', amt: '59.00' }]);
  });

  it('says nothing of limits that the plan hides, before and after they are reached', async () => {
    const { me, planid } = tenant;
    await api.ok(
      'plan/update',
      { id: planid, hide_bw_limit: 'Y', bw1_gb: 100, bw2_gb: 50, bw2_dl: 2048, bw2_ul: 1024 },
      me,
    );
    const own = await addSubscriber(api, tenant);
    await pay(api, tenant, own.serviceid, 600);
    const browser = await signedIn(api, tenant, own);
    await execute(
      api.db.pool,
      sql`UPDATE radius.usage SET in_bytes = 107374182400, level1_used = 107374182400, bw_level = 2 WHERE service_id = ${own.serviceid}`,
    );
    const { services } = await browser.ok<{ services: unknown[] }>('portal.overview');
    expect(services).toMatchObject([
      { hides_limits: true, used_gb: '100.000', total_gb: null, full_gb: null, full_used_gb: '100.000' },
    ]);
    const granted = await api.network.explain();
    vi.spyOn(api.network, 'explain').mockResolvedValueOnce({ ...granted, cause: 'volume', downKbps: 2_048 });
    expect(await browser.ok('portal.access', { serviceid: own.serviceid })).toMatchObject({
      cause: 'volume',
      dl: null,
    });
    const { plans } = await browser.ok<Offers>('portal.offers', { serviceid: own.serviceid });
    expect(plans.filter(({ plan }) => plan === 'Fast 20')).toMatchObject([
      { gb: null, hides_limits: true },
      { gb: null, hides_limits: true },
    ]);
  });

  it('costs less by the discount of the connection', async () => {
    expect(shown(await offersTo({ discount_percent: 10 }))).toEqual([
      'Fast 20, Monthly: 529.94',
      'Fast 20, Quarterly: 1486.80',
      'Fast 50, Monthly: 424.80',
    ]);
  });
});
