import type { Socket } from 'node:dgram';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kernel } from '../core/kernel.ts';
import type { Network } from '../core/network.ts';
import type { Durability } from './accounting/durable-recorder.ts';
import { servicesOnline } from './accounting/record/record.ts';
import { type RunningRecorder, startRecorder } from './accounting/start-recorder.ts';
import type { DynamicClient } from './dynamic/dynamic-client.ts';
import { RadiusNetwork } from './dynamic/radius-network.ts';
import { publishGauges } from './gauges.ts';
import {
  type Access,
  createAccess,
  createAccounting,
  createDynamicClient,
  createPulseWriter,
  createState,
  type DynamicTiming,
  fillState,
  type RadiusContext,
  type State,
} from './parts.ts';
import { openPools } from './pools.ts';
import { createRadiusMetrics } from './server/radius-metrics.ts';
import { UdpServer } from './server/udp-server.ts';
import { UnknownSources } from './server/unknown-sources.ts';
import { bindSockets, type Sockets } from './sockets.ts';
import type { PulseWriter } from './state/pulse/pulse-writer.ts';

export interface RadiusOptions
  extends Pick<Kernel, 'config' | 'log' | 'db' | 'secretsKey' | 'clock' | 'metrics'>,
    DynamicTiming {
  readonly pulseMs?: number;
}

export interface RunningRadius {
  readonly authPort: number;
  readonly acctPort: number;
  readonly network: Network;
  /** All services and open sessions have been read once; until then, those not yet in memory are looked up one by one. */
  isReady(): boolean;
  /** Where accounting records become durable now. */
  durability(): Durability;
  /** Whether an accounting record would be kept now, in the database or in the journal. */
  keepsAccounting(): boolean;
  /** Finishes the requests taken in, within about five seconds. Repeatable. */
  stop(): Promise<void>;
}

/** Opens the RADIUS ports. @throws ConfigError when a port cannot be bound; database errors */
export async function startRadius(options: RadiusOptions): Promise<RunningRadius> {
  const sockets = await bindSockets(options.config.radius);
  try {
    return await start(options, sockets);
  } catch (error) {
    for (const socket of Object.values(sockets)) socket.close();
    throw error;
  }
}

/** The journal of an earlier run is handed to the database before open sessions are read from there. */
async function start(options: RadiusOptions, sockets: Sockets): Promise<RunningRadius> {
  const context = contextOf(options);
  const state = createState(context);
  const recording = await startRecorder({
    ...context,
    accountingPool: context.pools.accountingPool,
    onEnded: (record) => state.openSessions.close(record),
    onReplayed: (records) => state.peers.announceReplayed(servicesOnline(records)),
  });
  await fillState(context, state);
  const parts = serve(context, state, { options, sockets, recording });
  let stopped: Promise<void> | undefined;
  return {
    authPort: sockets.auth.address().port,
    acctPort: sockets.acct.address().port,
    network: networkOf(context, state, parts.dynamic),
    durability: () => recording.state(),
    keepsAccounting: () => recording.accepts(),
    isReady: () => state.sync.loaded && state.openSessions.isComplete && stopped === undefined,
    stop: () => (stopped ??= stop(parts)),
  };
}

function contextOf({ config, log, db, secretsKey, clock, metrics }: RadiusOptions): RadiusContext {
  return {
    config,
    log,
    db,
    secretsKey,
    pools: openPools(db),
    metrics: createRadiusMetrics(metrics),
    now: () => clock.now().getTime(),
  };
}

interface Running {
  readonly state: State;
  readonly recording: RunningRecorder;
  readonly unknownSources: UnknownSources;
  readonly servers: readonly UdpServer[];
  readonly dynamic: DynamicClient;
  readonly access: Access;
  readonly pulseWriter: PulseWriter;
}

interface Inputs {
  readonly options: RadiusOptions;
  readonly sockets: Sockets;
  readonly recording: RunningRecorder;
}

/** Joins the parts and starts to take packets. */
function serve(context: RadiusContext, state: State, { options, sockets, recording }: Inputs): Running {
  const { metrics, log, now } = context;
  const { directory, openSessions, pulse } = state;
  const unknownSources = new UnknownSources(directory);
  const server = (socket: Socket) => new UdpServer({ socket, directory, unknownSources, metrics, log, now });
  const [authServer, acctServer] = [server(sockets.auth), server(sockets.acct)];
  const dynamic = createDynamicClient(context, state, { ...options, socket: sockets.dynamic });
  const accounting = createAccounting(context, state, { server: acctServer, recording, dynamic });
  const access = createAccess(context, state, authServer);
  const servers = [authServer, acctServer];
  publishGauges(metrics, { directory, openSessions, pulse, accounting, authLog: access.authLog, servers });
  authServer.serve(access.handler);
  acctServer.serve(accounting);
  const pulseWriter = createPulseWriter(context, state, options.pulseMs);
  return { state, recording, unknownSources, servers, dynamic, access, pulseWriter };
}

function networkOf({ db, now }: RadiusContext, { directory, sync }: State, client: DynamicClient): Network {
  return new RadiusNetwork({
    db,
    directory,
    client,
    now,
    isReady: () => sync.loaded,
    caughtUp: () => sync.caughtUp(),
  });
}

const FINISH_MS = 3_500;
const FLUSH_MS = 1_000;

/** Pending requests are answered first; the sockets close last, since answers leave through them. */
async function stop({
  state,
  recording,
  unknownSources,
  servers,
  dynamic,
  access,
  pulseWriter,
}: Running): Promise<void> {
  for (const server of servers) server.stopReading();
  await waitUntil(() => servers.every(({ pending }) => pending === 0), FINISH_MS);
  await Promise.race([
    Promise.all([access.authLog.stop(), access.binder.stop(), unknownSources.stop(), pulseWriter.stop()]),
    sleep(FLUSH_MS),
  ]);
  access.leases.stop();
  access.prefixLeases.stop();
  await recording.stop();
  await Promise.all([state.sync.stop(), state.peers.stop()]);
  await Promise.all([...servers.map((server) => server.close()), dynamic.close()]);
}

async function waitUntil(done: () => boolean, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (!done() && performance.now() < end) await sleep(5);
}
