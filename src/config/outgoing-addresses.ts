import { isOfTheInternet } from './ip-address.ts';
import type { Networks } from './networks.ts';

/** Which addresses a node may call for a tenant, who says where it calls. */
export class OutgoingAddresses {
  readonly #allowed: Networks;

  /** @param allowed the operator's exceptions (`OUTGOING_ALLOWED_NETWORKS`) */
  constructor(allowed: Networks) {
    this.#allowed = allowed;
  }

  /** Is it an exception of the operator? Such a host may be called without TLS. */
  isAllowed(address: string): boolean {
    return this.#allowed.check(address);
  }

  isReachable(address: string): boolean {
    return this.isAllowed(address) || isOfTheInternet(address);
  }
}
