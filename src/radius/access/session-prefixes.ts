import type { PrefixSource } from '../policy/ipv6.ts';
import { withoutPrefixes, withPrefixes } from '../policy/session-class.ts';
import type { PrefixLeases } from '../state/leases/prefix-leases.ts';
import type { PrefixKind } from '../state/leases/prefix-statement.ts';
import type { Among } from '../state/leases/session-leases.ts';
import type { Approval } from './login-responder.ts';

/** A log-in with its IPv6 prefixes, if there are any. */
export interface Prefixed {
  readonly approval: Approval;
  /** With the prefixes, which it carries into every accounting record. */
  readonly sessionClass: string;
}

interface PrefixedLogin {
  readonly serviceId: number;
  readonly among: Among | undefined;
  readonly sessionClass: string;
}

/** Whether the session gets a prefix, from a pool of ours or a static one. */
export function needsPrefix({ ipv6 }: Approval): boolean {
  return ipv6 !== null && (isPrefix(ipv6.framed) || isPrefix(ipv6.delegated));
}

function isPrefix(source: PrefixSource): boolean {
  return source !== null && source.from !== 'nas';
}

/**
 * Leases the prefixes of a log-in, committed before it is answered. Without a free prefix the subscriber is better off with IPv4
 * alone than with nothing; the authentication log says so. @throws when the database is unavailable
 */
export async function prefixed(
  leases: PrefixLeases,
  approval: Approval,
  { serviceId, sessionClass, among: given }: PrefixedLogin,
): Promise<Prefixed> {
  const { ipv6, profile } = approval;
  if (ipv6 === null || profile.ipv6 === undefined || !needsPrefix(approval)) return { approval, sessionClass };
  const among = given && { ...given, replacedKey: given.replacedKey && withoutPrefixes(given.replacedKey) };
  const missing: string[] = [];
  const prefixOf = async (source: PrefixSource, kind: PrefixKind): Promise<string | null> => {
    if (source?.from === 'static') return source.prefix;
    if (source?.from !== 'lease') return null;
    const { poolId, name } = source;
    const prefix = await leases.lease({ serviceId, poolId, kind, sessionKey: sessionClass, among });
    if (prefix === null) missing.push(`the IPv6 pool ${name} has no free prefix`);
    return prefix;
  };
  const [framed, delegated] = await Promise.all([
    prefixOf(ipv6.framed, 'Framed'),
    prefixOf(ipv6.delegated, 'Delegated'),
  ]);
  const reason = missing.length === 0 ? approval.reason : [approval.reason, ...missing].filter(Boolean).join('; ');
  const granted = { ...profile, ipv6: { ...profile.ipv6, framedPrefix: framed, delegatedPrefix: delegated } };
  return {
    approval: { ...approval, reason, profile: granted },
    sessionClass: withPrefixes(sessionClass, { framed, delegated }),
  };
}
