import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi({ NAS_FORBIDDEN_NETWORKS: '10.0.0.0/8', NAS_ALLOWED_NETWORKS: '127.0.0.0/8' });
let north: Tenant;
let south: Tenant;
/** A reseller of the north. */
let seller: Credentials;
let installation: number;
let ofNorth: number;
let ofSouth: number;
let last = 0;
const address = () => {
  last += 1;
  return `127.60.0.${last}`;
};

type Fields = Record<string, string | number>;
const proxy = (fields: Fields = {}) => ({ name: 'Proxy', ip: address(), secret: 'proxy secret', ...fields });
const nas = (fields: Fields = {}) => ({ resellerid: 0, name: 'NAS', ip: address(), secret: 'nas secret', ...fields });

beforeAll(async () => {
  [north, south] = [await makeTenant(api), await makeTenant(api)];
  const { ispid, resellerid } = north;
  seller = await makeUser(api, north.me, { ispid, resellerid, groupname: 'Reseller' });
  installation = await api.ok<number>('radius/proxy/create', proxy({ name: 'Shared' }), api.admin);
  ofNorth = await api.ok<number>('radius/proxy/create', proxy({ name: 'North' }), north.me);
  ofSouth = await api.ok<number>('radius/proxy/create', proxy({ name: 'South' }), south.me);
});

