import { administratorNotice } from './areas/tenancy/users/first-administrator.ts';
import { checkPorts } from './check-ports.ts';
import type { Config } from './config/config.ts';
import { createLog } from './config/log.ts';
import { namesOf } from './config/roles.ts';
import { startNode } from './node.ts';
import { preload } from './preload.ts';
import { runInProcess } from './run-node.ts';

/** A whole node in this process. */
export async function runAlone(config: Config, { isDemo }: { readonly isDemo: boolean }): Promise<void> {
  await checkPorts(config);
  const log = createLog(config.logLevel);
  preload(config.roles);
  const prepare = isDemo ? (await import('./demo/make-demo.ts')).makeDemo : undefined;
  const starting = startNode(config, log, {
    prepare,
    onAdministrator: (administrator) =>
      process.stdout.write(`\n${administratorNotice(administrator, config.adminApiKey)}\n\n`),
  });
  const { node, end } = await runInProcess(config, log, starting);
  // Before the greeting, since its reader may send one at once.
  for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => void end(signal));
  const { httpPort, authPort, acctPort } = node;
  log.info({ roles: namesOf(config.roles), httpPort, authPort, acctPort }, 'the node is ready');
}
