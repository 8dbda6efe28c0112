import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { Authority } from '../fixtures/certificates.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { identity, msChapAnswer, nak, response, type Seen, seen } from './authentication/eap/supplicant.ts';
import { Device } from './authentication/eap/tls/device.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer, until } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const authority = await Authority.create();
const { certFile, keyFile } = await authority.issue({ names: 'DNS:radius.example.net' });
const ca = await readFile(authority.certFile, 'utf8');
const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db, { settings: { EAP_CERT: certFile, EAP_KEY: keyFile } });
let nas: TestNas;
beforeAll(async () => {
  nas = await TestNas.open(nasRow);
});
afterAll(() => nas.close());

const TTLS = 21;
const PEAP = 25;
const tls = { ca, checkServerIdentity: () => undefined };

function avp(code: number, value: string): Buffer {
  const octets = Buffer.alloc(8 + Math.ceil(value.length / 4) * 4);
  octets.writeUInt32BE(code, 0);
  octets.writeUInt8(0x40, 4);
  octets.writeUIntBE(8 + Buffer.byteLength(value), 5, 3);
  octets.write(value, 8);
  return octets;
}

/** Devices that say this name within the tunnel. */
const DEVICES: Readonly<Record<string, (name: string) => readonly [type: number, Device]>> = {
  'EAP-TTLS with PAP': (name) => [
    TTLS,
    new Device({
      tls,
      say: (heard) => (heard === null ? Buffer.concat([avp(1, name), avp(2, 'secret')]) : null),
    }),
  ],
  'PEAP with MSCHAPv2': (name) => [PEAP, new Device({ tls, say: (heard) => heard && inPeap(heard, name) })],
};

/** EAP within PEAP has no header of its own, but for extensions (type 33), which end it. */
function inPeap(heard: Buffer, name: string): Buffer | null {
  const isWhole = heard[0] === 1 && heard.length >= 5 && heard.readUInt16BE(2) === heard.length;
  if (isWhole && heard[4] === 33) return response(heard[1] ?? 0, 33, heard.subarray(5));
  const inner: Seen = { code: 1, identifier: 0, type: heard[0] ?? 0, data: heard.subarray(1) };
  const said = inner.type === 1 ? identity(name) : answerOf(inner, name);
  return said.subarray(4);
}

const answerOf = (inner: Seen, name: string): Buffer =>
  inner.data[0] === 1 ? msChapAnswer(inner, { name, password: 'secret' }).message : response(0, 26, Buffer.of(3));

/** The answer in the end, and what the NAS was told that the name is. */
async function logIn(method: string, outer: string, inner: string) {
  const [type, device] = DEVICES[method]?.(inner) ?? [];
  if (!type || !device) throw new Error(method);
  let state: Buffer | undefined;
  const say = async (message: Buffer): Promise<Decoded | null> => {
    const pieces: Pair[] = [];
    for (let at = 0; at < message.length; at += 250) pieces.push(['EAP-Message', message.subarray(at, at + 250)]);
    const attributes: Pair[] = [['User-Name', outer], ...pieces, ...(state ? ([['State', state]] as Pair[]) : [])];
    const answer = await nas.ask(server.authPort, nas.accessRequest(attributes));
    state = octetsOf(answer, 24);
    return answer;
  };
  const offered = await say(identity(outer));
  let answer = await say(nak(seen(octetsOf(offered, 79)), type));
  for (let steps = 0; answer?.code === 'Access-Challenge' && steps < 30; steps++) {
    const { identifier, data } = seen(octetsOf(answer, 79));
    answer = await say(response(identifier, type, await device.answer(data)));
  }
  return { code: answer?.code, name: octetsOf(answer, 1).toString() };
}

const octetsOf = (answer: Decoded | null, type: number) =>
  Buffer.concat((answer?.raw_attributes ?? []).filter(([each]) => each === type).map(([, value]) => value));

const reasonOf = (username: string) =>
  query<{ reason: string | null }>(
    db.pool,
    sql`SELECT reason FROM radius.auth_log WHERE username = ${username} ORDER BY id DESC LIMIT 1`,
  );

async function rules(...all: { realm: string; action: string; form?: string }[]): Promise<void> {
  await db.prisma.realmRule.deleteMany({});
  for (const each of all) await db.prisma.realmRule.create({ data: { ispId: isp.id, form: 'user@realm', ...each } });
  await until(() => server.network.caughtUp());
}

describe.each(Object.keys(DEVICES))('a realm within %s', (method) => {
  it.each(['anonymous@lab.example', 'anonymous', '@lab.example', 'anonymous@partner.example'])(
    'is stripped, whatever the name %s outside says',
    async (outer) => {
      await rules({ realm: 'lab.example', action: 'strip' }, { realm: 'partner.example', action: 'keep' });
      const { username } = await makeService(db, plan);
      const name = `${username}@LAB.example`;
      expect(await logIn(method, outer, name)).toEqual({ code: 'Access-Accept', name });
    },
  );

  it('that is kept is a part of the name', async () => {
    await rules({ realm: '*', action: 'strip' }, { realm: 'kept.example', action: 'keep' });
    const short = await makeService(db, plan);
    const whole = await makeService(db, plan, { username: `w${short.username}@kept.example` });
    expect((await logIn(method, 'anonymous@kept.example', whole.username)).code).toBe('Access-Accept');
    expect((await logIn(method, 'anonymous@kept.example', `${short.username}@kept.example`)).code).toBe(
      'Access-Reject',
    );
  });

  it('that is rejected lets nobody in, and the log says why', async () => {
    await rules({ realm: 'no.example', action: 'reject' });
    const { username } = await makeService(db, plan);
    const name = `${username}@no.example`;
    expect((await logIn(method, 'anonymous', name)).code).toBe('Access-Reject');
    await expect.poll(() => reasonOf(name)).toEqual([{ reason: 'the realm no.example is rejected' }]);
  });

  it('is that of Windows too', async () => {
    await rules({ realm: 'LAB', action: 'strip', form: 'realm\\user' });
    const { username } = await makeService(db, plan);
    expect((await logIn(method, 'LAB\\anonymous', `lab\\${username}`)).code).toBe('Access-Accept');
  });
});
