import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { hasMessageAuthenticator, verifyMessageAuthenticator } from '../protocol/packet/authenticator.ts';
import { Code } from '../protocol/packet/code.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Hop } from '../state/directory/hop.ts';
import { saveNasCapability } from '../state/directory/nas-capability.ts';
import type { Request } from './request.ts';

/**
 * Why an Access-Request or Status-Server must be dropped; null when it need not be. `unauthentic`: its
 * Message-Authenticator is wrong. `unsigned`: it has none although the NAS's policy, a proxy, EAP (RFC 3579
 * section 3.1) or Status-Server (RFC 5997 section 3) requires one. Without one, anyone on the path can forge answers (CVE-2024-3596).
 * With RADIUS/1.1 it is ignored (RFC 9765 section 5.2).
 */
export function dropReason(packet: Packet, hop: Hop): 'unauthentic' | 'unsigned' | null {
  if (hop.secret === null) return null;
  if (hasMessageAuthenticator(packet)) {
    return verifyMessageAuthenticator(packet, hop.secret) ? null : 'unauthentic';
  }
  return hop.mustSign || requiresSignature(packet) ? 'unsigned' : null;
}

function requiresSignature(packet: Packet): boolean {
  return packet.code === Code.StatusServer || packet.has(Attribute.EapMessage);
}

/**
 * Once a NAS of policy `auto` has signed a request, it must sign all of them, also after a restart. Packets that every NAS
 * must sign (EAP, Status-Server) do not count: they say nothing about the others. Nor do packets that a proxy has signed.
 */
export function learnMessageAuthenticator(pool: pg.Pool, { packet, nas, hop }: Request, log: Logger): void {
  const { policy, signs } = nas.facts;
  if (hop !== nas) return; // a proxy has signed, or RadSec, where nothing must be
  if (policy !== 'auto' || signs || nas.seenSigning || !hasMessageAuthenticator(packet) || requiresSignature(packet))
    return;
  nas.seenSigning = true;
  saveNasCapability({ pool, log }, nas.facts.id, 'message_authenticator_seen_at');
}
