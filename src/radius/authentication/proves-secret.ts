import type { HopSecret } from '../protocol/crypto/shared-secret.ts';
import { hasMessageAuthenticator } from '../protocol/packet/authenticator.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import { readUserPassword } from './user-password.ts';

/**
 * Whether an Access-Request whose password is not compared with anything is from somebody who knows the secret: by a
 * Message-Authenticator, which was verified when the packet arrived, or by a User-Password that is hidden with the secret
 * (RFC 2865 section 5.2). Sixteen octets that were hidden with another one become a text, or zeros, once in ten million. With
 * RADIUS/1.1 TLS has proved who it is.
 */
export function provesSecret(packet: Packet, secret: HopSecret): boolean {
  if (secret === null || hasMessageAuthenticator(packet)) return true;
  const password = readUserPassword(packet, secret);
  return password?.every((octet) => octet >= 0x20 && octet <= 0x7e) ?? false;
}
