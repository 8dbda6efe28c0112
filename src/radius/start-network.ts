import type { Kernel } from '../core/kernel.ts';
import type { Network } from '../core/network/network.ts';
import type { RadiusSibling } from '../core/work/sibling.ts';
import { refuseLeftRecords } from './accounting/journal/left-records.ts';
import { createDynamic, type DynamicTiming, networkOf } from './dynamic-parts.ts';
import { createRadiusMetrics } from './server/radius-metrics.ts';
import { bindUdp } from './server/udp.ts';
import { Directory } from './state/directory/directory.ts';
import { DirectorySync } from './state/directory/directory-sync.ts';
import { Pulse } from './state/pulse/pulse.ts';
import { PulseWriter } from './state/pulse/pulse-writer.ts';

export interface NetworkOptions
  extends Pick<Kernel, 'config' | 'log' | 'db' | 'secretsKeys' | 'clock' | 'metrics'>,
    DynamicTiming {
  /** The process that answers packets for this node, and takes its accounting. */
  readonly sibling?: RadiusSibling | undefined;
}

export interface RunningNetwork {
  readonly network: Network;
  stop(): Promise<void>;
}

/** Reading what changed, and what of a NAS answered. */
const CONNECTIONS = 2;

/**
 * What a node without the role radius has of RADIUS: a port that the system chooses, for Disconnect- and CoA-Requests, and in
 * memory the NASes, proxies, ISPs and plans. Services and sessions, of which there are millions, it reads when they are needed.
 * @throws ConfigError when an earlier run has left accounting records, or the port cannot be bound; database errors
 */
export async function startNetwork(options: NetworkOptions): Promise<RunningNetwork> {
  const { config, log, db, secretsKeys, clock, sibling } = options;
  if (!sibling) await refuseLeftRecords(config.dataDir);
  const now = () => clock.now().getTime();
  const metrics = createRadiusMetrics(options.metrics);
  const pool = db.openPool({ name: 'radius', max: CONNECTIONS });
  const directory = new Directory({ pool, secretsKeys, log });
  const sync = new DirectorySync(directory, { services: false });
  const pulse = new Pulse();
  const socket = await bindUdp({ address: config.radius.address, port: 0, setting: 'BIND_ADDRESS' });
  const context = { config, db, metrics, log, now };
  const { client, relay } = createDynamic(context, { directory, pulse }, { ...options, socket, radsec: undefined });
  const pulseWriter = new PulseWriter({ pulse, pool, log, now, showRate: () => undefined });
  const stop = async () => {
    await Promise.all([sync.stop(), relay.stop(), pulseWriter.stop()]);
    await client.close();
  };
  try {
    await sync.start(db);
    await relay.start();
  } catch (error) {
    await stop();
    throw error;
  }
  return { network: networkOf({ db, now }, { directory, sync }, { client, hasServices: false, sibling }), stop };
}
