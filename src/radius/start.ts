import type { Socket } from 'node:dgram';
import type { Kernel } from '../core/kernel.ts';
import type { Network } from '../core/network.ts';
import { AccessHandler } from './access/access-handler.ts';
import { Admission } from './access/admission.ts';
import { LoginAnswers } from './access/answers.ts';
import { AuthLog } from './access/auth-log.ts';
import { MacBinder } from './access/mac-binder.ts';
import { AccountingHandler } from './accounting/accounting-handler.ts';
import type { Durability } from './accounting/durable-recorder.ts';
import { OutdatedGrants } from './accounting/outdated-grants.ts';
import { startRecorder } from './accounting/start-recorder.ts';
import { EapServer } from './authentication/eap/eap-server.ts';
import { DynamicClient } from './dynamic/dynamic-client.ts';
import { RadiusNetwork } from './dynamic/radius-network.ts';
import { openPools } from './pools.ts';
import { createRadiusMetrics, type RadiusMetrics } from './server/radius-metrics.ts';
import { bindUdp } from './server/udp.ts';
import { UdpServer } from './server/udp-server.ts';
import { UnknownSources } from './server/unknown-sources.ts';
import { Directory } from './state/directory/directory.ts';
import { DirectorySync } from './state/directory/directory-sync.ts';
import { ServiceLookup } from './state/directory/service-lookup.ts';
import { Leases } from './state/leases/leases.ts';
import { OpenSessions } from './state/sessions/open-sessions.ts';
import { PeerNodes } from './state/sessions/peer-nodes.ts';
import { readOpenSessions } from './state/sessions/read-open-sessions.ts';
import { SessionVerifier } from './state/sessions/session-verifier.ts';

export interface RadiusOptions extends Pick<Kernel, 'config' | 'log' | 'db' | 'secretsKey' | 'clock' | 'metrics'> {
  /** How long each transmission of a Disconnect- or CoA-Request waits for an answer. */
  readonly dynamicWaitsMs?: readonly number[];
  /** How long a NAS that answers none of them is left alone. */
  readonly dynamicRestMs?: number;
}

export interface RunningRadius {
  readonly authPort: number;
  readonly acctPort: number;
  readonly network: Network;
  /** All services have been read once; until then those that are not in memory yet are asked for one by one. */
  isReady(): boolean;
  /** Where accounting records become durable now. */
  durability(): Durability;
  /** Finishes what was taken in, within about five seconds. Repeatable. */
  stop(): Promise<void>;
}

/** Opens the RADIUS ports. @throws ConfigError when a port cannot be had, or what the database says */
export async function startRadius(options: RadiusOptions): Promise<RunningRadius> {
  const sockets = await bindAll(options.config.radius);
  try {
    return await start(options, sockets);
  } catch (error) {
    for (const socket of Object.values(sockets)) socket.close();
    throw error;
  }
}

interface Sockets {
  readonly auth: Socket;
  readonly acct: Socket;
  readonly dynamic: Socket;
}

async function bindAll({ address, authPort, acctPort }: RadiusOptions['config']['radius']): Promise<Sockets> {
  const auth = await bindUdp(address, authPort, 'RADIUS_AUTH_PORT');
  try {
    const acct = await bindUdp(address, acctPort, 'RADIUS_ACCT_PORT');
    return { auth, acct, dynamic: await bindUdp(address, 0, 'BIND_ADDRESS') };
  } catch (error) {
    auth.close();
    throw error;
  }
}

