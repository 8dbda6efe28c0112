import type { Kernel } from '../core/kernel.ts';
import { AccessHandler } from './access/access-handler.ts';
import { Admission } from './access/admission.ts';
import { AuthLog } from './access/auth-log.ts';
import { TlsLogins } from './access/eap/tls-logins.ts';
import { tunnelTypes } from './access/eap/tls-methods.ts';
import { HotspotTickets } from './access/hotspot-tickets.ts';
import { LoginResponder } from './access/login-responder.ts';
import { MacBinder } from './access/mac-binder.ts';
import { ServiceFinder } from './access/service-finder.ts';
import { AccountingHandler } from './accounting/accounting-handler.ts';
import { OutdatedGrants } from './accounting/outdated-grants.ts';
import { SessionTracker } from './accounting/session-tracker.ts';
import type { RunningRecorder } from './accounting/start-recorder.ts';
import { EapServer } from './authentication/eap/eap-server.ts';
import type { DynamicClient } from './dynamic/dynamic-client.ts';
import type { Pools } from './pools.ts';
import type { EapContexts } from './server/eap-contexts.ts';
import type { RadiusMetrics } from './server/radius-metrics.ts';
import { Directory } from './state/directory/directory.ts';
import { DirectorySync } from './state/directory/directory-sync.ts';
import { ServiceLookup } from './state/directory/service-lookup.ts';
import { Leases } from './state/leases/leases.ts';
import { PrefixLeases } from './state/leases/prefix-leases.ts';
import { Pulse } from './state/pulse/pulse.ts';
import { PulseWriter } from './state/pulse/pulse-writer.ts';
import { OpenSessions } from './state/sessions/open-sessions.ts';
import { PeerNodes } from './state/sessions/peer-nodes.ts';
import { SessionVerifier } from './state/sessions/session-verifier.ts';
import { TimeUsed } from './state/time/time-used.ts';
import { Traffic } from './state/traffic/traffic.ts';
import { TrafficWriter } from './state/traffic/traffic-writer.ts';
import { VolumeLeft } from './state/volume/volume-left.ts';

/** What every part is made from. */
export interface RadiusContext extends Pick<Kernel, 'config' | 'log' | 'db' | 'secretsKeys'> {
  readonly pools: Pools;
  readonly metrics: RadiusMetrics;
  /** The time in milliseconds. */
  readonly now: () => number;
}

/** What the database knows, in memory. */
export interface State {
  readonly directory: Directory;
  readonly sync: DirectorySync;
  readonly openSessions: OpenSessions;
  readonly peers: PeerNodes;
  readonly pulse: Pulse;
  readonly traffic: Traffic;
}

export function createState({ pools: { pool }, secretsKeys, log, now }: RadiusContext): State {
  const directory = new Directory({ pool, secretsKeys, log });
  const openSessions = new OpenSessions({
    intervals: (nasId) => directory.nas(nasId)?.interimIntervalS,
    limitOf: (serviceId) => directory.services.sessionLimitOf(serviceId),
  });
  const peers = new PeerNodes({ pool, openSessions, log, now });
  const sync = new DirectorySync(directory, { services: true });
  return { directory, sync, openSessions, peers, pulse: new Pulse(), traffic: new Traffic() };
}

/** Resolves when all but the services and the open sessions has been read; these follow while packets are answered. */
export async function fillState({ db }: RadiusContext, { sync, peers }: State): Promise<void> {
  await sync.start(db);
  await peers.start(db);
}

/** Access-Requests: the handler of their port, and what it writes after its answers. */
export interface Access {
  readonly handler: AccessHandler;
  readonly tlsLogins: TlsLogins | undefined;
  readonly authLog: AuthLog;
  readonly binder: MacBinder;
  readonly leases: Leases;
  readonly prefixLeases: PrefixLeases;
}

/** `contexts`: undefined without a certificate for EAP. */
export function createAccess(context: RadiusContext, state: State, contexts: EapContexts | undefined): Access {
  const { pools, secretsKeys, metrics, log } = context;
  const { pool, leasePool, prefixPool } = pools;
  const { directory, openSessions, peers, pulse } = state;
  const authLog = new AuthLog(pool, metrics, log);
  const binder = new MacBinder(pool, directory.services, log);
  const leases = new Leases(leasePool);
  const prefixLeases = new PrefixLeases(prefixPool);
  const responder = new LoginResponder({ authLog, chargeable: directory.chargeable, pulse, metrics, log });
  const verifier = new SessionVerifier(pool, openSessions);
  const volumes = new VolumeLeft(pool);
  const times = new TimeUsed(pool);
  const admission = new Admission(responder, {
    ...{ directory, openSessions, peers, verifier, leases, prefixLeases, volumes, times, binder },
  });
  const lookup = new ServiceLookup(directory);
  const finder = new ServiceFinder({ directory, lookup });
  const tickets = new HotspotTickets({ pool, secretsKeys, directory, lookup, responder, admission });
  const eap = new EapServer(secretsKeys, tunnelTypes(contexts));
  const { dummyCredential } = eap;
  const tlsLogins = contexts && new TlsLogins({ contexts, responder, admission, directory, finder, dummyCredential });
  const handler = new AccessHandler({
    responder,
    admission,
    directory,
    pulse,
    pool,
    log,
    finder,
    eap,
    tlsLogins,
    tickets,
  });
  return { handler, tlsLogins, authLog, binder, leases, prefixLeases };
}

interface AccountingParts {
  readonly recording: RunningRecorder;
  readonly dynamic: DynamicClient;
}

export function createAccounting(
  { pools: { pool }, metrics, log }: RadiusContext,
  { directory, openSessions, peers, pulse }: State,
  { recording, dynamic }: AccountingParts,
): AccountingHandler {
  const outdatedGrants = new OutdatedGrants({ pool, directory, log });
  return new AccountingHandler({
    recorder: recording.recorder,
    accepts: () => recording.accepts(),
    pool,
    directory,
    pulse,
    metrics,
    log,
    tracker: new SessionTracker({ openSessions, peers, outdatedGrants }),
    disconnect: (session) => {
      dynamic
        .disconnect({ ...session, framedIp: null }, false)
        .catch((err) => log.error({ err }, 'failed to disconnect a session that another session has replaced'));
    },
  });
}

/** `everyMs`: how often counts are written; once a minute by default. */
export function createPulseWriter(
  { pools: { pool }, metrics, log, now }: RadiusContext,
  { pulse }: State,
  everyMs?: number,
): PulseWriter {
  let rate = 0;
  metrics.gauge('lastmile_radius_packets_per_second', 'Requests per second during the last whole minute', () => rate);
  const showRate = (perSecond: number) => {
    rate = perSecond;
  };
  return new PulseWriter({ pulse, pool, log, now, showRate, everyMs });
}

/** Writes what services and plans have transferred. */
export function createTrafficWriter({ pools: { pool }, log, now }: RadiusContext, { traffic }: State): TrafficWriter {
  return new TrafficWriter({ traffic, pool, log, now });
}
