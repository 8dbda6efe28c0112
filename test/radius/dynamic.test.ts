import { createHmac } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { radius } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const SECRET = 'testing123';
const IP = '127.2.0.1';

/** The CoA port of a NAS; each test sets what it does with a Disconnect-Request. */
let received: Buffer[];
let react: (request: Buffer, answer: (bytes: Buffer) => void, port: number) => void;

const nas = createSocket('udp4');
nas.bind(0, IP);
await once(nas, 'listening');
nas.on('message', (request, { port, address }) => {
  received.push(request);
  react(request, (bytes) => nas.send(bytes, port, address), port);
});
const row = await makeNas(db, isp, { ip: IP, coaPort: nas.address().port });
const { network } = await startTestServer(db);
afterAll(() => nas.close());

beforeEach(() => {
  received = [];
  react = () => undefined;
});

const session = { nasId: row.id, username: 'alice', acctSessionId: '8a00+/=', framedIp: '100.64.0.7' };

function respond(
  request: Buffer,
  code: string,
  { secret = SECRET, cause = undefined as number | undefined } = {},
): Buffer {
  const packet = radius.decode_without_secret({ packet: request });
  return radius.encode_response({
    packet,
    code,
    secret,
    attributes: cause === undefined ? [] : [['Error-Cause', cause]],
  });
}

/** Computed with zeros for both authenticators (RFC 5176 section 3.4), which the package does not support. */
function signatureOf(request: Buffer): Buffer {
  const blank = Buffer.from(request).fill(0, 4, 20);
  const at = blank.indexOf(Buffer.of(80, 18), 20) + 2;
  return createHmac('md5', SECRET)
    .update(blank.fill(0, at, at + 16))
    .digest();
}

describe('a Disconnect-Request', () => {
  it('names the session, is signed and dated, and is acknowledged', async () => {
    react = (request, answer) => answer(respond(request, 'Disconnect-ACK'));
    expect(await network.disconnect(session)).toEqual({ result: 'acknowledged' });
    const [request] = received as [Buffer];
    const { code, attributes } = radius.decode_without_secret({ packet: request });
    expect(code).toBe('Disconnect-Request');
    expect(attributes).toMatchObject({
      'User-Name': 'alice',
      'Acct-Session-Id': '8a00+/=',
      'Framed-IP-Address': '100.64.0.7',
      'NAS-IP-Address': IP,
    });
    expect(attributes['Event-Timestamp']).toBeInstanceOf(Date);
    expect(attributes['Message-Authenticator']).toEqual(signatureOf(request));
  });

  it('that is refused returns the reason', async () => {
    react = (request, answer) => answer(respond(request, 'Disconnect-NAK', { cause: 503 }));
    expect(await network.disconnect(session)).toEqual({
      result: 'refused',
      reason: expect.stringMatching(/session.context.not.found/i),
      nak: { cause: 503 },
    });
    react = (request, answer) => answer(respond(request, 'Disconnect-NAK'));
    expect(await network.disconnect(session)).toEqual({
      result: 'refused',
      reason: 'it gave no reason',
      nak: { cause: null },
    });
  });

  it('is sent three times with the same octets before the NAS counts as silent', async () => {
    expect(await network.disconnect(session)).toEqual({ result: 'silent' });
    // The last one may still be in the socket of the NAS.
    await expect.poll(() => received.length).toBe(3);
    expect(received[1]).toEqual(received[0]);
    expect(received[2]).toEqual(received[0]);
  });

  it('may be answered after its second transmission', async () => {
    react = (request, answer) => {
      if (received.length === 2) answer(respond(request, 'Disconnect-ACK'));
    };
    expect(await network.disconnect(session)).toEqual({ result: 'acknowledged' });
  });

  it('ignores an answer signed with another secret', async () => {
    react = (request, answer) => answer(respond(request, 'Disconnect-ACK', { secret: 'forged' }));
    expect(await network.disconnect(session)).toEqual({ result: 'silent' });
  });

  it('ignores an answer from another address', async () => {
    const forger = createSocket('udp4');
    forger.bind(0, '127.2.0.9');
    await once(forger, 'listening');
    react = (request, _, port) => forger.send(respond(request, 'Disconnect-ACK'), port, '127.0.0.1');
    expect(await network.disconnect(session)).toEqual({ result: 'silent' });
    forger.close();
  });

  it('gets its own answer, of three hundred at once', async () => {
    react = (request, answer) => {
      const name = String(radius.decode_without_secret({ packet: request }).attributes['User-Name']);
      answer(respond(request, Number(name.slice(1)) % 2 === 0 ? 'Disconnect-ACK' : 'Disconnect-NAK'));
    };
    const outcomes = await Promise.all(
      Array.from({ length: 300 }, (_, i) => network.disconnect({ ...session, username: `u${i}` })),
    );
    expect(outcomes.map(({ result }) => result)).toEqual(
      Array.from({ length: 300 }, (_, i) => (i % 2 === 0 ? 'acknowledged' : 'refused')),
    );
  });

  it('to a NAS that is deleted is refused', async () => {
    const gone = await makeNas(db, isp);
    await db.prisma.nas.update({ where: { id: gone.id }, data: { deletedAt: new Date() } });
    await until(async () => (await network.disconnect({ ...session, nasId: gone.id })).result === 'refused');
  });
});

describe('a NAS whose address or port was forbidden later', () => {
  it('gets nothing sent, and the outcome says why', async () => {
    const received: Buffer[] = [];
    const socket = createSocket('udp4');
    socket.on('message', (request) => received.push(request));
    socket.bind(0, '127.2.9.1');
    await once(socket, 'listening');
    afterAll(() => socket.close());
    const old = await makeNas(db, isp, { ip: '127.2.9.1', coaPort: socket.address().port });
    const privileged = await makeNas(db, isp, { ip: '127.2.9.2', coaPort: 161 });
    const guarded = await startTestServer(db, { settings: { NAS_FORBIDDEN_NETWORKS: '127.2.9.1' } });
    expect(await guarded.network.disconnect({ ...session, nasId: old.id })).toEqual({
      result: 'refused',
      reason: 'this node may not send to this NAS: ip 127.2.9.1 is in a network where this installation allows no NAS',
    });
    expect(await guarded.network.disconnect({ ...session, nasId: privileged.id })).toMatchObject({
      result: 'refused',
      reason: 'this node may not send to this NAS: coa_port must be a whole number from 1024 to 65535',
    });
    expect(received).toEqual([]);
  });
});
