import type { CleanupStep } from './cleanup.ts';
import type { Network } from './core/network/network.ts';
import type { RunningRadius } from './radius/start.ts';
import type { NetworkOptions } from './radius/start-network.ts';

interface Joined {
  readonly network: Network;
  /** Undefined without the role. */
  readonly radius: RunningRadius | undefined;
}

/**
 * The RADIUS server, or without that role the part of it that the API and jobs need. Each is loaded by the processes that have
 * it, which saves the others memory.
 */
export async function joinNetwork(options: NetworkOptions, cleanup: CleanupStep[]): Promise<Joined> {
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
