import { expect, test } from 'vitest';
import { Credential } from '../../../../src/radius/authentication/credential.ts';
import { md5Request, verifyMd5 } from '../../../../src/radius/authentication/eap/md5-challenge.ts';
import {
  confirms,
  failureRequest,
  msChapV2Request,
  proofOf,
  readMsChapV2,
  successRequest,
} from '../../../../src/radius/authentication/eap/ms-chap-v2.ts';
import { mppeKeys } from '../../../../src/radius/authentication/mppe.ts';
import { readEapResponse } from '../../../../src/radius/protocol/eap/eap-packet.ts';
import { hex } from '../../protocol/packet/requests.ts';
import { md5Answer, msChapAnswer, response, seen } from './supplicant.ts';

const hello = new Credential('hello');

function read(octets: string) {
  const message = readEapResponse(hex(octets));
  if (message === null) throw new Error('no response');
  return message;
}

// Recorded between wpa_supplicant 2.10 and FreeRADIUS 3.2.1: "ravi" logs in with the password "hello".
const MD5 = {
  request: hex('01600016041073b171cc999a487d3d0f12740855d064'),
  challenge: hex('73b171cc999a487d3d0f12740855d064'),
  response: '026000160410dfff6f927c5d5c2db21108697d22845f',
};
const MSCHAPV2 = {
  challenge: hex('68a3e6c57f20adb48d51b3f37a5765b8'),
  response:
    '025e003f1a025e003a319ed854e083ecb5dc05a33df7725d35bc000000000000000021f375166ad8a022181554433765eacf5ed5475180e65abd0072617669',
  success: '015f00331a035e002e533d37334233433239393239354141454136304635313842334330383430463033304338353339373937',
  sendKey: hex('b038a9b5a15ee26f06920f2543b5ecc3'),
  receiveKey: hex('6d5b4e8fe2de0de73feebf4965f2c802'),
};

test('EAP-MD5 as recorded between wpa_supplicant and FreeRADIUS', () => {
  expect(md5Request(0x60, MD5.challenge)).toEqual(MD5.request);
  expect(verifyMd5(read(MD5.response), MD5.challenge, hello)).toBe(true);
  expect(verifyMd5(read(MD5.response), MD5.challenge, new Credential('hallo'))).toBe(false);
  expect(verifyMd5({ ...read(MD5.response), identifier: 0x61 }, MD5.challenge, hello)).toBe(false);
});

test('other forms of EAP-MD5 are malformed', () => {
  const { identifier, type, data } = read(MD5.response);
  for (const changed of [Buffer.alloc(0), data.subarray(0, 16), Buffer.concat([Buffer.of(15), data.subarray(1)])]) {
    expect(verifyMd5({ identifier, type, data: changed }, MD5.challenge, hello)).toBeNull();
  }
});

test('EAP-MD5 accepts a name after the response', () => {
  const answer = md5Answer(seen(MD5.request), 'hello');
  expect(verifyMd5(read(answer.toString('hex')), MD5.challenge, hello)).toBe(true);
});

test('EAP-MSCHAPv2 as recorded between wpa_supplicant and FreeRADIUS', () => {
  const answer = readMsChapV2(read(MSCHAPV2.response).data);
  if (answer === null) throw new Error('no response');
  expect(answer).toMatchObject({ msIdentifier: 0x5e, name: Buffer.from('ravi') });
  const proof = proofOf(answer, MSCHAPV2.challenge, hello);
  if (proof === null) throw new Error('no proof');
  const { data } = seen(successRequest(0x5f, 0x5e, proof));
  const recorded = seen(hex(MSCHAPV2.success)).data;
  // Ours has one word more, which counts in the length.
  expect(data.subarray(4, 46)).toEqual(recorded.subarray(4));
  expect([...data.subarray(0, 4)]).toEqual([3, 0x5e, 0, recorded.length + ' M=OK'.length]);
  const keys = mppeKeys(hello.ntHashHash, answer.ntResponse);
  expect(keys).toEqual({ send: MSCHAPV2.sendKey, receive: MSCHAPV2.receiveKey });
  expect(proofOf(answer, MSCHAPV2.challenge, new Credential('hallo'))).toBeNull();
  expect(proofOf(answer, Buffer.alloc(16), hello)).toBeNull();
  expect(proofOf({ ...answer, name: Buffer.alloc(4000, 0x61) }, MSCHAPV2.challenge, hello)).toBeNull();
});

test('EAP-MSCHAPv2 with the values of RFC 2759 section 9.2', () => {
  const value = hex(
    '21402324255E262A28295F2B3A337C7E 0000000000000000 82309ECD8D708B5EA08FAA3981CD83544233114A3D85D6DF',
  );
  const data = Buffer.concat([hex('02 07 003a 31'), value, Buffer.of(0), Buffer.from('User')]);
  const answer = readMsChapV2(data);
  const challenge = hex('5B5D7C7D7B3F2F3E3C2C602132262628');
  expect(answer && proofOf(answer, challenge, new Credential('clientPass'))).toBe(
    'S=407A5589115FD0D6209F510FE9C04566932CDA56',
  );
});

test('the domain before the name is not hashed', () => {
  const request = seen(msChapV2Request(9, MSCHAPV2.challenge));
  const { message, proof } = msChapAnswer(request, { name: 'EXAMPLE\\ravi', password: 'hello' });
  const answer = readMsChapV2(seen(message).data);
  expect(answer && proofOf(answer, MSCHAPV2.challenge, hello)).toBe(proof);
});

test('the challenge and the failure have the layout of the draft', () => {
  const challenge = msChapV2Request(9, MSCHAPV2.challenge);
  expect(challenge).toEqual(
    Buffer.concat([hex('01 09 0022 1a 01 09 001d 10'), MSCHAPV2.challenge, Buffer.from('lastmile')]),
  );
  const failure = seen(failureRequest(10, 9, { failure: 691, message: 'Access denied' }));
  expect([...failure.data.subarray(0, 4)]).toEqual([4, 9, 0, failure.data.length]);
  expect(failure.data.subarray(4).toString()).toMatch(/^E=691 R=0 C=[0-9A-F]{32} V=3 M=Access denied$/);
});

test('other operations and lengths are not a response of EAP-MSCHAPv2', () => {
  const { data } = read(MSCHAPV2.response);
  for (let length = 0; length < 54; length++) expect(readMsChapV2(data.subarray(0, length))).toBeNull();
  expect(readMsChapV2(data.subarray(0, 54))?.name).toEqual(Buffer.alloc(0));
  for (const [at, octet] of [
    [0, 3],
    [4, 48],
  ] as const) {
    const changed = Buffer.from(data);
    changed[at] = octet;
    expect(readMsChapV2(changed)).toBeNull();
  }
});

test('a device acknowledges with the operation alone, or with more after it', () => {
  expect(confirms(read('025f00061a03').data)).toBe(true);
  expect(confirms(seen(response(1, 26, hex('035f0004'))).data)).toBe(true);
  for (const data of ['', '00', '04', '02']) expect(confirms(hex(data))).toBe(false);
});
