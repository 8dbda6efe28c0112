import { type Ipv6Grant, ipv6GrantText } from './ipv6.ts';
import type { AccessProfile } from './vendors/profile.ts';

/**
 * The part of a profile that a change of the service can change in its open session; stored with the session as `desired`
 * and `acknowledged`. Null is no limit or name.
 */
export interface SessionAccess {
  readonly downKbps: number | null;
  readonly upKbps: number | null;
  /** Burst parameters of the plan; absent if there are none. */
  readonly burst?: string | undefined;
  /** Pool on the NAS; null with an `address`. */
  readonly pool: string | null;
  readonly addressList: string | null;
  /** Dotted IPv4 address, or `pool <id>` for one leased from a pool of ours. */
  readonly address: string | null;
  /** Where its IPv6 prefixes come from (`ipv6GrantText`); absent if its NAS sends none. */
  readonly ipv6?: string | undefined;
}

interface Granted {
  readonly profile: AccessProfile;
  readonly leaseFrom: number | null;
  readonly ipv6: Ipv6Grant | null;
}

/** The access that an accepted log-in gets. */
export function sessionAccess({ profile, leaseFrom, ipv6 }: Granted): SessionAccess {
  const { downKbps, upKbps, burst, addressList } = profile;
  const address = leaseFrom === null ? profile.framedIp : `pool ${leaseFrom}`;
  const access = { downKbps, upKbps, burst, pool: address === null ? profile.pool : null, addressList, address };
  return ipv6 === null ? access : { ...access, ipv6: ipv6GrantText(ipv6) };
}

export function sameAccess(one: SessionAccess, other: SessionAccess): boolean {
  return sameRates(one, other) && addressingOf(one) === addressingOf(other) && sameIpv6(one, other);
}

/** A NAS whose IPv6 is switched on or off need not disconnect everybody at once: only a change of its own ends a session. */
export function sameIpv6(one: SessionAccess, other: SessionAccess): boolean {
  return one.ipv6 === undefined || other.ipv6 === undefined || one.ipv6 === other.ipv6;
}

function sameRates(one: SessionAccess, other: SessionAccess): boolean {
  return one.downKbps === other.downKbps && one.upKbps === other.upKbps && one.burst === other.burst;
}

/** All but the rates: pool, address list and address. */
function addressingOf({ pool, addressList, address }: SessionAccess): string {
  return pool === null && addressList === null && address === null
    ? NO_ADDRESSING
    : `${pool}\n${addressList}\n${address}`;
}

/** Of most sessions. */
const NO_ADDRESSING = 'null\nnull\nnull';

/**
 * The access as a short text for Class, so that every accounting record says what the log-in was granted, whichever node
 * receives it: the rates, and hashes of the rest, the last for IPv6.
 */
export function grantOf(access: SessionAccess): string {
  const grant = `${rateText(access.downKbps)}.${rateText(access.upKbps)}.${digest(addressingOf(access))}`;
  const burst = access.burst === undefined ? '' : `.${fnv1a(access.burst)}`;
  return access.ipv6 === undefined ? grant + burst : `${grant}${burst || '.'}.${fnv1a(access.ipv6)}`;
}

/**
 * The access of a grant. Its hashes can only be compared with the wanted access: null if pool, address list or address
 * differ; a different burst or IPv6 is given as its hash.
 */
export function accessGranted(grant: string, wanted: SessionAccess): SessionAccess | null {
  const [down = '', up = '', addressing, burst = '', ipv6] = grant.split('.');
  if (addressing !== digest(addressingOf(wanted))) return null;
  const sameBurst = burst === (wanted.burst === undefined ? '' : fnv1a(wanted.burst));
  const access = {
    ...wanted,
    downKbps: rateIn(down),
    upKbps: rateIn(up),
    burst: sameBurst ? wanted.burst : burst || undefined,
  };
  const isOtherIpv6 = ipv6 !== undefined && wanted.ipv6 !== undefined && ipv6 !== fnv1a(wanted.ipv6);
  return isOtherIpv6 ? { ...access, ipv6 } : access;
}

function rateText(kbps: number | null): string {
  return kbps === null ? '' : kbps.toString(36);
}

function rateIn(text: string): number | null {
  return text === '' ? null : Number.parseInt(text, 36);
}

/** 32-bit FNV-1a: one service has few values, and a collision only leaves a session unchanged. */
function digest(text: string): string {
  return text === NO_ADDRESSING ? NO_ADDRESSING_DIGEST : fnv1a(text);
}

function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

const NO_ADDRESSING_DIGEST = fnv1a(NO_ADDRESSING);
