import type { Logger } from '../../../config/log.ts';
import type { Contents } from '../tls-credentials.ts';
import type { RadSecConnections } from './connections.ts';
import { revokedSerials } from './revocation-list.ts';

interface RevocationOptions {
  readonly connections: RadSecConnections;
  readonly log: Pick<Logger, 'warn' | 'error'>;
  /** How long a handshake may last. */
  readonly handshakeMs: number;
}

/**
 * Cuts off the connections whose certificate is in new revocation lists. A serial number is one authority's only, so that of another
 * may be cut off too: it comes back at once, and then the TLS library decides.
 */
export class Revocation {
  readonly #options: RevocationOptions;
  #late: NodeJS.Timeout | undefined;

  constructor(options: RevocationOptions) {
    this.#options = options;
  }

  /** Handshakes that began with the old lists are looked at when the last of them is over. */
  apply({ crl }: Contents): void {
    this.stop();
    if (crl === undefined) return;
    const { log, handshakeMs } = this.#options;
    try {
      const serials = revokedSerials(String(crl));
      this.#cutOff(serials);
      this.#late = setTimeout(() => this.#cutOff(serials), handshakeMs).unref();
    } catch (err) {
      log.error({ err }, 'cannot read RADSEC_CRL; open RadSec connections continue');
    }
  }

  stop(): void {
    clearTimeout(this.#late);
  }

  #cutOff(serials: ReadonlySet<string>): void {
    const { connections, log } = this.#options;
    const count = connections.closeRevoked(serials);
    if (count > 0) log.warn({ count }, 'closed RadSec connections with a revoked certificate');
  }
}
