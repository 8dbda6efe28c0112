import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
type Row = Record<string, string | null>;
let tenant: Tenant;
let leadid: number;
const newLead = { name: 'Asha', address: '2 Main Road', source: 'Web', ...contact };

beforeAll(async () => {
  tenant = await makeTenant(api);
  leadid = await api.ok<number>('lead/create', { resellerid: tenant.resellerid, ...newLead }, tenant.me);
});

const edit = (fields: Record<string, string | number>, as = tenant.me) =>
  api.call('lead/edit', { id: leadid, ...fields }, as);
const shown = async (id = leadid) => (await api.ok<Row[]>('lead/list', { id }, tenant.me))[0];

describe('lead/edit', () => {
  it('changes the contact data that it names, and nothing else', async () => {
    const before = await shown();
    const contactData = { name: 'Asha Rao', mobile: '9822222222', email: 'rao@example.net', source: 'Phone' };
    expect(await edit({ ...contactData, address: '3 Main Road' })).toMatchObject({ status: 200, result: 'done' });
    const expected = { ...before, ...contactData, address: '3 Main Road', updated_at: expect.any(String) };
    expect(await shown()).toEqual(expected);
    expect(await edit({ name: '' })).toMatchObject({ status: 400, error: expect.stringMatching(/^name: /) });
  });

  it('changes city, postcode and state, which a new lead may have, and clears them', async () => {
    const home = { city: 'Mysuru', zipcode: '570001', state: 'Karnataka' };
    const id = await api.ok<number>('lead/create', { resellerid: 0, ...newLead, ...home }, tenant.me);
    expect(await shown(id)).toMatchObject(home);
    await api.ok('lead/edit', { id, city: 'Hubballi', state: '' }, tenant.me);
    expect(await shown(id)).toMatchObject({ city: 'Hubballi', zipcode: '570001', state: null });
  });

  it('refuses what was read before another change', async () => {
    const { updatedAt } = await api.db.prisma.lead.findUniqueOrThrow({ where: { id: leadid } });
    const if_updated_at = updatedAt.toISOString().replace('T', ' ').replace('Z', '');
    expect((await edit({ name: 'One', if_updated_at })).status).toBe(200);
    expect((await edit({ name: 'Other', if_updated_at })).status).toBe(409);
    expect(await shown()).toMatchObject({ name: 'One' });
  });

  it('refuses a closed lead', async () => {
    const id = await api.ok<number>('lead/create', { resellerid: 0, ...newLead }, tenant.me);
    for (const [status, report] of [
      ['Welcome-Call', 'Customer-Refused'],
      ['Customer-Refused', 'Cancel'],
    ] as const)
      await api.ok('lead/update', { id, status, report, reason: 'x' }, tenant.me);
    expect(await api.call('lead/edit', { id, name: 'x' }, tenant.me)).toMatchObject({
      ...{ status: 409, error: `lead ${id} is closed (Cancelled)` },
    });
  });
});

describe('assigned_to', () => {
  it('names a login user of the ISP or of the reseller, lists filter by it, and it can be cleared', async () => {
    const { ispid, resellerid, me } = tenant;
    for (const fields of [{ ispid }, { ispid, groupname: 'Employee', resellerid }]) {
      const user = await makeUser(api, me, { ...fields, roles: 'Sales' });
      expect(await edit({ assigned_to: user.userid })).toMatchObject({ status: 200 });
      const [{ username } = { username: '' }] = await api.ok<Row[]>('auth/user/list', { id: user.userid }, me);
      const found = await api.ok<Row[]>('lead/list', { assigned_to: user.userid }, me);
      expect(found).toMatchObject([
        { id: String(leadid), assigned_to: String(user.userid), assigned_username: username },
      ]);
    }
    expect(await edit({ assigned_to: '' })).toMatchObject({ status: 200 });
    expect(await shown()).toMatchObject({ assigned_to: null, assigned_username: null });
  });

  it('is refused for anybody else, and changes nothing', async () => {
    const { ispid, resellerid, me } = tenant;
    const other = { type: 'Reseller', name: 'Other', code: 'OTH', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
    const otherid = await api.ok<number>('reseller/create', other, me);
    const [seller, stranger, suspended] = [
      await makeUser(api, me, { ispid, groupname: 'Reseller', resellerid }),
      await makeUser(api, me, { ispid, groupname: 'Reseller', resellerid: otherid }),
      await makeUser(api, me, { ispid }),
    ];
    await api.ok('auth/user/update', { id: suspended.userid, status: 'Suspend' }, me);
    const foreign = (await makeTenant(api)).me.userid;
    expect(await edit({ assigned_to: foreign })).toMatchObject({
      status: 404,
      error: `there is no login user ${foreign}`,
    });
    // A reseller does not see the users of its ISP.
    expect((await edit({ assigned_to: me.userid }, seller)).status).toBe(404);
    expect((await edit({ assigned_to: seller.userid }, seller)).status).toBe(200);
    const conflict = (why: RegExp) => ({ status: 409, error: expect.stringMatching(why) });
    expect(await edit({ assigned_to: stranger.userid })).toMatchObject(
      conflict(/^assigned_to: .* does not belong to the owner/),
    );
    expect(await edit({ assigned_to: suspended.userid })).toMatchObject(conflict(/^assigned_to: .* is suspended$/));
    expect(await shown()).toMatchObject({ assigned_to: String(seller.userid) });
    const lead = { resellerid: otherid, ...newLead, assigned_to: seller.userid };
    expect(await api.call('lead/create', lead, me)).toMatchObject(conflict(/^assigned_to: /));
    const moved = { id: leadid, status: 'Welcome-Call', report: 'Customer-Accepted', resellerid: otherid };
    await api.ok('lead/update', moved, me);
    expect(await shown()).toMatchObject({ resellerid: String(otherid), assigned_to: null });
  });
});

describe('lead/board', () => {
  it('shows each stage with its count and its first leads, of the caller only', async () => {
    const { me, ispid } = await makeTenant(api);
    const mine = await makeUser(api, me, { ispid, roles: 'Sales' });
    const ids: number[] = [];
    for (let at = 0; at < 5; at++) {
      const assigned = at % 2 ? { assigned_to: mine.userid } : {};
      ids.push(await api.ok<number>('lead/create', { resellerid: 0, ...newLead, ...assigned }, me));
    }
    const accepted = { id: ids[0] as number, status: 'Welcome-Call', report: 'Customer-Accepted' };
    await api.ok('lead/update', accepted, me);
    type Stage = { status: string; count: number; leads: Row[] };
    const board = async (fields = {}, as = me) => {
      const stages = await api.ok<Stage[]>('lead/board', fields, as);
      return stages.map(({ status, count, leads }) => [status, count, leads.map(({ id }) => Number(id))]);
    };
    const empty = ['Installation', 'Final-Test', 'Customer-Refused', 'Not-Feasible'].map((status) => [status, 0, []]);
    expect(await board({ limit: 2 })).toEqual([
      ['Welcome-Call', 4, [ids[1], ids[2]]],
      ['Field-Verification', 1, [ids[0]]],
      ...empty,
    ]);
    expect((await board({ assigned_to: mine.userid }))[0]).toEqual(['Welcome-Call', 2, [ids[1], ids[3]]]);
    const foreign = await api.call('lead/board', { ispid: tenant.ispid }, me);
    expect(foreign).toMatchObject({ status: 404, error: `there is no ISP ${tenant.ispid}` });
    expect((await board({ ispid, location_code: 'BLR' }))[0]).toEqual(['Welcome-Call', 0, []]);
  });
});
