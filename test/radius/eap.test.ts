import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService, type ServiceOptions } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import {
  failureAcknowledged,
  identity,
  md5Answer,
  msChapAnswer,
  nak,
  type Seen,
  seen,
  successAcknowledged,
} from './authentication/eap/supplicant.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db, { settings: { blockedMode: 'reject' } });
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp, { requireMessageAuthenticator: 'no' });
const server = await startTestServer(db);
const sibling = await startTestServer(db);

let nas: TestNas;
beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

/** The octets of all attributes of this type, concatenated. */
const octetsOf = (answer: Decoded | null, type: number) =>
  Buffer.concat((answer?.raw_attributes ?? []).filter(([each]) => each === type).map(([, value]) => value));

const eapOf = (answer: Decoded | null) => seen(octetsOf(answer, 79));
const FAILURE = 4;
const SUCCESS = 3;

/** A device at the NAS, which forwards its EAP messages in pieces, with the State of the last answer. */
class Subscriber {
  readonly username: string;
  #state: Buffer | null = null;

  constructor(username: string) {
    this.username = username;
  }

  async say(message: Buffer, { port = server.authPort, more = [] as Pair[] } = {}): Promise<Decoded | null> {
    const request: Pair[] = [['User-Name', this.username], ...more];
    for (let at = 0; at === 0 || at < message.length; at += 20)
      request.push(['EAP-Message', message.subarray(at, at + 20)]);
    if (this.#state) request.push(['State', this.#state]);
    const answer = await nas.ask(port, nas.accessRequest(request));
    this.#state = answer?.code === 'Access-Challenge' ? octetsOf(answer, 24) : null;
    return answer;
  }

  async ask(message: Buffer, options?: { port: number }): Promise<Seen> {
    const answer = await this.say(message, options);
    expect(answer?.code).toBe('Access-Challenge');
    return eapOf(answer);
  }

  offer(): Promise<Seen> {
    return this.ask(identity(this.username));
  }
}

async function subscribe(options: ServiceOptions = {}): Promise<Subscriber> {
  return new Subscriber((await makeService(db, plan, options)).username);
}

interface Logged {
  readonly response: string;
  readonly reason: string | null;
  readonly protocol: string;
}

/** The log entries of the subscriber, once there are so many. */
async function logged(username: string, rows = 1): Promise<Logged[]> {
  const read = () =>
    query<Logged>(
      db.pool,
      sql`SELECT response, reason, protocol FROM radius.auth_log WHERE username = ${username} ORDER BY id`,
    );
  await until(async () => (await read()).length >= rows);
  return read();
}

const rejected = (reason: string, protocol: string) => ({ response: 'Access-Reject', reason, protocol });

describe('a log-in by EAP', () => {
  it('with MSCHAPv2 is accepted with the rates of the plan and the keys, and only then reserves a session', async () => {
    const ravi = await subscribe();
    const mine = msChapAnswer(await ravi.offer(), { name: ravi.username, password: 'secret' });
    const success = await ravi.ask(mine.message);
    expect(success.data.subarray(4).toString()).toBe(`${mine.proof} M=OK`);
    expect(await server.metric('lastmile_radius_open_sessions')).toBe(0);
    const accept = await ravi.say(successAcknowledged(success));
    expect(accept?.code).toBe('Access-Accept');
    expect(octetsOf(accept, 79)).toEqual(Buffer.of(SUCCESS, success.identifier, 0, 4));
    const vendors = (accept?.raw_attributes ?? []).filter(([type]) => type === 26).map(([, value]) => value);
    const own = vendors.map((value) => `${value.readUInt32BE(0)}/${value[4]}`);
    expect(own).toEqual(expect.arrayContaining(['14988/8', '311/16', '311/17']));
    expect(await server.metric('lastmile_radius_open_sessions')).toBe(1);
    expect(await logged(ravi.username)).toEqual([
      { response: 'Access-Accept', reason: null, protocol: 'EAP-MSCHAPv2' },
    ]);
  });

  it('with MD5 is accepted', async () => {
    const ravi = await subscribe();
    const second = await ravi.ask(nak(await ravi.offer(), 4));
    const accept = await ravi.say(md5Answer(second, 'secret'));
    expect(accept?.code).toBe('Access-Accept');
    expect(await logged(ravi.username)).toEqual([{ response: 'Access-Accept', reason: null, protocol: 'EAP-MD5' }]);
  });

  it('may begin with an EAP-Start, before the user is known', async () => {
    const answer = await nas.ask(server.authPort, nas.accessRequest([['EAP-Message', Buffer.alloc(0)]]));
    expect(answer?.code).toBe('Access-Challenge');
    expect(eapOf(answer)).toMatchObject({ code: 1, type: 1 });
  });

  it('continues at another node', async () => {
    const ravi = await subscribe();
    await until(
      async () =>
        (await sibling.metric('lastmile_radius_services')) === (await server.metric('lastmile_radius_services')),
    );
    const mine = msChapAnswer(await ravi.offer(), { name: ravi.username, password: 'secret' });
    const success = await ravi.ask(mine.message, { port: sibling.authPort });
    expect((await ravi.say(successAcknowledged(success)))?.code).toBe('Access-Accept');
  });

  it('that is retransmitted gets the same octets', async () => {
    const ravi = await subscribe();
    const request = nas.accessRequest([
      ['User-Name', ravi.username],
      ['EAP-Message', identity(ravi.username)],
    ]);
    const first = await nas.exchange(server.authPort, request);
    expect(first?.[0]).toBe(11);
    expect(await nas.exchange(server.authPort, request)).toEqual(first);
  });
});

describe('EAP rejects', () => {
  it('a wrong password with MSCHAPv2, logged before the device acknowledges it', async () => {
    const ravi = await subscribe();
    const offer = await ravi.offer();
    const failure = await ravi.ask(msChapAnswer(offer, { name: ravi.username, password: 'guess' }).message);
    const refusal = [rejected('wrong password', 'EAP-MSCHAPv2')];
    expect(await logged(ravi.username)).toEqual(refusal);
    const reject = await ravi.say(failureAcknowledged(failure));
    expect(reject?.code).toBe('Access-Reject');
    expect(octetsOf(reject, 79)).toEqual(Buffer.of(FAILURE, failure.identifier, 0, 4));
    await ravi.say(identity(ravi.username).subarray(0, 4));
    expect(await logged(ravi.username, 2)).toEqual([...refusal, rejected('the EAP message is malformed', 'EAP')]);
  });

  it('a wrong password with MD5', async () => {
    const ravi = await subscribe();
    const second = await ravi.ask(nak(await ravi.offer(), 4));
    expect((await ravi.say(md5Answer(second, 'guess')))?.code).toBe('Access-Reject');
    expect(await logged(ravi.username)).toEqual([rejected('wrong password', 'EAP-MD5')]);
  });

  it('an unknown user, like one with a wrong password', async () => {
    const unknown = new Subscriber('eap-nobody');
    const failure = await unknown.ask(
      msChapAnswer(await unknown.offer(), { name: 'eap-nobody', password: 'x' }).message,
    );
    expect(failure.data.subarray(4).toString()).toMatch(/^E=691 /);
    expect((await unknown.say(failureAcknowledged(failure)))?.code).toBe('Access-Reject');
    const second = await unknown.ask(nak(await unknown.offer(), 4));
    expect((await unknown.say(md5Answer(second, 'x')))?.code).toBe('Access-Reject');
    expect(await logged('eap-nobody', 2)).toEqual([
      rejected('unknown user', 'EAP-MSCHAPv2'),
      rejected('unknown user', 'EAP-MD5'),
    ]);
  });

  it('a suspended service, with the reason only after the right password', async () => {
    const ravi = await subscribe({ status: 'Suspend' });
    const offer = await ravi.offer();
    const failure = await ravi.ask(msChapAnswer(offer, { name: ravi.username, password: 'secret' }).message);
    expect(failure.data.subarray(4).toString()).toMatch(/^E=647 R=0 .* M=the service is suspended$/);
    expect((await ravi.say(failureAcknowledged(failure)))?.code).toBe('Access-Reject');
    const second = await ravi.ask(nak(await ravi.offer(), 4));
    const reject = await ravi.say(md5Answer(second, 'secret'));
    expect(octetsOf(reject, 79)).toEqual(Buffer.of(FAILURE, second.identifier, 0, 4));
    // Reply-Message and EAP-Message are never in one packet (RFC 3579 section 2.6.5).
    expect(octetsOf(reject, 18)).toEqual(Buffer.alloc(0));
    expect(await logged(ravi.username, 2)).toEqual([
      rejected('the service is suspended', 'EAP-MSCHAPv2'),
      rejected('the service is suspended', 'EAP-MD5'),
    ]);
  });

  it('a second session of a service', async () => {
    const ravi = await subscribe();
    const at = (port: number): Pair[] => [
      ['NAS-Port', port],
      ['Calling-Station-Id', `02-00-00-00-01-0${port}`],
    ];
    const logIn = async (port: number) => {
      const second = await ravi.ask(nak(await ravi.offer(), 4));
      return ravi.say(md5Answer(second, 'secret'), { more: at(port) });
    };
    expect((await logIn(1))?.code).toBe('Access-Accept');
    expect((await logIn(2))?.code).toBe('Access-Reject');
    expect((await logged(ravi.username, 2))[1]).toEqual(
      rejected(expect.stringMatching(/^another session is open/) as never, 'EAP-MD5'),
    );
  });

  it('a device that wants a tunnel', async () => {
    const ravi = await subscribe();
    const reject = await ravi.say(nak(await ravi.offer(), 25, 21));
    expect(reject?.code).toBe('Access-Reject');
    expect(await logged(ravi.username)).toEqual([
      rejected('the device wants PEAP, EAP-TTLS, which is not supported', 'EAP'),
    ]);
  });

  it('a response without its State', async () => {
    const ravi = await subscribe();
    const { message } = msChapAnswer(await ravi.offer(), { name: ravi.username, password: 'secret' });
    expect((await new Subscriber(ravi.username).say(message))?.code).toBe('Access-Reject');
    expect((await logged(ravi.username))[0]?.reason).toMatch(/belongs to no conversation/);
  });
});

describe('EAP and the signature of the NAS', () => {
  it('a NAS that signs EAP and Status-Server, as required, need not sign anything else', async () => {
    const row = await makeNas(db, isp);
    const other = await TestNas.open(row);
    const { username } = await subscribe();
    const pap = () =>
      other.accessRequest(
        [
          ['User-Name', username],
          ['User-Password', 'secret'],
          ['NAS-Port', 1],
        ],
        { sign: false },
      );
    await until(async () => (await other.exchange(server.authPort, pap(), 1_000)) !== null);
    const eap = other.accessRequest([
      ['User-Name', username],
      ['EAP-Message', identity(username)],
    ]);
    expect((await other.exchange(server.authPort, eap))?.[0]).toBe(11);
    expect((await other.exchange(server.authPort, other.statusServer()))?.[0]).toBe(2);
    expect((await other.exchange(server.authPort, pap()))?.[0]).toBe(2);
    expect((await db.prisma.nas.findUniqueOrThrow({ where: { id: row.id } })).messageAuthenticatorSeenAt).toBeNull();
    other.close();
  });

  it('without it EAP gets no answer, even if the NAS need not sign', async () => {
    const { username } = await subscribe();
    const request = (sign: boolean) =>
      nas.accessRequest(
        [
          ['User-Name', username],
          ['EAP-Message', identity(username)],
        ],
        { sign },
      );
    expect(await nas.silence(server.authPort, request(false))).toBeNull();
    const forged = request(true);
    forged[forged.length - 1] = (forged[forged.length - 1] ?? 0) ^ 1;
    expect(await nas.silence(server.authPort, forged)).toBeNull();
    expect((await nas.exchange(server.authPort, request(true)))?.[0]).toBe(11);
  });
});
