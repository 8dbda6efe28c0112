import type { DryLogin, LoginExplanation, PrefixExplanation } from '../../core/network/network.ts';
import type { AccessCause } from '../../core/vocabulary/access.ts';
import type { Tx } from '../../db/tx.ts';
import { describeAttributes } from '../protocol/dictionary/describe.ts';
import { Attribute } from '../protocol/packet/attribute.ts';
import { AttributeWriter } from '../protocol/packet/attribute-writer.ts';
import { readFacts } from '../state/directory/facts.ts';
import type { Nas } from '../state/directory/nas.ts';
import type { ServiceFacts } from '../state/directory/service.ts';
import { readTimeUsed } from '../state/time/read-time-used.ts';
import { readVolumeLeft } from '../state/volume/read-volume.ts';
import { ownAttributes, sharedAttributes, tellsVolume } from './accept-attributes.ts';
import { authorise } from './authorise.ts';
import { type Entitlement, entitlementOf } from './entitlement.ts';
import { missingPools, type PrefixSource } from './ipv6.ts';
import { endingWithin, limitsTime, TIME_IS_UP, timeLeft } from './time-limit.ts';
import type { AccessProfile } from './vendors/profile.ts';

interface LoginQuestion {
  readonly login: DryLogin;
  readonly nas: Nas | undefined;
  readonly now: number;
}

const NOTHING = {
  ...{ downKbps: null, upKbps: null, leaseFrom: null, nasPool: null, address: null },
  ...{ framed: null, delegated: null },
} as const;

/** What `authorise` decides about a login with the right password, in words. Null if the service or the NAS does not exist. */
export async function explainLogin(tx: Tx, { login, nas, now }: LoginQuestion): Promise<LoginExplanation | null> {
  const service = await readFacts(tx, login.serviceId);
  if (!service || !nas) return null;
  const decision = authorise({ service, nas, mac: login.mac, now });
  const entitlement = entitlementOf(service, now);
  if (!decision.ok) {
    const { reason } = decision;
    return denied(reason, entitlement.access !== 'plan' && entitlement.why === reason ? entitlement.cause : null);
  }
  const { leaseFrom } = decision;
  const timed = await withTime(tx, { service, nas, profile: decision.profile }, now);
  if (timed === null) return denied(TIME_IS_UP, null);
  const profile = await withVolume(tx, { service, nas, profile: timed });
  const own = ownAttributes(profile, { nas, sessionClass: '', now, chargeable: null, authentication: Buffer.alloc(0) });
  const attributes = describeAttributes(Buffer.concat([sharedAttributes(nas, profile), own]));
  const { downKbps, upKbps } = profile;
  const less = decision.reason ?? levelReason(service);
  // Who is blocked gets no IPv6 at all.
  const missing = decision.ipv6 === null ? null : missingPools(nas.ipv6Mode, service);
  const reason = less !== null && missing !== null ? `${less}; ${missing}` : (less ?? missing);
  return {
    ...{
      access: entitlement.access,
      reason,
      cause: causeOf(entitlement, service),
      downKbps,
      upKbps,
      leaseFrom,
      nasPool: profile.pool,
      address: profile.framedIp,
    },
    framed: explained(decision.ipv6?.framed ?? null),
    delegated: explained(decision.ipv6?.delegated ?? null),
    attributes: attributes.filter(([name]) => name !== 'Class'),
  };
}

interface Granted {
  readonly service: ServiceFacts;
  readonly nas: Nas;
  readonly profile: AccessProfile;
}

function denied(reason: string, cause: LoginExplanation['cause']): LoginExplanation {
  const reply = new AttributeWriter().text(Attribute.ReplyMessage, reason).bytes();
  return { ...NOTHING, access: 'none', reason, cause, attributes: describeAttributes(reply) };
}

/** As a log-in asks for it (`access/time-limit.ts`); null: there is none left. */
async function withTime(tx: Tx, { service, profile }: Granted, now: number): Promise<AccessProfile | null> {
  if (!limitsTime(service, profile)) return profile;
  const used = await readTimeUsed(tx, [service.id], new Date(now));
  const left = timeLeft(service, used.get(service.id) ?? 0);
  return left < 1 ? null : endingWithin(profile, left);
}

/** As a log-in asks for it (`access/volume-limit.ts`). */
async function withVolume(tx: Tx, { service, nas, profile }: Granted): Promise<AccessProfile> {
  if (!tellsVolume(nas, profile)) return profile;
  const volumes = await readVolumeLeft(tx, [service.id]);
  return { ...profile, volumeBytes: volumes.get(service.id) };
}

function explained(source: PrefixSource): PrefixExplanation | null {
  if (source === null) return null;
  if (source.from === 'static') return { prefix: source.prefix, poolId: null, pool: null };
  return { prefix: null, poolId: source.from === 'lease' ? source.poolId : null, pool: source.name };
}

function causeOf(entitlement: Entitlement, { level }: ServiceFacts): AccessCause | null {
  if (entitlement.access !== 'plan') return entitlement.cause;
  return level === 1 ? null : 'volume';
}

function levelReason({ level }: ServiceFacts): string | null {
  return level === 1 ? null : `the data volume of bandwidth level ${level - 1} is used up`;
}