async function start(options: RadiusOptions, sockets: Sockets): Promise<RunningRadius> {
  const { db, log, secretsKey, clock } = options;
  const now = () => clock.now().getTime();
  const metrics = createRadiusMetrics(options.metrics);
  const { pool, accountingPool, leasePool } = openPools(db);
  const directory = new Directory({ pool, secretsKey, log });
  const follower = new DirectorySync(directory);
  const online = new OpenSessions();
  let accounting: AccountingHandler | undefined;
  const recording = await startRecorder({
    ...{ config: options.config, accountingPool, metrics, log },
    onEnded: (record) => accounting?.ended(record),
  });
  await follower.start(db);
  const others = new PeerNodes({ pool, online, log, now });
  await others.start(db);
  await readOpenSessions(pool, online);
  const unknown = new UnknownSources(directory);
  const at = { directory, unknown, metrics, log, now };
  const authDoor = new UdpServer({ ...at, socket: sockets.auth });
  const acctDoor = new UdpServer({ ...at, socket: sockets.acct });
  const authLog = new AuthLog(pool, metrics, log);
  const binder = new MacBinder(pool, directory.services, log);
  const dynamic = new DynamicClient({
    socket: sockets.dynamic,
    addresses: options.config.nasAddresses,
    directory,
    metrics,
    log,
    now,
    ...(options.dynamicWaitsMs ? { waitsMs: options.dynamicWaitsMs } : {}),
    ...(options.dynamicRestMs ? { restMs: options.dynamicRestMs } : {}),
  });
  accounting = new AccountingHandler(acctDoor, recording.recorder, {
    ...{ pool, directory, online, others, metrics, log },
    grants: new OutdatedGrants({ pool, directory, log }),
    disconnect: (session) => {
      dynamic
        .disconnect({ ...session, framedIp: null }, false)
        .catch((err) => log.error({ err }, 'failed to disconnect a session that another session has replaced'));
    },
  });
  const answers = new LoginAnswers({ door: authDoor, authLog, metrics, log });
  const verifier = new SessionVerifier(pool, online);
  const leases = new Leases(leasePool);
  const admission = new Admission(answers, { directory, online, others, verifier, leases, binder });
  const misses = new ServiceLookup(directory);
  const eap = new EapServer(secretsKey);
  const login = new AccessHandler({ answers, admission, directory, misses, eap, pool, log });
  publishGauges(metrics, { directory, online, accounting, authLog, doors: [authDoor, acctDoor] });
  authDoor.open(login);
  acctDoor.open(accounting);
  const stop = async (): Promise<void> => {
    authDoor.stopReading();
    acctDoor.stopReading();
    await atMost(FINISH_MS, () => authDoor.underWay + acctDoor.underWay === 0);
    await Promise.race([Promise.all([authLog.stop(), binder.stop(), unknown.stop()]), pause(FLUSH_MS)]);
    leases.stop();
    await recording.stop();
    await Promise.all([follower.stop(), others.stop()]);
    await Promise.all([authDoor.close(), acctDoor.close(), dynamic.close()]);
  };
  let stopped: Promise<void> | undefined;
  return {
    authPort: sockets.auth.address().port,
    acctPort: sockets.acct.address().port,
    network: new RadiusNetwork({
      ...{ db, directory, client: dynamic, now },
      isReady: () => follower.loaded,
      caughtUp: () => follower.caughtUp(),
    }),
    durability: () => recording.state(),
    isReady: () => follower.loaded && stopped === undefined,
    stop: () => (stopped ??= stop()),
  };
}

interface Measured {
  readonly directory: Directory;
  readonly online: OpenSessions;
  readonly accounting: AccountingHandler;
  readonly authLog: AuthLog;
  readonly doors: readonly UdpServer[];
}

function publishGauges(metrics: RadiusMetrics, { directory, online, accounting, authLog, doors }: Measured): void {
  metrics.gauge('lastmile_radius_services', 'Services in memory', () => directory.services.size);
  metrics.gauge('lastmile_radius_nases', 'NASes in memory', () => directory.nasCount);
  metrics.gauge('lastmile_radius_open_sessions', 'Services that are online', () => online.size);
  metrics.gauge('lastmile_radius_accounting_queue', 'Accounting records that wait', () => accounting.depth);
  metrics.gauge('lastmile_radius_auth_log_queue', 'Answers that wait for the log', () => authLog.depth);
  metrics.gauge('lastmile_radius_remembered_requests', 'Requests whose retransmission would be recognised', () =>
    doors.reduce((sum, { remembered }) => sum + remembered, 0),
  );
}

const FINISH_MS = 3_500;
const FLUSH_MS = 1_000;

async function atMost(milliseconds: number, done: () => boolean): Promise<void> {
  const end = performance.now() + milliseconds;
  while (!done() && performance.now() < end) await pause(5);
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds));
}
