import { setTimeout as sleep } from 'node:timers/promises';
import type { RunningRecorder } from './accounting/start-recorder.ts';
import type { Dynamic } from './dynamic-parts.ts';
import type { Access, State } from './parts.ts';
import type { RadSecServer } from './server/radsec/radsec-server.ts';
import type { UdpServer } from './server/udp-server.ts';
import type { UnknownSources } from './server/unknown-sources.ts';
import type { PulseWriter } from './state/pulse/pulse-writer.ts';
import type { TrafficWriter } from './state/traffic/traffic-writer.ts';

/** The parts that have to be stopped. */
export interface Running {
  readonly state: State;
  readonly recording: RunningRecorder;
  readonly unknownSources: UnknownSources;
  readonly servers: readonly (UdpServer | RadSecServer)[];
  readonly dynamic: Dynamic;
  readonly access: Access;
  readonly pulseWriter: PulseWriter;
  readonly trafficWriter: TrafficWriter;
}

const FINISH_MS = 3_500;
const FLUSH_MS = 1_000;
/** What is not written by then is a gap in graphs. */
const COUNTS_MS = 2_000;

/** Pending requests are answered first; the sockets close last, since answers leave through them. */
export async function stop({
  state,
  recording,
  unknownSources,
  servers,
  dynamic,
  access,
  pulseWriter,
  trafficWriter,
}: Running): Promise<void> {
  await Promise.all(servers.map((server) => server.stopReading()));
  await waitUntil(() => servers.every(({ pending }) => pending === 0), FINISH_MS);
  await Promise.race([
    Promise.all([access.authLog.stop(), access.binder.stop(), unknownSources.stop()]),
    sleep(FLUSH_MS),
  ]);
  await access.tlsLogins?.stop();
  access.leases.stop();
  access.prefixLeases.stop();
  await recording.stop();
  // What the last records have added is written, too.
  await Promise.race([Promise.all([pulseWriter.stop(), trafficWriter.stop()]), sleep(COUNTS_MS)]);
  await Promise.all([state.sync.stop(), state.peers.stop(), dynamic.relay.stop()]);
  await Promise.all([...servers.map((server) => server.close()), dynamic.client.close()]);
}

async function waitUntil(done: () => boolean, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (!done() && performance.now() < end) await sleep(5);
}
