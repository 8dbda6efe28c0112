import { beforeAll, describe, expect, it } from 'vitest';
import { destinationFaults } from '../../src/areas/nas/destination.ts';
import { readConfig } from '../../src/config/config.ts';
import { type Credentials, startApi } from '../fixtures/api.ts';
import { contact, makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

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
  it('that it is shared with it, and with whom else not', async () => {
    const resellers = `${tenant.resellerid},${other}`;
    expect(await shown({ host: 1, resellerid: 0, resellers }, mine)).toMatchObject({
      resellers: String(tenant.resellerid),
    });
    expect(await shown({ host: 2, resellerid: 0, resellers }, tenant.me)).toMatchObject({ resellers });
  });

  it('that it is shared with all', async () => {
    expect(await shown({ host: 3, resellerid: 0 }, mine)).toMatchObject({ resellers: '0' });
  });

  it('neither user nor port of its API', async () => {
    expect(await shown({ host: 4, resellerid: 0 }, mine)).toMatchObject({ api_username: null, api_port: null });
    expect(await shown({ host: 5, resellerid: 0 }, tenant.me)).toMatchObject({
      api_username: 'apiadmin',
      api_port: '8728',
    });
  });
});

describe('a NAS of a reseller', () => {
  it('shows it user and port of its API', async () => {
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

  it('is not in a network that the server administrator forbids, unless it is excepted', async () => {
    const error = 'ip: 10.4.255.255 is in a network where this installation allows no NAS';
    expect(await create({ ip: '10.4.255.255' })).toMatchObject({ status: 400, error });
    expect(await create({ ip: '10.5.0.1' })).toMatchObject({ status: 200 });
  });

  it('has no port of the services that every machine runs', async () => {
    const error = 'coa_port: must be a whole number from 1024 to 65535';
    expect(await create({ coa_port: 161 })).toMatchObject({ status: 400, error });
    const update = await api.call('radius/nas/update', { id: tenant.nasid, coa_port: 53 }, tenant.me);
    expect(update).toMatchObject({ status: 400, error });
    expect(await create({ ip: '127.70.1.2', coa_port: 1700 })).toMatchObject({ status: 200 });
  });

  it('is this machine only where the server administrator allows it', async () => {
    const [row] = await api.ok<{ ip: string }[]>('radius/nas/list', { id: tenant.nasid }, tenant.me);
    expect(row?.ip).toMatch(/^127\./);
    const addresses = readConfig({ DATABASE_URL: 'postgresql://db/isp' }).nasAddresses;
    expect(destinationFaults({ ip: '127.0.0.1', coa_port: 3799 }, addresses)).toEqual([
      { parameter: 'ip', problem: '127.0.0.1 is a loopback address, which no NAS may have' },
    ]);
  });
});
