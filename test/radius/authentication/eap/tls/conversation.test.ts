import { readFile } from 'node:fs/promises';
import { type ConnectionOptions, createSecureContext, type TLSSocket } from 'node:tls';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Credential } from '../../../../../src/radius/authentication/credential.ts';
import { CertificateUser } from '../../../../../src/radius/authentication/eap/tls/certificate-user.ts';
import type {
  InnerContext,
  InnerMethodFactory,
} from '../../../../../src/radius/authentication/eap/tls/inner-method.ts';
import { Peap } from '../../../../../src/radius/authentication/eap/tls/peap.ts';
import { TlsConversation, type TlsStep } from '../../../../../src/radius/authentication/eap/tls/tls-conversation.ts';
import { EAP_TLS_CONTEXT, TlsEngine } from '../../../../../src/radius/authentication/eap/tls/tls-engine.ts';
import { Ttls } from '../../../../../src/radius/authentication/eap/tls/ttls.ts';
import { Authority } from '../../../../fixtures/certificates.ts';
import { Device, type DeviceOptions } from './device.ts';

const authority = await Authority.create();
const own = await authority.issue({ names: 'DNS:radius.example.net' });
const ca = await readFile(authority.certFile, 'utf8');
/** Longer than a fragment, as chains are. */
const context = createSecureContext({ ...EAP_TLS_CONTEXT, cert: own.cert + ca + ca, key: own.key, ca });

const hello = new Credential('hello');
const dummyCredential = new Credential('dummy');
const users = (denial: string | null = null): InnerContext => ({
  outerName: 'anonymous',
  find: async (name) => ({
    known: name === 'ravi',
    credential: name === 'ravi' ? hello : dummyCredential,
    denial: () => denial,
  }),
});

const METHODS = {
  'EAP-TLS': [13, (engine) => new CertificateUser(engine)],
  'EAP-TTLS': [21, (engine) => new Ttls(engine)],
  PEAP: [25, () => new Peap()],
} as const satisfies Record<string, [number, InnerMethodFactory]>;

function conversation(name: keyof typeof METHODS, mtu: number | null = null): TlsConversation {
  const [type, inner] = METHODS[name];
  const engine = new TlsEngine({ context, asksCertificate: type === 13 });
  return new TlsConversation({ type, engine, inner: inner(engine), identifier: 7, mtu });
}

/** Until it ends: the last step, and the longest request. */
async function converse(talk: TlsConversation, device: Device, context = users()) {
  let request = talk.start();
  let longest = 0;
  for (let steps = 0; steps < 300; steps++) {
    const identifier = request.readUInt8(1);
    const data = await device.answer(request.subarray(5));
    const response = { identifier, type: request.readUInt8(4), data };
    expect(talk.claim(response)).toBe(true);
    const step = await talk.next(response, context);
    if (step.kind !== 'request') return { step, longest };
    request = step.message;
    longest = Math.max(longest, request.length);
    if (step.refusal) return { step, longest };
  }
  throw new Error('the conversation does not end');
}

const tls = (version: 'TLSv1.2' | 'TLSv1.3', more: ConnectionOptions = {}): ConnectionOptions => ({
  ca,
  minVersion: version,
  maxVersion: version,
  checkServerIdentity: () => undefined,
  ...more,
});

function avp(code: number, value: string): Buffer {
  const octets = Buffer.alloc(8 + Math.ceil(value.length / 4) * 4);
  octets.writeUInt32BE(code, 0);
  octets.writeUInt8(0x40, 4);
  octets.writeUIntBE(8 + value.length, 5, 3);
  octets.write(value, 8);
  return octets;
}

const pap = (name: string, password: string) => (heard: Buffer | null) =>
  heard === null ? Buffer.concat([avp(1, name), avp(2, password)]) : null;

const ttls = (options: Partial<DeviceOptions> & { version?: 'TLSv1.2' | 'TLSv1.3' } = {}) =>
  new Device({ tls: tls(options.version ?? 'TLSv1.3'), say: pap('ravi', 'hello\0\0\0'), ...options });

const refusalOf = (step: TlsStep) => (step.kind === 'success' ? step : step.refusal?.refusal);

