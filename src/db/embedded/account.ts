import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import type { Binaries } from './binaries.ts';
import { EmbeddedError } from './error.ts';

/** The account that the database programs run under: that of this process, or another one if this is root. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
  /** The command that starts a program under this account. */
  command(program: string, args: readonly string[]): Command;
}

interface Command {
  readonly program: string;
  readonly args: readonly string[];
  /** For `spawn`. Our environment is not passed on, since it contains secrets. */
  readonly options: { cwd: string; env: Record<string, string>; uid?: number; gid?: number };
}

export interface AccountOptions {
  readonly binaries: Binaries;
  readonly dataDir: string;
  /** If the cluster exists, its owner remains the account. */
  readonly clusterDir: string;
}

const SPAWN_OPTIONS = { cwd: '/', env: { PATH: '/usr/local/bin:/usr/bin:/bin:/usr/sbin:/sbin', TZ: 'UTC' } };

/**
 * PostgreSQL refuses to run as root, so root chooses an unprivileged account. If that account cannot enter the folders of the
 * program or the data (a checkout below /root, a folder of mode 0700), it gets one capability that allows it.
 * @throws EmbeddedError if no account can run PostgreSQL
 */
export function chooseAccount(options: AccountOptions): Account {
  const owner = existsSync(options.clusterDir) ? statSync(options.clusterDir) : undefined;
  const own = { uid: process.getuid?.() ?? 0, gid: process.getgid?.() ?? 0 };
  if (own.uid !== 0) {
    if (owner && owner.uid !== own.uid) {
      throw new EmbeddedError(
        `${options.clusterDir} belongs to user ${owner.uid}. Start Lastmile as that user or as root.`,
      );
    }
    return { ...own, command: (program, args) => ({ program, args, options: SPAWN_OPTIONS }) };
  }
  if (!canOverridePermissions()) {
    throw new EmbeddedError(
      'This root lacks the capability to access files of other users (CAP_DAC_OVERRIDE), so it cannot manage ' +
        "PostgreSQL's files. Start Lastmile as an ordinary user, or set DATABASE_URL.",
    );
  }
  const chosen = owner && owner.uid !== 0 ? owner : unprivileged();
  const account = reachable({ uid: chosen.uid, gid: chosen.gid }, options);
  if (account) return account;
  throw new EmbeddedError(
    `PostgreSQL does not run as root, and user ${chosen.uid}, the user to run it as, cannot read ${options.dataDir} ` +
      `or ${options.binaries.postgres}, even through setpriv. Start Lastmile as an ordinary user, move both to folders ` +
      'that every user can enter, or set DATABASE_URL.',
  );
}

/** Root in a container may lack the capability. Assumed where /proc does not tell. */
function canOverridePermissions(): boolean {
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
    'PostgreSQL does not run as root, and there is no user "postgres" or "nobody". Start Lastmile as an ordinary user, or set DATABASE_URL.',
  );
}

/** Found by trying: modes, access lists, mount options and security modules all matter. */
function reachable(ids: Ids, { binaries, dataDir }: AccountOptions): Account | undefined {
  const candidates = [asUser(ids), withCapability(ids, 'dac_read_search'), withCapability(ids, 'dac_override')];
  return candidates.find((account) => {
    // Runs the server with its libraries, and checks what initdb needs to access.
    const script = '"$0" --version >/dev/null && test -r "$1" && cd "$2"';
    const probe = account.command('/bin/sh', ['-c', script, binaries.postgres, binaries.catalog, dataDir]);
    return spawnSync(probe.program, probe.args, { ...probe.options, stdio: 'ignore' }).status === 0;
  });
}

function asUser(ids: Ids): Account {
  return { ...ids, command: (program, args) => ({ program, args, options: { ...SPAWN_OPTIONS, ...ids } }) };
}

/**
 * Through setpriv of util-linux, with one capability and no way to gain more. Without the `no_setuid_fixup` bit, access(2),
 * which PostgreSQL calls before it starts a program, would ignore the capability. `dac_override` is for containers, whose
 * root has it but not the weaker `dac_read_search`.
 */
function withCapability(ids: Ids, capability: string): Account {
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
    command: (program, args) => ({ program: 'setpriv', args: [...setpriv, program, ...args], options: SPAWN_OPTIONS }),
  };
}
