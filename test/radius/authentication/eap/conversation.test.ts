import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { Credential } from '../../../../src/radius/authentication/credential.ts';
import type { EapInput, EapStep } from '../../../../src/radius/authentication/eap/eap-server.ts';
import { mppeKeys } from '../../../../src/radius/authentication/mppe.ts';
import { eapMessageOf } from '../../../../src/radius/protocol/eap/eap-packet.ts';
import { AttributeWriter } from '../../../../src/radius/protocol/packet/attribute-writer.ts';
import type { Packet } from '../../../../src/radius/protocol/packet/packet.ts';
import { vendorOctets } from '../../../../src/radius/protocol/packet/vendor-attribute.ts';
import { accessRequest, parsed } from '../../protocol/packet/requests.ts';
import { openHidden } from '../open-hidden.ts';
import { answer, asked, hello, line, RAVI, SECRET, server } from './line.ts';
import {
  failureAcknowledged,
  identity,
  md5Answer,
  msChapAnswer,
  nak,
  seen,
  successAcknowledged,
} from './supplicant.ts';

const refusalOf = (step: EapStep) => (step.kind === 'reject' ? step.refusal : step);

test('a device logs in by EAP-MSCHAPv2, the first offer, and both ends derive the same keys', () => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi', 41)));
  expect(offer).toMatchObject({ code: 1, identifier: 42, type: 26 });
  const mine = msChapAnswer(offer, RAVI);
  const success = asked(nas.say(mine.message));
  expect(success).toMatchObject({ code: 1, identifier: 43, type: 26 });
  expect(success.data.subarray(4).toString()).toBe(`${mine.proof} M=OK`);
  const end = nas.say(successAcknowledged(success));
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

test('a wrong password by EAP-MSCHAPv2 is refused at once, and the device is told', () => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi')));
  const step = nas.say(msChapAnswer(offer, { name: 'ravi', password: 'hallo' }).message);
  expect(step).toMatchObject({ kind: 'challenge', refusal: { reason: 'wrong-password' } });
  const failure = asked(step);
  expect(failure.data.subarray(4).toString()).toMatch(/^E=691 R=0 /);
  // Whatever the device answers, even with a success.
  for (const message of [failureAcknowledged(failure), successAcknowledged(failure), nak(failure, 4)]) {
    expect(nas.say(message)).toEqual({ kind: 'reject', refusal: null });
  }
});

test('the device is told why the rules deny access, but only if its password is right', () => {
  const nas = line({ denial: () => 'the service is suspended' });
  const offer = asked(nas.say(identity('ravi')));
  const wrong = nas.say(msChapAnswer(offer, { name: 'ravi', password: 'hallo' }).message);
  expect(wrong).toMatchObject({ refusal: { reason: 'wrong-password' } });
  const again = asked(nas.say(identity('ravi')));
  const step = nas.say(msChapAnswer(again, RAVI).message);
  expect(step).toMatchObject({ refusal: { reason: 'denied', denial: 'the service is suspended' } });
  expect(asked(step).data.toString('latin1')).toMatch(/E=647 R=0 .* M=the service is suspended$/);
  expect(nas.say(failureAcknowledged(asked(step)))).toEqual({ kind: 'reject', refusal: null });
});

test.each([
  [[25], 'PEAP'],
  [[21, 13], 'EAP-TTLS, EAP-TLS'],
  [[0], ''],
  [[], ''],
  [[77], 'EAP type 77'],
])('a device that wants only %j is refused', (types, wanted) => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi')));
  expect(refusalOf(nas.say(nak(offer, ...types)))).toEqual({ reason: 'unsupported', wanted });
});

test('the second offer is not replaced by a third', () => {
  const nas = line();
  const second = asked(nas.say(nak(asked(nas.say(identity('ravi'))), 4)));
  expect(refusalOf(nas.say(nak(second, 26)))).toEqual({ reason: 'unsupported', wanted: 'EAP-MSCHAPv2' });
});

test('a device that does not trust the server ends the conversation', () => {
  const nas = line();
  const success = asked(nas.say(msChapAnswer(asked(nas.say(identity('ravi'))), RAVI).message));
  expect(refusalOf(nas.say(failureAcknowledged(success)))).toEqual({ reason: 'unconfirmed' });
  expect(refusalOf(nas.say(nak(success, 4)))).toEqual({ reason: 'malformed' });
});

test('no password logs an unknown subscriber in', () => {
  const nas = line({ credential: server.dummyCredential });
  const offer = asked(nas.say(identity('ravi')));
  const step = nas.say(msChapAnswer(offer, RAVI).message);
  expect(step).toMatchObject({ refusal: { reason: 'wrong-password' } });
});

const UNKNOWN = { reason: 'unknown-conversation' };

test('a response needs the State, identifier, NAS, name and password of its challenge, within a minute', () => {
  type Spoil = (nas: ReturnType<typeof line>, message: Buffer) => Partial<EapInput> | undefined;
  const spoils: Record<string, Spoil> = {
    'no State': (nas) => void nas.setState(null),
    'a forged State': (nas) => void nas.setState(randomBytes(38)),
    'another identifier': (_nas, message) => void message.writeUInt8(message.readUInt8(1) ^ 1, 1),
    'another NAS': () => ({ nasId: 4 }),
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

test('the State of one conversation is useless in another', () => {
  const [first, second] = [line(), line()];
  const { message } = msChapAnswer(asked(first.say(identity('ravi'))), RAVI);
  second.say(identity('ravi'));
  expect(second.say(message)).toMatchObject({ refusal: { reason: 'wrong-password' } });
});

test('a success cannot be acknowledged before the response was right', () => {
  const nas = line();
  const offer = asked(nas.say(identity('ravi')));
  expect(refusalOf(nas.say(successAcknowledged(offer)))).toEqual({ reason: 'malformed' });
  expect(refusalOf(nas.say(md5Answer(offer, 'hello')))).toEqual({ reason: 'malformed' });
});

test('a repeated response gets the same answer', () => {
  const nas = line();
  const { message, proof } = msChapAnswer(asked(nas.say(identity('ravi'))), RAVI);
  const offered = nas.state;
  for (let times = 0; times < 2; times++) {
    nas.setState(offered);
    expect(asked(nas.say(message)).data.subarray(4).toString()).toBe(`${proof} M=OK`);
  }
});

test('an EAP-Start, and nothing else, is answered with an Identity request', () => {
  const start = (...pieces: Buffer[]) => {
    const writer = new AttributeWriter();
    for (const piece of pieces) writer.octets(79, piece);
    return server.identityRequest(parsed(accessRequest(writer.bytes(), SECRET)));
  };
  const identityRequest = start(Buffer.alloc(0));
  expect(seen(eapMessageOf(answer(identityRequest as Buffer)))).toMatchObject({
    code: 1,
    type: 1,
    data: Buffer.alloc(0),
  });
  expect(answer(identityRequest as Buffer).has(24)).toBe(false);
  expect(start()).toBeNull();
  expect(start(identity('ravi'))).toBeNull();
  expect(start(Buffer.alloc(0), identity('ravi'))).toBeNull();
});

test('every State is different, as its challenge is', () => {
  const offered = () => {
    const nas = line();
    nas.say(identity('ravi'));
    return nas.state?.toString('hex');
  };
  const states = new Set(Array.from({ length: 100 }, offered));
  expect(states.size).toBe(100);
});
