import { beforeAll, describe, expect, it } from 'vitest';
import { noteBreaches } from '../../../../src/areas/care/tickets/clocks/note-breaches.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { careTenant, elsewhere, there } from '../../care/care-tenant.ts';

const api = await startApi();
const tenant = await careTenant(api);
const other = await careTenant(api);
const { me, ofReseller, serviceid, ownCustomer } = tenant;
const days = { from: '2026-03-02', to: '2026-03-03' };

type Row = Record<string, string | number | null>;
const report = async (by: string, as: Credentials = me): Promise<Row[]> =>
  (await api.ok<{ rows: Row[] }>(`report/tickets_by_${by}`, days, as)).rows;

let categoryid = 0;
async function file(at: string, fields: Record<string, string | number> = { serviceid }, as = me): Promise<number> {
  api.clock.at = new Date(`${at}Z`);
  return Number((await api.ok<{ id: string }>('ticket/create', { categoryid, text: 'slow', ...fields }, as)).id);
}
async function resolve(id: number, at: string, as = me): Promise<void> {
  api.clock.at = new Date(`${at}Z`);
  await api.ok('ticket/move', { id, report: 'take' }, as);
  await api.ok('ticket/move', { id, report: 'resolve', resolution: 'Fixed' }, as);
}

beforeAll(async () => {
  categoryid = await api.ok<number>('ticket/category_create', { name: 'Slow Internet', legal_days: 1 }, me);
  const limits = { respond_minutes: 10, resolve_minutes: 90 };
  await api.ok('ticket/sla_set', { categoryid, priority: 'Normal', ...limits }, me);
  await resolve(await file('2026-02-20T10:00:00'), '2026-02-20T10:05:00');
  const [first, second] = [await file('2026-03-02T10:00:00'), await file('2026-03-02T12:00:00')];
  // After 60 minutes, in time, and after 100.
  await resolve(first, '2026-03-02T11:00:00');
  await resolve(second, '2026-03-02T13:40:00');
  await api.ok('ticket/rate', { id: first, rating: 4 }, me);
  await api.ok('ticket/rate', { id: second, rating: 2 }, me);
  const merged = await file('2026-03-02T14:00:00');
  const third = await file('2026-03-03T14:00:00', { customerid: ownCustomer });
  await file('2026-03-03T15:00:00', { serviceid }, ofReseller);
  await api.ok('ticket/merge', { id: merged, into: await file('2026-03-04T00:00:00') }, me);
  await api.ok('ticket/reply', { id: third, text: 'we look into it' }, me);
  api.clock.at = new Date('2026-03-05T18:00:00Z');
  await noteBreaches(api.db, api.clock.now(), new AbortController().signal);
});

describe('the report of tickets', () => {
  it('counts what was filed on its days, late, repeated, reopened and rated, with means in minutes', async () => {
    expect(await report('category')).toEqual([
      {
        ...{ categoryid: String(categoryid), category: 'Slow Internet', tickets: 4, pending: 2, resolved: 2 },
        ...{ reopened: 0, repeated: 3, respond_missed: 4, resolve_missed: 3, legal_missed: 2 },
        ...{ answer_min: 600, resolution_min: 80, rated: 2, satisfied: '50.00' },
      },
    ]);
  });

  it('is of the caller’s tickets only', async () => {
    const count = async (by: string, as: Credentials) => (await report(by, as)).map(({ tickets }) => tickets);
    expect(await report('reseller')).toMatchObject([
      { resellerid: String(tenant.resellerid), tickets: 3 },
      { resellerid: '0', tickets: 1 },
    ]);
    expect(await count('category', ofReseller)).toEqual([3]);
    const within = { created_from: days.from, created_upto: days.to };
    for (const [employee, tickets] of [
      [await there(api, tenant), 4],
      [await elsewhere(api, tenant), 1],
    ] as const) {
      const listed = await api.ok<Row[]>('ticket/list', within, employee);
      expect(listed.filter(({ status }) => status !== 'Merged')).toHaveLength(tickets);
      expect(await count('category', employee)).toEqual([tickets]);
    }
    expect(await count('category', other.me)).toEqual([]);
    expect(await report('location')).toMatchObject([{ location_code: 'BLR', tickets: 3 }, { location_code: null }]);
    expect(await count('nas', me)).toEqual([4]);
  });

  it('names agents, of a reseller its own only', async () => {
    const agents = async (as: Credentials) => (await report('agent', as)).map(({ agent, tickets }) => [agent, tickets]);
    const mine = (await agents(me)).map(([agent]) => agent);
    expect(mine.filter((agent) => agent !== null)).toHaveLength(1);
    expect(await agents(ofReseller)).toEqual([[null, 3]]);
  });
});
