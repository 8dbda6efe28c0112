import { ipv6Prefix, text, wholeNumber } from '../../../core/wire/index.ts';

/** What the prefixes of a pool are for: the link to the subscriber, or the network of their router. */
export const IP6_POOL_KINDS = ['Framed', 'Delegated'] as const;
export type Ip6PoolKind = (typeof IP6_POOL_KINDS)[number];

/** No prefix of a subscriber is longer: hosts need 64 bits for their own addresses (RFC 4291 section 2.5.4). */
const LONGEST = 64;
/** A network of fewer bits is nobody's. */
const SHORTEST = 16;
/** A pool is cut into at most 2^32 prefixes. */
export const MAX_INDEX_BITS = 32;

export const ip6PoolName = () => text(64);
export const network = () => ipv6Prefix({ min: SHORTEST, max: LONGEST }, '2001:db8::/40');
export const prefixLength = () => wholeNumber(SHORTEST, LONGEST);
/** Of one subscriber. */
export const subscriberPrefix = (example: string) => ipv6Prefix({ min: SHORTEST, max: LONGEST }, example);
