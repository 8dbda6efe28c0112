import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../fixtures/api.ts';
import { contact, makeTenant, makeUser, type Tenant } from '../fixtures/tenants.ts';

const api = await startApi();
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
