import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, makeUser, type Tenant } from '../../fixtures/tenants.ts';

interface Onboarding {
  readonly server: string;
  readonly scripts: readonly { readonly place: string; readonly text: string }[];
  readonly todo: readonly string[];
  readonly seen: Readonly<Record<string, string | null>>;
  readonly faults: readonly { readonly fault: string; readonly problem: string; readonly at: string | null }[];
}

const api = await startApi();
let tenant: Tenant;
let other: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
  other = await makeTenant(api);
});

const SECRET = 'a secret; of "odd" characters';
let nases = 0;
async function newNas(fields: Record<string, string | number> = {}): Promise<number> {
  nases += 1;
  const nas = { resellerid: 0, name: `Edge ${nases}`, ip: `127.80.0.${nases}`, secret: SECRET, ...fields };
  return api.ok<number>('radius/nas/create', nas, tenant.me);
}

const onboard = (id: number, as = tenant.me, more = {}) =>
  api.ok<Onboarding>('radius/nas/onboard', { id, ...more }, as);
const faults = async (id: number, as = tenant.me) => (await onboard(id, as)).faults.map(({ fault }) => fault);
const ago = (minutes: number) => new Date(Date.now() - minutes * 60_000);

describe('the configuration of a NAS', () => {
  it('is filled in but for the secret, and says what is left to do', async () => {
    const { server, scripts, todo } = await onboard(await newNas(), tenant.me, { server: '192.0.2.7' });
    expect(server).toBe('192.0.2.7');
    expect(scripts).toEqual([
      { place: 'RouterOS terminal', text: expect.stringContaining('address=192.0.2.7 ') as string },
      {
        place: 'RouterOS terminal, for the router API (optional)',
        text: expect.stringContaining('policy=read,api,test') as string,
      },
    ]);
    expect(scripts[0]?.text).toContain('secret=<secret>');
    expect(JSON.stringify(scripts)).not.toContain('odd');
    expect(todo[0]).toContain('radius/nas/script');
  });

  it('names plainly an address that nobody has told', async () => {
    const { server, todo } = await onboard(await newNas());
    expect(server).toBe('<server>');
    expect(todo[0]).toContain('Replace <server>');
  });

  it('takes no server that is neither an address nor a name', async () => {
    const id = await newNas();
    for (const server of ['192.0.2.1 secret=x', '192.0.2.1;/quit', 'a\nb', '$(x)', 'fe80::1%eth0'])
      expect(await api.call('radius/nas/onboard', { id, server }, tenant.me)).toMatchObject({
        status: 400,
        error: expect.stringContaining('server: must be') as string,
      });
  });

  it('has the secret for those who may change the NAS, which the audit tells', async () => {
    const id = await newNas();
    const { scripts } = await api.ok<Onboarding>('radius/nas/script', { id }, tenant.me);
    expect(scripts[0]?.text).toContain('secret="a\\20secret\\3B\\20of\\20\\22odd\\22\\20characters"');
    const audit = () => api.ok('audit/list', { procedure: 'nas.script', target: `id=${id}` }, tenant.me);
    expect(await audit()).toMatchObject([{ input: { id } }]);
    expect(JSON.stringify(await audit())).not.toContain('odd');
    await onboard(id);
    expect(await api.ok('audit/list', { procedure: 'nas.onboard' }, tenant.me)).toEqual([]);
    const reader = await makeUser(api, tenant.me, { roles: 'ReadOnly', ispid: tenant.ispid });
    expect(await api.call('radius/nas/script', { id }, reader)).toMatchObject({ status: 403 });
    expect((await onboard(id, reader)).scripts[0]?.text).toContain('<secret>');
  });

  it('says so if the secret cannot be said on the NAS', async () => {
    const id = await newNas({ vendor: 'Cisco' });
    const { scripts, todo } = await api.ok<Onboarding>('radius/nas/script', { id }, tenant.me);
    expect(scripts[0]?.text).toContain('key 0 <secret>');
    expect(todo.join(' ')).toContain('Choose one of letters and digits');
    expect(todo.join(' ')).not.toContain('radius/nas/script');
  });

  it('is for the owner of the NAS alone', async () => {
    const id = await newNas();
    const staff = await makeUser(api, tenant.me, {
      groupname: 'Reseller',
      resellerid: tenant.resellerid,
      ispid: tenant.ispid,
    });
    for (const as of [other.me, staff])
      for (const path of ['radius/nas/onboard', 'radius/nas/script'])
        expect(await api.call(path, { id }, as)).toMatchObject({ status: 404 });
  });

  it('shows nobody the address of a proxy that he does not manage', async () => {
    const proxy = { ispid: 0, name: 'Shared', ip: '127.80.1.1', secret: 'between' };
    const proxyid = await api.ok<number>('radius/proxy/create', proxy, api.admin);
    const id = await newNas();
    await api.ok('radius/nas/update', { id, proxyid }, api.admin);
    expect((await onboard(id)).server).toBe('<server>');
    expect((await onboard(id, api.admin)).server).toBe('127.80.1.1');
    expect((await onboard(id)).todo.join(' ')).toContain('through the RADIUS proxy in front of it');
  });
});

