import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkCredential } from '../../../src/radius/authentication/check-credential.ts';
import { Credential } from '../../../src/radius/authentication/credential.ts';
import { hide, readUserPassword } from '../../../src/radius/authentication/user-password.ts';
import { SharedSecret } from '../../../src/radius/protocol/crypto/shared-secret.ts';
import { AttributeWriter } from '../../../src/radius/protocol/packet/attribute-writer.ts';
import { accessRequest, frame, parsed, userPassword } from '../protocol/packet/requests.ts';
import { openHidden } from './open-hidden.ts';

const secret = new SharedSecret('sesame');

function pap(password: Uint8Array | string) {
  const authenticator = randomBytes(16);
  const hidden = userPassword(Buffer.from(password), 'sesame', authenticator);
  return parsed(accessRequest(hidden, 'sesame', authenticator));
}

test('PAP accepts the password and refuses any other', () => {
  expect(checkCredential(pap('open'), new Credential('open'), secret)).toEqual({
    ok: true,
    method: 'PAP',
    replyAttributes: Buffer.alloc(0),
  });
  for (const other of ['', 'ope', 'opens', 'Open', 'open ', 'x'.repeat(200)]) {
    expect(checkCredential(pap('open'), new Credential(other), secret)).toEqual({
      ok: false,
      method: 'PAP',
      reason: 'wrong-password',
      replyAttributes: Buffer.alloc(0),
    });
  }
});

test('PAP under another secret is a wrong password', () => {
  const result = checkCredential(pap('open'), new Credential('open'), new SharedSecret('other'));
  expect(result).toMatchObject({ ok: false, reason: 'wrong-password' });
});

test('passwords of up to 128 octets are read unchanged, UTF-8 or not', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 128, min: 1 }), (password) => {
      expect(readUserPassword(pap(password), secret)).toEqual(Buffer.from(password));
    }),
  );
  for (const text of ['ünïcödé', '密码', '🔑', 'x'.repeat(128)]) {
    expect(checkCredential(pap(text), new Credential(text), secret).ok).toBe(true);
  }
});

test.each([0, 1, 15, 17, 31, 127, 144, 253])('a User-Password of %i octets is malformed', (length) => {
  const request = parsed(frame(1, Buffer.concat([Buffer.from([2, length + 2]), Buffer.alloc(length)])));
  expect(readUserPassword(request, secret)).toBeNull();
  expect(checkCredential(request, new Credential(''), secret)).toMatchObject({ ok: false, reason: 'malformed' });
});

test('hidden octets can be decrypted with OpenSSL', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 100 }), fc.uint8Array({ minLength: 16, maxLength: 18 }), (plain, first) => {
      const opened = openHidden(hide({ plain, first, secret }), first, 'sesame');
      expect(opened.subarray(0, plain.length)).toEqual(Buffer.from(plain));
      expect(opened.subarray(plain.length).every((octet) => octet === 0)).toBe(true);
    }),
  );
});

function chap(password: string, challenge: Buffer, { sends = true, length = 17 } = {}) {
  const response = createHash('md5')
    .update(Buffer.from([9]))
    .update(password)
    .update(challenge)
    .digest();
  const writer = new AttributeWriter().octets(3, Buffer.concat([Buffer.from([9]), response]).subarray(0, length));
  if (sends) writer.octets(60, challenge);
  return parsed(accessRequest(writer.bytes(), 'sesame', sends ? randomBytes(16) : challenge));
}

test('CHAP accepts the password with a challenge of five octets or more, and with the authenticator as challenge', () => {
  for (const challenge of [randomBytes(5), randomBytes(16), randomBytes(253)]) {
    expect(checkCredential(chap('pâss', challenge), new Credential('pâss'), secret)).toMatchObject({
      ok: true,
      method: 'CHAP',
    });
  }
  const request = chap('open', randomBytes(16), { sends: false });
  expect(checkCredential(request, new Credential('open'), secret).ok).toBe(true);
});

test('CHAP refuses another password; a response of another length is malformed', () => {
  const credential = new Credential('shut');
  expect(checkCredential(chap('open', randomBytes(16)), credential, secret)).toMatchObject({
    ok: false,
    method: 'CHAP',
    reason: 'wrong-password',
  });
  expect(checkCredential(chap('shut', randomBytes(16), { length: 16 }), credential, secret)).toMatchObject({
    reason: 'malformed',
  });
});

test('EAP is unsupported; a request without a password has no credentials', () => {
  const eap = parsed(accessRequest(new AttributeWriter().octets(79, Buffer.from([2, 1, 0, 4])).bytes(), 'sesame'));
  expect(checkCredential(eap, new Credential('open'), secret)).toMatchObject({ method: 'EAP', reason: 'unsupported' });
  const bare = parsed(accessRequest(new AttributeWriter().text(1, 'eve').bytes(), 'sesame'));
  expect(checkCredential(bare, new Credential('open'), secret)).toMatchObject({
    method: 'none',
    reason: 'no-credentials',
  });
});

test('a password of more than 1,024 octets is a RangeError', () => {
  expect(() => new Credential('x'.repeat(1025))).toThrow(RangeError);
  expect(new Credential('x'.repeat(1024)).octets).toHaveLength(1024);
});
