import { afterAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { saveAcknowledged } from '../../src/radius/dynamic/live-session.ts';
import { makeNas, makeProxy, type NasOptions } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
// No other write of what was heard.
const server = await startTestServer(db, { pulseMs: 3_600_000 });
const { network, acctPort, authPort } = server;
const closing: { close(): void }[] = [];
afterAll(() => {
  for (const each of closing) each.close();
});

let last = 0;

/** A NAS, the port where it takes requests, and the socket that it sends from. */
async function router(fields: NasOptions = {}) {
  const made = await makeNas(db, isp, fields);
  const coa = await CoaNas.open(made.ip);
  await db.prisma.nas.update({ where: { id: made.id }, data: { coaPort: coa.port } });
  const nas = await TestNas.open(made);
  closing.push(coa, nas);
  await until(() => network.caughtUp());
  const { username } = await makeService(db, plan);
  const session = { nasId: made.id, username, acctSessionId: `n${++last}`, framedIp: null };
  const start = async (...names: Pair[]) => {
    const packet = accounting({ type: 'Start', username, session: session.acctSessionId, at: Date.now(), more: names });
    expect((await nas.ask(acctPort, nas.accountingRequest(packet)))?.code).toBe('Accounting-Response');
  };
  const says = async (...names: Pair[]) => {
    const before = await heard(made.id);
    await start(...names);
    await until(async () => JSON.stringify(await heard(made.id)) !== JSON.stringify(before));
    await network.caughtUp();
  };
  return { id: made.id, ip: made.ip, coa, nas, session, start, says };
}

async function heard(nasId: number) {
  const [row] = await query<{ names: unknown }>(
    db.pool,
    sql`SELECT jsonb_build_array(host(says_ip), host(says_ip6), says_identifier, coa_name) AS names
        FROM radius.nas_heard WHERE nas_id = ${nasId}`,
  );
  return row?.names;
}

/** What names the NAS in each packet since the last call. */
function named({ packets }: CoaNas): string[] {
  return packets.splice(0).map((packet) => {
    const [ip, identifier] = [packet.ipv4(4), packet.text(32)];
    const ip6 = packet.octets(95)?.toString('hex');
    return [ip, ip6, identifier].filter((name) => name != null).join(' ');
  });
}

describe('a NAS in Disconnect- and CoA-Requests', () => {
  it('is named as it names itself, from every node', async () => {
    const { coa, session, says, ip } = await router();
    await network.disconnect(session);
    expect(named(coa)).toEqual([ip]);
    await says(['NAS-IP-Address', '10.255.0.1'], ['NAS-Identifier', 'bng-1']);
    expect(await network.disconnect(session)).toEqual({ result: 'acknowledged' });
    const other = await startTestServer(db);
    await other.network.disconnect(session);
    expect(named(coa)).toEqual(['10.255.0.1 bng-1', '10.255.0.1 bng-1']);
  });

  it('is named by its identifier alone, or its IPv6 address, if it says no more', async () => {
    const { coa, session, says } = await router();
    await says(['NAS-Identifier', 'bng-2']);
    await network.disconnect(session);
    expect(named(coa)).toEqual(['bng-2']);
    const six = await router();
    await six.says([95, Buffer.from('20010db8000000000000000000000001', 'hex')]);
    await network.disconnect(six.session);
    expect(named(six.coa)).toEqual(['20010db8000000000000000000000001']);
  });

  it('is not renamed by what anybody can forge, nor by an address of zeros', async () => {
    const { id, nas, start, says } = await router();
    const login: Pair[] = [
      ['User-Name', 'nobody'],
      ['User-Password', 'x'],
      ['NAS-Identifier', 'forged'],
    ];
    await nas.ask(authPort, nas.accessRequest(login, { sign: false }));
    await start(['NAS-IP-Address', '0.0.0.0']);
    await says(['NAS-Identifier', 'own']);
    expect(await heard(id)).toEqual([null, null, 'own', null]);
  });

  it('is learnt from signed log-ins', async () => {
    const { id, nas } = await router();
    const login: Pair[] = [
      ['User-Name', 'nobody'],
      ['User-Password', 'x'],
      ['NAS-Identifier', 'signed'],
    ];
    await nas.ask(authPort, nas.accessRequest(login));
    await until(async () => ((await heard(id)) as unknown[] | undefined)?.[2] === 'signed');
  });

  it('is written when it changes, at most once a minute', async () => {
    const { id, says, start } = await router();
    await says(['NAS-IP-Address', '10.255.0.2']);
    const version = () => query(db.pool, sql`SELECT xmin::text, ctid::text FROM radius.nas_heard WHERE nas_id = ${id}`);
    const before = await version();
    for (let count = 0; count < 3; count++) await start(['NAS-IP-Address', '10.255.0.2']);
    for (let count = 0; count < 3; count++) await start(['NAS-IP-Address', `10.255.0.${count + 3}`]);
    expect(await version()).toEqual(before);
  });

  it.each([
    ['registered', (ip: string) => ip],
    ['none', () => ''],
  ] as const)('is named by what coa_naming %s says', async (coaNaming, name) => {
    const { coa, session, says, ip } = await router({ coaNaming });
    await says(['NAS-IP-Address', '10.255.0.1']);
    coa.disconnect = 403;
    expect(await network.disconnect(session)).toMatchObject({ result: 'refused' });
    expect(named(coa)).toEqual([name(ip)]);
  });

  it('is told to its proxy as it names itself', async () => {
    const proxy = await makeProxy(db, null);
    const coa = await CoaNas.open(proxy.ip, 'proxied');
    const hop = await TestNas.open(proxy, 'proxied');
    closing.push(coa, hop);
    await db.prisma.radiusProxy.update({ where: { id: proxy.id }, data: { coaPort: coa.port } });
    const nas = await makeNas(db, isp, { proxyId: proxy.id, coaBy: 'proxy', ip: '10.40.0.1', identifier: 'inner' });
    await until(() => network.caughtUp());
    const names: Pair[] = [
      ['NAS-IP-Address', '192.168.7.1'],
      ['NAS-Identifier', 'inner'],
    ];
    const start = accounting({ type: 'Start', username: 'x', session: 'p1', at: Date.now(), more: names });
    expect((await hop.ask(acctPort, hop.accountingRequest(start)))?.code).toBe('Accounting-Response');
    await until(async () => ((await heard(nas.id)) as unknown[] | undefined)?.[0] === '192.168.7.1');
    await network.caughtUp();
    await network.disconnect({ nasId: nas.id, username: 'x', acctSessionId: 'p1', framedIp: null });
    expect(named(coa)).toEqual(['192.168.7.1 inner']);
  });
});

describe('a NAS that refuses its name (NAK 403)', () => {
  it('is named by its identifier alone, and from then on at once, on every node', async () => {
    const { id, coa, session, says } = await router();
    await says(['NAS-IP-Address', '10.255.0.1'], ['NAS-Identifier', 'nat']);
    coa.decide = (packet) => (packet.has(4) ? 403 : 'ack');
    expect(await network.disconnect(session)).toEqual({ result: 'acknowledged' });
    expect(named(coa)).toEqual(['10.255.0.1 nat', 'nat']);
    expect(await network.disconnect(session)).toEqual({ result: 'acknowledged' });
    expect(named(coa)).toEqual(['nat']);
    await until(async () => ((await heard(id)) as unknown[])[3] === 'identifier');
    const other = await startTestServer(db);
    await other.network.disconnect(session);
    expect(named(coa)).toEqual(['nat']);
  });

  it('is given no name at last; that it does not know the session shows that it took it', async () => {
    const { id, coa, session, says } = await router();
    await says(['NAS-IP-Address', '10.255.0.1'], ['NAS-Identifier', 'nat']);
    coa.decide = (packet) => (packet.has(4) || packet.has(32) ? 403 : 503);
    expect(await network.disconnect(session)).toMatchObject({ result: 'refused', nak: { cause: 503 } });
    expect(named(coa)).toEqual(['10.255.0.1 nat', 'nat', '']);
    await network.disconnect(session);
    expect(named(coa)).toEqual(['']);
    await until(async () => ((await heard(id)) as unknown[])[3] === 'none');
  });

  it('is asked by all names once, and not again for each of its sessions', async () => {
    const { coa, session, says } = await router();
    await says(['NAS-IP-Address', '10.255.0.1'], ['NAS-Identifier', 'nat']);
    coa.disconnect = 403;
    expect(await network.disconnect(session)).toMatchObject({ result: 'refused', nak: { cause: 403 } });
    await network.disconnect(session);
    expect(named(coa)).toEqual(['10.255.0.1 nat', 'nat', '', '10.255.0.1 nat']);
  });

  it('is named by what it calls itself again when it says another name', async () => {
    const { id, coa, session, start, says } = await router();
    await says(['NAS-IP-Address', '10.255.0.1']);
    coa.decide = (packet) => (packet.ipv4(4) === '10.255.0.1' ? 403 : 'ack');
    await network.disconnect(session);
    await until(async () => ((await heard(id)) as unknown[])[3] === 'none');
    await until(async () => {
      await start(['NAS-IP-Address', '10.255.0.1'], ['NAS-Identifier', 'anew']);
      return ((await heard(id)) as unknown[])[2] === 'anew';
    });
    expect(await heard(id)).toEqual(['10.255.0.1', null, 'anew', null]);
  });
});

describe('the reason of a NAK', () => {
  const refusal = async (session: string) => {
    const [row] = await query<{ id: number; refusal: { at: number; reason: string; advice: string } | null }>(
      db.pool,
      sql`SELECT id, refusal FROM radius.session WHERE acct_session_id = ${session}`,
    );
    return row;
  };

  it('is Error-Cause, Reply-Message and the words of Juniper, and stays with the session', async () => {
    const { coa, session, start } = await router();
    await start();
    coa.disconnect = [
      ['Error-Cause', 503],
      ['Reply-Message', 'no such\nuser'],
      ['Vendor-Specific', 4874, [[178, Buffer.from('unknown session')]]],
    ];
    const reason = 'Session-Context-Not-Found, “no such\\x0auser unknown session”';
    expect(await network.disconnect(session)).toEqual({ result: 'refused', reason, nak: { cause: 503 } });
    const kept = await refusal(session.acctSessionId);
    expect(kept?.refusal).toEqual({
      at: expect.any(Number),
      reason,
      advice: 'The NAS no longer has this session. The node ends it after three intervals without a report.',
    });
    await saveAcknowledged(db.pool, kept?.id ?? 0, '{}');
    expect((await refusal(session.acctSessionId))?.refusal).toBeNull();
  });

  it('is at most 200 characters of a long message', async () => {
    const { coa, session } = await router();
    coa.disconnect = [['Reply-Message', 'x'.repeat(250)]];
    expect(await network.disconnect(session)).toMatchObject({ reason: `“${'x'.repeat(199)}…”` });
  });
});