describe('a RADIUS proxy', () => {
  const list = async (as: Credentials, fields: Fields = {}) =>
    (await api.ok<{ name: string; ispid: string }[]>('radius/proxy/list', fields, as)).map(({ name }) => name).sort();

  it('is shown to its ISP, and to the administrator with those of the installation; its secret to nobody', async () => {
    expect(await list(north.me)).toEqual(['North']);
    expect(await list(api.admin)).toEqual(['North', 'Shared', 'South']);
    expect(await list(api.admin, { ispid: 0 })).toEqual(['Shared']);
    expect(await list(seller)).toEqual([]);
    const [row] = await api.ok<object[]>('radius/proxy/list', { id: ofNorth }, north.me);
    expect(row).toMatchObject({ ispid: String(north.ispid), coa_port: '3799', description: null, nases: 0 });
    expect(JSON.stringify(row)).not.toMatch(/secret/);
  });

  it('of the installation is made by the server administrator only', async () => {
    expect(await api.call('radius/proxy/create', proxy({ ispid: 0 }), north.me)).toMatchObject({ status: 404 });
    const [row] = await api.ok<{ ispid: string }[]>('radius/proxy/list', { id: installation }, api.admin);
    expect(row?.ispid).toBe('0');
    const [own] = await api.ok<{ id: string }[]>('radius/proxy/list', {}, north.me);
    expect(own?.id).toBe(String(ofNorth));
  });

  it('is not made or changed by a reseller', async () => {
    expect(await api.call('radius/proxy/create', proxy(), seller)).toMatchObject({ status: 403 });
    expect(await api.call('radius/proxy/update', { id: ofNorth, name: 'x' }, seller)).toMatchObject({ status: 403 });
    expect(await api.call('radius/proxy/delete', { id: ofNorth }, seller)).toMatchObject({ status: 403 });
  });

  it('of the installation is unknown to an ISP', async () => {
    const missing = { status: 404, error: `there is no RADIUS proxy ${installation}` };
    expect(await api.call('radius/proxy/update', { id: installation, secret: 'x' }, north.me)).toMatchObject(missing);
    expect(await api.call('radius/proxy/delete', { id: installation }, north.me)).toMatchObject(missing);
  });

  it('has an address that the node may send to', async () => {
    const forbidden = { status: 400, error: 'ip: 10.1.2.3 is in a network where this installation allows no NAS' };
    expect(await api.call('radius/proxy/create', proxy({ ip: '10.1.2.3' }), north.me)).toMatchObject(forbidden);
    expect(await api.call('radius/proxy/update', { id: ofNorth, ip: '10.1.2.3' }, north.me)).toMatchObject(forbidden);
    const port = { status: 400, error: 'coa_port: must be a whole number from 1024 to 65535' };
    expect(await api.call('radius/proxy/create', proxy({ coa_port: 53 }), north.me)).toMatchObject(port);
  });

  it('may have an IPv6 address, which is the same in every spelling', async () => {
    const id = await api.ok<number>('radius/proxy/create', proxy({ ip: '2001:DB8:0:0::99' }), north.me);
    const found = await api.ok<object[]>('radius/proxy/list', { ip: '2001:db8::0:99' }, north.me);
    expect(found).toMatchObject([{ id: String(id), ip: '2001:db8::99' }]);
    const taken = { status: 409, error: 'ip: is already taken' };
    expect(await api.call('radius/nas/create', nas({ ip: '2001:db8:0::99' }), south.me)).toMatchObject(taken);
    await api.ok('radius/proxy/update', { id, ip: '2001:db8::9a' }, north.me);
    await api.ok('radius/nas/create', nas({ ip: '2001:db8::99' }), south.me);
    expect(await api.call('radius/proxy/create', proxy({ ip: '2001:db8::/64' }), north.me)).toMatchObject({
      status: 400,
    });
    await api.ok('radius/proxy/delete', { id }, north.me);
  });

  it('has an address that no other proxy and no direct NAS has', async () => {
    const taken = { status: 409, error: 'ip: is already taken' };
    const ip = address();
    await api.ok('radius/nas/create', nas({ ip }), south.me);
    expect(await api.call('radius/proxy/create', proxy({ ip }), north.me)).toMatchObject(taken);
    expect(await api.call('radius/proxy/update', { id: ofNorth, ip }, north.me)).toMatchObject(taken);
    const [{ ip: used } = { ip: '' }] = await api.ok<{ ip: string }[]>('radius/proxy/list', { id: ofSouth }, south.me);
    expect(await api.call('radius/nas/create', nas({ ip: used }), north.me)).toMatchObject(taken);
    expect(await api.call('radius/proxy/create', proxy({ ip: used }), north.me)).toMatchObject(taken);
  });

  it('is deleted once no NAS is attached to it; its address is free then', async () => {
    const ip = address();
    const id = await api.ok<number>('radius/proxy/create', proxy({ ip }), north.me);
    const nasid = await api.ok<number>('radius/nas/create', nas({ proxyid: id }), north.me);
    expect(await api.call('radius/proxy/delete', { id }, north.me)).toMatchObject({
      status: 409,
      error: `RADIUS proxy ${id} still has 1 NASes`,
    });
    expect(await api.ok('radius/nas/list', { proxyid: id }, north.me)).toMatchObject([{ id: String(nasid) }]);
    await api.ok('radius/nas/update', { id: nasid, proxyid: '' }, north.me);
    await api.ok('radius/proxy/delete', { id }, north.me);
    expect(await api.call('radius/nas/update', { id: nasid, proxyid: id }, north.me)).toMatchObject({ status: 404 });
    await api.ok('radius/nas/update', { id: nasid, ip }, north.me);
  });

  it('lists the NASes that it named and nobody knew, to those who manage it', async () => {
    const seen = [
      { proxyId: ofNorth, identifier: 'new\uf7ff', address: '' },
      { proxyId: ofNorth, identifier: '', address: '10.0.0.9' },
      { proxyId: installation, identifier: '', address: '' },
    ];
    await api.db.prisma.unknownProxiedNas.createMany({ data: seen });
    const names = async (as: Credentials, fields: Fields = {}) =>
      (await api.ok<Record<string, string | null>[]>('radius/proxy/unknown', fields, as))
        .map((row) => [row.proxyname, row.nas_identifier, row.nas_address])
        .sort();
    const own = [
      ['North', null, '10.0.0.9'],
      ['North', 'new\\xff', null],
    ];
    expect(await names(north.me)).toEqual(own.sort());
    expect(await names(south.me)).toEqual([]);
    expect(await names(seller)).toEqual([]);
    expect(await names(api.admin)).toHaveLength(3);
    expect(await names(api.admin, { proxyid: installation })).toEqual([['Shared', null, null]]);
  });

  it('keeps its ISP from being deleted', async () => {
    const contact = { mobile: '9800000001', email: 'a@example.net', country: 'India' };
    const ispid = await api.ok<number>('isp/create', { name: 'X', code: 'XPR', ...contact }, api.admin);
    await api.ok('radius/proxy/create', proxy({ ispid }), api.admin);
    expect(await api.call('isp/delete', { ispid }, api.admin)).toMatchObject({
      status: 409,
      error: `ISP ${ispid} still has 1 RADIUS proxies`,
    });
  });
});

