import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Credential } from '../../../../src/radius/authentication/credential.ts';
import type { EapInput, EapStep } from '../../../../src/radius/authentication/eap/eap-server.ts';
import { mppeKeys } from '../../../../src/radius/authentication/mppe.ts';
import { SharedSecret } from '../../../../src/radius/protocol/crypto/shared-secret.ts';
import { eapMessageOf } from '../../../../src/radius/protocol/eap/eap-packet.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import type { Packet } from '../../../../src/radius/protocol/packet/packet.ts';
import { vendorOctets } from '../../../../src/radius/protocol/packet/vendor-attribute.ts';
import { accessRequest, parsed } from '../../protocol/packet/requests.ts';
import { openHidden } from '../open-hidden.ts';
import { answer, asked, hello, line, RAVI, SECRET, server } from './line.ts';
import { confirmed, deplored, identity, md5Answer, msChapAnswer, nak, seen } from './supplicant.ts';

const refusalOf = (step: EapStep) => (step.kind === 'reject' ? step.refusal : step);

test('a device is offered EAP-MSCHAPv2 and logs in by it, and both ends have the same keys', () => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi', 41)));
  expect(offer).toMatchObject({ code: 1, identifier: 42, type: 26 });
  const mine = msChapAnswer(offer, RAVI);
  const success = asked(nas.say(mine.message));
  expect(success).toMatchObject({ code: 1, identifier: 43, type: 26 });
  expect(success.data.subarray(4).toString()).toBe(`${mine.proof} M=OK`);
  const end = nas.say(confirmed(success));
  expect(end).toMatchObject({ kind: 'accept', method: 'EAP-MSCHAPv2' });
  const accept = answer(end.kind === 'accept' ? end.replyAttributes : Buffer.alloc(0));
  expect(eapMessageOf(accept)).toEqual(Buffer.of(3, 43, 0, 4));
  const keys = mppeKeys(hello.ntHashHash, mine.ntResponse);
  const request = nas.requests.at(-1) as Packet;
  for (const [type, key] of [
    [16, keys.send],
    [17, keys.receive],
  ] as const) {
    const hidden = vendorOctets(accept, 311, type) as Buffer;
    const first = Buffer.concat([request.authenticator, hidden.subarray(0, 2)]);
    expect(openHidden(hidden.subarray(2), first, SECRET).subarray(0, 17)).toEqual(Buffer.concat([Buffer.of(16), key]));
  }
});

test('a device that asks for EAP-MD5 instead gets it, and no keys', () => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi', 255)));
  expect(offer.identifier).toBe(0);
  const second = asked(nas.say(nak(offer, 25, 4)));
  expect(second).toMatchObject({ code: 1, identifier: 1, type: 4 });
  const end = nas.say(md5Answer(second, 'hello'));
  expect(end).toEqual({ kind: 'accept', method: 'EAP-MD5', replyAttributes: Buffer.of(79, 6, 3, 1, 0, 4) });
});

test('a wrong password by EAP-MD5 is a reject', () => {
  const nas = line();
  const second = asked(nas.say(nak(asked(nas.say(identity('ravi'))), 4)));
  expect(nas.say(md5Answer(second, 'hallo'))).toEqual({ kind: 'reject', refusal: { reason: 'wrong-password' } });
});

test('a wrong password by EAP-MSCHAPv2 is told to the device, and known at once', () => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi')));
  const step = nas.say(msChapAnswer(offer, { name: 'ravi', password: 'hallo' }).message);
  expect(step).toMatchObject({ kind: 'challenge', refusal: { reason: 'wrong-password' } });
  const failure = asked(step);
  expect(failure.data.subarray(4).toString()).toMatch(/^E=691 R=0 /);
  // Whatever the device says now, even that it was a success.
  for (const message of [deplored(failure), confirmed(failure), nak(failure, 4)]) {
    expect(nas.say(message)).toEqual({ kind: 'reject', refusal: null });
  }
});

test('what the rules have against a subscriber is told to the device, once its password is right', () => {
  const nas = line({ denial: () => 'the service is suspended' });
  const offer = asked(nas.say(identity('ravi')));
  const wrong = nas.say(msChapAnswer(offer, { name: 'ravi', password: 'hallo' }).message);
  expect(wrong).toMatchObject({ refusal: { reason: 'wrong-password' } });
  const again = asked(nas.say(identity('ravi')));
  const step = nas.say(msChapAnswer(again, RAVI).message);
  expect(step).toMatchObject({ refusal: { reason: 'denied', denial: 'the service is suspended' } });
  expect(asked(step).data.toString('latin1')).toMatch(/E=647 R=0 .* M=the service is suspended$/);
  expect(nas.say(deplored(asked(step)))).toEqual({ kind: 'reject', refusal: null });
});

