import { beforeAll, describe, expect, it } from 'vitest';
import { execute, sql } from '../../../../src/db/sql.ts';
import { makeInvoice } from '../../../factories/billing.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { makeTenant, serviceFields } from '../../../fixtures/tenants.ts';

type Found = { kind: string; id: string; title: string; detail: string | null; status: string | null };

const api = await startApi();
const shop = await Shop.open(api);
let one: Subscriber;
let customerid: string;
let leadid: number;
let nasid: number;
let document: string;

const find = (text: string, as: Credentials = shop.me, limit = 20) =>
  api.ok<Found[]>('search/find', { text, limit }, as);
/** `kind id` of what is found. */
const found = async (text: string, as?: Credentials) => (await find(text, as)).map(({ kind, id }) => `${kind} ${id}`);

beforeAll(async () => {
  const nas = { resellerid: 0, name: 'Core North', ip: '127.0.0.1', secret: 'testing123' };
  nasid = await api.ok<number>('radius/nas/create', nas, shop.me);
  const pool = { resellerid: 0, pool_name: 'static', range_from: '10.7.0.1', range_upto: '10.7.0.9' };
  await api.ok('radius/ippool/create', pool, shop.me);
  one = await shop.subscribe({ prepaid_postpaid: 'Postpaid', mac: '02:00:00:00:00:0a', mac_bind: 'Manual' });
  customerid = (await one.shown()).customerid ?? '';
  const customer = { name: 'Meena', surname: 'Iyer', mobile: '9811111111', email: 'meena@example.org' };
  await api.ok('customer/update', { customerid, ...customer }, shop.me);
  const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id: one.id } });
  const invoiceid = await makeInvoice(api.db, service);
  document = (await one.invoices()).find(({ id }) => id === String(invoiceid))?.document_no ?? '';
  const lead = { resellerid: 0, name: 'Menaka', mobile: '9833333333', email: 'menaka@example.org' };
  leadid = await api.ok<number>('lead/create', { ...lead, address: '2 Main Road', source: 'Web' }, shop.me);
  await one.dialIn();
  await execute(
    api.db.pool,
    sql`UPDATE radius.session SET ip = '100.64.0.7', mac = '02:00:00:00:00:0b' WHERE service_id = ${one.id}`,
  );
  // Others, to be found by none of this.
  await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
});