describe('what has been seen of a NAS', () => {
  it('is nothing at first', async () => {
    const { seen, faults: found } = await onboard(await newNas());
    expect(Object.values(seen)).toEqual([null, null, null, null, null, null]);
    expect(found).toEqual([]);
  });

  it('is when each kind of packet came', async () => {
    const nasId = await newNas();
    await api.db.prisma.nasHeard.create({ data: { nasId, authAt: ago(1), acctAt: ago(1), interimAt: ago(1) } });
    await api.db.prisma.nas.update({
      where: { id: nasId },
      data: { gigawordsSeenAt: ago(1), messageAuthenticatorSeenAt: ago(1) },
    });
    await api.db.prisma.nasPulse.create({ data: { nasId, minute: ago(2), accepts: 1, acknowledged: 1 } });
    const { seen, faults: found } = await onboard(nasId);
    expect(Object.values(seen).filter((at) => at === null)).toEqual([]);
    expect(found).toEqual([]);
  });

  it('names a wrong secret, a missing signature and a clock that is off, while they are news', async () => {
    const nasId = await newNas();
    const heard = { nasId, unauthenticAt: ago(1), unsignedAt: ago(2), acctAt: ago(1), clockAheadS: -3600 };
    await api.db.prisma.nasHeard.create({ data: heard });
    const { faults: found } = await onboard(nasId);
    expect(found.map(({ fault }) => fault)).toEqual(['wrong_secret', 'unsigned', 'clock_off']);
    expect(found[0]?.problem).toContain('127.80.0.');
    expect(found[2]?.problem).toContain('3600 s slow');
    await api.db.prisma.nasHeard.update({
      where: { nasId },
      data: { unauthenticAt: ago(20), unsignedAt: ago(20), clockAheadS: 3 },
    });
    expect(await faults(nasId)).toEqual([]);
  });

  it('names addresses and session times that cannot be, while they are news', async () => {
    const nasId = await newNas();
    const heard = { nasId, acctAt: ago(1), badAddressAt: ago(1), badSessionTimeAt: ago(2) };
    await api.db.prisma.nasHeard.create({ data: heard });
    const { faults: found } = await onboard(nasId);
    expect(found.map(({ fault }) => fault)).toEqual(['bad_address', 'bad_session_time']);
    await api.db.prisma.nasHeard.update({
      where: { nasId },
      data: { badAddressAt: ago(20), badSessionTimeAt: ago(20) },
    });
    expect(await faults(nasId)).toEqual([]);
  });

  it('names log-ins without signature, accounting, success or answers to CoA', async () => {
    const nasId = await newNas();
    await api.db.prisma.nasHeard.create({ data: { nasId, authAt: ago(1) } });
    await api.db.prisma.nasPulse.create({ data: { nasId, minute: ago(1), rejects: 4, unanswered: 2 } });
    expect(await faults(nasId)).toEqual(['no_message_authenticator', 'all_rejected', 'coa_unanswered']);
    await api.db.prisma.nasPulse.update({
      where: {
        nasId_minute: { nasId, minute: (await api.db.prisma.nasPulse.findFirstOrThrow({ where: { nasId } })).minute },
      },
      data: { accepts: 1, acknowledged: 1 },
    });
    await api.db.prisma.nas.update({ where: { id: nasId }, data: { messageAuthenticatorSeenAt: ago(1) } });
    expect(await faults(nasId)).toEqual(['no_accounting']);
  });

  it('names interim updates that do not come', async () => {
    const nasId = await newNas();
    const session = { ispId: tenant.ispid, nasId, nasIp: '127.80.0.1', username: 'x', acctSessionId: 'i' };
    await api.db.prisma.session.create({ data: { ...session, startedAt: ago(5), updatedAt: ago(5) } });
    await api.db.prisma.nasHeard.create({ data: { nasId, acctAt: ago(1) } });
    expect(await faults(nasId)).toEqual([]);
    await api.db.prisma.session.updateMany({ where: { nasId }, data: { startedAt: ago(20) } });
    expect(await faults(nasId)).toEqual(['no_interims']);
    await api.db.prisma.nasHeard.update({ where: { nasId }, data: { interimAt: ago(4) } });
    expect(await faults(nasId)).toEqual([]);
  });
});

describe('a source that is no NAS', () => {
  it('is named to the server administrator alone, and not once the NAS is heard', async () => {
    const nasId = await newNas({ name: 'Hidden' });
    await api.db.prisma.unknownNas.create({ data: { ip: '127.80.9.9', lastIdentifier: 'Hidden' } });
    await api.db.prisma.unknownNas.create({ data: { ip: '127.80.9.8', lastSeenAt: ago(30) } });
    expect(await faults(nasId)).toEqual([]);
    const { faults: found } = await onboard(nasId, api.admin);
    expect(found).toMatchObject([{ fault: 'unknown_source' }]);
    expect(found[0]?.problem).toContain('127.80.9.9, with the NAS-Identifier Hidden');
    await api.db.prisma.nasHeard.create({ data: { nasId, acctAt: ago(1) } });
    expect(await faults(nasId, api.admin)).toEqual([]);
  });

  it('leaves the list when it becomes a NAS by radius/nas/create', async () => {
    await api.db.prisma.unknownNas.create({ data: { ip: '127.80.9.1', lastIdentifier: 'new-1' } });
    const listed = async () =>
      (await api.ok<{ ip: string }[]>('radius/nas/unknown', {}, api.admin)).map(({ ip }) => ip);
    expect(await listed()).toContain('127.80.9.1');
    await newNas({ ip: '127.80.9.1', name: 'new-1' });
    expect(await listed()).not.toContain('127.80.9.1');
  });
});
