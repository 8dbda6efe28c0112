import { type Config, readConfig } from '../config/config.ts';
import { createLog, type Logger } from '../config/log.ts';
import { namesOf } from '../config/roles.ts';
import { explainFailure } from '../explain-failure.ts';
import { preload } from '../preload.ts';
import { runInProcess } from '../run-node.ts';
import type { Channel } from './channel.ts';
import type { Begin, Part } from './messages.ts';

/** RADIUS has pools of its own; these two serve its Disconnect-Requests. */
const CONNECTIONS_BESIDE_RADIUS = 2;

/** Each part loads only what it needs: that of RADIUS is small. */
const loadRadius = () => import('./start-radius-part.ts');
const loadOthers = () =>
  Promise.all([
    import('../node.ts'),
    import('./asked-sibling.ts'),
    import('../areas/tenancy/users/first-administrator.ts'),
  ]);

/** Loads the program of a part, before it is known what it works with. */
export async function load(part: Part, channel: Channel): Promise<void> {
  if (part === 'radius') await loadRadius();
  else {
    await loadOthers();
    // The database takes a while to start, or to be made.
    if (!channel.hasBegun) preload({ ...readConfig().roles, radius: false });
  }
}

/** Runs a part of the node in this process. */
export async function runPart(channel: Channel, part: Part, begin: Begin): Promise<void> {
  try {
    const config = configOf(part, begin, readConfig());
    const log = createLog(config.logLevel, undefined, namesOf(config.roles).join(','));
    await (part === 'radius' ? runRadius(channel, config, log) : runOthers(channel, begin, config, log));
  } catch (error) {
    explainFailure(error);
    process.exit(1);
  }
}

/** The settings of a part. */
function configOf(part: Part, { databaseUrl, ports, gatewaySimulatorUrl }: Begin, config: Config): Config {
  const { http, radius, roles } = config;
  if (part === 'others')
    return {
      ...config,
      databaseUrl,
      gatewaySimulatorUrl,
      roles: { ...roles, radius: false },
      http: { ...http, port: ports.httpPort ?? http.port },
    };
  const { authPort = radius.authPort, acctPort = radius.acctPort } = ports;
  return {
    ...config,
    databaseUrl,
    databaseReadUrl: undefined,
    databaseConnections: CONNECTIONS_BESIDE_RADIUS,
    roles: { api: false, radius: true, jobs: false },
    radius: { ...radius, authPort, acctPort },
  };
}

async function runRadius(channel: Channel, config: Config, log: Logger): Promise<void> {
  const { startRadiusPart } = await loadRadius();
  const { node, end } = await runInProcess(config, log, startRadiusPart(config, log));
  channel.onQuestion = (ask) => node[ask]();
  channel.onStop = (why) => void end(why);
  channel.report({ type: 'ready', ports: { authPort: node.authPort, acctPort: node.acctPort } });
}

async function runOthers(channel: Channel, { isDemo }: Begin, config: Config, log: Logger): Promise<void> {
  const [{ startNode }, { askedSibling }, { administratorNotice }] = await loadOthers();
  const sibling = askedSibling(channel);
  const { node, end } = await runInProcess(
    config,
    log,
    startNode(config, log, {
      sibling,
      onAdministrator: (administrator) =>
        channel.report({ type: 'notice', text: administratorNotice(administrator, config.adminApiKey) }),
      prepare: async (environment) => {
        if (isDemo) await (await import('../demo/make-demo.ts')).makeDemo(environment);
        channel.report({ type: 'prepared' });
        // Not before, since RADIUS starts meanwhile on another core, and all that is left here needs the processor.
        preload(config.roles);
      },
    }),
  );
  channel.onStop = (why) => void end(why);
  channel.report({ type: 'ready', ports: { httpPort: node.httpPort } });
}
