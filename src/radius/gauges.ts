import { REJECT_KINDS } from '../areas/network/series/vocabulary.ts';
import type { AuthLog } from './access/auth-log.ts';
import type { TlsLogins } from './access/eap/tls-logins.ts';
import type { AccountingHandler } from './accounting/accounting-handler.ts';
import { NasTraffic } from './server/nas-traffic.ts';
import type { RadiusMetrics } from './server/radius-metrics.ts';
import type { Directory } from './state/directory/directory.ts';
import type { Pulse } from './state/pulse/pulse.ts';
import type { OpenSessions } from './state/sessions/open-sessions.ts';

export interface GaugeSources {
  readonly directory: Directory;
  readonly openSessions: OpenSessions;
  readonly pulse: Pulse;
  readonly accounting: AccountingHandler;
  readonly authLog: AuthLog;
  readonly tlsLogins: TlsLogins | undefined;
  readonly servers: readonly { readonly remembered: number }[];
}

/** Sizes, queue lengths and counts that are kept elsewhere, read when metrics are collected. */
export function publishGauges(metrics: RadiusMetrics, sources: GaugeSources): void {
  const { directory, openSessions, pulse, accounting, authLog, tlsLogins, servers } = sources;
  metrics.gauge('lastmile_radius_services', 'Services in memory', () => directory.services.size);
  metrics.gauge('lastmile_radius_identities', 'Identities of services in memory', () => directory.identities.size);
  metrics.gauge('lastmile_radius_nases', 'NASes in memory', () => directory.nasCount);
  metrics.gauge(
    'lastmile_radius_unreadable_secrets',
    'NASes whose packets this node drops because it cannot decrypt their secret',
    () => directory.unreadableNasCount,
  );
  metrics.gauge(
    'lastmile_radius_open_sessions',
    'Open sessions and accepted log-ins, one per line',
    () => openSessions.held.size,
  );
  metrics.gauge('lastmile_radius_accounting_queue', 'Accounting records waiting to be stored', () => accounting.depth);
  metrics.gauge(
    'lastmile_radius_auth_log_queue',
    'Answers waiting to be written to the authentication log',
    () => authLog.depth,
  );
  metrics.gauge(
    'lastmile_radius_eap_conversations',
    'EAP conversations with TLS in progress',
    () => tlsLogins?.open ?? 0,
  );
  metrics.gauge('lastmile_radius_remembered_requests', 'Requests remembered to recognise retransmissions', () =>
    servers.reduce((sum, { remembered }) => sum + remembered, 0),
  );
  metrics.counters(
    { name: 'lastmile_radius_rejects_total', help: 'Rejected log-ins by kind of reason', labelNames: ['reason'] },
    () => REJECT_KINDS.map((reason, kind) => ({ labels: { reason }, value: pulse.rejected[kind] ?? 0 })),
  );
  publishNasTraffic(metrics, directory);
}

function publishNasTraffic(metrics: RadiusMetrics, directory: Directory): void {
  const traffic = new NasTraffic(() => directory.nases());
  const labelNames = ['nas', 'nas_id', 'isp'] as const;
  metrics.gauges(
    {
      name: 'lastmile_radius_nas_packets_per_second',
      help: 'Packets per second of the ten NASes that send the most',
      labelNames,
    },
    () => traffic.read().packets,
  );
  metrics.gauges(
    {
      name: 'lastmile_radius_nas_dropped_packets_per_second',
      help: 'Packets per second with a wrong secret, of the ten NASes that send the most of them',
      labelNames,
    },
    () => traffic.read().dropped,
  );
}
