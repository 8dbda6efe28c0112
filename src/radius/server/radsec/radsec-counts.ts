import type { RadiusMetrics } from '../radius-metrics.ts';
import type { TlsCredentials } from '../tls-credentials.ts';
import type { Closing } from './connection.ts';
import type { RadSecConnections } from './connections.ts';
import type { RefusalOfPeer } from './peer-identity.ts';
import { VERSIONS } from './version.ts';

/** Why there is no connection: `limit` for too many handshakes or connections, `handshake` for what TLS or the peer refuses. */
export type RefusedConnection = RefusalOfPeer | 'limit' | 'timeout' | 'handshake';

interface Counted {
  readonly connections: RadSecConnections;
  readonly credentials: TlsCredentials;
}

/** Counts connections that are open, by version, and those that were refused and closed, by cause. */
export class RadSecCounts {
  readonly #refused = new Map<RefusedConnection, number>();
  readonly #closed = new Map<Closing | 'peer', number>();

  constructor(metrics: RadiusMetrics, { connections, credentials }: Counted) {
    metrics.gauges(
      { name: 'lastmile_radsec_connections', help: 'Open RadSec connections, by version', labelNames: ['version'] },
      () => VERSIONS.map((version) => ({ labels: { version }, value: connections.countOf(version) })),
    );
    metrics.gauge(
      'lastmile_radsec_certificate_expires_seconds',
      'When the RadSec certificate of the node expires, in Unix time',
      () => credentials.expiresAt / 1000,
    );
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
