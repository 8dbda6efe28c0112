import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { identity, md5Answer, msChapAnswer, nak, seen } from './authentication/eap/supplicant.ts';
import type { Decoded, Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db, { settings: { blockedMode: 'reject' } });
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const server = await startTestServer(db);
let nas: TestNas;
let names: [who: string, username: string][];

const unreadable = async () => {
  const service = await makeService(db, plan);
  await db.prisma.service.update({ where: { id: service.id }, data: { passwordEnc: Buffer.alloc(40, 7) } });
  return service.username;
};
beforeAll(async () => {
  nas = await TestNas.open(nasRow);
  names = [
    ['a wrong password', (await makeService(db, plan)).username],
    ['an unknown name', 'nobody-at-all'],
    ['a suspended service and a wrong password', (await makeService(db, plan, { status: 'Suspend' })).username],
    ['a service that was never activated', (await makeService(db, plan, { status: 'NewRequest' })).username],
    ['a service whose password cannot be read', await unreadable()],
  ];
});
afterAll(() => nas.close());

const microsoft = (type: number, challenge: number): Pair => [
  'Vendor-Specific',
  311,
  [
    [11, randomBytes(challenge)],
    [type, Buffer.concat([Buffer.of(9, 1), randomBytes(48)])],
  ],
];

const METHODS: [name: string, attributes: () => Pair[]][] = [
  ['PAP', () => [['User-Password', 'a guess']]],
  ['CHAP', () => [['CHAP-Password', Buffer.concat([Buffer.of(7), createHash('md5').update('guess').digest()])]]],
  ['MS-CHAPv1', () => [microsoft(1, 8)]],
  ['MS-CHAPv2', () => [microsoft(25, 16)]],
  ['a malformed MS-CHAPv2', () => [microsoft(25, 3)]],
  ['no password', () => []],
];

/** All attributes in their order, but for the signature and what is random in each answer. */
const shapeOf = (answer: Decoded | null) => ({
  code: answer?.code,
  attributes: (answer?.raw_attributes ?? []).map(([type, value]) =>
    type === 80 || type === 24
      ? `${type}: ${value.length} octets`
      : `${type}: ${value.toString('latin1').replace(/C=[0-9A-F]+/, (challenge) => `C=${challenge.length - 2} digits`)}`,
  ),
});

describe.each(METHODS)('a guess by %s', (_, attributes) => {
  it('gets the same octets whether the name is unknown or the password is wrong', async () => {
    const answers = await Promise.all(
      names.map(async ([, username]) =>
        shapeOf(await nas.ask(server.authPort, nas.accessRequest([['User-Name', username], ...attributes()]))),
      ),
    );
    expect(answers[0]?.code).toBe('Access-Reject');
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });
});

it('a guess by MS-CHAP is told E=691 with no retry, in either version', async () => {
  const texts = await Promise.all(
    [microsoft(1, 8), microsoft(25, 16)].map(async (attribute) =>
      shapeOf(
        await nas.ask(server.authPort, nas.accessRequest([['User-Name', 'nobody-at-all'], attribute])),
      ).attributes.join(),
    ),
  );
  expect(texts[0]).toContain('E=691 R=0 C=16 digits V=2');
  expect(texts[1]).toContain('E=691 R=0 C=32 digits V=3 M=Access denied');
});

/** The answer to a guess, after a conversation that offers the method. */
async function guessByEap(username: string, md5: boolean) {
  const octetsOf = (answer: Decoded | null, type: number) =>
    Buffer.concat((answer?.raw_attributes ?? []).filter(([each]) => each === type).map(([, value]) => value));
  const say = async (message: Buffer, state?: Buffer) => {
    const pairs: Pair[] = [
      ['User-Name', username],
      ['EAP-Message', message],
    ];
    const answer = await nas.ask(server.authPort, nas.accessRequest(state ? [...pairs, ['State', state]] : pairs));
    return { answer, eap: seen(octetsOf(answer, 79)), state: octetsOf(answer, 24) };
  };
  const offer = await say(identity('x'));
  const { eap, state } = md5 ? await say(nak(offer.eap, 4), offer.state) : offer;
  const guess = md5 ? md5Answer(eap, 'guess') : msChapAnswer(eap, { name: 'x', password: 'guess' }).message;
  return shapeOf((await say(guess, state)).answer);
}

it.each([
  ['EAP-MSCHAPv2', false],
  ['EAP-MD5', true],
])('a guess by %s is refused in the same octets, too', async (_, md5) => {
  const readable = names.slice(0, 4);
  const answers = await Promise.all(readable.map(([, username]) => guessByEap(username, md5)));
  expect(answers[0]?.attributes.length).toBeGreaterThan(0);
  for (const answer of answers) expect(answer).toEqual(answers[0]);
});
