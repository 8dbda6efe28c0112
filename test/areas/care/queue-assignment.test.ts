import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeUser } from '../../fixtures/tenants.ts';
import { careTenant, elsewhere, type Fields, type Row, there } from './care-tenant.ts';
import '../../fixtures/properties.ts';

const api = await startApi();
const tenant = await careTenant(api);
const { me, ofReseller, ispid, serviceid } = tenant;
const staff = await Promise.all([0, 1, 2].map(() => makeUser(api, me, { ispid, roles: 'Support' })));
const near = await there(api, tenant);
const far = await elsewhere(api, tenant);
const suspended = await makeUser(api, me, { ispid, roles: 'Support' });
await api.ok('auth/user/update', { id: suspended.userid, status: 'Suspend' }, me);

let names = 0;
async function queueOf(assignment: string, members: readonly Credentials[], fields: Fields = {}, as = me) {
  names += 1;
  const ids = members.map(({ userid }) => userid).join();
  return api.ok<number>('ticket/queue_create', { name: `q${names}`, assignment, members: ids, ...fields }, as);
}
const categoryid = await api.ok<number>('ticket/category_create', { name: 'No Internet' }, me);
const assignedOf = async (id: number | string): Promise<number | null> =>
  (await api.db.prisma.ticket.findUniqueOrThrow({ where: { id: Number(id) } })).assignedTo;
async function file(fields: Fields, as = me): Promise<string> {
  const input = { categoryid, serviceid, text: 'no Internet', ...fields };
  return (await api.ok<{ id: string }>('ticket/create', input, as)).id;
}
const given = async (fields: Fields, as = me) => assignedOf(await file(fields, as));

describe('a queue', () => {
  it('leaves its tickets to be taken, unless it says otherwise', async () => {
    const queueid = await api.ok<number>('ticket/queue_create', { name: 'hand', members: staff[0]?.userid ?? 0 }, me);
    expect(await api.ok<Row[]>('ticket/queue_list', { id: queueid }, me)).toMatchObject([{ assignment: 'ByHand' }]);
    expect(await given({ queueid })).toBeNull();
  });

  it('gives tickets out in turn, each member after the one before', async () => {
    const queueid = await queueOf('RoundRobin', staff);
    const users: (number | null)[] = [];
    for (const _ of [1, 2, 3, 4]) users.push(await given({ queueid }));
    const ids = staff.map(({ userid }) => userid);
    expect(users).toEqual([...ids, ids[0]]);
  });

  it('gives a ticket to the member with the fewest open ones, wherever these came from', async () => {
    const [first, second, third] = staff as [Credentials, Credentials, Credentials];
    const queueid = await queueOf('FewestOpen', staff);
    const own = await queueOf('ByHand', []);
    for (const { userid } of [first, first, second, second, third]) await file({ queueid: own, assigned_to: userid });
    const open = async (userid: number) => api.db.prisma.ticket.count({ where: { assignedTo: userid, status: 'New' } });
    const counts = await Promise.all([first, second, third].map(({ userid }) => open(userid)));
    const fewest = Math.min(...counts);
    const user = await given({ queueid });
    expect(counts[[first, second, third].findIndex(({ userid }) => userid === user)]).toBe(fewest);
  });

  it('passes over members who would not see the ticket, are suspended, or are gone', async () => {
    const gone = await makeUser(api, me, { ispid, roles: 'Support' });
    const queueid = await queueOf('RoundRobin', [far, suspended, gone, near]);
    await api.ok('auth/user/delete', { id: gone.userid }, me);
    expect(await given({ queueid })).toBe(near.userid);
    expect(await given({ queueid })).toBe(near.userid);
    expect(await given({ queueid: await queueOf('FewestOpen', [far, suspended]) })).toBeNull();
  });

  it('gives nothing out that is assigned to somebody, or to nobody on purpose', async () => {
    const [first, second] = staff as [Credentials, Credentials];
    const queueid = await queueOf('RoundRobin', [first]);
    expect(await given({ queueid, assigned_to: second.userid })).toBe(second.userid);
    const id = await file({});
    await api.ok('ticket/assign', { id, queueid, assigned_to: '' }, me);
    expect(await assignedOf(id)).toBeNull();
  });

  it('gives out what comes into it later: by hand, by its category, or from a reseller', async () => {
    const [first] = staff as [Credentials];
    const queueid = await queueOf('RoundRobin', [first]);
    const moved = await file({});
    await api.ok('ticket/assign', { id: moved, queueid }, me);
    expect(await assignedOf(moved)).toBe(first.userid);
    const ofQueue = await api.ok<number>('ticket/category_create', { name: 'Queued', queueid }, me);
    expect(await given({ categoryid: ofQueue })).toBe(first.userid);
    const theirs = await file({ categoryid: ofQueue }, ofReseller);
    expect(await assignedOf(theirs)).toBeNull();
    await api.ok('ticket/escalate', { id: theirs }, ofReseller);
    expect(await assignedOf(theirs)).toBe(first.userid);
  });

  it('does not change in the audit, nor for those who edit it, when it gives a ticket out', async () => {
    const [first] = staff as [Credentials];
    const queueid = await queueOf('RoundRobin', [first]);
    const read = () => api.db.prisma.careQueue.findUniqueOrThrow({ where: { id: queueid } });
    const before = await read();
    await file({ queueid });
    const after = await read();
    expect(after).toEqual({ ...before, lastGivenTo: first.userid });
    const seen = await api.db.prisma.auditChange.findMany({
      where: { tableName: 'crm.care_queue', operation: 'update' },
    });
    expect(seen.filter(({ after: image }) => 'last_given_to' in (image as object))).toEqual([]);
  });

  it('gives each of many tickets at once to the next member', async () => {
    const queueid = await queueOf('RoundRobin', staff);
    const users = await Promise.all(Array.from({ length: 12 }, () => given({ queueid })));
    for (const { userid } of staff) expect(users.filter((user) => user === userid)).toHaveLength(4);
  });

  it('is fair among those of its members who see the ticket', async () => {
    const everybody = [...staff, near, far, suspended];
    const eligible = new Set([...staff, near].map(({ userid }) => userid));
    const members = fc.uniqueArray(fc.constantFrom(...everybody), { minLength: 1, maxLength: 5 });
    const kinds = fc.constantFrom('RoundRobin', 'FewestOpen');
    await fc.assert(
      fc.asyncProperty(members, kinds, fc.integer({ min: 1, max: 6 }), async (chosen, assignment, tickets) => {
        const own = chosen.filter(({ userid }) => eligible.has(userid));
        const openOf = ({ userid }: Credentials) =>
          api.db.prisma.ticket.count({ where: { assignedTo: userid, status: 'New' } });
        const queueid = await queueOf(assignment, chosen);
        const counts = new Map<number, number>(own.map(({ userid }) => [userid, 0]));
        for (let ticket = 0; ticket < tickets; ticket += 1) {
          const open = await Promise.all(own.map(openOf));
          const user = await given({ queueid });
          if (own.length === 0) expect(user).toBeNull();
          if (user === null) continue;
          counts.set(user, (counts.get(user) ?? 0) + 1);
          if (assignment === 'FewestOpen')
            expect(open[own.findIndex(({ userid }) => userid === user)]).toBe(Math.min(...open));
        }
        expect([...counts.keys()].every((user) => own.some(({ userid }) => userid === user))).toBe(true);
        if (assignment === 'RoundRobin' && own.length > 0)
          expect(Math.max(...counts.values()) - Math.min(...counts.values())).toBeLessThanOrEqual(1);
      }),
      { numRuns: 25 },
    );
  });
});
