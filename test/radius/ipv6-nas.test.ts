import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { expect, it } from 'vitest';
import { makeNas, makeProxy } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import { type Pair, radius } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const SECRET = 'testing123';
const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const service = await makeService(db, plan);

interface SentPacket {
  readonly code: string;
  readonly attributes: Pair[];
  readonly sign: boolean;
}

/** A NAS at ::1: sends a request and returns the answer. */
async function exchange(port: number, packet: SentPacket, secret = SECRET): Promise<Buffer> {
  const socket = createSocket('udp6');
  socket.bind(0, '::1');
  await once(socket, 'listening');
  try {
    const { code, attributes, sign } = packet;
    const request = radius.encode({ code, secret, identifier: 7, attributes, add_message_authenticator: sign });
    socket.send(request, port, '::1');
    const [response] = (await once(socket, 'message')) as [Buffer];
    expect(radius.verify_response({ request, response: Buffer.from(response), secret })).toBe(true);
    return response;
  } finally {
    socket.close();
  }
}

it('a NAS with an IPv6 address and one with an IPv4 address are served by one node', async () => {
  const [nas6, nas4] = [await makeNas(db, isp, { ip: '::1' }), await makeNas(db, isp)];
  const node = await startTestServer(db, { settings: { RADIUS_BIND_ADDRESS: '::' } });
  const { username } = service;
  const attributes: Pair[] = [
    ['User-Name', username],
    ['User-Password', 'secret'],
  ];
  const accept = await exchange(node.authPort, { code: 'Access-Request', attributes, sign: true });
  expect(radius.decode({ packet: accept, secret: SECRET })).toMatchObject({ code: 'Access-Accept' });
  const start = accounting({ type: 'Start', username, session: 'six', at: Date.now() });
  const response = await exchange(node.acctPort, { code: 'Accounting-Request', attributes: start, sign: false });
  expect(radius.decode({ packet: response, secret: SECRET })).toMatchObject({ code: 'Accounting-Response' });
  const session = await db.prisma.session.findFirstOrThrow({ where: { acctSessionId: 'six' } });
  expect(session).toMatchObject({ nasId: nas6.id, nasIp: '::1' });
  await until(async () => (await db.prisma.authLog.count({ where: { nasIp: '::1' } })) === 1);
  const other = await TestNas.open(nas4);
  const status = await other.ask(node.authPort, other.statusServer());
  expect(status?.code).toBe('Access-Accept');
  other.close();
});

it.each([
  ['::1', '::', 'acknowledged'],
  ['127.0.0.9', '::', 'acknowledged'],
  ['127.0.0.9', '127.0.0.1', 'acknowledged'],
  ['::1', '127.0.0.1', 'refused'],
] as const)('a Disconnect-Request to %s from a node at %s is %s', async (ip, bind, result) => {
  const asked = await CoaNas.open(ip);
  await db.prisma.nas.updateMany({ where: { ip }, data: { deletedAt: new Date() } });
  const nas = await makeNas(db, isp, { ip, coaPort: asked.port });
  const node = await startTestServer(db, { settings: { RADIUS_BIND_ADDRESS: bind } });
  const session = { nasId: nas.id, username: 'ravi', acctSessionId: 's', framedIp: null };
  expect(await node.network.disconnect(session)).toMatchObject({ result });
  expect(asked.packets).toHaveLength(result === 'acknowledged' ? 1 : 0);
  asked.close();
});

it('a proxy with an IPv6 address speaks for its NASes, and takes Disconnect-Requests for them', async () => {
  await db.prisma.nas.updateMany({ where: { ip: '::1' }, data: { deletedAt: new Date() } });
  const port = await CoaNas.open('::1', 'proxied');
  const proxy = await makeProxy(db, isp, { ip: '::1', coaPort: port.port });
  const nas = await makeNas(db, isp, { ip: '10.60.0.1', proxyId: proxy.id, identifier: 'proxied-1', coaBy: 'proxy' });
  const node = await startTestServer(db, { settings: { RADIUS_BIND_ADDRESS: '::' } });
  const attributes: Pair[] = [
    ['User-Name', (await makeService(db, plan)).username],
    ['User-Password', 'secret'],
    ['NAS-Identifier', 'proxied-1'],
  ];
  const accept = await exchange(node.authPort, { code: 'Access-Request', attributes, sign: true }, 'proxied');
  expect(accept[0]).toBe(2);
  const session = { nasId: nas.id, username: 'ravi', acctSessionId: 's', framedIp: null };
  expect(await node.network.disconnect(session)).toEqual({ result: 'acknowledged' });
  expect(port.packets).toHaveLength(1);
  port.close();
});
