import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chown, mkdir, open, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Account } from './account.ts';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './error.ts';
import { isAlive } from './process.ts';

/** The paths of a cluster. Data and password share a folder, so that one rename moves both. */
export interface Cluster {
  readonly dataDir: string;
  /** `dataDir/postgres` */
  readonly home: string;
  /** `home/data`, what PostgreSQL calls PGDATA */
  readonly data: string;
  /** `home/password`, of the superuser `postgres` and of the role that Lastmile works with; mode 0600 */
  readonly passwordFile: string;
}

export function clusterIn(dataDir: string): Cluster {
  return { dataDir, ...layout(join(dataDir, 'postgres')) };
}

function layout(home: string) {
  return { home, data: join(home, 'data'), passwordFile: join(home, 'password') };
}

/**
 * Creates the cluster if there is none, under a temporary name, and renames it when complete: an interrupted start leaves
 * only a draft, which the next start removes, and of two concurrent starts the second uses the cluster of the first.
 * @throws EmbeddedError when it cannot be created, or is of another major version
 */
export async function ensureCluster(cluster: Cluster, account: Account, binaries: Binaries): Promise<void> {
  await removeDrafts(cluster.dataDir);
  if (await hasCluster(cluster)) return checkVersion(cluster, account, binaries);
  const name = `${DRAFT}${process.pid}-${randomBytes(4).toString('hex')}`;
  const draft = join(cluster.dataDir, name);
  drafts.add(name);
  try {
    await initialise(layout(draft), account, binaries);
    await rename(draft, cluster.home);
    await syncFolder(cluster.dataDir);
  } catch (error) {
    await rm(draft, { recursive: true, force: true });
    if (!(await hasCluster(cluster))) throw error;
  } finally {
    drafts.delete(name);
  }
}

export async function readPassword(cluster: Cluster): Promise<string> {
  return (await readFile(cluster.passwordFile, 'utf8')).trim();
}

const DRAFT = 'postgres.new-';
/** Drafts in progress in this process. */
const drafts = new Set<string>();

async function removeDrafts(dataDir: string): Promise<void> {
  for (const name of await readdir(dataDir)) {
    if (!name.startsWith(DRAFT)) continue;
    if (drafts.has(name)) continue;
    const creator = Number.parseInt(name.slice(DRAFT.length), 10);
    // In a container every start has the same process id, so a draft with ours may be from an earlier start.
    if (creator !== process.pid && isAlive(creator)) continue;
    // An orphaned initdb may still be writing; the next start removes the rest.
    await rm(join(dataDir, name), { recursive: true, force: true }).catch(() => undefined);
  }
}

async function hasCluster(cluster: Cluster): Promise<boolean> {
  const [home, data] = await Promise.all([list(cluster.home), list(cluster.data)]);
  if (home.length === 0) return false;
  if (home.includes('password') && data.includes('PG_VERSION')) return true;
  throw new EmbeddedError(`${cluster.home} contains something other than a Lastmile database. Move it away.`);
}

async function list(folder: string): Promise<string[]> {
  return readdir(folder).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return [];
    throw new EmbeddedError(`Cannot read ${folder} (${error.message}).`);
  });
}

async function initialise(draft: ReturnType<typeof layout>, account: Account, binaries: Binaries): Promise<void> {
  const root = process.getuid?.() === 0;
  await mkdir(draft.home, { mode: root ? 0o711 : 0o700 });
  await mkdir(draft.data, { mode: 0o700 });
  await writeFile(draft.passwordFile, `${randomBytes(24).toString('hex')}\n`, { mode: 0o600, flush: true });
  if (root) {
    for (const path of [draft.home, draft.data, draft.passwordFile]) await chown(path, account.uid, account.gid);
  }
  await run(account, binaries.initdb, [
    `--pgdata=${draft.data}`,
    '--username=postgres',
    `--pwfile=${draft.passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    // The built-in provider sorts by code point and does not depend on the operating system, so no index becomes invalid.
    '--locale-provider=builtin',
    '--locale=C.UTF-8',
    '--data-checksums',
    '--no-instructions',
  ]);
}

async function checkVersion(cluster: Cluster, account: Account, binaries: Binaries): Promise<void> {
  const found = (await readFile(join(cluster.data, 'PG_VERSION'), 'utf8')).trim();
  const version = await run(account, binaries.postgres, ['--version']);
  const shipped = /\b(\d+)\./.exec(version)?.[1];
  if (found === shipped) return;
  throw new EmbeddedError(
    `${cluster.data} was created by PostgreSQL ${found}, but this version of Lastmile uses ${shipped}. Restore a backup into a new DATA_DIR, or go back to the earlier release.`,
  );
}

/** Runs a program and returns its output. @throws EmbeddedError with its last line of output */
function run(account: Account, program: string, args: readonly string[]): Promise<string> {
  const command = account.command(program, args);
  return new Promise((resolve, reject) => {
    let output = '';
    const child = spawn(command.program, command.args, { ...command.options, stdio: ['ignore', 'pipe', 'pipe'] });
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', (text) => (output += text));
    child.on('error', (error) => reject(new EmbeddedError(`Cannot start PostgreSQL (${error.message}).`)));
    child.on('close', (code, signal) => {
      if (code === 0) return resolve(output);
      const last = output.trim().split('\n').at(-1) ?? '';
      reject(new EmbeddedError(`${program} failed with ${signal ?? `code ${code}`}: ${last}`));
    });
  });
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}
