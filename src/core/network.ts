/**
 * What the business needs of the network, implemented by the RADIUS room and joined in `main.ts`. Areas know no packets.
 */

/** A live session as dynamic authorization addresses it (RFC 5176 section 3). */
export interface SessionAddress {
  readonly nasId: number;
  readonly username: string;
  readonly acctSessionId: string | null;
  readonly framedIp: string | null;
}

/**
 * How a NAS took a request: acknowledged, refused with a reason, or silent through every retransmission. One that has been
 * silent several times is left alone, for `restMs` by whoever has more for it.
 */
export type NetworkOutcome =
  | { readonly result: 'acknowledged' }
  | { readonly result: 'refused'; readonly reason: string }
  | { readonly result: 'silent'; readonly restMs?: number };

/** A login that nobody makes: its password is taken for right. */
export interface DryLogin {
  readonly serviceId: number;
  readonly nasId: number;
  /** `aa:bb:cc:dd:ee:ff`, if the NAS says one. */
  readonly mac: string | null;
}

/** What the rules say to a login, by the database as it is now. */
export interface LoginExplanation {
  /** `none` is refused. */
  readonly access: 'plan' | 'reduced' | 'blocked' | 'none';
  /** The rule that grants less than the plan at its first level; null when none does. */
  readonly reason: string | null;
  readonly downKbps: number | null;
  readonly upKbps: number | null;
  /** The pool of ours that the address would be leased from. */
  readonly leaseFrom: number | null;
  /** Of the answer, as its NAS reads them, without what differs at each login. */
  readonly attributes: readonly (readonly [name: string, value: string])[];
}

export interface Network {
  /**
   * Disconnect-Request for one session. Never throws for what a NAS does. `insists`: even a NAS that has been silent is
   * asked.
   */
  disconnect(session: SessionAddress, options?: { readonly insists: boolean }): Promise<NetworkOutcome>;
  /**
   * Brings the live sessions of a service to what the database entitles it to now: by CoA, or by Disconnect where the NAS
   * cannot change what differs or does not take the CoA. Acknowledged also where there is nothing to do; else the first
   * outcome that is not. Never throws for what a NAS does.
   */
  refresh(serviceId: number): Promise<NetworkOutcome>;
  /** The services with a live session that does not have what they are entitled to. */
  drifted(): Promise<readonly number[]>;
  /** What a login would be answered. Nothing is changed; null where service or NAS are gone. */
  explain(login: DryLogin): Promise<LoginExplanation | null>;
  /**
   * Resolves when the RADIUS of this node judges packets by everything that was committed before the call. After a second
   * it resolves all the same, and at once where notifications do not arrive.
   */
  caughtUp(): Promise<void>;
}

/** Where there are no NASes. */
export const NO_NETWORK: Network = {
  disconnect: async () => ({ result: 'silent' }),
  refresh: async () => ({ result: 'acknowledged' }),
  drifted: async () => [],
  explain: async () => null,
  caughtUp: async () => undefined,
};
