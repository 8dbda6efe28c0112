import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { octetText } from '../../core/network/octet-text.ts';
import { execute, sql } from '../../db/sql.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { Attribute, ExtendedType } from '../protocol/packet/attribute.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import type { Request } from './request.ts';

/** A proxy that names a NAS differently each time must not make each packet a write. */
const WRITE_INTERVAL_MS = 60_000;

/**
 * Remembers what a proxy calls a NAS: Operator-NAS-Identifier, an opaque text that goes back to the proxy with Disconnect- and
 * CoA-Requests, so that it finds the NAS (RFC 8559 section 3.4). Saved in the background, for all nodes; a lost write is
 * repeated with a later packet.
 */
export function learnOperatorNasIdentifier(pool: pg.Pool, { packet, nas, hop, at }: Request, log: Logger): void {
  if (hop.nas !== null) return;
  const identifier = operatorNasIdentifierIn(packet);
  if (identifier === null || identifier === nas.facts.operatorNasIdentifier) return;
  if (at - nas.operatorNasIdentifierSavedAt < WRITE_INTERVAL_MS) return;
  nas.operatorNasIdentifierSavedAt = at;
  const { id } = nas.facts;
  execute(pool, sql`UPDATE radius.nas SET operator_nas_identifier = ${identifier} WHERE id = ${id}`).catch((err) =>
    logThrottled(log, { err, nas: id }, 'what a proxy calls a NAS could not be saved'),
  );
}

/** An extended attribute (RFC 6929 section 2.1): its type is the octet after the header. */
function operatorNasIdentifierIn(packet: Packet): string | null {
  let at = packet.find(Attribute.ExtendedAttribute1);
  while (at !== 0) {
    const end = packet.next(at);
    if (end - at > 3 && packet.bytes[at + 2] === ExtendedType.OperatorNasIdentifier)
      return octetText(packet.bytes, at + 3, end);
    at = packet.find(Attribute.ExtendedAttribute1, end);
  }
  return null;
}
