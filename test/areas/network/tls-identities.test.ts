import { beforeAll, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi({ NAS_ALLOWED_NETWORKS: '127.0.0.0/8' });
let north: Tenant;
let south: Tenant;
/** A reseller of the north. */
let seller: Credentials;
let last = 0;
const newName = () => `dns:core-${++last}.example.net`;
const address = () => `127.61.0.${++last}`;

type Fields = Record<string, string | number>;
const nas = (fields: Fields = {}) => ({ resellerid: 0, name: 'NAS', ip: address(), secret: 'nas secret', ...fields });
const proxy = (fields: Fields = {}) => ({ name: 'Proxy', ip: address(), secret: 'proxy secret', ...fields });
const add = (fields: Fields, as = north.me) => api.call('radius/nas/create', nas(fields), as);
const added = (fields: Fields, as = north.me) => api.ok<number>('radius/nas/create', nas(fields), as);

async function identityOf(id: number, as = north.me): Promise<string | null | undefined> {
  const [row] = await api.ok<{ tls_identity: string | null }[]>('radius/nas/list', { id }, as);
  return row?.tls_identity;
}

beforeAll(async () => {
  [north, south] = [await makeTenant(api), await makeTenant(api)];
  const { ispid, resellerid } = north;
  seller = await makeUser(api, north.me, { ispid, resellerid, groupname: 'Reseller' });
});

describe('a TLS identity', () => {
  const octets = Array.from({ length: 32 }, (_, at) => (0xa0 + at).toString(16));

  it.each([
    [`SHA256:${octets.join(':').toUpperCase()}`, `sha256:${octets.join('')}`],
    ['dns:Core-X.Example.NET', 'dns:core-x.example.net'],
    ['ip:2001:DB8:0:0::1', 'ip:2001:db8::1'],
    ['ip:192.0.2.1', 'ip:192.0.2.1'],
    ['uri:urn:nas:Seven', 'uri:urn:nas:Seven'],
  ])('%s is stored in one form', async (given, stored) => {
    const id = await added({ tls_identity: given });
    expect(await identityOf(id)).toBe(stored);
    expect(await add({ tls_identity: stored })).toMatchObject({ status: 409 });
    expect(await add({ tls_identity: given.toUpperCase() })).toMatchObject({ status: /^uri/.test(given) ? 200 : 409 });
  });

  it.each([
    'core-1.example.net',
    'sha256:abcd',
    `sha256:${'g'.repeat(64)}`,
    'sha1:00112233445566778899aabbccddeeff00112233',
    'dns:*.example.net',
    'dns:',
    'dns:a b',
    'ip:192.0.2.300',
    'ip:fe80::1%eth0',
    'uri:nothing',
    `dns:${'a.'.repeat(126)}a`,
  ])('%s is refused', async (given) => {
    expect(await add({ tls_identity: given })).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^tls_identity: must be sha256: followed by the 64 hexadecimal digits/),
    });
  });

  it('is of one NAS or proxy in the installation', async () => {
    const identity = newName();
    await added({ tls_identity: identity });
    const taken = { status: 409, error: expect.stringContaining('tls_identity') };
    expect(await add({ tls_identity: identity }, south.me)).toMatchObject(taken);
    const asProxy = proxy({ tls_identity: identity });
    expect(await api.call('radius/proxy/create', asProxy, south.me)).toMatchObject(taken);
    const other = newName();
    await api.ok('radius/proxy/create', proxy({ tls_identity: other }), south.me);
    expect(await add({ tls_identity: other })).toMatchObject(taken);
    const id = await added({ tls_identity: newName() });
    const theft = { id, tls_identity: other };
    expect(await api.call('radius/nas/update', theft, north.me)).toMatchObject(taken);
  });

  it('is taken by one of two who want it at once', async () => {
    const identity = newName();
    const answers = await Promise.all([
      add({ tls_identity: identity }),
      api.call('radius/proxy/create', proxy({ tls_identity: identity }), south.me),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('leaves the address to others, and claims it again when it goes', async () => {
    const ip = address();
    const one = await added({ ip, tls_identity: newName() });
    await added({ ip, tls_identity: newName() }, south.me);
    await added({ ip }, south.me);
    const back = await api.call('radius/nas/update', { id: one, tls_identity: '' }, north.me);
    expect(back).toMatchObject({ status: 409, error: expect.stringContaining('ip') });
    expect(await identityOf(one)).toMatch(/^dns:/);
  });

  it('is free again when its NAS is deleted, or put on a proxy', async () => {
    const identity = newName();
    await api.ok('radius/nas/delete', { id: await added({ tls_identity: identity }) }, north.me);
    const id = await added({ tls_identity: identity });
    const proxyid = await api.ok<number>('radius/proxy/create', proxy(), north.me);
    await api.ok('radius/nas/update', { id, proxyid }, north.me);
    const other = await added({ tls_identity: identity });
    expect(await api.call('radius/nas/update', { id, proxyid: '' }, north.me)).toMatchObject({ status: 409 });
    await api.ok('radius/nas/update', { id: other, tls_identity: '' }, north.me);
    await api.ok('radius/nas/update', { id, proxyid: '' }, north.me);
  });

  it('is audited, and not shown to resellers that share the NAS', async () => {
    const identity = newName();
    const id = await added({ tls_identity: identity });
    expect(await identityOf(id, seller)).toBeNull();
    const changed = newName();
    await api.ok('radius/nas/update', { id, tls_identity: changed }, north.me);
    const { rows } = await api.db.pool.query(
      `SELECT c.before ->> 'tls_identity' AS old, c.after ->> 'tls_identity' AS new FROM auth.audit_change c
       WHERE c.table_name = 'radius.nas' ORDER BY c.id DESC LIMIT 1`,
    );
    expect(rows).toEqual([{ old: identity, new: changed }]);
  });
});