describe('a NAS behind a proxy', () => {
  it('shows how its proxy names it', async () => {
    const fields = { proxyid: ofNorth, identifier: 'bng\\xff', ipv6: '2001:DB8:0::1', coa_by: 'proxy' };
    const id = await api.ok<number>('radius/nas/create', nas(fields), north.me);
    const [row] = await api.ok<object[]>('radius/nas/list', { id }, north.me);
    expect(row).toMatchObject({
      ...{ proxyid: String(ofNorth), identifier: 'bng\\xff', ipv6: '2001:db8::1', coa_by: 'proxy' },
    });
    expect((await api.db.prisma.nas.findUniqueOrThrow({ where: { id } })).identifier).toBe('bng\uf7ff');
    await api.ok('radius/nas/update', { id, identifier: '', ipv6: '', proxyid: '', coa_by: 'nas' }, north.me);
    const [cleared] = await api.ok<object[]>('radius/nas/list', { id }, north.me);
    expect(cleared).toMatchObject({ proxyid: null, identifier: null, ipv6: null, coa_by: 'nas' });
  });

  it('has an identifier that fits into an attribute', async () => {
    const identifier = 'é'.repeat(127);
    const error = { status: 400, error: 'identifier: must fit into 253 octets' };
    expect(await api.call('radius/nas/create', nas({ identifier }), north.me)).toMatchObject(error);
    expect(await api.call('radius/nas/update', { id: north.nasid, identifier }, north.me)).toMatchObject(error);
  });

  it('is at a proxy of its own ISP only', async () => {
    const missing = (id: number) => ({ status: 404, error: `there is no RADIUS proxy ${id}` });
    for (const proxyid of [ofSouth, installation]) {
      expect(await api.call('radius/nas/create', nas({ proxyid }), north.me)).toMatchObject(missing(proxyid));
      const change = { id: north.nasid, proxyid };
      expect(await api.call('radius/nas/update', change, north.me)).toMatchObject(missing(proxyid));
    }
    const foreign = { status: 400, error: 'proxyid: is a proxy of another ISP' };
    const made = nas({ ispid: north.ispid, proxyid: ofSouth });
    expect(await api.call('radius/nas/create', made, api.admin)).toMatchObject(foreign);
    const change = { id: north.nasid, proxyid: ofSouth };
    expect(await api.call('radius/nas/update', change, api.admin)).toMatchObject(foreign);
  });

  it('of a reseller is attached by the ISP, and then named by it', async () => {
    const own = nas({ resellerid: north.resellerid });
    expect(await api.call('radius/nas/create', { ...own, proxyid: ofNorth }, seller)).toMatchObject({ status: 404 });
    const id = await api.ok<number>('radius/nas/create', own, seller);
    expect(await api.call('radius/nas/update', { id, proxyid: ofNorth }, seller)).toMatchObject({ status: 404 });
    await api.ok('radius/nas/update', { id, proxyid: ofNorth }, north.me);
    const refused = { status: 403, error: 'ip: identifies this NAS behind a RADIUS proxy that you do not manage' };
    expect(await api.call('radius/nas/update', { id, ip: address() }, seller)).toMatchObject(refused);
    // What is as it was is no change, and what names nothing is its owner's.
    await api.ok('radius/nas/update', { id, ip: own.ip, name: 'Renamed', coa_by: 'proxy' }, seller);
    await api.ok('radius/nas/update', { id, ip: address() }, north.me);
  });

  it('is found by its proxy only by those whom the list tells of which it is at', async () => {
    const shared = await api.ok<number>(
      'radius/nas/create',
      nas({ resellerid: 0, resellers: 0, proxyid: ofNorth }),
      north.me,
    );
    const own = await api.ok<number>('radius/nas/create', nas({ resellerid: north.resellerid }), seller);
    await api.ok('radius/nas/update', { id: own, proxyid: ofNorth }, north.me);
    const idsOf = async (as: Credentials, fields: Fields) => {
      const rows = await api.ok<{ id: string; proxyid: string | null }[]>('radius/nas/list', fields, as);
      return rows
        .filter(({ id }) => [shared, own].includes(Number(id)))
        .map(({ id, proxyid }) => [Number(id), proxyid]);
    };
    const at = String(ofNorth);
    expect(await idsOf(seller, { rows_limit: 100 })).toEqual([
      [shared, null],
      [own, at],
    ]);
    expect(await idsOf(seller, { proxyid: ofNorth })).toEqual([[own, at]]);
    expect(await idsOf(north.me, { proxyid: ofNorth })).toEqual([
      [shared, at],
      [own, at],
    ]);
    const count = { proxyid: ofNorth, id: shared, show_count: 1 };
    expect(await api.ok('radius/nas/list', count, seller)).toBe(0);
    expect(await api.ok('radius/nas/list', count, north.me)).toBe(1);
  });

  it('at a proxy of the installation is named by the administrator, and can leave it', async () => {
    const fields = nas({ ispid: north.ispid, proxyid: installation, identifier: 'site-1' });
    const id = await api.ok<number>('radius/nas/create', fields, api.admin);
    for (const [parameter, value] of [
      ['ip', address()],
      ['identifier', 'site-2'],
      ['ipv6', '2001:db8::2'],
    ] as const) {
      expect(await api.call('radius/nas/update', { id, [parameter]: value }, north.me)).toMatchObject({
        status: 403,
        error: `${parameter}: identifies this NAS behind a RADIUS proxy that you do not manage`,
      });
    }
    await api.ok('radius/nas/update', { id, identifier: 'site-2' }, api.admin);
    await api.ok('radius/nas/update', { id, proxyid: '', identifier: 'mine', ip: address() }, north.me);
  });

  it('may have an address that others have, if its proxy can tell them apart', async () => {
    const ip = address();
    await api.ok('radius/nas/create', nas({ ip }), north.me);
    const at = (owner: Tenant, fields: Fields) =>
      api.call('radius/nas/create', nas({ ispid: owner.ispid, ip, proxyid: installation, ...fields }), api.admin);
    expect(await at(north, {})).toMatchObject({ status: 200 });
    expect(await at(south, {})).toMatchObject({ status: 409, error: 'ip: is already taken' });
    expect(await at(south, { identifier: 'south' })).toMatchObject({ status: 200 });
    const twice = { status: 409, error: 'identifier: is already taken' };
    expect(await at(north, { identifier: 'south' })).toMatchObject(twice);
    expect(await at(south, { identifier: 'another south' })).toMatchObject({ status: 200 });
    const other = nas({ ip, proxyid: ofSouth });
    expect(await api.call('radius/nas/create', other, south.me)).toMatchObject({ status: 200 });
  });

  it('with the address of another has to be told apart where an address names it', async () => {
    const ip = address();
    for (const identifier of ['twin-1', 'twin-2'])
      await api.ok('radius/nas/create', nas({ ip, identifier, proxyid: ofNorth }), north.me);
    const call = { username: north.username, nasip: ip };
    expect(await api.call('radius/user/explain', call, north.me)).toMatchObject({
      status: 400,
      error: 'nasip: is the address of several NASes',
    });
    expect(await api.call('radius/user/disconnect', { nasip: ip }, north.me)).toMatchObject({ status: 200 });
  });
});
