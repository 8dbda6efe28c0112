import type { Ipv6Mode } from '../../areas/network/nas/vocabulary.ts';
import type { Ip6Pool } from '../state/directory/plan.ts';
import type { ServiceFacts } from '../state/directory/service.ts';
import type { Ipv6Profile } from './vendors/ipv6.ts';

/** Where one prefix of a session comes from; null: it gets none from us. */
export type PrefixSource =
  | { readonly from: 'static'; readonly prefix: string }
  /** A pool of ours. */
  | { readonly from: 'lease'; readonly poolId: number; readonly name: string }
  /** A pool on the NAS, which chooses the prefix. */
  | { readonly from: 'nas'; readonly name: string }
  | null;

/** The IPv6 of a session: for its link (Framed), and for the network of its router (Delegated). */
export interface Ipv6Grant {
  readonly framed: PrefixSource;
  readonly delegated: PrefixSource;
}

type Facts = Pick<ServiceFacts, 'ip6Prefix' | 'pdPrefix' | 'plan'>;

/** What a service gets on a NAS of that mode; null: nothing is sent. A static prefix goes before any pool. */
export function ipv6GrantOf(mode: Ipv6Mode, { ip6Prefix, pdPrefix, plan }: Facts): Ipv6Grant | null {
  if (mode === 'off' || mode === 'learn') return null;
  return { framed: sourceOf(mode, ip6Prefix, plan.ip6Pool), delegated: sourceOf(mode, pdPrefix, plan.pdPool) };
}

function sourceOf(mode: 'prefix' | 'pool', prefix: string | null, pool: Ip6Pool | null): PrefixSource {
  if (prefix !== null) return { from: 'static', prefix };
  if (pool === null) return null;
  if (mode === 'pool') return { from: 'nas', name: pool.name };
  return pool.id === null ? null : { from: 'lease', poolId: pool.id, name: pool.name };
}

/** Why a NAS that is sent prefixes gets fewer than the plan says: it names pools that only other NASes have; null: it does not. */
export function missingPools(mode: Ipv6Mode, { ip6Prefix, pdPrefix, plan }: Facts): string | null {
  if (mode !== 'prefix') return null;
  const wanted = [ip6Prefix === null ? plan.ip6Pool : null, pdPrefix === null ? plan.pdPool : null];
  const missing = wanted.flatMap((pool) => (pool !== null && pool.id === null ? [pool.name] : []));
  return missing.length === 0 ? null : missing.map((name) => `there is no IPv6 pool ${name}`).join('; ');
}

/** The attributes that need no lease. */
export function ipv6ProfileOf({ framed, delegated }: Ipv6Grant, routesDelegated: boolean): Ipv6Profile {
  return {
    framedPrefix: framed?.from === 'static' ? framed.prefix : null,
    delegatedPrefix: delegated?.from === 'static' ? delegated.prefix : null,
    framedPool: framed?.from === 'nas' ? framed.name : null,
    delegatedPool: delegated?.from === 'nas' ? delegated.name : null,
    routesDelegated,
  };
}

/** As a text that differs when the session must begin anew. */
export function ipv6GrantText({ framed, delegated }: Ipv6Grant): string {
  return `${sourceText(framed)} ${sourceText(delegated)}`;
}

function sourceText(source: PrefixSource): string {
  if (source === null) return '-';
  if (source.from === 'static') return source.prefix;
  return source.from === 'lease' ? `pool:${source.poolId}` : `nas:${source.name}`;
}
