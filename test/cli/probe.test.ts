import { createSocket, type Socket } from 'node:dgram';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { radius } from '../radius/fixtures/radius-package.ts';
import { startTestServer, until } from '../radius/fixtures/server.ts';
import { command } from './terminal.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const SECRET = 'probe-secret';
const nas = await makeNas(db, isp, { secret: SECRET });
const { username, id } = await makeService(db, plan, { username: 'probe-user' });
const server = await startTestServer(db);
const folder = await mkdtemp(join(tmpdir(), 'lastmile-probe-'));
afterAll(() => rm(folder, { recursive: true, force: true }));

interface Given {
  readonly [option: string]: string | undefined;
}

/** A probe of the node of this file, with other options where they are given. */
function probe(given: Given = {}, ...flags: string[]) {
  const options = {
    ...{ 'nas-ip': nas.ip, secret: SECRET, username, password: 'secret' },
    ...{ 'auth-port': String(server.authPort), 'acct-port': String(server.acctPort), timeout: '1' },
    ...given,
  };
  const words = Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  return command({}, 'probe', ...words, ...flags);
}

const sessions = () =>
  query<{ acct_session_id: string; ended_at: Date | null; session_time: number; used: number }>(
    db.pool,
    sql`SELECT acct_session_id, ended_at, session_time, (in_bytes + out_bytes)::int AS used FROM radius.session_all
        WHERE service_id = ${id} ORDER BY started_at, acct_session_id`,
  );

describe('a probe of a node', () => {
  it('logs in, accounts one session without volume, ends it, and prints each response with its time', async () => {
    const { code, out, err } = await probe();
    expect([code, err]).toEqual([0, '']);
    expect(out.split('\n')).toEqual([
      expect.stringMatching(/^Access-Request +Access-Accept +[\d.]+ ms$/),
      expect.stringMatching(/^Start +Accounting-Response +[\d.]+ ms$/),
      expect.stringMatching(/^Interim-Update +Accounting-Response +[\d.]+ ms$/),
      expect.stringMatching(/^Stop +Accounting-Response +[\d.]+ ms$/),
      'The node is healthy.',
      '',
    ]);
    expect(await sessions()).toEqual([
      { acct_session_id: expect.stringMatching(/^probe-/), ended_at: expect.any(Date), session_time: 0, used: 0 },
    ]);
  });

  it('can run every minute, and prints one line of JSON for programs', async () => {
    for (const _ of [1, 2]) {
      const { code, out } = await probe({}, '--json');
      expect(code).toBe(0);
      expect(out.trim().split('\n')).toHaveLength(1);
      const { steps, ...rest } = JSON.parse(out);
      expect(rest).toEqual({ ok: true, server: '127.0.0.1', nas_ip: nas.ip, username, error: null });
      expect(steps.map(({ request, answer }: Record<string, string>) => `${request} ${answer}`)).toEqual([
        'Access-Request Access-Accept',
        'Start Accounting-Response',
        'Interim-Update Accounting-Response',
        'Stop Accounting-Response',
      ]);
    }
    expect((await sessions()).filter(({ ended_at }) => ended_at === null)).toEqual([]);
  });

  it('takes its secrets from files', async () => {
    const [secret, password] = [join(folder, 'secret'), join(folder, 'password')];
    await writeFile(secret, `${SECRET}\n`);
    await writeFile(password, 'secret');
    const files = { secret: undefined, 'secret-file': secret, password: undefined, 'password-file': password };
    expect(await probe(files)).toMatchObject({ code: 0, err: '' });
  });

  it('fails with the reason of a reject', async () => {
    const waiting = await makeService(db, plan, { status: 'NewRequest' });
    const sentence = `The node answered the log-in of ${waiting.username} with Access-Reject: the service has not begun yet.`;
    expect(await probe({ username: waiting.username })).toMatchObject({ code: 1, err: `${sentence}\n` });
  });

  it('fails with a wrong password, and does not print it', async () => {
    const { code, out, err } = await probe({ password: 'hunter2' }, '--json');
    expect([code, err]).toEqual([1, 'The node answered the log-in of probe-user with Access-Reject.\n']);
    expect(JSON.parse(out)).toMatchObject({ ok: false, error: err.trim(), steps: [{ answer: 'Access-Reject' }] });
    expect(out + err).not.toContain('hunter2');
  });

  it('fails with a wrong secret, and does not print it', async () => {
    const { code, out, err } = await probe({ secret: 'hunter2' });
    expect([code, out]).toEqual([1, '']);
    expect(err).toBe(
      `127.0.0.1:${server.authPort} did not answer the Access-Request within 1 s. The node may be down, have no NAS with ` +
        'this address, or have another secret for it.\n',
    );
  });

  it('fails without a listener', async () => {
    const closed = await fake(() => undefined);
    const port = closed.address().port;
    closed.close();
    await once(closed, 'close');
    const outcome = await probe({ 'auth-port': String(port) });
    expect(outcome).toEqual({ code: 1, out: '', err: `Nothing listens on UDP port ${port} of 127.0.0.1.\n` });
  });
});

