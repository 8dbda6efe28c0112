import { randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import { SealError, seal, unseal } from '../../src/db/seal.ts';

const keys = new SecretsKeys(randomBytes(32));

const faultOf = (work: () => unknown): string | undefined => {
  try {
    work();
    return undefined;
  } catch (error) {
    return error instanceof SealError ? error.fault : String(error);
  }
};

describe('a sealed secret', () => {
  it('opens to the original text, whatever it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), fc.string(), (text, purpose) => {
        expect(unseal(keys, purpose, seal(keys, purpose, text))).toBe(text);
      }),
    );
  });

  it('looks different each time', () => {
    expect(seal(keys, 'nas.secret', 'x').equals(seal(keys, 'nas.secret', 'x'))).toBe(false);
  });

  it('opens from any view of its bytes, as a database driver gives them', () => {
    const bytes = new Uint8Array([9, ...seal(keys, 'p', 'hunter2'), 9]);
    expect(unseal(keys, 'p', bytes.subarray(1, -1))).toBe('hunter2');
  });

  it('does not open for another purpose', () => {
    expect(faultOf(() => unseal(keys, 'nas.secret', seal(keys, 'nas.api_password', 'x')))).toBe('damaged');
  });

  it('does not open with another key, and says so', () => {
    expect(faultOf(() => unseal(new SecretsKeys(randomBytes(32)), 'p', seal(keys, 'p', 'x')))).toBe('wrongKey');
  });

  it('does not open after a change of any bit', () => {
    const sealed = seal(keys, 'p', 'hunter2');
    for (let bit = 0; bit < sealed.length * 8; bit++) {
      const changed = Buffer.from(sealed);
      changed.writeUInt8(changed.readUInt8(bit >> 3) ^ (1 << (bit & 7)), bit >> 3);
      expect(faultOf(() => unseal(keys, 'p', changed))).toBeDefined();
    }
  });

  it('does not open when truncated', () => {
    const sealed = seal(keys, 'p', 'hunter2');
    for (let length = 0; length < sealed.length; length++) {
      expect(faultOf(() => unseal(keys, 'p', sealed.subarray(0, length)))).toBeDefined();
    }
  });
});
