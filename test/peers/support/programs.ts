import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The programs the node is driven with, and the Debian packages they are in. */
const PACKAGES = {
  bash: 'bash',
  curl: 'curl',
  radclient: 'freeradius-utils',
  radeapclient: 'freeradius-utils',
  freeradius: 'freeradius',
  eapol_test: 'eapoltest',
  openssl: 'openssl',
  pgbouncer: 'pgbouncer',
  promtool: 'prometheus',
  radsecproxy: 'radsecproxy',
  stdbuf: 'coreutils',
} as const;

export type Program = keyof typeof PACKAGES;

/** An ordinary user's PATH leaves out where servers are installed. */
const FOLDERS = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/sbin', '/usr/sbin', '/sbin'];

export function pathOf(program: Program): string {
  const path = find(program);
  if (!path) throw new Error(complaint([program]));
  return path;
}

/** @throws Error that says what to install */
export function requirePrograms(): void {
  const missing = (Object.keys(PACKAGES) as Program[]).filter((program) => !find(program));
  if (missing.length > 0) throw new Error(complaint(missing));
}

function find(program: Program): string | undefined {
  return FOLDERS.map((folder) => join(folder, program)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

function complaint(missing: readonly Program[]): string {
  const packages = [...new Set(missing.map((program) => PACKAGES[program]))].join(' ');
  return `The peer tests need ${missing.join(', ')}: apt-get install --no-install-recommends ${packages}`;
}