describe.each(['TLSv1.2', 'TLSv1.3'] as const)('over %s', (version) => {
  it('both ends of a tunnel derive the same keys', async () => {
    let socket: TLSSocket | undefined;
    const say = (heard: Buffer | null, own: TLSSocket) => {
      socket = own;
      return pap('ravi', 'hello')(heard);
    };
    const { step } = await converse(conversation('EAP-TTLS'), ttls({ version, say }));
    expect(step).toMatchObject({ kind: 'success', method: 'EAP-TTLS-PAP', name: 'ravi' });
    const [label, type] =
      version === 'TLSv1.3' ? ['EXPORTER_EAP_TLS_Key_Material', Buffer.of(21)] : ['ttls keying material', undefined];
    const keys = socket?.exportKeyingMaterial(128, label, type as Buffer);
    expect(step.kind === 'success' && Buffer.concat([step.keys.receive, step.keys.send])).toEqual(
      keys?.subarray(0, 64),
    );
  });

  it('messages are cut to what passes, in both directions', async () => {
    const device = ttls({ version, fragment: 50 });
    const { step, longest } = await converse(conversation('EAP-TTLS'), device);
    expect(step.kind).toBe('success');
    expect(longest).toBe(1_010);
  });

  it('a NAS with a small Framed-MTU gets smaller ones', async () => {
    const { step, longest } = await converse(conversation('EAP-TTLS', 500), ttls({ version }));
    expect(step.kind).toBe('success');
    expect(longest).toBe(500);
  });

  it('a certificate is trusted if its authority is, and nothing else', async () => {
    const silent = () => null;
    const attempt = async (shown: ConnectionOptions) =>
      (await converse(conversation('EAP-TLS'), new Device({ tls: tls(version, shown), say: silent }))).step;
    const ravi = await authority.issue({ names: 'email:Ravi@example.net, DNS:ravi' });
    expect(await attempt({ cert: ravi.cert, key: ravi.key })).toMatchObject({ kind: 'success', name: 'ravi' });
    const forged = await authority.selfSigned({ names: 'DNS:ravi' });
    expect(refusalOf(await attempt({ cert: forged.cert, key: forged.key }))).toMatchObject({ reason: 'tls' });
    expect(refusalOf(await attempt({}))).toMatchObject({ reason: 'tls' });
  });

  it('a denial is told before a password is accepted', async () => {
    const { step } = await converse(conversation('EAP-TTLS'), ttls({ version }), users('the service is suspended'));
    expect(refusalOf(step)).toEqual({ reason: 'denied', denial: 'the service is suspended' });
  });
});

it.each([
  ['a wrong password', pap('ravi', 'hellO'), { reason: 'wrong-password' }],
  ['the dummy of an unknown name', pap('nobody', 'dummy'), { reason: 'wrong-password' }],
  ['no name', pap('', 'hello'), { reason: 'malformed' }],
  ['a name that no User-Name can be', pap('r'.repeat(254), 'hello'), { reason: 'malformed' }],
  ['half an AVP', () => Buffer.from('0000', 'hex'), { reason: 'malformed' }],
  ['EAP in AVPs', () => avp(79, 'xxxxx'), { reason: 'unsupported', wanted: 'EAP within EAP-TTLS' }],
])('%s in EAP-TTLS is refused', async (_what, say, refusal) => {
  const { step } = await converse(conversation('EAP-TTLS'), ttls({ say }));
  expect(refusalOf(step)).toEqual(refusal);
});

it.each([
  ['an empty identity', [Buffer.of(1)], { reason: 'malformed' }],
  [
    'a method that is not offered',
    [Buffer.from('\x01ravi'), Buffer.of(3, 6)],
    { reason: 'unsupported', wanted: 'EAP-GTC within PEAP' },
  ],
  ['a success nobody has proved', [Buffer.from('\x01ravi'), Buffer.of(26, 3)], { reason: 'malformed' }],
  [
    'a result nobody has asked for',
    [Buffer.from('020100 0b2180030002 0001'.replaceAll(' ', ''), 'hex')],
    { reason: 'malformed' },
  ],
] as const)('%s in PEAP is refused', async (_what, said, refusal) => {
  const left = [...said];
  const say = (heard: Buffer | null) => (heard === null ? null : (left.shift() ?? null));
  const { step } = await converse(conversation('PEAP'), new Device({ tls: tls('TLSv1.3'), say }));
  expect(refusalOf(step)).toEqual(refusal);
});

describe('a device that means harm', () => {
  const next = (talk: TlsConversation, request: Buffer, data: Buffer) =>
    talk.next({ identifier: request.readUInt8(1), type: request.readUInt8(4), data }, users());

  it('that sends fragments for ever is cut off', async () => {
    const talk = conversation('PEAP');
    let request = talk.start();
    for (let sent = 0; sent < 200; sent++) {
      const step = await next(talk, request, Buffer.concat([Buffer.of(0x40), Buffer.alloc(1_000)]));
      if (step.kind !== 'request') {
        expect(sent).toBe(65);
        expect(refusalOf(step)).toEqual({ reason: 'malformed' });
        return;
      }
      request = step.message;
    }
    expect.unreachable();
  });

  it('that says nothing for ever is cut off', async () => {
    const talk = conversation('PEAP');
    let request = talk.start();
    for (let sent = 0; sent < 200; sent++) {
      const step = await next(talk, request, Buffer.of(0));
      if (step.kind !== 'request') {
        expect(sent).toBe(150);
        return;
      }
      request = step.message;
    }
    expect.unreachable();
  });

  it('that answers twice is answered once', () => {
    const talk = conversation('PEAP');
    const identifier = talk.start().readUInt8(1);
    const response = { identifier, type: 25, data: Buffer.of(0) };
    expect(talk.claim({ ...response, identifier: identifier + 1 })).toBe(false);
    expect(talk.claim({ ...response, type: 21 })).toBe(false);
    expect(talk.claim(response)).toBe(true);
    expect(talk.claim(response)).toBe(false);
  });

  it('is refused, whatever octets it sends', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('EAP-TLS', 'EAP-TTLS', 'PEAP'),
        fc.uint8Array({ maxLength: 300 }),
        async (name, octets) => {
          const talk = conversation(name as keyof typeof METHODS);
          let request = talk.start();
          for (const data of [Buffer.from(octets), Buffer.of(0), Buffer.of(0)]) {
            const step = await next(talk, request, data);
            expect(step.kind).not.toBe('success');
            if (step.kind !== 'request') break;
            request = step.message;
          }
          talk.destroy();
        },
      ),
      { numRuns: 300 },
    );
  });
});
