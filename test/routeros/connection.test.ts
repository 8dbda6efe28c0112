import { X509Certificate } from 'node:crypto';
import { type AddressInfo, createServer } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { COMMANDS, ping, traceroute } from '../../src/routeros/commands.ts';
import { RouterConnection } from '../../src/routeros/connection.ts';
import { LIMITS, type Limits } from '../../src/routeros/limits.ts';
import type { Misbehaviour } from '../../src/routeros/simulator/misbehave.ts';
import { RouterSimulator } from '../../src/routeros/simulator/simulator.ts';
import { Authority } from '../fixtures/certificates.ts';

const authority = await Authority.create();
const certificate = await authority.selfSigned();
const FINGERPRINT = certificate.fingerprint.replace('sha256:', '');
const RIGHT = { username: 'lastmile', password: 'router secret' };
/** For what must not meet a limit of time, also on a busy machine. */
const PATIENT: Limits = { connectMs: 60_000, loginMs: 60_000, idleMs: 50, cancelMs: 50 };
/** For what says nothing. */
const SHORT: Limits = { ...PATIENT, loginMs: 300 };

async function router(
  options: Parameters<typeof RouterSimulator.start>[0] = {},
  isPlain = false,
): Promise<RouterSimulator> {
  const simulator = await RouterSimulator.start(isPlain ? options : { certificate, ...options });
  onTestFinished(() => simulator.stop());
  return simulator;
}

const target = ({ port }: { port: number }, fingerprint: string | null = FINGERPRINT) => ({
  ip: '127.0.0.1',
  port,
  fingerprint,
  isPlain: false,
});

async function open(to: RouterSimulator, limits: Limits = LIMITS): Promise<RouterConnection> {
  const connection = await RouterConnection.open(target(to), RIGHT, { limits });
  onTestFinished(() => connection.close());
  return connection;
}

describe('a connection to a router', () => {
  it.each([
    ['6.49', '6.49.17 (long-term)'],
    ['7.20', '7.20.4 (stable)'],
  ] as const)('reads what RouterOS %s answers, also octet by octet', async (version, said) => {
    for (const isSplit of [false, true]) {
      const connection = await open(await router({ version, isSplit }));
      const { rows } = await connection.ask(COMMANDS.resource);
      expect(rows.map((row) => row.get('version'))).toEqual([said]);
      // RouterOS 7.18 says !empty here.
      expect((await connection.ask(COMMANDS.walledGarden)).rows).toEqual([]);
    }
  });

  it('asks several things at once', async () => {
    const simulator = await router();
    const connection = await open(simulator);
    const [resource, identity, hops] = await Promise.all([
      connection.ask(COMMANDS.resource),
      connection.ask(COMMANDS.identity),
      connection.ask(traceroute('100.64.7.7')),
    ]);
    expect(resource.rows).toHaveLength(1);
    expect(identity.rows[0]?.get('name')).toBe('core-2');
    expect(hops.rows).toHaveLength(4);
    expect(simulator.connections).toBe(1);
  });

  it('reads 10,000 sessions', async () => {
    const simulator = await router();
    const rows = Array.from({ length: 10_000 }, (_, at) => ({ name: `user-${at}`, address: '100.64.0.1' }));
    simulator.tables.set(
      '/ip/pool',
      rows.map((row) => ({ ...row, name: 'blocked_pool', ranges: row.name })),
    );
    expect((await (await open(simulator)).ask(COMMANDS.blockedPool)).rows).toHaveLength(10_000);
  });

  it('says that a command was refused', async () => {
    const connection = await open(await router({ misbehaviour: 'trap' }));
    expect(await connection.ask(COMMANDS.ntp)).toMatchObject({ isRefused: true, rows: [] });
    expect(connection.isOpen).toBe(true);
  });

  it('cancels a command whose time is over and keeps what came until then', async () => {
    const simulator = await router();
    const connection = await open(simulator);
    const { rows } = await connection.ask(ping('100.64.7.253', 3), { timeoutMs: 50, isOpenEnded: true });
    expect(rows).toHaveLength(1);
    await expect.poll(() => simulator.asked.map(([command]) => command)).toEqual(['/ping', '/cancel']);
    expect((await connection.ask(COMMANDS.identity)).rows).toHaveLength(1);
  });

  it('closes when nothing has been asked for a while', async () => {
    const connection = await open(await router(), PATIENT);
    await connection.ask(COMMANDS.identity);
    await expect.poll(() => connection.isOpen).toBe(false);
  });

  it('notices when the router restarts', async () => {
    const simulator = await router();
    const connection = await open(simulator);
    const asked = connection.ask(ping('100.64.7.253', 3));
    simulator.dropAll();
    await expect(asked).rejects.toMatchObject({ kind: 'protocol' });
    await expect(connection.ask(COMMANDS.identity)).rejects.toMatchObject({ kind: 'protocol' });
  });
});

