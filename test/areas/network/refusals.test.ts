import { beforeAll, describe, expect, it } from 'vitest';
import { REJECT_KINDS } from '../../../src/areas/network/series/vocabulary.ts';
import { sumRefusals } from '../../../src/areas/network/sessions/refusal-hours.ts';
import { query, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
const NOW = new Date('2026-03-10T06:30:00Z');
let mine: Tenant;
let theirs: Tenant;

interface Counted {
  refused: number;
  yesterday: number;
  last_week: number;
}
interface Refusals extends Counted {
  from: string;
  upto: string;
  reasons: (Counted & { kind: string; reason: string; next_step: string })[];
  nases: (Counted & { nasid: string; name: string })[];
  plans: (Counted & { planid: string; name: string })[];
  locations: (Counted & { location_code: string; name: string | null })[];
  macs: (Counted & { mac: string })[];
}

const refusals = (as = mine.me, input = {}) => api.ok<Refusals>('session/refusals', input, as);
const of = (...[refused, yesterday, last_week]: number[]) => ({ refused, yesterday, last_week });

/** Log-ins of a tenant, so many hours ago. */
async function logIns({ ispid, nasid }: Tenant, hoursAgo: readonly number[], more: Record<string, unknown> = {}) {
  await api.db.prisma.authLog.createMany({
    data: hoursAgo.map((hours) => ({
      ...{
        ispId: ispid,
        nasId: nasid,
        nasIp: '127.0.0.1',
        username: 'ravi',
        response: 'Access-Reject',
        protocol: 'PAP',
      },
      ...{ at: new Date(NOW.getTime() - hours * 3_600_000), reason: 'wrong password', kind: 'wrong_password', ...more },
    })),
  });
}

beforeAll(async () => {
  api.clock.at = NOW;
  mine = await makeTenant(api);
  theirs = await makeTenant(api);
  const own = { serviceId: mine.serviceid, mac: 'aa:bb:cc:00:00:01' };
  await logIns(mine, [1, 2, 23, 25, 24 * 7 + 1, 24 * 7 + 2], own);
  await logIns(mine, [3, 30], { kind: 'unknown_user', reason: 'unknown user', username: 'nobody' });
  // Neither an accept, nor what is too old, between the days, or of a neighbour.
  await logIns(mine, [1], { ...own, response: 'Access-Accept', kind: null, reason: null });
  await logIns(mine, [24 * 3, 24 * 9], own);
  await logIns(theirs, [1, 1, 1, 1]);
  // Written by a version before.
  await logIns(mine, [4], { kind: null });
});

describe('refused log-ins', () => {
  it('are counted by reason with what to do, next to yesterday and last week', async () => {
    const answer = await refusals();
    expect(answer).toMatchObject({ ...of(5, 2, 2) });
    expect(answer.reasons).toMatchObject([
      { kind: 'wrong_password', reason: expect.stringMatching(/password/), ...of(3, 1, 2) },
      { kind: 'unknown_user', next_step: expect.stringMatching(/username/), ...of(1, 1, 0) },
      { kind: 'other', ...of(1, 0, 0) },
    ]);
  });

  it('are counted by NAS, plan, location and device', async () => {
    const { nases, plans, locations, macs } = await refusals();
    expect(nases).toMatchObject([{ nasid: String(mine.nasid), ...of(5, 2, 2) }]);
    expect(plans).toMatchObject([{ planid: String(mine.planid), ...of(3, 1, 2) }]);
    expect(locations).toMatchObject([of(3, 1, 2)]);
    expect(macs).toEqual([{ mac: 'aa:bb:cc:00:00:01', ...of(3, 1, 2) }]);
    expect(Object.values(plans[0] ?? {})).not.toContain(null);
  });

  it('are those of some hours', async () => {
    expect(await refusals(mine.me, { hours: 2 })).toMatchObject(of(2, 1, 2));
    expect(await api.call('session/refusals', { hours: 25 }, mine.me)).toMatchObject({ status: 400 });
  });

  it('are listed by what a group is about', async () => {
    const listed = async (filters: Record<string, unknown>) =>
      (await api.ok<unknown[]>('radius/user/rejects', filters as never, mine.me)).length;
    const { locations } = await refusals();
    expect(await listed({ planid: mine.planid })).toBe(3);
    expect(await listed({ location_code: locations[0]?.location_code })).toBe(3);
    expect(await listed({ kind: 'unknown_user' })).toBe(1);
    // Whose reason says it, though nobody noted its kind.
    expect(await listed({ kind: 'wrong_password' })).toBe(4);
    expect(await listed({ planid: theirs.planid })).toBe(0);
  });

  it('are those that the caller sees', async () => {
    expect(await refusals(theirs.me)).toMatchObject(of(4, 0, 0));
    const staff = await makeUser(api, mine.me, {
      ...{ groupname: 'Reseller', resellerid: mine.resellerid, ispid: mine.ispid },
    });
    await logIns(mine, [5], { resellerId: mine.resellerid });
    expect(await refusals(staff)).toMatchObject(of(1, 0, 0));
    const employee = { groupname: 'Employee', roles: 'Network', resellerid: 0, ispid: mine.ispid, lc: 'BLR' };
    const limited = await refusals(await makeUser(api, mine.me, employee));
    const [place] = (await refusals()).locations;
    expect(limited.refused).toBe(place?.location_code === 'BLR' ? 3 : 0);
    expect(await api.call('session/refusals', { ispid: mine.ispid }, theirs.me)).toMatchObject({ status: 404 });
    expect(await api.call('session/refusals', {}, api.admin)).toMatchObject({
      status: 400,
      error: 'ispid: is required',
    });
    expect(await refusals(api.admin, { ispid: mine.ispid })).toMatchObject(of(6, 2, 2));
  });
});

describe('refused log-ins by the hour', () => {
  const sum = () => sumRefusals(api.db, NOW, new AbortController().signal);
  const summed = () =>
    query<{ hour: number; attempts: number }>(
      api.db.pool,
      sql`SELECT hour, attempts FROM radius.refusal_hour ORDER BY 1, 2`,
    );

  it('change no count, however often they are summed', async () => {
    const before = await Promise.all([1, 2, 24].map((hours) => refusals(mine.me, { hours })));
    expect(await sum()).toBe(true);
    const once = await summed();
    expect(once.length).toBeGreaterThan(5);
    expect(await sum()).toBe(true);
    expect(await summed()).toEqual(once);
    expect(await Promise.all([1, 2, 24].map((hours) => refusals(mine.me, { hours })))).toEqual(before);
  });

  it('count what is written late, and what is in the log alone', async () => {
    const { refused } = await refusals();
    await logIns(mine, [2, 0.25]);
    expect(await refusals()).toMatchObject({ refused: refused + 1 });
    await sum();
    expect(await refusals()).toMatchObject({ refused: refused + 2 });
  });

  it('are read instead of the log', async () => {
    await api.db.prisma.authLog.deleteMany({
      where: { ispId: mine.ispid, at: { lt: new Date(NOW.getTime() - 25 * 3_600_000) } },
    });
    expect(await refusals()).toMatchObject({ yesterday: 2, last_week: 2 });
  });

  it('are kept for as long as they are compared with', async () => {
    const later = new Date(NOW.getTime() + 10 * 86_400_000);
    await sumRefusals(api.db, later, new AbortController().signal);
    expect(await summed()).toEqual([]);
    const stopped = AbortSignal.abort();
    expect(await sumRefusals(api.db, later, stopped)).toBe(false);
  });
});

it('every kind has words', async () => {
  for (const kind of REJECT_KINDS) await logIns(theirs, [2], { kind });
  const { reasons } = await refusals(theirs.me);
  expect(reasons.map(({ kind }) => kind).sort()).toEqual([...REJECT_KINDS].sort());
  for (const { reason, next_step } of reasons) expect([reason, next_step].join(' ')).toMatch(/^[A-Z].+\. [A-Z].+\.$/);
});

it('refused log-ins are counted from their index alone', async () => {
  const plan = await query<{ 'QUERY PLAN': string }>(
    api.db.pool,
    sql`EXPLAIN SELECT kind, nas_id, service_id, mac FROM radius.auth_log
        WHERE isp_id = 1 AND response = 'Access-Reject' AND at >= '2026-03-01' AND at < '2026-03-02'`,
  );
  expect(plan.map((row) => row['QUERY PLAN']).join('\n')).toMatch(/Index Only Scan/);
});
