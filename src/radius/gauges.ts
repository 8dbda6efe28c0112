import type { AuthLog } from './access/auth-log.ts';
import type { AccountingHandler } from './accounting/accounting-handler.ts';
import type { RadiusMetrics } from './server/radius-metrics.ts';
import type { UdpServer } from './server/udp-server.ts';
import type { Directory } from './state/directory/directory.ts';
import type { OpenSessions } from './state/sessions/open-sessions.ts';

export interface GaugeSources {
  readonly directory: Directory;
  readonly openSessions: OpenSessions;
  readonly accounting: AccountingHandler;
  readonly authLog: AuthLog;
  readonly servers: readonly UdpServer[];
}

/** Sizes and queue lengths, read when metrics are collected. */
export function publishGauges(metrics: RadiusMetrics, sources: GaugeSources): void {
  const { directory, openSessions, accounting, authLog, servers } = sources;
  metrics.gauge('lastmile_radius_services', 'Services in memory', () => directory.services.size);
  metrics.gauge('lastmile_radius_nases', 'NASes in memory', () => directory.nasCount);
  metrics.gauge('lastmile_radius_open_sessions', 'Services that are online', () => openSessions.size);
  metrics.gauge('lastmile_radius_accounting_queue', 'Accounting records waiting to be stored', () => accounting.depth);
  metrics.gauge(
    'lastmile_radius_auth_log_queue',
    'Answers waiting to be written to the authentication log',
    () => authLog.depth,
  );
  metrics.gauge('lastmile_radius_remembered_requests', 'Requests whose retransmission would be recognised', () =>
    servers.reduce((sum, { remembered }) => sum + remembered, 0),
  );
}