test.each([
  [[25], 'PEAP'],
  [[21, 13], 'EAP-TTLS, EAP-TLS'],
  [[0], ''],
  [[], ''],
  [[77], 'EAP type 77'],
])('a device that wants %j only is refused', (types, wanted) => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi')));
  expect(refusalOf(nas.say(nak(offer, ...types)))).toEqual({ reason: 'unsupported', wanted });
});

test('what is offered second is not exchanged once more', () => {
  const nas = line();
  const second = asked(nas.say(nak(asked(nas.say(identity('ravi'))), 4)));
  expect(refusalOf(nas.say(nak(second, 26)))).toEqual({ reason: 'unsupported', wanted: 'EAP-MSCHAPv2' });
});

test('a device that does not trust the server ends the conversation', () => {
  const nas = line();
  const success = asked(nas.say(msChapAnswer(asked(nas.say(identity('ravi'))), RAVI).message));
  expect(refusalOf(nas.say(deplored(success)))).toEqual({ reason: 'unconfirmed' });
  expect(refusalOf(nas.say(nak(success, 4)))).toEqual({ reason: 'malformed' });
});

test('nobody can log in who is not there, with any password', () => {
  const nas = line({ credential: server.decoy });
  const offer = asked(nas.say(identity('ravi')));
  const step = nas.say(msChapAnswer(offer, RAVI).message);
  expect(step).toMatchObject({ refusal: { reason: 'wrong-password' } });
});

const UNKNOWN = { reason: 'unknown-conversation' };

test('a response is taken only with the State, the identifier, the NAS, the name, the password and in the minute', () => {
  type Spoil = (nas: ReturnType<typeof line>, message: Buffer) => Partial<EapInput> | undefined;
  const spoils: Record<string, Spoil> = {
    'no State': (nas) => void nas.setState(null),
    'a forged State': (nas) => void nas.setState(randomBytes(38)),
    'another identifier': (_nas, message) => void message.writeUInt8(message.readUInt8(1) ^ 1, 1),
    'another NAS': () => ({ nas: { id: 4, secret: new SharedSecret(SECRET) } }),
    'another password': () => ({ credential: new Credential('changed') }),
    'too late': (nas) => void nas.wait(62),
  };
  for (const [what, spoil] of Object.entries(spoils)) {
    const nas = line();
    const { message } = msChapAnswer(asked(nas.say(identity('ravi'))), RAVI);
    const more = spoil(nas, message);
    expect(refusalOf(nas.say(message, more)), what).toEqual(UNKNOWN);
  }
  const [ravi, meera] = [line(), line({ userName: 'meera' })];
  const { message } = msChapAnswer(asked(ravi.say(identity('ravi'))), RAVI);
  meera.setState(ravi.state);
  expect(refusalOf(meera.say(message))).toEqual(UNKNOWN);
});

test('the State of one conversation is no use in another', () => {
  const [first, second] = [line(), line()];
  const { message } = msChapAnswer(asked(first.say(identity('ravi'))), RAVI);
  second.say(identity('ravi'));
  expect(second.say(message)).toMatchObject({ refusal: { reason: 'wrong-password' } });
});

test('a success cannot be claimed before the response was right', () => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi')));
  expect(refusalOf(nas.say(confirmed(offer)))).toEqual({ reason: 'malformed' });
  expect(refusalOf(nas.say(md5Answer(offer, 'hello')))).toEqual({ reason: 'malformed' });
});

test('a response that is sent again gets the same answer', () => {
  const nas = line();
  const { message, proof } = msChapAnswer(asked(nas.say(identity('ravi'))), RAVI);
  const offered = nas.state;
  for (let times = 0; times < 2; times++) {
    nas.setState(offered);
    expect(asked(nas.say(message)).data.subarray(4).toString()).toBe(`${proof} M=OK`);
  }
});

test('an EAP-Start is asked who it is, and nothing else is', () => {
  const start = (...pieces: Buffer[]) => {
    const writer = new AttributeWriter();
    for (const piece of pieces) writer.octets(79, piece);
    return server.identityRequest(parsed(accessRequest(writer.bytes(), SECRET)));
  };
  const greeting = start(Buffer.alloc(0));
  expect(seen(eapMessageOf(answer(greeting as Buffer)))).toMatchObject({ code: 1, type: 1, data: Buffer.alloc(0) });
  expect(answer(greeting as Buffer).has(24)).toBe(false);
  expect(start()).toBeNull();
  expect(start(identity('ravi'))).toBeNull();
  expect(start(Buffer.alloc(0), identity('ravi'))).toBeNull();
});

test('a State is not the same twice, as its challenge is not', () => {
  const offered = () => {
    const nas = line();
    nas.say(identity('ravi'));
    return nas.state?.toString('hex');
  };
  const states = new Set(Array.from({ length: 100 }, offered));
  expect(states.size).toBe(100);
});
