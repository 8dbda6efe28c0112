import type { CommandName } from './arguments.ts';
import { backUp } from './backup.ts';
import type { Cluster } from './cluster.ts';
import type { Request } from './control.ts';
import { ClusterError } from './failure.ts';
import type { Part } from './part.ts';
import { patroniPort } from './parts/member.ts';
import { databaseUrl } from './parts/node.ts';
import { switchover } from './patroni.ts';
import { restore } from './restore.ts';
import { status } from './status.ts';

type Command = (cluster: Cluster, argument: string) => Promise<string>;

/** Commands that an operator gives a running cluster. Each returns what it has done. */
const ACTIONS: Readonly<Record<Exclude<CommandName, 'stop'>, Command>> = {
  status,
  env: async ({ site }) =>
    [
      `export DATABASE_URL=${databaseUrl(site, site.ports.of('database'))}`,
      `export SECRETS_KEY=${site.settings.secretsKey}`,
    ].join('\n'),
  switchover: switchPrimary,
  kill: async (cluster, name) => {
    const part = await runningPart(cluster, name);
    await part.kill();
    return `${part.name} is killed.`;
  },
  freeze: async (cluster, name) => {
    const part = await runningPart(cluster, name);
    part.freeze();
    return `${part.name} is frozen.`;
  },
  thaw: async (cluster, name) => {
    const part = await partOf(cluster, name);
    if (part.state !== 'frozen') throw new ClusterError(`${part.name} is not frozen.`);
    part.thaw();
    return `${part.name} goes on.`;
  },
  cut: async (cluster, name) => {
    cluster.link(name).cut();
    return `${name} is cut off from the database.`;
  },
  join: async (cluster, name) => {
    cluster.link(name).join();
    return `${name} reaches the database again.`;
  },
  start: async (cluster, name) => {
    const part = await partOf(cluster, name);
    if (part.state !== 'ended') throw new ClusterError(`${part.name} runs already.`);
    await part.start();
    return `${part.name} is ready.`;
  },
  restart: async (cluster, name) => {
    const part = await runningPart(cluster, name);
    await part.stop();
    await part.start();
    return `${part.name} is ready again.`;
  },
  backup: async (cluster) => {
    await backUp(cluster.site, (await partOf(cluster, 'primary')).name);
    return 'The database is saved.';
  },
  restore: async (cluster, moment) => {
    const kept = await restore(cluster, moment);
    return `The database is that of ${moment}; what was there before is in ${kept}.`;
  },
};

/** @throws ClusterError if it cannot be done */
export function carryOut(cluster: Cluster, { command, argument = '' }: Request): Promise<string> {
  if (command === 'stop') throw new Error('is not for the cluster alone');
  // A cluster that was started by an older version gets the commands of a newer one.
  if (!Object.hasOwn(ACTIONS, command))
    throw new ClusterError(`The cluster that runs was started by another version, which has no command ${command}.`);
  return ACTIONS[command](cluster, argument);
}

async function partOf(cluster: Cluster, name: string): Promise<Part> {
  if (name !== 'primary') return cluster.part(name);
  const primary = await cluster.primary();
  if (!primary) throw new ClusterError('There is no primary at the moment.');
  return primary;
}

async function runningPart(cluster: Cluster, name: string): Promise<Part> {
  const part = await partOf(cluster, name);
  if (part.state === 'ended') throw new ClusterError(`${part.name} does not run.`);
  return part;
}

async function switchPrimary(cluster: Cluster, candidate: string): Promise<string> {
  const primary = await partOf(cluster, 'primary');
  if (candidate !== '' && !cluster.members.some(({ name }) => name === candidate)) {
    throw new ClusterError(
      `${candidate} is no member; the members are ${cluster.members.map(({ name }) => name).join(', ')}.`,
    );
  }
  return switchover(patroniPort(cluster.site, primary.name), primary.name, candidate || undefined);
}
