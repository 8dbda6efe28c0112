import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let north: Tenant;
let south: Tenant;

beforeAll(async () => {
  [north, south] = [await makeTenant(api), await makeTenant(api)];
});

type Fields = Record<string, string | number>;
interface Row {
  readonly id: string;
  readonly serviceid: string;
  readonly circuit_id: string | null;
  readonly remote_id: string | null;
  readonly mac: string | null;
}

const add = (fields: Fields, of: Tenant = north) =>
  api.call('service/identity_add', { serviceid: of.serviceid, ...fields }, of.me);
const list = (fields: Fields, as: Credentials = north.me) => api.ok<Row[]>('service/identity_list', fields, as);

describe('an identity', () => {
  it('is a circuit id, with or without a remote id, or a MAC address, and is listed', async () => {
    expect(await add({ circuit_id: 'olt 1/1/1' })).toMatchObject({ status: 200, result: expect.any(Number) });
    expect(await add({ circuit_id: 'olt 1/1/1', remote_id: 'cpe 7' })).toMatchObject({ status: 200 });
    expect(await add({ mac: 'AABB.CCDD.EE01' })).toMatchObject({ status: 200 });
    expect(await list({ serviceid: north.serviceid })).toMatchObject([
      { circuit_id: 'olt 1/1/1', remote_id: null, mac: null, serviceid: String(north.serviceid) },
      { circuit_id: 'olt 1/1/1', remote_id: 'cpe 7', mac: null },
      { circuit_id: null, remote_id: null, mac: 'aa:bb:cc:dd:ee:01' },
    ]);
    expect(await list({ circuit_id: 'olt 1/1/1' })).toHaveLength(2);
    expect(await list({ mac: 'aa-bb-cc-dd-ee-01' })).toHaveLength(1);
  });

  it('is taken as text or as hexadecimal digits, and shown as text only where it is printable', async () => {
    await add({ circuit_id: '0x666f6f' });
    expect(await list({ circuit_id: 'foo' })).toMatchObject([{ circuit_id: 'foo' }]);
    await add({ circuit_id: '0x0004006401FF' });
    expect(await list({ circuit_id: '0x0004006401ff' })).toMatchObject([{ circuit_id: '0x0004006401ff' }]);
    await add({ circuit_id: ' blank' });
    expect(await list({ circuit_id: ' blank' })).toMatchObject([{ circuit_id: '0x20626c616e6b' }]);
  });

  it.each<[string, Fields]>([
    ['circuit_id', {}],
    ['mac', { circuit_id: 'a', mac: 'aa:bb:cc:dd:ee:02' }],
    ['remote_id', { remote_id: 'a' }],
    ['mac', { mac: 'aa:bb' }],
    ['circuit_id', { circuit_id: 'x'.repeat(248) }],
  ])('is refused for its %s: %j', async (parameter, fields) => {
    const { status, error } = await add(fields);
    expect({ status, error }).toEqual({ status: 400, error: expect.stringContaining(parameter) });
  });

  it('is that of one service of the ISP, in whatever form it is written; another ISP may have it as well', async () => {
    await add({ circuit_id: 'once' });
    expect(await add({ circuit_id: '0x6f6e6365' })).toMatchObject({
      status: 409,
      error: expect.stringMatching('circuit_id'),
    });
    expect(await add({ circuit_id: 'once', remote_id: 'other' })).toMatchObject({ status: 200 });
    expect(await add({ circuit_id: 'once', remote_id: 'other' })).toMatchObject({ status: 409 });
    await add({ mac: 'aa:bb:cc:dd:ee:03' });
    expect(await add({ mac: 'aabbccddee03' })).toMatchObject({ status: 409, error: expect.stringMatching('mac') });
    expect(await add({ circuit_id: 'once' }, south)).toMatchObject({ status: 200 });
  });

  it('of another tenant is neither seen nor taken away', async () => {
    const { result: id } = await add({ circuit_id: 'mine' });
    expect(await list({}, south.me)).not.toContainEqual(expect.objectContaining({ circuit_id: 'mine' }));
    expect(await api.call('service/identity_delete', { id: Number(id) }, south.me)).toMatchObject({ status: 404 });
    const foreign = { serviceid: north.serviceid, circuit_id: 'theirs' };
    expect(await api.call('service/identity_add', foreign, south.me)).toMatchObject({ status: 404 });
    expect(await api.ok('service/identity_delete', { id: Number(id) }, north.me)).toBe('Done');
    expect(await list({ circuit_id: 'mine' })).toEqual([]);
  });

  it('needs the permission to change services', async () => {
    const reader = await makeUser(api, north.me, { ispid: north.ispid, groupname: 'ISP', roles: 'ReadOnly' });
    const call = { serviceid: north.serviceid, circuit_id: 'reader' };
    expect(await api.call('service/identity_add', call, reader)).toMatchObject({ status: 403 });
    expect((await list({}, reader)).length).toBeGreaterThan(0);
  });

  it('goes with its service', async () => {
    const other = await makeTenant(api);
    await add({ circuit_id: 'gone' }, other);
    await api.ok('service/update', { serviceid: other.serviceid, discount_percent: 100 }, other.me);
    await api.ok('service/delete', { serviceid: other.serviceid }, other.me);
    expect(await api.db.prisma.serviceIdentity.count({ where: { serviceId: other.serviceid } })).toBe(0);
  });

  it('can be one of 64 of a service', async () => {
    const other = await makeTenant(api);
    for (let at = 0; at < 64; at++) await add({ circuit_id: `line ${at}` }, other);
    expect(await add({ circuit_id: 'one more' }, other)).toMatchObject({
      status: 409,
      error: expect.stringContaining('64'),
    });
  });
});
