import type { Nas } from '../state/directory/nas.ts';
import type { ServiceFacts } from '../state/directory/service.ts';
import { sessionLimitOf } from '../state/directory/session-limit.ts';
import { type Entitlement, entitlementOf } from './entitlement.ts';
import { type Ipv6Grant, ipv6GrantOf, ipv6ProfileOf } from './ipv6.ts';
import type { AccessProfile } from './vendors/profile.ts';

/** The pool and address list on the NAS for subscribers who reach nothing but a payment page. */
export const BLOCKED_POOL = 'blocked_pool';

/** A log-in with the right password. */
export interface AuthorisationRequest {
  readonly service: ServiceFacts;
  readonly nas: Pick<Nas, 'serves' | 'ipv6Mode' | 'interimIntervalS'>;
  /** `aa:bb:cc:dd:ee:ff`; null if the NAS sends none. */
  readonly mac: string | null;
  /** Milliseconds. */
  readonly now: number;
}

export type Decision =
  | { readonly ok: false; readonly reason: string }
  | {
      readonly ok: true;
      readonly profile: AccessProfile;
      /** Why access is less than the plan; null if it is not. */
      readonly reason: string | null;
      /** Our pool to lease the address from. */
      readonly leaseFrom: number | null;
      /** Null: the NAS is sent nothing about IPv6. */
      readonly ipv6: Ipv6Grant | null;
      /** The MAC address to bind to the service. */
      readonly bind: string | null;
    };

/** Applies the access rules; a pure function. */
export function authorise({ service, nas, mac, now }: AuthorisationRequest): Decision {
  if (!nas.serves(service.resellerId)) return refuse('this NAS does not serve the reseller of the service');
  const macReason = macRefusal(service, mac);
  if (macReason !== null) return refuse(macReason);
  const entitlement = entitlementOf(service, now);
  if (entitlement.access === 'none') return refuse(entitlement.why);
  if (entitlement.access === 'blocked' && service.isp.blockedMode === 'reject') return refuse(entitlement.why);
  // Of several devices none is the one.
  const bind = service.macBind === 'Auto' && service.mac === null && sessionLimitOf(service) === 1 ? mac : null;
  const leaseFrom = entitlement.access !== 'blocked' && service.ipAssignment === 'IPpool' ? service.poolId : null;
  const reason = entitlement.access === 'plan' ? null : entitlement.why;
  // Blocked subscribers get no IPv6: nothing would hold them on the payment page.
  const ipv6 = entitlement.access === 'blocked' ? null : ipv6GrantOf(nas.ipv6Mode, service);
  const interimIntervalS = staggered(nas.interimIntervalS, service.id);
  const profile = profileOf(service, entitlement, { now, interimIntervalS });
  if (ipv6 === null) return { ok: true, profile, reason, leaseFrom, ipv6, bind };
  const withIpv6 = { ...profile, ipv6: ipv6ProfileOf(ipv6, service.ipAssignment === 'Subnet') };
  return { ok: true, profile: withIpv6, reason, leaseFrom, ipv6, bind };
}

function refuse(reason: string): Decision {
  return { ok: false, reason };
}

function macRefusal(service: ServiceFacts, mac: string | null): string | null {
  const { macBind, mac: bound } = service;
  if (macBind === 'No' || (macBind === 'Auto' && (bound === null || sessionLimitOf(service) > 1))) return null;
  if (mac === null) return 'the service is bound to a MAC address, and the NAS sent none';
  return mac === bound ? null : 'the service is bound to another MAC address';
}

function profileOf(
  service: ServiceFacts,
  entitlement: Exclude<Entitlement, { access: 'none' }>,
  { now, interimIntervalS }: { readonly now: number; readonly interimIntervalS: number },
): AccessProfile {
  const { isp, plan, ipAssignment } = service;
  const reduced = { downKbps: isp.npDownKbps, upKbps: isp.npUpKbps };
  if (entitlement.access === 'blocked') {
    const led = { pool: BLOCKED_POOL, addressList: BLOCKED_POOL, redirect: { url: isp.portalUrl } };
    return { ...NOTHING, ...reduced, ...led, interimIntervalS };
  }
  const level = plan.level(service.level);
  const isStatic = ipAssignment === 'StaticIP';
  const isSubnet = ipAssignment === 'Subnet';
  const rates: Rates = entitlement.access === 'reduced' ? reduced : plan.bwMgmt === 'Radius' ? level : NOTHING;
  return {
    downKbps: rates.downKbps,
    upKbps: rates.upKbps,
    burst: rates.burst,
    pool: plan.bwMgmt === 'NAS IP Pool' ? level.pool : null,
    framedIp: isSubnet ? (service.staticIp?.split('/')[0] ?? null) : isStatic ? service.staticIp : null,
    framedBits: isSubnet ? subnetBits(service) : undefined,
    addressList: null,
    sessionTimeoutS: entitlement.until === null ? null : timeoutOf(entitlement.until - now),
    interimIntervalS,
  };
}

/** How many bits the network has that is routed to the subscriber, if it is more than their address. */
function subnetBits({ staticIp }: ServiceFacts): number | undefined {
  const bits = staticIp?.split('/')[1];
  return bits === undefined || bits === '32' ? undefined : Number(bits);
}

type Rates = Pick<AccessProfile, 'downKbps' | 'upKbps' | 'burst'>;

/**
 * Up to a tenth longer, so that sessions which began together, as when a NAS restarts, do not report together for ever. The same
 * for each log-in of a service, in steps of a prime, so that neighbours differ.
 */
function staggered(intervalS: number, serviceId: number): number {
  return intervalS + ((serviceId * 7_919) % (Math.floor(intervalS / 10) + 1));
}

/** RouterOS rejects a longer Session-Timeout. The subscriber then logs in again. */
const MAX_SESSION_TIMEOUT_S = 21_474_720;

/** Rounded down, so that the session ends before its access changes. */
function timeoutOf(milliseconds: number): number {
  return Math.min(Math.max(1, Math.floor(milliseconds / 1000)), MAX_SESSION_TIMEOUT_S);
}

const NOTHING: AccessProfile = {
  downKbps: null,
  upKbps: null,
  pool: null,
  framedIp: null,
  addressList: null,
  sessionTimeoutS: null,
  interimIntervalS: null,
};
