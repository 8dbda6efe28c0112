import { describe, expect, it } from 'vitest';
import { readUserPassword } from '../../src/radius/authentication/user-password.ts';
import { SharedSecret } from '../../src/radius/protocol/crypto/shared-secret.ts';
import { describe as describePacket } from '../../src/radius/protocol/dictionary/describe.ts';
import {
  verifyAccountingAuthenticator,
  verifyResponseAuthenticator,
} from '../../src/radius/protocol/packet/authenticator.ts';
import { Code } from '../../src/radius/protocol/packet/code.ts';
import { Packet } from '../../src/radius/protocol/packet/packet.ts';
import { casesOf } from './cases.ts';

/** A file of `captures/`: the octets of a packet, and what they say. */
interface Case {
  /** In hexadecimal digits, with blanks anywhere. */
  readonly octets: readonly string[];
  /** Names and values of its attributes in their order; null: the packet is dropped. */
  readonly right: readonly (readonly [name: string, value: string])[] | null;
  /** What User-Password hides. */
  readonly password?: string;
  /** Default `testing123`. */
  readonly secret?: string;
  /** The packet answers the request with this authenticator. */
  readonly answers?: string;
}

const hex = (text: string): Buffer => Buffer.from(text.replaceAll(/\s/g, ''), 'hex');

describe.each(casesOf<Case>('captures'))(
  'capture: $name',
  ({ octets, right, password, answers, secret = 'testing123' }) => {
    const packet = Packet.parse(hex(octets.join('')));

    it('says what is right', () => {
      expect(packet && describePacket(packet)).toEqual(right);
    });

    if (password !== undefined)
      it('hides the password', () => {
        expect(packet && readUserPassword(packet, new SharedSecret(secret))?.toString()).toBe(password);
      });

    if (packet?.code === Code.AccountingRequest)
      it('proves its secret', () => {
        expect(packet && verifyAccountingAuthenticator(packet, new SharedSecret(secret))).toBe(true);
      });

    if (answers !== undefined)
      it('is an authentic answer, by its own secret alone', () => {
        const isAuthentic = (by: string) =>
          packet !== null && verifyResponseAuthenticator(packet, hex(answers ?? ''), new SharedSecret(by));
        expect([isAuthentic(secret), isAuthentic('other')]).toEqual([true, false]);
      });
  },
);
