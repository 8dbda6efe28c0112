import type { Config } from '../../config/config.ts';
import { GatewaySimulator } from './simulator.ts';

interface Beside<T> {
  readonly config: T;
  close(): Promise<void>;
}

/**
 * Payment providers for a node that is started with the demo, as long as this process lives: on 127.0.0.1, on a port that the
 * system chooses. A simulator that the operator has set is used instead.
 */
export async function besideDemo<T extends Pick<Config, 'gatewaySimulatorUrl'>>(config: T): Promise<Beside<T>> {
  if (config.gatewaySimulatorUrl !== undefined) return { config, close: async () => undefined };
  const simulator = new GatewaySimulator();
  await simulator.listen(0);
  return { config: { ...config, gatewaySimulatorUrl: simulator.url }, close: () => simulator.close() };
}
