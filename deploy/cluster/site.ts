import { chmodSync, chownSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { type Account, checkReachable, chooseAccount } from './account.ts';
import { ClusterError } from './failure.ts';
import { Ports } from './ports.ts';
import { type Settings, settingsOf } from './settings.ts';

const DEPLOY = resolve(import.meta.dirname, '..');
/** A Unix socket's path has a little over a hundred octets. */
const MAX_DIR_OCTETS = 70;

/** The folder of a cluster, with what all its parts are told. */
export interface Site {
  readonly dir: string;
  readonly ports: Ports;
  readonly settings: Settings;
  /** Of the programs that are not ours. */
  readonly account: Account;
  /** The environment of every program; nothing of ours reaches them but the way to programs. */
  readonly env: Readonly<Record<string, string>>;
}

/** @throws ClusterError if the folder cannot be used, or a port is in use */
export async function openSite(dir: string, basePort: number | undefined): Promise<Site> {
  if (Buffer.byteLength(dir) > MAX_DIR_OCTETS) {
    throw new ClusterError(
      `The path of the folder is longer than ${MAX_DIR_OCTETS} octets, too long for a socket: ${dir}.`,
    );
  }
  mkdirSync(dir, { recursive: true });
  // The account passes through, and reads nothing of the nodes.
  chmodSync(dir, 0o711);
  const account = chooseAccount();
  checkReachable(dir, account);
  const settings = await settingsOf(dir, basePort);
  const PATH = `${process.env.PATH ?? ''}:/usr/sbin:/usr/bin:/sbin:/bin`;
  return { dir, account, settings, ports: new Ports(settings.basePort), env: { PATH, LANG: 'C.UTF-8', HOME: dir } };
}

/** A folder that the account may write to. */
export function folderOf({ dir, account }: Site, name: string): string {
  const folder = join(dir, name);
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o700);
  if (account.uid !== process.getuid?.()) chownSync(folder, account.uid, account.gid);
  return folder;
}

interface Copy {
  /** Its name there. Default: the same. */
  readonly as?: string;
  readonly edit?: (text: string) => string;
}

/** Copies a file of `deploy`, such as `haproxy/haproxy.cfg`, to where every account may read it. Returns its path. */
export function deployed({ dir }: Site, file: string, { as = file, edit = (text) => text }: Copy = {}): string {
  const target = join(dir, 'config', as);
  mkdirSync(dirname(target), { recursive: true });
  writeFileSync(target, edit(readFileSync(join(DEPLOY, file), 'utf8')), { mode: 0o644 });
  return target;
}

export const logOf = ({ dir }: Site, name: string) => join(dir, `${name}.log`);
