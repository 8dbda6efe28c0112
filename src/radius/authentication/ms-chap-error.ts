import { randomBytes } from 'node:crypto';
import { VendorId } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import { vendorOctets } from '../protocol/packet/vendor-attribute.ts';
import { Microsoft } from './microsoft.ts';

/** The error codes of MS-CHAP (RFC 2759 section 6); the subscriber's computer shows its own message for each. */
export const MsChapFailure = {
  RestrictedHours: 646,
  AccountDisabled: 647,
  PasswordExpired: 648,
  NoDialInPermission: 649,
  AuthenticationFailure: 691,
} as const;

export type MsChapFailure = (typeof MsChapFailure)[keyof typeof MsChapFailure];

const NOTHING = Buffer.alloc(0);

/**
 * MS-CHAP-Error for an Access-Reject; empty when the request does not use MS-CHAP. It allows no retry within the exchange
 * (R=0), since no state is kept that the next request could refer to.
 */
export function msChapError(request: Packet, failure: MsChapFailure): Buffer {
  const second = vendorOctets(request, VendorId.Microsoft, Microsoft.Chap2Response);
  const response = second ?? vendorOctets(request, VendorId.Microsoft, Microsoft.ChapResponse);
  if (response === null) return NOTHING;
  const text =
    second === null
      ? `E=${failure} R=0 C=${randomBytes(8).toString('hex').toUpperCase()} V=2`
      : `E=${failure} R=0 C=${randomBytes(16).toString('hex').toUpperCase()} V=3 M=Access denied`;
  const value = Buffer.concat([response.subarray(0, 1), Buffer.from(text, 'latin1')]);
  return new AttributeWriter().vendorOctets(VendorId.Microsoft, Microsoft.ChapError, value).bytes();
}
