import { wholeNumber } from '../../../core/wire/index.ts';

/** Whether the requests of a NAS must have a Message-Authenticator. `auto`: once it has sent one. */
export const MESSAGE_AUTHENTICATOR_POLICIES = ['yes', 'no', 'auto'] as const;

/** Maximum rate of one subscriber line in Mbit/s, unless the NAS has another. */
export const LINE_RATE_MBPS = 100_000;
const MAX_LINE_RATE_MBPS = 10_000_000;

/**
 * Where the Disconnect- and CoA-Requests of a NAS go: to the NAS, down its RadSec connection if it has a TLS identity; to its
 * address by UDP in any case; to its proxy.
 */
export const COA_ROUTES = ['nas', 'udp', 'proxy'] as const;

/**
 * How a NAS is named in Disconnect- and CoA-Requests: as it names itself in its packets, and otherwise if it refuses that; by the
 * address that it is registered with; not at all.
 */
export const COA_NAMINGS = ['auto', 'registered', 'none'] as const;
export type CoaNaming = (typeof COA_NAMINGS)[number];

/** What a NAS is named by there since it refused what it calls itself: its NAS-Identifier alone, or nothing. */
export const COA_NAMES = ['identifier', 'none'] as const;

/**
 * How the subscribers of a NAS get IPv6: not at all; by prefixes that are sent; from a pool on the NAS whose name is sent; or in
 * whatever way the NAS does it, and only what it reports is kept.
 */
export const IPV6_MODES = ['off', 'prefix', 'pool', 'learn'] as const;
export type Ipv6Mode = (typeof IPV6_MODES)[number];

export const port = () => wholeNumber(1, 65_535);

export const lineRate = () => wholeNumber(1, MAX_LINE_RATE_MBPS);

/** The limits are the contract's (section 8). */
export const httpPort = () => wholeNumber(1, 65_536);

/** Records may be rounded to seconds and wait; a NAS drops requests of a clock 300 s off (RFC 5176 section 6.3). */
export const CLOCK_TOLERANCE_S = 60;
