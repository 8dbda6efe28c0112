import type { RadiusMetrics } from '../radius-metrics.ts';
import type { Closing } from './connection.ts';
import type { RefusalOfPeer } from './peer-identity.ts';

/** Why there is no connection: `limit` for too many handshakes or connections, `handshake` for what TLS or the peer refuses. */
export type RefusedConnection = RefusalOfPeer | 'limit' | 'timeout' | 'handshake';

/** Counts connections that were refused and closed, by cause. */
export class RadSecCounts {
  readonly #refused = new Map<RefusedConnection, number>();
  readonly #closed = new Map<Closing | 'peer', number>();

  constructor(metrics: RadiusMetrics) {
    metrics.counters(
      {
        name: 'lastmile_radsec_refused_total',
        help: 'RadSec connections that were not accepted, by cause',
        labelNames: ['cause'],
      },
      () => valuesOf(this.#refused),
    );
    metrics.counters(
      { name: 'lastmile_radsec_closed_total', help: 'RadSec connections that ended, by cause', labelNames: ['cause'] },
      () => valuesOf(this.#closed),
    );
  }

  refused(cause: RefusedConnection): void {
    this.#refused.set(cause, (this.#refused.get(cause) ?? 0) + 1);
  }

  closed(cause: Closing | 'peer'): void {
    this.#closed.set(cause, (this.#closed.get(cause) ?? 0) + 1);
  }
}

const valuesOf = (counts: ReadonlyMap<string, number>) =>
  [...counts].map(([cause, value]) => ({ labels: { cause }, value }));
