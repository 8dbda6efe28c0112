import { beforeAll, describe, expect, it } from 'vitest';
import { destinationFaults } from '../../../src/areas/network/nas/destination.ts';
import { readConfig } from '../../../src/config/config.ts';
import { vendors } from '../../../src/radius/policy/vendors/vendors.ts';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { contact, makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi({
  NAS_FORBIDDEN_NETWORKS: '10.0.0.0/8',
  NAS_ALLOWED_NETWORKS: '127.0.0.0/8, 10.5.0.0/16',
});
const access = { api_enable: 'on', api_username: 'apiadmin', api_password: 'api secret', api_port: 8728 };
let tenant: Tenant;
let other: number;
let mine: Credentials;

beforeAll(async () => {
  tenant = await makeTenant(api);
  const { ispid, me, resellerid } = tenant;
  const reseller = { type: 'Reseller', name: 'Other', code: 'OTHER', invoice_by: 'ISP', payment_by: 'ISP', ...contact };
  other = await api.ok<number>('reseller/create', reseller, me);
  mine = await makeUser(api, me, { ispid, groupname: 'Reseller', resellerid });
});

async function shown(fields: Record<string, string | number>, as: Credentials) {
  const ip = `127.70.0.${fields.host}`;
  const { host: _, ...nas } = fields;
  const id = await api.ok<number>(
    'radius/nas/create',
    { name: 'x', ip, secret: 'nas secret', ...access, ...nas },
    tenant.me,
  );
  const [row] = await api.ok<object[]>('radius/nas/list', { id }, as);
  return row;
}

describe('a NAS of the ISP shows a reseller', () => {
  it('that it is shared with it, but not with which others', async () => {
    const resellers = `${tenant.resellerid},${other}`;
    expect(await shown({ host: 1, resellerid: 0, resellers }, mine)).toMatchObject({
      resellers: String(tenant.resellerid),
    });
    expect(await shown({ host: 2, resellerid: 0, resellers }, tenant.me)).toMatchObject({ resellers });
  });

  it('that it is shared with all', async () => {
    expect(await shown({ host: 3, resellerid: 0 }, mine)).toMatchObject({ resellers: '0' });
  });

  it('neither the user nor the port of its API', async () => {
    expect(await shown({ host: 4, resellerid: 0 }, mine)).toMatchObject({ api_username: null, api_port: null });
    expect(await shown({ host: 5, resellerid: 0 }, tenant.me)).toMatchObject({
      api_username: 'apiadmin',
      api_port: '8728',
    });
  });
});

describe('a NAS of a reseller', () => {
  it('shows it the user and port of its API', async () => {
    expect(await shown({ host: 6, resellerid: tenant.resellerid }, mine)).toMatchObject({
      api_username: 'apiadmin',
      api_port: '8728',
      resellers: '',
    });
  });
});

describe('the address of a NAS, to which the node sends Disconnect- and CoA-Requests', () => {
  const REFUSED = [
    ['0.0.0.0', 'an address of no host'],
    ['0.255.255.255', 'an address of no host'],
    ['169.254.169.254', 'a link-local address'],
    ['224.0.0.1', 'a multicast address'],
    ['239.255.255.250', 'a multicast address'],
    ['240.0.0.1', 'a reserved or broadcast address'],
    ['255.255.255.255', 'a reserved or broadcast address'],
  ] as const;

  const create = (fields: Record<string, string | number>) =>
    api.call('radius/nas/create', { resellerid: 0, name: 'x', ip: '127.70.1.1', secret: 's', ...fields }, tenant.me);
  const nases = () => api.db.prisma.nas.count();

  it.each(REFUSED)('is not %s', async (ip, what) => {
    const before = await nases();
    const error = `ip: ${ip} is ${what}, which no NAS may have`;
    expect(await create({ ip })).toMatchObject({ status: 400, error });
    const update = await api.call('radius/nas/update', { id: tenant.nasid, ip }, tenant.me);
    expect(update).toMatchObject({ status: 400, error });
    expect(await nases()).toBe(before);
  });

  it('is not in a network that the operator forbids, unless it is an exception', async () => {
    const error = 'ip: 10.4.255.255 is in a network where this installation allows no NAS';
    expect(await create({ ip: '10.4.255.255' })).toMatchObject({ status: 400, error });
    expect(await create({ ip: '10.5.0.1' })).toMatchObject({ status: 200 });
  });

  it('has no port of a system service', async () => {
    const error = 'coa_port: must be a whole number from 1024 to 65535';
    expect(await create({ coa_port: 161 })).toMatchObject({ status: 400, error });
    const update = await api.call('radius/nas/update', { id: tenant.nasid, coa_port: 53 }, tenant.me);
    expect(update).toMatchObject({ status: 400, error });
    expect(await create({ ip: '127.70.1.2', coa_port: 1700 })).toMatchObject({ status: 200 });
  });

  it('is this machine only if the operator allows it', async () => {
    const [row] = await api.ok<{ ip: string }[]>('radius/nas/list', { id: tenant.nasid }, tenant.me);
    expect(row?.ip).toMatch(/^127\./);
    const addresses = readConfig({ DATABASE_URL: 'postgresql://db/isp' }).nasAddresses;
    expect(destinationFaults({ ip: '127.0.0.1', coa_port: 3799 }, addresses)).toEqual([
      { parameter: 'ip', problem: '127.0.0.1 is a loopback address, which no NAS may have' },
    ]);
  });
});

describe('rate_template', () => {
  let id: number;
  let host = 0;
  const create = (rate_template: string, vendor = 'Mikrotik') => {
    host += 1;
    const nas = { resellerid: 0, name: 'x', ip: `127.71.0.${host}`, secret: 's', vendor, rate_template };
    return api.call('radius/nas/create', nas, tenant.me);
  };
  const update = (fields: Record<string, string>) => api.call('radius/nas/update', { id, ...fields }, tenant.me);
  const templateShown = async () =>
    (await api.ok<{ rate_template: string | null }[]>('radius/nas/list', { id }, tenant.me))[0]?.rate_template;

  beforeAll(async () => {
    id = (await create('{up_kbps}k/{down_kbps}k {burst}')).result as number;
  });

  it('is shown as it was written, changed and cleared', async () => {
    expect(await templateShown()).toBe('{up_kbps}k/{down_kbps}k {burst}');
    expect(await update({ name: 'y' })).toMatchObject({ status: 200 });
    expect(await templateShown()).toBe('{up_kbps}k/{down_kbps}k {burst}');
    expect(await update({ rate_template: '' })).toMatchObject({ status: 200 });
    expect(await templateShown()).toBeNull();
    expect(await update({ rate_template: '{up_bps}/{down_bps}' })).toMatchObject({ status: 200 });
    expect(await templateShown()).toBe('{up_bps}/{down_bps}');
  });

  it('of Cisco may have several lines, of others one', async () => {
    const pairs = 'ip:sub-qos-policy-in=up-{up_kbps}\nip:sub-qos-policy-out=down-{down_kbps}';
    expect(await create(pairs, 'Cisco')).toMatchObject({ status: 200 });
    const error = 'rate_template: must have no more than 1 line for a Juniper NAS';
    expect(await create(pairs, 'Juniper')).toMatchObject({ status: 400, error });
    expect(await create('a\n'.repeat(10).concat('b'), 'Cisco')).toMatchObject({ status: 400 });
  });

  const KNOWN = '{up_kbps}, {down_kbps}, {up_bps}';
  it.each([
    ['Mikrotik', '{rate}'],
    ['Mikrotik', '{up_kbps'],
    ['Mikrotik', 'up_kbps}'],
    ['Mikrotik', '{toString}'],
  ])('of %s has no placeholder %s', async (vendor, template) => {
    const error = `rate_template: must have no placeholder except ${KNOWN}, {down_bps} or {burst} for a ${vendor} NAS`;
    expect(await create(template, vendor)).toMatchObject({ status: 400, error });
  });

  it('is checked again when the vendor changes', async () => {
    await update({ rate_template: '{up_kbps}k/{down_kbps}k {burst}' });
    const error = `rate_template: must have no placeholder except ${KNOWN} or {down_bps} for a Cisco NAS`;
    expect(await update({ vendor: 'Cisco' })).toMatchObject({ status: 400, error });
    expect(await update({ vendor: 'Cisco', rate_template: '' })).toMatchObject({ status: 200 });
  });

  it.each([
    ['Mikrotik', 247],
    ['Cisco', 247],
    ['Juniper', 246],
    ['Huawei', 247],
    ['Accel', 253],
  ] as const)('of %s fits into its attribute with the largest rates, or is refused', async (vendor, room) => {
    const rates = { downKbps: 1_000_000_000, upKbps: 1_000_000_000 };
    const profile = { ...rates, pool: null, framedIp: null, addressList: null, sessionTimeoutS: null };
    const largest = `{up_bps}${'é'.repeat((room - 13 - 1) / 2)}${'x'.repeat((room - 13) % 2 === 0 ? 2 : 1)}`;
    expect(await create(largest, vendor)).toMatchObject({ status: 200 });
    const limited = { ...profile, interimIntervalS: null, rateTemplate: largest };
    expect(vendors[vendor].acceptAttributes(limited).length).toBe(255);
    const error = `rate_template: a line with its rates must fit into ${room} octets`;
    expect(await create(`${largest}x`, vendor)).toMatchObject({ status: 400, error });
  });
});
