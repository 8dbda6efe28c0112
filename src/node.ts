import type { CleanupStep } from './cleanup.ts';
import type { Config } from './config/config.ts';
import type { Logger } from './config/log.ts';
import { type Clock, systemClock } from './core/clock.ts';
import type { Kernel } from './core/kernel.ts';
import type { Network } from './core/network/network.ts';
import type { RadiusSibling } from './core/work/sibling.ts';
import { type NodeOptions, openNode, startInSteps } from './open-node.ts';
import type { RunningRadius } from './radius/start.ts';
import type { NetworkOptions } from './radius/start-network.ts';
import { serve } from './serve.ts';

export interface RunningNode {
  readonly httpPort: number;
  /** Undefined without the role radius. */
  readonly authPort: number | undefined;
  readonly acctPort: number | undefined;
  /** Resolves when the node cannot continue because its embedded database is gone for good. */
  readonly lost: Promise<Error>;
  /** Completes what is in progress and stops everything in reverse order. May be called again. */
  stop(): Promise<void>;
}

export interface StartOptions extends Pick<NodeOptions, 'prepare' | 'onAdministrator'> {
  readonly clock?: Clock;
  /** The process that answers RADIUS for a node in two; this one has its other roles. */
  readonly sibling?: RadiusSibling;
}

/** Starts database, RADIUS, jobs and HTTP, in this order, each as far as the node has the role. If a step fails, stops what has been started. */
export function startNode(
  config: Config,
  log: Logger,
  { clock = systemClock, sibling, ...rest }: StartOptions = {},
): Promise<RunningNode> {
  return startInSteps(log, (cleanup) => start({ config, log, clock, ...rest }, sibling, cleanup));
}

async function start(
  options: NodeOptions,
  sibling: RadiusSibling | undefined,
  cleanup: CleanupStep[],
): Promise<Omit<RunningNode, 'stop'>> {
  const { base, lost } = await openNode(options, cleanup);
  const { network, radius } = await joinNetwork({ ...base, sibling }, cleanup);
  const kernel: Kernel = { ...base, network, lifecycle: { mode: 'active' } };
  const httpPort = await serve(kernel, { radius, sibling }, cleanup);
  cleanup.push(async () => {
    kernel.lifecycle.mode = 'stopping';
  });
  return { httpPort, authPort: radius?.authPort, acctPort: radius?.acctPort, lost };
}

interface Joined {
  readonly network: Network;
  /** Undefined without the role. */
  readonly radius: RunningRadius | undefined;
}

/**
 * The RADIUS server, or without that role the part of it that the API and jobs need. Each is loaded by the processes that have
 * it, which saves the others memory.
 */
async function joinNetwork(options: NetworkOptions, cleanup: CleanupStep[]): Promise<Joined> {
  if (!options.config.roles.radius) {
    const { startNetwork } = await import('./radius/start-network.ts');
    const { network, stop } = await startNetwork(options);
    cleanup.push(stop);
    return { network, radius: undefined };
  }
  const { startRadius } = await import('./radius/start.ts');
  const radius = await startRadius(options);
  cleanup.push(() => radius.stop());
  return { network: radius.network, radius };
}
