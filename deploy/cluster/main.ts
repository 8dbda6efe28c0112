/**
 * Starts a cluster of Lastmile on this machine, or gives the running one a command; `--help` lists them.
 *
 *     npm run cluster
 */
import { spawnSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Options, readArguments, USAGE } from './arguments.ts';
import { Cluster } from './cluster.ts';
import { carryOut } from './commands.ts';
import { ask, Control, isRunning, type Request } from './control.ts';
import { ClusterError } from './failure.ts';
import { installPrograms, requirePrograms } from './programs.ts';
import { openSite } from './site.ts';
import { introduction } from './status.ts';

const say = (line: string) => process.stdout.write(`${line}\n`);

try {
  await run(readArguments(process.argv.slice(2)));
} catch (error) {
  if (!(error instanceof ClusterError)) throw error;
  process.stderr.write(`${error.message}\n`);
  process.exitCode = 1;
}

async function run(options: Options): Promise<void> {
  const { command, argument, help } = options;
  const dir = options.dir ?? join(tmpdir(), `lastmile-cluster-${process.getuid?.() ?? 0}`);
  if (help) say(USAGE);
  else if (command !== undefined) say(await ask(dir, { command, argument }));
  else await startCluster(dir, options);
}

/** Returns when the cluster runs; it ends with a signal, or the command `stop`. */
async function startCluster(dir: string, options: Options): Promise<void> {
  if (options.install) installPrograms();
  requirePrograms();
  if (await isRunning(dir))
    throw new ClusterError(`A cluster runs in ${dir} already: stop it, or choose another --dir.`);
  if (options.dir === undefined) makeOwn(dir);
  build();
  const { roles } = options;
  const cluster = new Cluster(await openSite(dir, options.basePort), { say, ...(roles && { roles }) });
  let hasStarted = false;
  let ending: Promise<void> | undefined;
  const end = async () => {
    say('stopping');
    control.close();
    await cluster.stop();
    if (options.dir === undefined) rmSync(dir, { recursive: true, force: true });
    say('stopped');
  };
  const stop = () => (ending ??= end());
  const control = await Control.open(dir, async (request: Request) => {
    if (request.command !== 'stop' && hasStarted) return carryOut(cluster, request);
    if (request.command !== 'stop') throw new ClusterError('The cluster is still starting.');
    setImmediate(() => void stop());
    return 'The cluster stops.';
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stop());
  try {
    await cluster.start();
  } catch (error) {
    control.close();
    if (ending === undefined) throw error;
    return ending;
  }
  hasStarted = true;
  say(`\n${introduction(cluster)}\n`);
}

/** The folder that is used without `--dir` has a name that others could guess: it must be ours. What it holds is old. */
function makeOwn(dir: string): void {
  if (existsSync(dir) && lstatSync(dir).uid !== process.getuid?.()) {
    throw new ClusterError(`${dir} belongs to somebody else: choose a --dir.`);
  }
  rmSync(dir, { recursive: true, force: true });
  mkdirSync(dir, { mode: 0o711 });
}

function build(): void {
  say('building');
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'prestart'], {
    cwd: resolve(import.meta.dirname, '../..'),
    encoding: 'utf8',
  });
  if (status !== 0) throw new ClusterError(`The build failed:\n${stdout}${stderr}`);
}
