import type pg from 'pg';
import type { Logger } from '../../config/log.ts';
import { octetText } from '../../core/network/octet-text.ts';
import { execute, sql } from '../../db/sql.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { Attribute, ExtendedType } from '../protocol/packet/attribute.ts';
import { hasMessageAuthenticator } from '../protocol/packet/authenticator.ts';
import { Code } from '../protocol/packet/code.ts';
import type { Packet } from '../protocol/packet/packet.ts';
import { type SaysNames, saidNamesIn } from '../state/directory/said-names.ts';
import type { Request } from './request.ts';

/** A NAS, or a proxy, that uses another name each time must not make each packet a write. */
const CHANGE_INTERVAL_MS = 60_000;
/** What it has not said before is saved sooner, such as its address in accounting after its identifier in log-ins. */
const ADDITION_INTERVAL_MS = 1_000;

/** What the hop and the NAS of a request call the NAS. */
export function learnNames(pool: pg.Pool, request: Request, log: Logger): void {
  learnOperatorNasIdentifier(pool, request, log);
  learnNasNames(pool, request, log);
}

/**
 * Remembers what a NAS calls itself, which Disconnect- and CoA-Requests repeat: many NASes refuse one that names them otherwise
 * (RFC 5176 section 3). Of authentic packets only, and saved when it has changed, in the background, for all nodes; a lost write
 * is repeated with a later packet.
 */
function learnNasNames(pool: pg.Pool, request: Request, log: Logger): void {
  const { packet, nas, at } = request;
  if (!nas.said.differFrom(packet) || !isAuthentic(request)) return;
  const names = saidNamesIn(packet);
  if (at - nas.saidSavedAt < (isAddition(names, nas.facts) ? ADDITION_INTERVAL_MS : CHANGE_INTERVAL_MS)) return;
  nas.saidSavedAt = at;
  const { id } = nas.facts;
  saveNames(pool, id, names).catch((err) =>
    logThrottled(log, { err, nas: id }, 'cannot save the names that a NAS uses for itself'),
  );
}

/** An Access-Request over UDP without a Message-Authenticator proves nothing; a proxy must sign, and the handlers check all else. */
function isAuthentic({ packet, hop, nas }: Request): boolean {
  return packet.code !== Code.AccessRequest || hop !== nas || hasMessageAuthenticator(packet);
}

function isAddition(names: SaysNames, before: SaysNames): boolean {
  return (['saysIp', 'saysIp6', 'saysIdentifier'] as const).some(
    (name) => names[name] !== null && before[name] === null,
  );
}

/** What the packet leaves out stays. Under another name the NAS is asked by that first. */
const saveNames = (pool: pg.Pool, nasId: number, { saysIp, saysIp6, saysIdentifier }: SaysNames) =>
  execute(
    pool,
    sql`INSERT INTO radius.nas_heard AS h (nas_id, says_ip, says_ip6, says_identifier)
        SELECT id, ${saysIp}::inet, ${saysIp6}::inet, ${saysIdentifier}::text FROM radius.nas WHERE id = ${nasId}
        ON CONFLICT (nas_id) DO UPDATE SET says_ip = coalesce(excluded.says_ip, h.says_ip),
          says_ip6 = coalesce(excluded.says_ip6, h.says_ip6),
          says_identifier = coalesce(excluded.says_identifier, h.says_identifier), coa_name = NULL
        WHERE excluded.says_ip IS DISTINCT FROM h.says_ip AND excluded.says_ip IS NOT NULL
          OR excluded.says_ip6 IS DISTINCT FROM h.says_ip6 AND excluded.says_ip6 IS NOT NULL
          OR excluded.says_identifier IS DISTINCT FROM h.says_identifier AND excluded.says_identifier IS NOT NULL`,
  );

/**
 * Remembers what a proxy calls a NAS: Operator-NAS-Identifier, an opaque text that goes back to the proxy with Disconnect- and
 * CoA-Requests, so that it finds the NAS (RFC 8559 section 3.4). Saved in the background, for all nodes; a lost write is
 * repeated with a later packet.
 */
function learnOperatorNasIdentifier(pool: pg.Pool, { packet, nas, hop, at }: Request, log: Logger): void {
  if (hop.nas !== null) return;
  const identifier = operatorNasIdentifierIn(packet);
  if (identifier === null || identifier === nas.facts.operatorNasIdentifier) return;
  if (at - nas.operatorNasIdentifierSavedAt < CHANGE_INTERVAL_MS) return;
  nas.operatorNasIdentifierSavedAt = at;
  const { id } = nas.facts;
  execute(pool, sql`UPDATE radius.nas SET operator_nas_identifier = ${identifier} WHERE id = ${id}`).catch((err) =>
    logThrottled(log, { err, nas: id }, 'cannot save the name that a proxy uses for a NAS'),
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
