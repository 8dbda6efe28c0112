import { expect, it } from 'vitest';
import { routerOsChallenge, routerOsResponse, uamResponse } from '../../../../src/areas/online/hotspot/chap.ts';
import { checkDigit, codeIn, newCode, printedCode } from '../../../../src/areas/online/hotspot/code.ts';
import { CODE_STATUSES, MOVES, statusAfter } from '../../../../src/areas/online/hotspot/life-cycle.ts';
import { loginTarget, uamTarget } from '../../../../src/areas/online/hotspot/target.ts';

it('a code is read as it is printed, and no wrong digit is taken for another code', () => {
  expect(checkDigit('7992739871')).toBe(3);
  for (let times = 0; times < 50; times += 1) {
    const code = newCode();
    expect(codeIn(` ${printedCode(code)} `)).toBe(code);
    const at = times % code.length;
    const wrong = `${code.slice(0, at)}${(Number(code[at]) + 1 + (times % 9)) % 10}${code.slice(at + 1)}`;
    expect(codeIn(wrong)).toBeNull();
  }
  for (const text of ['', '1', '7992739871３', 'a'.repeat(14), '0'.repeat(15)]) expect(codeIn(text), text).toBeNull();
});

it('a code leaves its status by the table alone', () => {
  expect(CODE_STATUSES.filter((status) => !MOVES.some(({ from }) => from === status))).toEqual(['Void', 'Expired']);
  expect([statusAfter('New', 'redeem'), statusAfter('Used', 'redeem'), statusAfter('Used', 'void')]).toEqual([
    'Used',
    null,
    null,
  ]);
});

it('the challenge of RouterOS has octets or the letters that they are', () => {
  expect(routerOsChallenge('', '')).toBeUndefined();
  expect(routerOsChallenge('\\371', 'a\\000\\377bc')).toEqual({
    id: Buffer.of(0o371),
    challenge: Buffer.from([0x61, 0, 255, 0x62, 0x63]),
  });
  for (const [id, challenge] of [
    ['\\371', ''],
    ['\\371\\001', '\\001\\001\\001\\001\\001'],
    ['\\371', '\\001\\001\\001\\001'],
    ['\\371', '\\001\\001\\001\\001\\401'],
    ['\\371', 'é\\001\\001\\001\\001'],
    ['\\371', '\\001'.repeat(65)],
  ] as const)
    expect(routerOsChallenge(id, challenge), challenge).toBeNull();
});

it('responses are those of the login pages and of the tools of the NAS', () => {
  // MD5 of the octet, the password and the challenge, by md5sum; chilli_response for the other.
  const challenge = Buffer.from('ef0dd80b119c65a5c3ab62a65b7dfdce', 'hex');
  expect(routerOsResponse({ id: Buffer.of(0o371), challenge }, 'secret')).toBe('e5627b636f982d6233d0cf5931d404c2');
  expect(uamResponse(challenge, 'uamsecret', 'secret')).toBe('c63e1aaad9e10909a5e16b418c472c54');
});

it('an address is one of a login page, as a browser reads it', () => {
  expect(loginTarget('HTTP://Login.Example.NET/login')).toMatchObject({ host: 'login.example.net', port: 80 });
  expect(loginTarget('https://login.example.net:8443/a/b/login')).toMatchObject({ port: 8443 });
  expect(uamTarget('10.1.0.1', '3990')?.url).toBe('http://10.1.0.1:3990/logon');
  for (const text of [
    'http://10.5.50.1:0/login',
    'http://10.5.50.1:65536/login',
    'http://167916033/login',
    '//x/login',
  ])
    expect(loginTarget(text), text).toBeNull();
  for (const host of ['10.1.0.1/x', 'a@b', '10.1.0.1:1', '0x7f.1', ''])
    expect(uamTarget(host, '3990'), host).toBeNull();
});
