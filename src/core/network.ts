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

/** How a NAS took a request: acknowledged, refused with a reason, or silent through every retransmission. */
export type NetworkOutcome =
  | { readonly result: 'acknowledged' }
  | { readonly result: 'refused'; readonly reason: string }
  | { readonly result: 'silent' };

export interface Network {
  /** Disconnect-Request for one session. Never throws for what a NAS does. */
  disconnect(session: SessionAddress): Promise<NetworkOutcome>;
  /**
   * Brings the live sessions of a service to what the database entitles it to now: by CoA, or by Disconnect where the NAS
   * cannot change what differs or does not take the CoA. Acknowledged also where there is nothing to do; else the first
   * outcome that is not. Never throws for what a NAS does.
   */
  refresh(serviceId: number): Promise<NetworkOutcome>;
  /** The services with a live session that does not have what they are entitled to. */
  drifted(): Promise<readonly number[]>;
}
