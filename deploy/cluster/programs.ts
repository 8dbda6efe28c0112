import { spawnSync } from 'node:child_process';
import { accessSync, constants, readdirSync } from 'node:fs';
import { delimiter, join, resolve } from 'node:path';
import { ClusterError } from './failure.ts';

/** The programs of a cluster that are not ours, and the Debian packages they are in. */
const PACKAGES = {
  etcd: 'etcd-server',
  patroni: 'patroni',
  psql: 'postgresql-client-common',
  pgbackrest: 'pgbackrest',
  haproxy: 'haproxy',
  freeradius: 'freeradius',
  setpriv: 'util-linux',
} as const;

export type Program = keyof typeof PACKAGES;

const POSTGRES = '/usr/lib/postgresql';
const OLDEST_POSTGRES = 15;
const INSTALL = resolve(import.meta.dirname, 'install');
/** An ordinary user's PATH leaves out where servers are installed. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];

/** @throws ClusterError if it is not installed */
export function pathOf(program: Program): string {
  const path = find(program);
  if (path === undefined) throw new ClusterError(complaint([PACKAGES[program]]));
  return path;
}

/** The folder of the newest PostgreSQL's programs, such as `/usr/lib/postgresql/15/bin`. @throws ClusterError if there is none */
export function postgresPrograms(): string {
  const folder = newestPostgres();
  if (folder === undefined) throw new ClusterError(complaint(['postgresql']));
  return folder;
}

/** @throws ClusterError that says what to install, in one command */
export function requirePrograms(): void {
  const missing = missingPackages();
  if (missing.length > 0) throw new ClusterError(complaint(missing));
}

/** Installs what is missing, without starting any of its services. @throws ClusterError if that fails */
export function installPrograms(): void {
  if (missingPackages().length === 0) return;
  const { status } = spawnSync(INSTALL, { stdio: 'inherit' });
  if (status !== 0) throw new ClusterError('The packages could not be installed; see above.');
  requirePrograms();
}

function missingPackages(): string[] {
  const programs = Object.keys(PACKAGES) as Program[];
  const missing: string[] = programs.filter((program) => find(program) === undefined).map((name) => PACKAGES[name]);
  return newestPostgres() === undefined ? [...missing, 'postgresql'] : missing;
}

const complaint = (missing: readonly string[]) =>
  `A cluster needs ${missing.join(', ')} of Debian: run \`npm run cluster -- --install\` or deploy/cluster/install.`;

function find(program: Program): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find(isExecutable);
}

function newestPostgres(): string | undefined {
  return versionsIn(POSTGRES)
    .filter((version) => version >= OLDEST_POSTGRES)
    .sort((a, b) => b - a)
    .map((version) => join(POSTGRES, String(version), 'bin'))
    .find((folder) => isExecutable(join(folder, 'postgres')));
}

function versionsIn(folder: string): number[] {
  try {
    return readdirSync(folder).map(Number).filter(Number.isInteger);
  } catch {
    return [];
  }
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