describe('a record is found by what names it', () => {
  it('a service by its username, its beginning, and a part of it', async () => {
    expect((await find(one.username.toUpperCase()))[0]).toEqual({
      ...{ kind: 'service', id: String(one.id), title: one.username },
      ...{ detail: 'Meena Iyer, 9811111111', status: 'Active' },
    });
    const other = await shop.subscribe({ prepaid_postpaid: 'Postpaid', username: 'zzleader@isp' });
    expect(await found('zzlea')).toEqual([`service ${other.id}`]);
    expect(await found('zleader')).toEqual([`service ${other.id}`]);
  });

  it.each(['9811111111', '+91 98111 11111', '09811111111', 'meena@example.org', 'MEENA@example.org'])(
    'a subscriber and the customer by %s',
    async (text) => {
      expect(await found(text)).toEqual([`service ${one.id}`, `customer ${customerid}`]);
    },
  );

  it('a customer and a lead by the last digits of the number, six or more, in any script', async () => {
    const service = await shop.subscribe({ prepaid_postpaid: 'Postpaid' });
    const id = (await service.shown()).customerid ?? '';
    await api.ok('customer/update', { customerid: id, mobile: '+91 99884 77219' }, shop.me);
    await api.ok('lead/edit', { id: leadid, other_mobiles: '', mobile: '9833477219' }, shop.me);
    const both = [`service ${service.id}`, `customer ${id}`];
    for (const text of ['477219', '477-219', '४७७२१९']) expect(await found(text)).toEqual([...both, `lead ${leadid}`]);
    expect(await found('8 84 77 219')).toEqual(both);
    expect(await found('47721')).toEqual([]);
    await api.ok('lead/edit', { id: leadid, mobile: '9833333333' }, shop.me);
  });

  it('by the beginning of the name, with the surname, and a part of it', async () => {
    const both = [`service ${one.id}`, `customer ${customerid}`];
    expect(await found('mee')).toEqual(both);
    expect(await found('meena iy')).toEqual(both);
    expect(await found('eena')).toEqual(both);
    expect(await found('me')).toEqual([...both, `lead ${leadid}`]);
    expect(await found('meena ix')).toEqual([]);
  });

  it.each(['02:00:00:00:00:0a', '0200.0000.000B', '100.64.0.7'])(
    'a service by its device or address: %s',
    async (text) => {
      expect(await found(text)).toEqual([`service ${one.id}`]);
    },
  );

  it('a service by its own and its leased address', async () => {
    const own = await shop.subscribe({
      ...{ prepaid_postpaid: 'Postpaid', ip_assignment: 'StaticIP', staticip: '10.7.0.5', ippool: 'static' },
    });
    expect(await found('10.7.0.5')).toEqual([`service ${own.id}`]);
    await execute(
      api.db.pool,
      sql`UPDATE radius.ip_address SET leased_to = ${own.id}, lease_kind = 'dynamic', session_key = 'k', leased_at = now() WHERE ip = '10.7.0.8'`,
    );
    expect(await found('10.7.0.8')).toEqual([`service ${own.id}`]);
  });

  it('a lead, an invoice and a NAS', async () => {
    expect(await find('9833333333')).toEqual([
      ...[
        {
          kind: 'lead',
          id: String(leadid),
          title: 'Menaka',
          detail: '9833333333, menaka@example.org',
          status: 'Welcome-Call',
        },
      ],
    ]);
    expect(await find(document.toLowerCase())).toMatchObject([{ kind: 'invoice', title: document, status: 'Unpaid' }]);
    expect(await find('core nor')).toEqual([
      ...[{ kind: 'nas', id: String(nasid), title: 'Core North', detail: '127.0.0.1', status: null }],
    ]);
    expect(await found('127.0.0.1')).toEqual([`nas ${nasid}`]);
  });

  it('by its id, whatever its kind', async () => {
    const records = await found(customerid);
    expect(records).toContain(`customer ${customerid}`);
    expect(await found(String(one.id))).toContain(`service ${one.id}`);
  });

  it('no record that is deleted, and no session that has ended', async () => {
    const gone = await shop.subscribe({ prepaid_postpaid: 'Prepaid', username: 'gonesoon' });
    await api.ok('service/delete', { serviceid: gone.id }, shop.me);
    expect(await found('gonesoon')).toEqual([]);
    await execute(api.db.pool, sql`UPDATE radius.session SET ended_at = now()`);
    expect(await found('100.64.0.7')).toEqual([]);
    await execute(api.db.pool, sql`UPDATE radius.session SET ended_at = NULL`);
  });

  it.each(['%', '_', '\\', "'", '%%%', 'a_%', '0', '99999999999999'])('nothing by %s', async (text) => {
    expect(await found(text)).toEqual([]);
  });
});

describe('a list of what is found', () => {
  it('has at most the wanted number, some of each kind, the best first', async () => {
    for (let at = 0; at < 4; at++) await shop.subscribe({ prepaid_postpaid: 'Postpaid', username: `meena${at}` });
    const rows = await find('meena', shop.me, 3);
    expect(rows).toHaveLength(3);
    expect(rows.map(({ kind }) => kind)).toEqual(['service', 'service', 'customer']);
    expect((await find('meena1'))[0]).toMatchObject({ title: 'meena1' });
  });

  it.each<[Record<string, string | number>, string]>([
    [{ text: 'x', limit: 21 }, 'limit: must be a whole number from 1 to 20'],
    [{ text: ' ' }, 'text: must be a text of 1 to 100 characters'],
    [{}, 'text: is required'],
    [{ text: 'x'.repeat(101) }, 'text: must be a text of 1 to 100 characters'],
  ])('is refused for %j', async (asked, error) => {
    expect(await api.call('search/find', asked, shop.me)).toMatchObject({ status: 400, error });
  });
});

