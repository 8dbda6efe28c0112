import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './error.ts';

/** Who the database programs run as: this process's own account, or another one when that is root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** How to start a program under this account. */
  command(program: string, args: readonly string[]): Command;
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** For `spawn`. Nothing of our environment, which holds secrets, is passed on. */
  readonly options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number };
}

export interface Ground {
  readonly binaries: Binaries;
  readonly dataDir: string;
  /** The cluster, when there is one already: its owner stays its owner. */
  readonly clusterDir: string;
}

const options = { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', TZ: 'UTC' } };

/**
 * PostgreSQL refuses to run as root, so root hands it to an unprivileged account. That account may not be able to enter
 * the folders the program or the data lie in (a checkout below /root, a folder of mode 0700); then it gets the one
 * capability to pass them.
 * @throws EmbeddedError when no account can run it
 */
export function chooseAccount(ground: Ground): Account {
  const owner = existsSync(ground.clusterDir) ? statSync(ground.clusterDir) : undefined;
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) {
    if (owner && owner.uid !== own.uid) {
      throw new EmbeddedError(
        `${ground.clusterDir} belongs to user ${owner.uid}: start Lastmile as that user or as root.`,
      );
    }
    return { ...own, command: (program, args) => ({ program, args, options }) };
  }
  if (!mayPassPermissions()) {
    throw new EmbeddedError(
      'This root lacks the capability to read and write what belongs to others (CAP_DAC_OVERRIDE), so it cannot look ' +
        "after PostgreSQL's files: start Lastmile as an ordinary user, or set DATABASE_URL.",
    );
  }
  const chosen = owner && owner.uid !== 0 ? owner : unprivileged();
  const account = reachable({ uid: chosen.uid, gid: chosen.gid }, ground);
  if (account) return account;
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and user ${chosen.uid}, who would run it instead, can reach ${ground.dataDir} or ` +
      `${ground.binaries.postgres} neither by itself nor through setpriv: start Lastmile as an ordinary user, move both ` +
      'to folders that everybody may enter, or set DATABASE_URL.',
  );
}

/** Containers may take this from root; where the system does not tell, root is taken for root. */
function mayPassPermissions(): boolean {
  if (!existsSync('/proc/self/status')) return true;
  const mask = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  return mask === undefined || (BigInt(`0x${mask}`) & 2n) !== 0n;
}

type Ids = Pick<Account, 'uid' | 'gid'>;

function unprivileged(): Ids {
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  for (const name of ['postgres', 'nobody']) {
    const entry = accounts.find(([known]) => known === name);
    if (entry) return { uid: Number(entry[2]), gid: Number(entry[3]) };
  }
  throw new EmbeddedError(
    'PostgreSQL does not run as root, and there is neither a user "postgres" nor "nobody": start Lastmile as an ordinary user, or set DATABASE_URL.',
  );
}

/** Tried, not computed: modes, access lists, mount options and security modules all have a say. */
function reachable(ids: Ids, { binaries, dataDir }: Ground): Account | undefined {
  const candidates = [plainly(ids), through(ids, 'dac_read_search'), through(ids, 'dac_override')];
  return candidates.find((account) => {
    // The first argument runs the server with all its libraries; initdb looks at the rest.
    const script = '"$0" --version >/dev/null && test -r "$1" && cd "$2"';
    const probe = account.command('/bin/sh', ['-c', script, binaries.postgres, binaries.catalog, dataDir]);
    return spawnSync(probe.program, probe.args, { ...probe.options, stdio: 'ignore' }).status === 0;
  });
}

function plainly(ids: Ids): Account {
  return { ...ids, command: (program, args) => ({ program, args, options: { ...options, ...ids } }) };
}

/**
 * Through util-linux's setpriv, with one capability and no way to more. Without the `no_setuid_fixup` bit, access(2), which
 * PostgreSQL asks before it starts a program, would not count the capability.
 * `dac_override` is for containers, whose root has it but not the weaker `dac_read_search`.
 */
function through(ids: Ids, capability: string): Account {
  const setpriv = [
    `--reuid=${ids.uid}`,
    `--regid=${ids.gid}`,
    '--clear-groups',
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
    '--securebits=+no_setuid_fixup',
    '--no-new-privs',
  ];
  return {
    ...ids,
    command: (program, args) => ({ program: 'setpriv', args: [...setpriv, program, ...args], options }),
  };
}
