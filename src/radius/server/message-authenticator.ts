import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { hasMessageAuthenticator, verifyMessageAuthenticator } from '../protocol/packet/authenticator.ts';
import { Code } from '../protocol/packet/code.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Nas } from '../state/directory/nas.ts';
import { saveNasCapability } from '../state/directory/nas-capability.ts';
import type { Request } from './request.ts';

/**
 * Whether an Access-Request or Status-Server must be dropped: its Message-Authenticator is wrong, or is missing where it
 * must be there: by the NAS's policy, with EAP (RFC 3579 section 3.1) and in Status-Server (RFC 5997 section 3). Without
 * one anybody on the way can forge answers to it (CVE-2024-3596).
 */
export function dropReason(packet: Packet, nas: Nas): 'unauthentic' | 'unsigned' | null {
  if (hasMessageAuthenticator(packet)) {
    return verifyMessageAuthenticator(packet, nas.facts.secret) ? null : 'unauthentic';
  }
  return nas.mustSign || mustBeSigned(packet) ? 'unsigned' : null;
}

function mustBeSigned(packet: Packet): boolean {
  return packet.code === Code.StatusServer || packet.has(Attribute.EapMessage);
}

/**
 * A NAS of policy `auto` that has signed once must sign from then on, after a restart too. What no NAS may leave unsigned
 * (EAP, Status-Server) says nothing of how it does with the rest.
 */
export function learnMessageAuthenticator(pool: pg.Pool, { packet, nas }: Request, log: Logger): void {
  const { policy, signs } = nas.facts;
  if (policy !== 'auto' || signs || nas.seenSigning || !hasMessageAuthenticator(packet) || mustBeSigned(packet)) return;
  nas.seenSigning = true;
  saveNasCapability({ pool, log }, nas.facts.id, 'message_authenticator_seen_at');
}
