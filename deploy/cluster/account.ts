import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { ClusterError } from './failure.ts';
import { pathOf } from './programs.ts';

/** Who runs the programs that are not ours: PostgreSQL refuses root. */
export interface Account {
  readonly name: string;
  readonly uid: number;
  readonly gid: number;
}

/** This user, or for root an account without privileges. @throws ClusterError if there is none */
export function chooseAccount(): Account {
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  if (uid !== 0) return { name: 'you', uid, gid };
  const entries = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = entries.find(([known]) => known === name);
    if (entry) return { name, uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new ClusterError('PostgreSQL does not run as root, and there is no user postgres or nobody.');
}

/** @throws ClusterError if the account cannot pass through to the folder */
export function checkReachable(folder: string, { name, uid, gid }: Account): void {
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { uid, gid, cwd: '/', stdio: 'ignore' });
  if (status !== 0) {
    throw new ClusterError(
      `The user ${name} cannot enter ${folder}: choose a --dir that every user may pass through to.`,
    );
  }
}

/**
 * The command that runs a program so that it ends with this process, even if this one is killed: the kernel sends it SIGTERM
 * then. With an account, also under that account.
 */
export function commandFor(program: string, args: readonly string[], account?: Account): [string, string[]] {
  const isOther = account !== undefined && account.uid !== process.getuid?.();
  const user = isOther ? [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'] : [];
  return [pathOf('setpriv'), [...user, '--pdeathsig=TERM', '--', program, ...args]];
}
