import { sameOctets } from '../protocol/crypto/digest.ts';
import type { HopSecret } from '../protocol/crypto/shared-secret.ts';
import { eapMethodOf } from '../protocol/eap/eap-packet.ts';
import type { EapMethod } from '../protocol/eap/eap-type.ts';
import { Attribute, VendorId } from '../protocol/packet/attribute.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import { findVendor } from '../protocol/packet/vendor-attribute.ts';
import { verifyChap } from './chap.ts';
import type { Credential } from './credential.ts';
import { Microsoft } from './microsoft.ts';
import { MsChapFailure, msChapError } from './ms-chap-error.ts';
import { readUserPassword } from './user-password.ts';
import { type MsChapResult, verifyMsChap, verifyMsChap2 } from './verify-ms-chap.ts';

/** 'EAP' where no method is agreed on yet. */
export type Method = 'PAP' | 'CHAP' | 'MS-CHAPv1' | 'MS-CHAPv2' | 'EAP' | EapMethod | 'none';

export type Refusal =
  | 'wrong-password'
  /** An attribute does not have the form that its method requires. */
  | 'malformed'
  /** EAP, which needs a conversation (see `EapServer`), or MS-CHAPv1 with only a LAN Manager response. */
  | 'unsupported'
  /** The request carries no password of any method. */
  | 'no-credentials';

/** `replyAttributes` are for the Access-Accept or Access-Reject, encoded, and often empty. */
export type CredentialCheck =
  | { readonly ok: true; readonly method: Method; readonly replyAttributes: Buffer }
  | { readonly ok: false; readonly method: Method; readonly reason: Refusal; readonly replyAttributes: Buffer };

const NOTHING = Buffer.alloc(0);

/** The authentication method of the request. Any other method takes precedence over EAP. */
export function methodOf(request: Packet): Method {
  if (request.has(Attribute.UserPassword)) return 'PAP';
  if (request.has(Attribute.ChapPassword)) return 'CHAP';
  if (findVendor(request, VendorId.Microsoft, Microsoft.Chap2Response) !== 0) return 'MS-CHAPv2';
  if (findVendor(request, VendorId.Microsoft, Microsoft.ChapResponse) !== 0) return 'MS-CHAPv1';
  return request.has(Attribute.EapMessage) ? (eapMethodOf(request) ?? 'EAP') : 'none';
}

export function isEap(method: Method): boolean {
  return method.startsWith('EAP') || method.startsWith('PEAP');
}

/** Whether the request proves the password by its method. */
export function checkCredential(
  request: Packet,
  credential: Credential,
  secret: HopSecret,
  method: Method = methodOf(request),
): CredentialCheck {
  const result = verify(method, request, { credential, secret });
  if (typeof result !== 'string') return { ok: true, method, replyAttributes: result };
  return {
    ok: false,
    method,
    reason: result,
    replyAttributes: msChapError(request, MsChapFailure.AuthenticationFailure),
  };
}

interface Secrets {
  readonly credential: Credential;
  readonly secret: HopSecret;
}

function verify(method: Method, request: Packet, { credential, secret }: Secrets): MsChapResult | Refusal {
  switch (method) {
    case 'PAP': {
      const password = readUserPassword(request, secret);
      return outcome(password && sameOctets(password, credential.octets));
    }
    case 'CHAP':
      return outcome(verifyChap(request, credential, secret));
    case 'MS-CHAPv2':
      return verifyMsChap2(request, credential, secret);
    case 'MS-CHAPv1':
      return verifyMsChap(request, credential, secret);
    case 'none':
      return 'no-credentials';
    default:
      return 'unsupported';
  }
}

function outcome(verified: boolean | null): Buffer | Refusal {
  if (verified === null) return 'malformed';
  return verified ? NOTHING : 'wrong-password';
}
