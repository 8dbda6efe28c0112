import { describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import {
  contact,
  customerFields,
  makeTenant,
  makeUser,
  planFields,
  serviceFields,
  type Tenant,
} from '../fixtures/tenants.ts';

/** Two calls at once: one adds what depends on a record, the other deletes the record. Only one may succeed. */
const api = await startApi();
const tenant: Tenant = await makeTenant(api);
const { me, resellerid } = tenant;
const TIMES = 12;
let names = 0;

async function together(make: () => Promise<{ add: () => Promise<number>; remove: () => Promise<number> }>) {
  const outcomes: string[] = [];
  for (let at = 0; at < TIMES; at++) {
    const { add, remove } = await make();
    outcomes.push((await Promise.all(at % 2 ? [add(), remove()] : [remove(), add()].reverse())).join());
  }
  return outcomes;
}

const status = async (path: string, parameters: Record<string, string | number>) =>
  (await api.call(path, parameters, me)).status;
const newService = (fields: Record<string, number>) => {
  names += 1;
  const { customerid, planid, subplanid } = tenant;
  return { customerid, planid, subplanid, username: `together${names}`, ...serviceFields, ...fields };
};

describe('with two calls at once', () => {
  it('a customer with a new service is not deleted', async () => {
    const outcomes = await together(async () => {
      const customerid = await api.ok<number>('customer/create', { resellerid, ...customerFields }, me);
      return {
        add: () => status('service/create', newService({ customerid })),
        remove: () => status('customer/delete', { customerid }),
      };
    });
    expect(outcomes).not.toContain('200,200');
  });

  it('a plan with a new service is not deleted', async () => {
    const outcomes = await together(async () => {
      const planid = await api.ok<number>('plan/create', { resellerid, ...planFields }, me);
      const subplanid = await api.ok<number>(
        'plan/subplan_create',
        { planid, name: 'x', units: 1, charge1: 'x', amt1: 1 },
        me,
      );
      return {
        add: () => status('service/create', newService({ planid, subplanid })),
        remove: () => status('plan/delete', { id: planid }),
      };
    });
    expect(outcomes).not.toContain('200,200');
  });

  it('a reseller with a new customer, or with money in its wallet, is not deleted', async () => {
    const outcomes = await together(async () => {
      names += 1;
      const reseller = {
        type: 'Reseller',
        name: 'x',
        code: `TG${names}`,
        invoice_by: 'ISP',
        payment_by: 'ISP',
        ...contact,
      };
      const id = await api.ok<number>('reseller/create', reseller, me);
      const topUp = () => status('reseller/wallet_update', { resellerid: id, action: 'TopUp', amt: 10 });
      const customer = () => status('customer/create', { ...customerFields, resellerid: id });
      return { add: names % 2 ? topUp : customer, remove: () => status('reseller/delete', { resellerid: id }) };
    });
    expect(outcomes).not.toContain('200,200');
  });

  it('a login user that collects cash is not deleted', async () => {
    const outcomes = await together(async () => {
      const cashier = await makeUser(api, me, { ispid: tenant.ispid, cash_limit: 10_000 });
      const payment = { serviceid: tenant.serviceid, amt: 10, mode: 'Cash' };
      return {
        add: async () => (await api.call('payment/new', payment, cashier)).status,
        remove: () => status('auth/user/delete', { id: cashier.userid }),
      };
    });
    expect(outcomes).not.toContain('200,200');
  });

  it('a record is deleted only once', async () => {
    for (let at = 0; at < 5; at++) {
      const customerid = await api.ok<number>('customer/create', { resellerid, ...customerFields }, me);
      const answers = await Promise.all([1, 2, 3].map(() => status('customer/delete', { customerid })));
      expect(answers.sort()).toEqual([200, 404, 404]);
    }
  });

  it('a lead is linked to one of two services', async () => {
    const lead = { resellerid, name: 'x', address: 'x', source: 'Web', ...contact };
    const leadid = await api.ok<number>('lead/create', lead, me);
    const answers = await Promise.all([1, 2].map(() => status('service/create', newService({ leadid }))));
    expect(answers.sort()).toEqual([200, 409]);
  });

  it('a limited ISP opens no more service-months than it has credits', async () => {
    const other = await makeTenant(api);
    await api.ok('isp/update', { ispid: other.ispid, enable_usage_limit: 1 }, api.admin);
    await api.ok('isp/credits_update', { ispid: other.ispid, action: 'Set', credits: 3 }, api.admin);
    const { customerid, planid, subplanid } = other;
    const answers = await Promise.all(
      Array.from({ length: 8 }, async (_, at) => {
        const service = { customerid, planid, subplanid, username: `credit${at}`, ...serviceFields };
        return (await api.call('service/create', service, other.me)).status;
      }),
    );
    expect(answers.filter((each) => each === 200)).toHaveLength(3);
    expect(answers.filter((each) => each === 409)).toHaveLength(5);
    expect(await api.db.prisma.$queryRaw`SELECT * FROM crm.balance_drift`).toEqual([]);
  });
});

describe('an installation', () => {
  it('is charged with the taxes of the ISP when the service is opened', async () => {
    const other = await makeTenant(api);
    await api.ok('isp/settings_update', { taxes: 'CGST:9,SGST:9' }, other.me);
    const { customerid, planid, subplanid } = other;
    const service = {
      customerid,
      planid,
      subplanid,
      username: 'installed',
      ...serviceFields,
      installation_amt: '500.55',
    };
    const serviceid = await api.ok<number>('service/create', service, other.me);
    const [row] = await api.ok<{ os_amt: string }[]>('service/list', { serviceid }, other.me);
    expect(row?.os_amt).toBe('590.65');
    const [charge] = await api.db.prisma.charge.findMany({ where: { serviceId: serviceid } });
    expect(charge?.taxes).toEqual([
      { name: 'CGST', percent: '9', amt: '45.05' },
      { name: 'SGST', percent: '9', amt: '45.05' },
    ]);
  });
});
