import type { AccessProfile } from './vendors/profile.ts';

/**
 * What a session has of what can differ between two answers to its log-in: kept in its row as `desired` and
 * `acknowledged`. Null limits or names nothing.
 */
export interface SessionAccess {
  readonly downKbps: number | null;
  readonly upKbps: number | null;
  /** What follows the rate in Mikrotik-Rate-Limit; left out where there is none. */
  readonly burst?: string | undefined;
  /** Pool on the NAS; null where the address comes from us. */
  readonly pool: string | null;
  readonly addressList: string | null;
  /** Dotted IPv4 address, or `pool <id>` for one that is leased from a pool of ours. */
  readonly address: string | null;
}

interface Granted {
  readonly profile: AccessProfile;
  readonly leaseFrom: number | null;
}

/** The access of a session whose log-in is answered so. */
export function sessionAccess({ profile, leaseFrom }: Granted): SessionAccess {
  const { downKbps, upKbps, burst, addressList } = profile;
  const address = leaseFrom === null ? profile.framedIp : `pool ${leaseFrom}`;
  return { downKbps, upKbps, burst, pool: address === null ? profile.pool : null, addressList, address };
}

export function sameAccess(one: SessionAccess, other: SessionAccess): boolean {
  return sameRates(one, other) && placeOf(one) === placeOf(other);
}

function sameRates(one: SessionAccess, other: SessionAccess): boolean {
  return one.downKbps === other.downKbps && one.upKbps === other.upKbps && one.burst === other.burst;
}

/** What no NAS changes while a session is up. */
function placeOf({ pool, addressList, address }: SessionAccess): string {
  return pool === null && addressList === null && address === null ? ANYWHERE : `${pool}\n${addressList}\n${address}`;
}

/** The place of most sessions. */
const ANYWHERE = 'null\nnull\nnull';

/**
 * The access as a few letters, which travel in Class: the NAS tells with every accounting record what the log-in was
 * granted, to whichever node it speaks to.
 */
export function grantOf(access: SessionAccess): string {
  const grant = `${rateText(access.downKbps)}.${rateText(access.upKbps)}.${digest(placeOf(access))}`;
  return access.burst === undefined ? grant : `${grant}.${fnv1a(access.burst)}`;
}

/**
 * The access of a grant, as far as it can be told by what the session should have: the rates are read, and the place and
 * the burst are the same or another. Null: another place.
 */
export function accessGranted(grant: string, wanted: SessionAccess): SessionAccess | null {
  const [down = '', up = '', place, burst] = grant.split('.');
  if (place !== digest(placeOf(wanted))) return null;
  const same = burst === (wanted.burst === undefined ? undefined : fnv1a(wanted.burst));
  return { ...wanted, downKbps: rateIn(down), upKbps: rateIn(up), burst: same ? wanted.burst : burst };
}

function rateText(kbps: number | null): string {
  return kbps === null ? '' : kbps.toString(36);
}

function rateIn(text: string): number | null {
  return text === '' ? null : Number.parseInt(text, 36);
}

/** FNV-1a of 32 bits: places of one service are few, and a wrong match only leaves a session as it is. */
function digest(text: string): string {
  return text === ANYWHERE ? ANYWHERE_DIGEST : fnv1a(text);
}

function fnv1a(text: string): string {
  let hash = 0x811c9dc5;
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash >>> 0).toString(36);
}

const ANYWHERE_DIGEST = fnv1a(ANYWHERE);
