import { X509Certificate } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { revokedSerials, serialsOf } from '../../../src/radius/server/radsec/revocation-list.ts';
import { Authority } from '../../fixtures/certificates.ts';

const authority = await Authority.create();
const [one, two, free] = [await authority.issue(), await authority.issue(), await authority.issue()];
const none = await readFile(await authority.revoke(), 'utf8');
const both = await readFile(await authority.revoke(one, two), 'utf8');
const serialOf = ({ cert }: typeof one): string => serialsOf(new X509Certificate(cert))[0] ?? '';

/** Lists that OpenSSL has made. */
describe('a revocation list', () => {
  it('has the serial numbers of what was revoked, and no others', () => {
    expect(revokedSerials(none)).toEqual(new Set());
    expect(revokedSerials(both)).toEqual(new Set([serialOf(one), serialOf(two)]));
    expect(revokedSerials(both)).not.toContain(serialOf(free));
  });

  it('may be one of several, with other text around them', () => {
    expect(revokedSerials(`of the north\n${none}of the south\n${both}`)).toEqual(revokedSerials(both));
    expect(revokedSerials('')).toEqual(new Set());
  });

  it('that is cut off or none of DER is refused at every length', () => {
    const der = Buffer.from(both.replace(/-----.*-----|\s/g, ''), 'base64');
    const pem = (octets: Buffer) => `-----BEGIN X509 CRL-----\n${octets.toString('base64')}\n-----END X509 CRL-----`;
    expect(revokedSerials(pem(der)).size).toBe(2);
    for (let length = 0; length < der.length; length += 1)
      expect(() => revokedSerials(pem(der.subarray(0, length))), `${length} octets`).toThrow(RangeError);
  });
});