/** A node that is not one: does as it is told with each request. */
async function fake(react: (request: Buffer, answer: (bytes: Buffer) => void) => void): Promise<Socket> {
  const socket = createSocket('udp4');
  socket.on('message', (request, { port, address }) => react(request, (bytes) => socket.send(bytes, port, address)));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return socket;
}

describe('a probe of another server', () => {
  /** Answers as `codes` say, and notes what was accounted. */
  async function node(codes: Readonly<Record<string, string | null>>, secret = SECRET) {
    const heard: { status: string; session: string }[] = [];
    const socket = await fake((request, answer) => {
      const packet = radius.decode_without_secret({ packet: request });
      const { 'Acct-Status-Type': status = packet.code, 'Acct-Session-Id': session } = packet.attributes;
      heard.push({ status: String(status), session: String(session) });
      const code = codes[String(status)];
      if (code) answer(radius.encode_response({ packet, code, secret }));
    });
    onTestFinished(() => void socket.close());
    const port = String(socket.address().port);
    return { heard, socket, ports: { 'auth-port': port, 'acct-port': port } };
  }

  const well = {
    ...{ 'Access-Request': 'Access-Accept', Start: 'Accounting-Response', 'Interim-Update': 'Accounting-Response' },
    Stop: 'Accounting-Response',
  };
  const kinds = (heard: readonly { status: string }[]) => [...new Set(heard.map(({ status }) => status))];

  it('rejects a response signed with another secret', async () => {
    const { ports } = await node(well, 'another');
    expect(await probe(ports)).toMatchObject({
      code: 1,
      err: `127.0.0.1:${ports['auth-port']} signed its answer to the Access-Request with another secret.\n`,
    });
  });

  it('rejects a response to a login with no or a wrong Message-Authenticator', async () => {
    for (const spoil of ['leave out', 'change'] as const) {
      const socket = await fake((request, answer) => {
        const packet = radius.decode_without_secret({ packet: request });
        const bare = { ...packet, attributes: {} };
        const wrong: [string, Buffer][] = [['Message-Authenticator', Buffer.alloc(16, 7)]];
        const attributes = spoil === 'change' ? wrong : [];
        answer(radius.encode_response({ packet: bare, code: 'Access-Accept', secret: SECRET, attributes }));
      });
      onTestFinished(() => void socket.close());
      expect(await probe({ 'auth-port': String(socket.address().port) })).toMatchObject({
        code: 1,
        err: expect.stringContaining('with another secret'),
      });
    }
  });

  it('sends a Stop even without a response to its Start or Interim-Update', async () => {
    for (const silent of ['Start', 'Interim-Update']) {
      const { heard, ports } = await node({ ...well, [silent]: null });
      const { code, err } = await probe(ports);
      expect([code, err]).toEqual([1, expect.stringContaining(`did not answer the ${silent} within 1 s`)]);
      expect(kinds(heard).at(-1)).toBe('Stop');
      expect(new Set(heard.slice(1).map(({ session }) => session)).size).toBe(1);
    }
  });

  it('sends a Stop when it is interrupted', async () => {
    const { heard, ports } = await node({ ...well, 'Interim-Update': null });
    const probing = probe({ ...ports, timeout: '30' });
    await until(() => kinds(heard).includes('Interim-Update'));
    process.emit('SIGTERM');
    expect(await probing).toMatchObject({ code: 1, err: 'Interrupted during the Interim-Update.\n' });
    expect(kinds(heard)).toEqual(['Access-Request', 'Start', 'Interim-Update', 'Stop']);
    expect(process.listenerCount('SIGTERM')).toBe(0);
  });

  it('retransmits the same request if the first is lost', async () => {
    const seen: Buffer[] = [];
    const socket = await fake((request, answer) => {
      seen.push(request);
      const packet = radius.decode_without_secret({ packet: request });
      const code = packet.code === 'Access-Request' ? 'Access-Accept' : 'Accounting-Response';
      if (seen.length > 1) answer(radius.encode_response({ packet, code, secret: SECRET }));
    });
    onTestFinished(() => void socket.close());
    const port = String(socket.address().port);
    expect(await probe({ 'auth-port': port, 'acct-port': port, timeout: '10' })).toMatchObject({ code: 0 });
    expect(seen[1]?.equals(seen[0] as Buffer)).toBe(true);
  });
});

describe('the options of a probe', () => {
  it.each([
    [{ 'nas-ip': 'nas1' }, '--nas-ip must be an IPv4 address.'],
    [{ server: '::1' }, '--server must be an IPv4 address.'],
    [{ secret: undefined }, 'Give either --secret or --secret-file.'],
    [{ 'password-file': '/nowhere' }, 'Give either --password or --password-file.'],
    [{ password: '' }, '--password must not be empty.'],
    [{ username: undefined }, '--username must be the name of the test user.'],
    [{ 'auth-port': '0' }, '--auth-port must be a whole number from 1 to 65535.'],
    [{ timeout: '1h' }, '--timeout must be a whole number from 1 to 60.'],
  ])('%j is rejected with one sentence', async (given, sentence) => {
    expect(await probe(given)).toEqual({ code: 2, out: '', err: `${sentence}\n` });
  });
});
