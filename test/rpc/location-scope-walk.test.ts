import { beforeAll, describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { routesOf } from '../../src/rest/routes.ts';
import { type Credentials, startApi } from '../fixtures/api.ts';
import { simulatedProviders } from '../fixtures/payment-providers.ts';
import { makeUser } from '../fixtures/tenants.ts';
import { CALLS, CARE_LINE, DELETIONS, type Ids, ROUTER_CALLS, SERVER_ONLY } from './walk.ts';
import { wholeTenant } from './whole-tenant.ts';

/** An Employee with all rights, of a location where nothing of the tenant is. */
const api = await startApi(await simulatedProviders());
const routes = routesOf(appRouter).filter(({ meta }) => meta.access !== 'public');
const PROBES = Object.fromEntries(
  Object.entries(ROUTER_CALLS).filter(([procedure]) => procedure.startsWith('session.')),
);
const EVERY = { ...CALLS, ...PROBES, ...DELETIONS };
const lists = routes.filter(
  ({ type, procedure }) =>
    type === 'query' && ![...SERVER_ONLY, ...CARE_LINE].includes(procedure) && !(procedure in EVERY),
);
const pathOf = (procedure: string) => {
  const path = routes.find((route) => route.procedure === procedure)?.meta.rest[0];
  if (!path) throw new Error(`there is no procedure ${procedure}`);
  return path.slice(1);
};

/** What has no location, and what such an Employee may do with it all the same. */
const ALLOWED: Record<string, string> = {
  'customer.create': 'a customer is nowhere before it is served',
  'isp.settings': 'how days and money are counted for everybody',
  'tax.seller': 'who the seller is, as all of its invoices say',
  'user.roles': 'what colleagues may do',
  'dashboard.now': 'it counts what is in its own locations',
  'dashboard.due': 'the same',
  'lead.board': 'it shows leads of its own locations',
  'ticket.board': 'it shows tickets of its own locations',
  'ticket.status_count': 'it counts tickets of its own locations',
  'plan.quote': 'what the plans of its ISP cost',
  'realm.test': 'it shows services of its own locations',
  'payment.summary': 'it sums payments of its own locations',
  ...Object.fromEntries(
    Object.keys(CALLS)
      .filter((procedure) => procedure.startsWith('report.'))
      .filter(
        (procedure) => !['report.cash_in_hand', 'report.usage_by_hour', 'report.prepared_csv'].includes(procedure),
      )
      .map((procedure) => [procedure, 'it counts what is in its own locations']),
  ),
  'user.keys': 'which keys colleagues have',
  'session.refusals': 'it counts log-ins of its own locations',
  'nas.network': 'NASes in its own locations, or in none, as in their list',
  'nas.traffic': 'what a NAS of its ISP does, as in their list',
  'nas.onboard': 'what the NASes of its ISP are and how they do, as in their list',
  'nas.api_status': 'the same',
};

const NAMES = { customer: 'Somebody Else', lead: 'Another Lead' };
let mine: Ids;
const employees: Credentials[] = [];
beforeAll(async () => {
  mine = await wholeTenant(api);
  const { ispid, me, customerid, leadid } = mine;
  await api.ok('customer/update', { customerid, name: NAMES.customer }, me);
  await api.db.prisma.lead.update({
    where: { id: leadid },
    data: { name: NAMES.lead, locationCode: 'BLR', subLocationCode: 'BLR-N' },
  });
  const entry = await api.db.prisma.ledgerEntry.findFirstOrThrow({ where: { serviceId: mine.serviceid } });
  const row = { ispId: ispid, resellerId: mine.resellerid, serviceId: mine.serviceid, entryId: entry.id };
  await api.db.prisma.walletTxn.create({
    data: { ...row, txnCode: 'Invoice', amt: '-1', balance: '-1', createdBy: 'x' },
  });
  const elsewhere = { ispid, location_code: 'ELSE', sub_location_code: 'BLR-N' };
  await api.ok('location/create', { ...elsewhere, location: 'Elsewhere' }, me);
  await api.ok('location/sublocation_create', { ...elsewhere, sub_location: 'Elsewhere' }, me);
  const employee = { ispid, groupname: 'Employee', resellerid: 0, roles: 'Admin' };
  employees.push(await makeUser(api, me, { ...employee, lc: 'ELSE' }));
  employees.push(await makeUser(api, me, { ...employee, lc: 'ELSE', slc: 'BLR-N' }));
});

const events = () => api.db.prisma.auditEvent.count();

describe('an Employee of other locations', () => {
  it.each(Object.entries(EVERY).filter(([procedure]) => !(procedure in ALLOWED)))(
    'cannot call %s for what is not there',
    async (procedure, parameters) => {
      for (const employee of employees) {
        const before = await events();
        const { status } = await api.call(pathOf(procedure), parameters(mine), employee);
        expect([400, 403, 404], String(status)).toContain(status);
        expect(await events()).toBe(before);
      }
    },
  );

  it.each(Object.entries(ALLOWED))('may call %s: %s', async (procedure) => {
    const { status } = await api.call(pathOf(procedure), EVERY[procedure]?.(mine), employees[0]);
    expect(status).toBe(200);
  });

  it.each(lists.map(({ procedure }) => procedure))('sees nothing of other locations in %s', async (procedure) => {
    const filters = Object.keys(routes.find((route) => route.procedure === procedure)?.parameters ?? {});
    const { serviceid, customerid, username } = mine;
    const asked = Object.entries({ serviceid, customerid, username }).filter(([name]) => filters.includes(name));
    for (const employee of employees) {
      for (const parameters of [{}, ...asked.map(([name, value]) => ({ [name]: value }))]) {
        const { result } = await api.call(pathOf(procedure), parameters, employee);
        const shown = JSON.stringify(result);
        for (const name of [username, ...Object.values(NAMES)]) expect(shown).not.toContain(name);
        const rows = Array.isArray(result) ? result : [];
        expect(
          rows.filter((row) => row.serviceid === String(serviceid) || row.customerid === String(customerid)),
        ).toEqual([]);
      }
    }
  });

  it('finds customers only by services that it sees', async () => {
    const { customerid, planid, subplanid, serviceid, username, me } = mine;
    const elsewhere = { location_code: 'ELSE', sub_location_code: 'BLR-N' };
    const service = { customerid, planid, subplanid, username: 'elsewhere', password: 'x', ...elsewhere };
    const fields = { protocol: 'PPPoE', connectivity: 'Fibre', prepaid_postpaid: 'Postpaid' };
    const seen = await api.ok<number>('service/create', { ...service, ...fields }, me);
    const found = (filter: Record<string, string | number>) =>
      api.ok('customer/list', { ...filter, show_count: 1 }, employees[0]);
    expect(await found({ customerid })).toBe(1);
    expect(await found({ serviceid: seen })).toBe(1);
    expect(await found({ username: 'elsewhere' })).toBe(1);
    expect(await found({ serviceid })).toBe(0);
    expect(await found({ username })).toBe(0);
    expect(await found({ username: `${username.slice(0, 2)}%` })).toBe(0);
  });
});
