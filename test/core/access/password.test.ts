import { describe, expect, it, onTestFinished } from 'vitest';
import { hashOfNobody, hashPassword, type PasswordShare, verifyPassword } from '../../../src/core/access/password.ts';
import { hashAtFullCost } from '../../fixtures/light-argon2.ts';

const share: PasswordShare = { tenant: 'an ISP', caller: 'somebody', kind: 'staff' };

/** Made by @node-rs/argon2 2.2.1, which hashed the passwords of earlier versions. */
const EARLIER = {
  'correct horse': '$argon2id$v=19$m=19456,t=2,p=1$dST9LMC/2wQxENtlL2/sFw$DF3R6MB+EP6drZMxZ14FFYwUH+ggl6gB2RartlLpxac',
  'पासवर्ड पासवर्ड': '$argon2id$v=19$m=19456,t=2,p=1$H1+8xO2Flwd9jtj0Wnsp2g$XIFimqYhuAS2mJQjcj1msBEevZolohASd9g+oDdFEUY',
  '': '$argon2id$v=19$m=19456,t=2,p=1$4C6kE5SQcj2SeE3qSYauCg$n6t6YU4em7Mkqgehpg7Gu2yijpKbPIPkwF40JNfLaQ4',
};

describe('a password', () => {
  it.each(Object.entries(EARLIER))('%j verifies against a hash of an earlier version', async (password, hash) => {
    expect(await verifyPassword(share, hash, password)).toBe(true);
    expect(await verifyPassword(share, hash, `${password}.`)).toBe(false);
  });

  it('is hashed at the cost of earlier versions, with a salt of its own', async () => {
    hashAtFullCost(onTestFinished);
    const hashes = await Promise.all([hashPassword(share, 'secret'), hashPassword(share, 'secret')]);
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(new Set(hashes).size).toBe(2);
    expect(await verifyPassword(share, hashes[0], 'secret')).toBe(true);
  });

  it('of nobody costs as much as any, and nothing verifies against it', async () => {
    const [nobodys, somebodys] = await Promise.all([hashOfNobody(), hashPassword(share, 'secret')]);
    const cost = (hash: string) => hash.split('$').slice(1, 4);
    expect(cost(nobodys)).toEqual(cost(somebodys));
    expect(await verifyPassword(share, nobodys, 'secret')).toBe(false);
  });

  it('is verified outside the main thread', async () => {
    let isVerified = false;
    const verified = verifyPassword(share, EARLIER['correct horse'], 'correct horse').finally(() => {
      isVerified = true;
    });
    let turns = 0;
    while (!isVerified) {
      await new Promise(setImmediate);
      turns += 1;
    }
    expect(await verified).toBe(true);
    // In the main thread it would be over in the first few.
    expect(turns).toBeGreaterThan(20);
  });
});
