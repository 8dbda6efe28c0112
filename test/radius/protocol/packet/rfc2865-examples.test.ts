import { expect, test } from 'vitest';
import { readUserPassword } from '../../../../src/radius/authentication/user-password.ts';
import { SharedSecret } from '../../../../src/radius/protocol/crypto/shared-secret.ts';
import { Attribute } from '../../../../src/radius/protocol/packet/attribute.ts';
import { verifyResponseAuthenticator } from '../../../../src/radius/protocol/packet/authenticator.ts';
import { Packet } from '../../../../src/radius/protocol/packet/packet.ts';
import { hex, parsed } from './requests.ts';

// The packets of RFC 2865 section 7; all are exchanged under the secret of section 7.1.
const secret = new SharedSecret('xyzzy5461');

test('7.1: nemo logs in by password and is sent to a host', () => {
  const request = parsed(
    hex(`01 00 00 38 0f 40 3f 94 73 97 80 57 bd 83 d5 cb 98 f4 22 7a 01 06 6e 65 6d 6f 02 12 0d be 70 8d
      93 d4 13 ce 31 96 e4 3f 78 2a 0a ee 04 06 c0 a8 01 10 05 06 00 00 00 03`),
  );
  expect(request.text(Attribute.UserName)).toBe('nemo');
  expect(readUserPassword(request, secret)?.toString()).toBe('arctangent');
  expect(request.ipv4(Attribute.NasIpAddress)).toBe('192.168.1.16');
  expect(request.integer(Attribute.NasPort)).toBe(3);
  const response = parsed(
    hex(`02 00 00 26 86 fe 22 0e 76 24 ba 2a 10 05 f6 bf 9b 55 e0 b2 06 06 00 00 00 01 0f 06 00 00 00 00
      0e 06 c0 a8 01 03`),
  );
  expect(verifyResponseAuthenticator(response, request.authenticator, secret)).toBe(true);
  expect(verifyResponseAuthenticator(response, request.authenticator, new SharedSecret('other'))).toBe(false);
  expect(response.integer(Attribute.ServiceType)).toBe(1);
});

test('7.2: flopsy logs in by CHAP, with the authenticator as the challenge', () => {
  const request = parsed(
    hex(`01 01 00 47 2a ee 86 f0 8d 0d 55 96 9c a5 97 8e 0d 33 67 a2 01 08 66 6c 6f 70 73 79 03 13 16 e9
      75 57 c3 16 18 58 95 f2 93 ff 63 44 07 72 75 04 06 c0 a8 01 10 05 06 00 00 00 14 06 06 00 00 00
      02 07 06 00 00 00 01`),
  );
  expect(request.octets(Attribute.ChapPassword)).toEqual(hex('16 e97557c316185895f293ff6344077275'));
  expect(request.integer(Attribute.FramedProtocol)).toBe(1);
  const response = parsed(
    hex(`02 01 00 38 15 ef bc 7d ab 26 cf a3 dc 34 d9 c0 3c 86 01 a4 06 06 00 00 00 02 07 06 00 00 00 01
      08 06 ff ff ff fe 0a 06 00 00 00 02 0d 06 00 00 00 01 0c 06 00 00 05 dc`),
  );
  expect(verifyResponseAuthenticator(response, request.authenticator, secret)).toBe(true);
  expect(response.ipv4(Attribute.FramedIpAddress)).toBe('255.255.255.254');
});

test('7.3: mopsy is challenged and rejected', () => {
  const request = parsed(
    hex(`01 02 00 39 f3 a4 7a 1f 6a 6d 76 71 0b 94 7a b9 30 41 a0 39 01 07 6d 6f 70 73 79 02 12 33 65 75
      73 77 82 89 b5 70 88 5e 15 08 48 25 c5 04 06 c0 a8 01 10 05 06 00 00 00 07`),
  );
  expect(readUserPassword(request, secret)?.toString()).toBe('challenge');
  const challenge = parsed(
    hex(`0b 02 00 4e 36 f3 c8 76 4a e8 c7 11 57 40 3c 0c 71 ff 9c 45 12 30 43 68 61 6c 6c 65 6e 67 65 20
      33 32 37 36 39 34 33 30 2e 20 20 45 6e 74 65 72 20 72 65 73 70 6f 6e 73 65 20 61 74 20 70 72 6f
      6d 70 74 2e 18 0a 33 32 37 36 39 34 33 30`),
  );
  expect(challenge.text(Attribute.ReplyMessage)).toBe('Challenge 32769430.  Enter response at prompt.');
  expect(challenge.text(Attribute.State)).toBe('32769430');
  expect(verifyResponseAuthenticator(challenge, request.authenticator, secret)).toBe(true);
});

test('7.3: the second request is dropped as printed, since its State is too long, and read as intended', () => {
  const printed = hex(`01 03 00 43 b1 22 55 6d 42 8a 13 d0 d6 25 38 07 c4 57 ec f0 01 07 6d 6f 70 73 79 02 12 69 2c 1f
    20 5f c0 81 b9 19 b9 51 95 f5 61 a5 81 04 06 c0 a8 01 10 05 06 00 00 00 07 18 10 33 32 37 36 39 34 33 30`);
  expect(Packet.parse(printed)).toBeNull();
  printed[58] = 0x0a;
  const request = parsed(printed);
  expect(readUserPassword(request, secret)?.toString()).toBe('99101462');
  const reject = parsed(hex('03 03 00 14 a4 2f 4f ca 45 91 6c 4e 09 c8 34 0f 9e 74 6a a0'));
  expect(verifyResponseAuthenticator(reject, request.authenticator, secret)).toBe(true);
});
