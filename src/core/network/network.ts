import type { AccessCause } from '../vocabulary/access.ts';
/** What the areas need from the network: implemented in `radius/dynamic`, connected in `node.ts`. Areas know no packets. */

/** A live session as dynamic authorization addresses it (RFC 5176 section 3). */
export interface SessionAddress {
  readonly nasId: number;
  readonly username: string;
  readonly acctSessionId: string | null;
  readonly framedIp: string | null;
}

/** What a NAS gave as its reason: an Error-Cause (RFC 5176 section 3.5), if it gave one; the outcome's `reason` has all of it in words. */
export interface Nak {
  readonly cause: number | null;
}

/**
 * The NAS's response to a request: an ACK, a NAK with its reason, or none despite retransmissions. After several requests
 * without a response the NAS gets a pause: retry after `retryAfterMs`.
 */
export type NetworkOutcome =
  | { readonly result: 'acknowledged' }
  | { readonly result: 'refused'; readonly reason: string; readonly nak?: Nak }
  | { readonly result: 'silent'; readonly retryAfterMs?: number };

/** A hypothetical login with the right password. */
export interface DryLogin {
  readonly serviceId: number;
  readonly nasId: number;
  /** `aa:bb:cc:dd:ee:ff`, if the NAS sends one. */
  readonly mac: string | null;
}

/** Where an IPv6 prefix would come from: a static one, a pool of ours (with its id), or a pool on the NAS. */
export interface PrefixExplanation {
  readonly prefix: string | null;
  readonly poolId: number | null;
  readonly pool: string | null;
}

/** How a login would be decided now. */
export interface LoginExplanation {
  /** `none`: the login is rejected. */
  readonly access: 'plan' | 'reduced' | 'blocked' | 'none';
  /** The rule that grants less than level 1 of the plan; null if none does. */
  readonly reason: string | null;
  /** That rule, if it is one about the service and not about the NAS or the device. */
  readonly cause: AccessCause | null;
  readonly downKbps: number | null;
  readonly upKbps: number | null;
  /** The id of the IP pool that the address would be leased from. */
  readonly leaseFrom: number | null;
  /** The name of the pool on the NAS that the address would be from. */
  readonly nasPool: string | null;
  /** The IPv4 address that the service always gets. */
  readonly address: string | null;
  /** The IPv6 prefixes of the link, and delegated; null: none is sent. */
  readonly framed: PrefixExplanation | null;
  readonly delegated: PrefixExplanation | null;
  /** The attributes of the Access-Accept in the NAS's notation, without those that differ at each login. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

/** A rate, and the one that an open session is changed to. */
export interface RateQuestion {
  /** One of `areas/network/nas/vendors.ts`. */
  readonly vendor: string;
  readonly rateTemplate: string | null;
  /** Of the plan. */
  readonly burst?: string | undefined;
  /** Where a blocked subscriber is led (`Redirect` of `radius/policy/vendors`). */
  readonly redirect: { readonly url: string; readonly template: string | null };
  readonly from: Rates;
  readonly to: Rates;
}

/** In kbit/s; 0 is no limit. */
interface Rates {
  readonly downKbps: number;
  readonly upKbps: number;
}

type AttributeLines = readonly (readonly [name: string, value: string])[];

/** The attributes of an Access-Accept, and how an open session is changed. */
export interface RatePreview {
  readonly login: AttributeLines;
  /** Of a blocked subscriber. */
  readonly redirect: AttributeLines;
  readonly change: { readonly by: 'nothing' | 'coa' | 'disconnect'; readonly attributes: AttributeLines };
}

export interface Network {
  /**
   * Sends a Disconnect-Request for one session. Never throws because of a NAS. `evenIfPaused`: send it even during the
   * pause of the NAS.
   */
  disconnect(session: SessionAddress, options?: { readonly evenIfPaused: boolean }): Promise<NetworkOutcome>;
  /**
   * Gives the live sessions of a service the access that the database grants it now: by CoA, or by Disconnect if the NAS
   * cannot change the difference or does not acknowledge the CoA. Returns `acknowledged`, even if there is nothing to do, or
   * the first other outcome. Never throws because of a NAS.
   */
  refresh(serviceId: number): Promise<NetworkOutcome>;
  /**
   * Those of the services whose live sessions are all on NASes that answer nothing now, and are left alone: in how many
   * milliseconds to try again.
   */
  paused(serviceIds: readonly number[]): Promise<ReadonlyMap<number, number>>;
  /** The ids of services with a live session whose access is not what the database grants. */
  drifted(signal?: AbortSignal): Promise<readonly number[]>;
  /** Decides a login without any effect. Null if the service or the NAS does not exist. */
  explain(login: DryLogin): Promise<LoginExplanation | null>;
  /** What a NAS of a vendor would be sent for a rate. */
  previewRate(question: RateQuestion): RatePreview;
  /**
   * Resolves with true when this node has handled all notifications of what was committed before the call, so that RADIUS uses
   * it; with false after a second, and at once if there is no notification connection.
   */
  caughtUp(): Promise<boolean>;
}

/** A network without NASes. */
export const NO_NETWORK: Network = {
  disconnect: async () => ({ result: 'silent' }),
  refresh: async () => ({ result: 'acknowledged' }),
  paused: async () => new Map(),
  drifted: async () => [],
  explain: async () => null,
  previewRate: () => ({ login: [], redirect: [], change: { by: 'nothing', attributes: [] } }),
  caughtUp: async () => false,
};