describe('a caller finds only', () => {
  it.each<[string, string[]]>([
    ['Network', ['service', 'nas']],
    ['Sales', ['customer', 'lead']],
    ['Accounts', ['service', 'customer', 'invoice']],
    ['ReadOnly', ['service', 'customer', 'lead', 'invoice', 'nas']],
  ])('what its roles may read: %s', async (roles, kinds) => {
    const me = await shop.user({ roles });
    const texts = [one.username, 'meena iyer', '9833333333', document, 'Core North'];
    const rows = (await Promise.all(texts.map((text) => find(text, me)))).flat();
    expect(new Set(rows.map(({ kind }) => kind))).toEqual(new Set(kinds));
  });

  it('services by a customer or a session that it may read', async () => {
    const network = await shop.user({ roles: 'Network' });
    expect(await found('9811111111', network)).toEqual([]);
    expect((await find(one.username, network))[0]).toMatchObject({ title: one.username, detail: null });
    const accounts = await shop.user({ roles: 'Accounts' });
    expect(await found('100.64.0.7', accounts)).toEqual([]);
    expect(await found('02:00:00:00:00:0a', accounts)).toEqual([`service ${one.id}`]);
  });

  it('what is its own', async () => {
    const other = await makeTenant(api);
    const reseller = await shop.user({ resellerid: await shop.reseller() });
    await api.ok('location/create', { location_code: 'ELSE', location: 'Elsewhere' }, shop.me);
    const employee = await shop.user({ groupname: 'Employee', resellerid: 0, lc: 'ELSE' });
    const texts = [
      ...[
        one.username,
        one.username.slice(0, 3),
        one.username.slice(1),
        '9811111111',
        'meena@example.org',
        'Meena',
        'eena',
      ],
      ...['02:00:00:00:00:0a', '02:00:00:00:00:0b', '100.64.0.7', '10.7.0.5', '10.7.0.8', document],
      ...[String(one.id), '9833333333', 'Menaka'],
    ];
    for (const text of texts)
      for (const caller of [other.me, reseller, employee]) {
        const shown = JSON.stringify(await find(text, caller));
        for (const secret of [one.username, 'Meena', '98111', 'Menaka', document]) expect(shown).not.toContain(secret);
      }
    expect(await found('Core North', other.me)).toEqual([]);
    expect(await found(other.username)).toEqual([]);
  });

  it('services in its locations, though the customer has others', async () => {
    const place = { location_code: 'MYS', sub_location_code: 'MYS-1' };
    await api.ok('location/create', { location_code: 'MYS', location: 'Mysuru' }, shop.me);
    await api.ok('location/sublocation_create', { ...place, sub_location: 'One' }, shop.me);
    const { planid, subplanid } = shop;
    const second = { customerid, planid, subplanid, username: 'second', ...serviceFields, ...place };
    const seen = await api.ok<number>('service/create', second, shop.me);
    const employee = await shop.user({ groupname: 'Employee', resellerid: 0, lc: 'MYS' });
    expect(await found('9811111111', employee)).toEqual([`service ${seen}`, `customer ${customerid}`]);
    expect(await found('100.64.0.7', employee)).toEqual([]);
  });

  it('records of all ISPs, as the administrator of the server', async () => {
    expect(await found('9811111111', api.admin)).toContain(`service ${one.id}`);
    expect(await found('meena iy', api.admin)).toContain(`customer ${customerid}`);
    expect(await found('eena', api.admin)).toContain(`customer ${customerid}`);
  });
});
