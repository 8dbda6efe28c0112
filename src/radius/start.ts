import type { Socket } from 'node:dgram';
import type { Server } from 'node:net';
import type { Kernel } from '../core/kernel.ts';
import type { Network } from '../core/network/network.ts';
import type { Durability } from './accounting/durable-recorder.ts';
import { servicesOnline } from './accounting/record/record.ts';
import { type RunningRecorder, startRecorder } from './accounting/start-recorder.ts';
import { TransferCounter } from './accounting/transfer-counter.ts';
import { createDynamic, type DynamicTiming, networkOf } from './dynamic-parts.ts';
import { publishGauges } from './gauges.ts';
import {
  createAccess,
  createAccounting,
  createPulseWriter,
  createState,
  createTrafficWriter,
  fillState,
  type RadiusContext,
  type State,
} from './parts.ts';
import { openPools } from './pools.ts';
import { EapContexts } from './server/eap-contexts.ts';
import { createRadiusMetrics } from './server/radius-metrics.ts';
import { RadSecServer, type RadSecTiming } from './server/radsec/radsec-server.ts';
import { TlsCredentials } from './server/tls-credentials.ts';
import { UdpServer } from './server/udp-server.ts';
import { UnknownSources } from './server/unknown-sources.ts';
import { bindSockets, type Sockets } from './sockets.ts';
import { type Running, stop } from './stop.ts';

export interface RadiusOptions
  extends Pick<Kernel, 'config' | 'log' | 'db' | 'secretsKeys' | 'clock' | 'metrics'>,
    DynamicTiming {
  readonly pulseMs?: number;
  readonly radsecTiming?: RadSecTiming;
}

export interface RunningRadius {
  readonly authPort: number;
  readonly acctPort: number;
  /** TCP. Undefined: no RadSec. */
  readonly radsecPort: number | undefined;
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

/**
 * Opens the RADIUS ports. Shared ones only when packets can be answered: until then other nodes have them all.
 * @throws ConfigError when a port cannot be bound; database errors
 */
export async function startRadius(options: RadiusOptions): Promise<RunningRadius> {
  const opened: Sockets[] = [];
  const open = async () => {
    const sockets = await bindSockets(options.config);
    opened.push(sockets);
    return sockets;
  };
  const early = options.config.radius.sharesPorts ? undefined : await open();
  try {
    return await start(options, async () => early ?? (await open()));
  } catch (error) {
    for (const socket of opened.flatMap((sockets) => Object.values(sockets))) socket.close();
    throw error;
  }
}

/** The journal of an earlier run is handed to the database before open sessions are read from there. */
async function start(options: RadiusOptions, open: () => Promise<Sockets>): Promise<RunningRadius> {
  const context = contextOf(options);
  const { credentials, contexts } = await readCertificates(context, options);
  const state = createState(context);
  const recording = await startRecorder({
    ...context,
    accountingPool: context.pools.accountingPool,
    transfers: new TransferCounter({ ...state, planOf: (id) => state.directory.services.planIdOf(id) }),
    onEnded: (record) => state.openSessions.close(record),
    onReplayed: (records) => state.peers.announceReplayed(servicesOnline(records)),
  });
  await fillState(context, state);
  const sockets = await open();
  const parts = await serve(context, state, { options, sockets, recording, credentials, contexts });
  let stopped: Promise<void> | undefined;
  return {
    authPort: sockets.auth.address().port,
    acctPort: sockets.acct.address().port,
    radsecPort: portOf(sockets.radsec),
    network: networkOf(context, state, { client: parts.dynamic.client, hasServices: true }),
    durability: () => recording.state(),
    keepsAccounting: () => recording.accepts(),
    isReady: () => state.sync.loaded && state.openSessions.isComplete && stopped === undefined,
    stop: () => (stopped ??= stop(parts)),
  };
}

/** @throws ConfigError that names the file */
async function readCertificates({ config: { radsec, eap }, log }: RadiusContext, { radsecTiming }: RadiusOptions) {
  const own = { log, ...radsecTiming };
  const credentials = radsec && (await TlsCredentials.read({ use: 'RADSEC', files: radsec.files, ...own }));
  return { credentials, contexts: eap && (await EapContexts.read(eap, own)) };
}

function contextOf({ config, log, db, secretsKeys, clock, metrics }: RadiusOptions): RadiusContext {
  return {
    config,
    log,
    db,
    secretsKeys,
    pools: openPools(db),
    metrics: createRadiusMetrics(metrics),
    now: () => clock.now().getTime(),
  };
}

interface Inputs {
  readonly options: RadiusOptions;
  readonly sockets: Sockets;
  readonly recording: RunningRecorder;
  readonly credentials: TlsCredentials | undefined;
  readonly contexts: EapContexts | undefined;
}

/** Joins the parts and starts to take packets. */
async function serve(context: RadiusContext, state: State, inputs: Inputs): Promise<Running> {
  const { options, sockets, recording } = inputs;
  const { metrics, log, now } = context;
  const { directory, openSessions, pulse } = state;
  const unknownSources = new UnknownSources(directory);
  const server = (socket: Socket) => new UdpServer({ socket, directory, unknownSources, metrics, pulse, log, now });
  const [authServer, acctServer] = [server(sockets.auth), server(sockets.acct)];
  const radsec = createRadSec(context, state, { ...inputs, unknownSources });
  const dynamic = createDynamic(context, state, { ...options, socket: sockets.dynamic, radsec });
  const accounting = createAccounting(context, state, { recording, dynamic: dynamic.client });
  const access = createAccess(context, state, inputs.contexts);
  const servers = [authServer, acctServer, ...(radsec ? [radsec] : [])];
  const { authLog, tlsLogins } = access;
  publishGauges(metrics, { directory, openSessions, pulse, accounting, authLog, tlsLogins, servers });
  await dynamic.relay.start();
  authServer.serve(access.handler);
  acctServer.serve(accounting);
  radsec?.serve([access.handler, accounting]);
  const pulseWriter = createPulseWriter(context, state, options.pulseMs);
  const trafficWriter = createTrafficWriter(context, state);
  await trafficWriter.start(context.db);
  return { state, recording, unknownSources, servers, dynamic, access, pulseWriter, trafficWriter };
}

/** Undefined: the operator has set no certificate. */
function createRadSec(
  { config, metrics, log, now }: RadiusContext,
  { directory, pulse }: State,
  { options, sockets, credentials, unknownSources }: Inputs & { readonly unknownSources: UnknownSources },
): RadSecServer | undefined {
  if (!sockets.radsec || !credentials || !config.radsec) return undefined;
  const { maxConnections, versions } = config.radsec;
  const parts = { directory, unknownSources, metrics, pulse, log, now, ...options.radsecTiming };
  return new RadSecServer({ server: sockets.radsec, credentials, maxConnections, versions, ...parts });
}

function portOf(server: Server | undefined): number | undefined {
  const address = server?.address();
  return typeof address === 'object' ? address?.port : undefined;
}
