import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { SecretsKeys } from '../../../../src/config/secrets-keys.ts';
import { Credential } from '../../../../src/radius/authentication/credential.ts';
import { type EapState, EapStates } from '../../../../src/radius/authentication/eap/eap-state.ts';

const key = randomBytes(32);
const states = new EapStates(new SecretsKeys(key));
const parties = { nasId: 7, userName: Buffer.from('ravi'), credential: new Credential('hello') };
const state: EapState = { stage: 'md5', identifier: 200, memo: randomBytes(16) };
const NOW = 1_790_000_000_500;

test('a State is opened by any node with the same secrets key', () => {
  for (const stage of ['ms-chap-v2', 'md5', 'succeeded', 'failed'] as const) {
    const sealed = states.seal({ ...state, stage }, parties, NOW);
    expect(states.open(sealed, parties, NOW)).toEqual({ ...state, stage });
    expect(new EapStates(new SecretsKeys(Buffer.from(key))).open(sealed, parties, NOW)).toEqual({ ...state, stage });
    expect(new EapStates(new SecretsKeys(randomBytes(32))).open(sealed, parties, NOW)).toBeNull();
  }
});

test('a State is valid for a minute, also by a clock that is a little slow', () => {
  const sealed = states.seal(state, parties, NOW);
  for (const seconds of [-60, -1, 1, 60]) expect(states.open(sealed, parties, NOW + 1000 * seconds)).toEqual(state);
  for (const seconds of [-61, 61, 86_400]) expect(states.open(sealed, parties, NOW + 1000 * seconds)).toBeNull();
});

test('a State is valid for one NAS, one User-Name and one password', () => {
  const sealed = states.seal(state, parties, NOW);
  expect(states.open(sealed, { ...parties, nasId: 8 }, NOW)).toBeNull();
  expect(states.open(sealed, { ...parties, userName: Buffer.from('Ravi') }, NOW)).toBeNull();
  expect(states.open(sealed, { ...parties, credential: new Credential('changed') }, NOW)).toBeNull();
});

test('a State with any bit changed, truncated or made up is not opened', () => {
  const sealed = states.seal(state, parties, NOW);
  for (let bit = 0; bit < sealed.length * 8; bit++) {
    const flipped = Buffer.from(sealed);
    flipped.writeUInt8(flipped.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
    expect(states.open(flipped, parties, NOW)).toBeNull();
  }
  for (let length = 0; length < sealed.length; length++) {
    expect(states.open(sealed.subarray(0, length), parties, NOW)).toBeNull();
  }
  expect(states.open(null, parties, NOW)).toBeNull();
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 253 }), (octets) => {
      expect(states.open(Buffer.from(octets), parties, NOW)).toBeNull();
    }),
  );
});

test('a State reveals nothing of the password and fits into an attribute', () => {
  const sealed = states.seal({ ...state, memo: randomBytes(24) }, parties, NOW);
  expect(sealed.length).toBe(46);
  const { octets, ntHash, ntHashHash } = parties.credential;
  for (const secret of [octets, ntHash, ntHashHash]) expect(sealed.includes(secret)).toBe(false);
});