describe('what a router does wrong', () => {
  it.each([
    ['bad_length', 'protocol'],
    ['long_word', 'protocol'],
    ['many_words', 'protocol'],
    ['flood', 'protocol'],
    ['empty_rows', 'protocol'],
    ['fatal', 'protocol'],
    ['silent_later', 'timeout'],
  ] satisfies [Misbehaviour, string][])('%s is told as %s', async (misbehaviour, kind) => {
    const connection = await open(await router({ misbehaviour }), PATIENT);
    await expect(
      connection.ask(COMMANDS.resource, { timeoutMs: kind === 'timeout' ? 50 : 60_000 }),
    ).rejects.toMatchObject({ kind });
    await expect.poll(() => connection.isOpen).toBe(false);
  });

  const failed = (
    to: { port: number },
    { password = RIGHT.password, fingerprint = FINGERPRINT as string | null, limits = PATIENT } = {},
  ) =>
    RouterConnection.open(target(to, fingerprint), { ...RIGHT, password }, { limits }).then(
      () => 'opened',
      (error: unknown) => error,
    );

  it('a wrong password is a failed log-in', async () => {
    for (const version of ['6.49', '7.20'] as const)
      expect(await failed(await router({ version }), { password: 'wrong' })).toMatchObject({ kind: 'login' });
  });

  it('a challenge instead of a log-in is that of a version that is too old', async () => {
    expect(await failed(await router({ misbehaviour: 'old_login' }))).toMatchObject({ kind: 'login' });
  });

  it('silence to the log-in is a timeout', async () => {
    expect(await failed(await router({ misbehaviour: 'silent' }), { limits: SHORT })).toMatchObject({
      kind: 'timeout',
    });
  });

  it('silence to TLS is a timeout, and something else than TLS is no TLS', async () => {
    for (const [said, kind, limits] of [
      [null, 'timeout', SHORT],
      ['SSH-2.0-ROSSSH', 'tls', PATIENT],
    ] as const) {
      const server = createServer((socket) => {
        socket.on('error', () => undefined);
        if (said !== null) socket.end(said);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      onTestFinished(() => void server.close());
      expect(await failed(server.address() as AddressInfo, { limits })).toMatchObject({ kind });
    }
    // A router that takes it for words of its API closes the connection or waits for more, as the random octets say.
    const plain = await failed(await router({}, true), { limits: SHORT });
    expect(plain).toMatchObject({ kind: expect.stringMatching(/^(tls|timeout)$/) as string });
  });

  it('a port where nobody listens is unreachable', async () => {
    const simulator = await RouterSimulator.start();
    const { port } = simulator;
    await simulator.stop();
    expect(await failed({ port })).toMatchObject({ kind: 'unreachable' });
  });

  it('another certificate, and one that nobody has confirmed, get no password', async () => {
    const other = await authority.selfSigned();
    const shown = new X509Certificate(other.cert).fingerprint256.replaceAll(':', '').toLowerCase();
    const simulator = await router({ certificate: other });
    expect(await failed(simulator)).toMatchObject({ kind: 'tls', fingerprint: shown });
    expect(await failed(simulator, { fingerprint: null })).toMatchObject({ kind: 'tls', fingerprint: shown });
    expect(simulator.logins).toBe(0);
  });

  it('no message has anything that the router said', async () => {
    const simulator = await router({ misbehaviour: 'fatal' });
    const error = await (await open(simulator)).ask(COMMANDS.resource).catch(String);
    expect(error).toBe('RouterFailure: RouterOS API: protocol');
  });
});

describe('the commands', () => {
  it('take addresses only', () => {
    for (const address of ['', 'router.example.net', '100.64.7.7 =count=9', 'fe80::1%eth0', '100.64.7.7\0'])
      for (const command of [() => ping(address, 1), () => traceroute(address)]) expect(command).toThrow(RangeError);
    for (const count of [0, 11, 1.5, Number.NaN]) expect(() => ping('100.64.7.7', count)).toThrow(RangeError);
    expect(ping('2001:db8::7', 3).words).toEqual(['/ping', '=address=2001:db8::7', '=count=3']);
  });

  it('change nothing on the router', () => {
    const paths = [...Object.values(COMMANDS), ping('100.64.7.7', 1), traceroute('100.64.7.7')].map(
      ({ words }) => words[0],
    );
    for (const path of paths) expect(path).toMatch(/^(\/[a-z0-9/-]+\/print|\/ping|\/tool\/traceroute)$/);
    expect(JSON.stringify(COMMANDS)).not.toContain('secret');
  });
});
