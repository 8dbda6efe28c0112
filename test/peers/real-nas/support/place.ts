import { existsSync } from 'node:fs';
import { type Launch, type Outcome, Running, run } from '../../support/process.ts';
import { type Program, pathOf } from '../../support/programs.ts';

/** Of every namespace that these tests make; the id of their process follows. */
const PREFIX = 'lastmile-';
let count = 0;
const namespaceName = () => `${PREFIX}${process.pid}-${++count}`;

/** A network namespace: a machine of its own, as far as its network goes. IPv4 alone, since IPv6 talks unasked. */
export class Place {
  readonly name = namespaceName();

  static async make({ routes = false } = {}): Promise<Place> {
    const place = new Place();
    await ip(['netns', 'add', place.name]);
    const settings = ['ipv6/conf/all/disable_ipv6', 'ipv6/conf/default/disable_ipv6'];
    if (routes) settings.push('ipv4/ip_forward');
    const write = `for name; do [ ! -e /proc/sys/net/$name ] || echo 1 >/proc/sys/net/$name; done`;
    const { code, stderr } = await place.run('bash', ['-e', '-c', write, 'bash', ...settings]);
    if (code !== 0) throw new Error(stderr.trim());
    await place.ip('link set dev lo up');
    return place;
  }

  /** Runs a program in here, to its end. */
  run(program: Program, args: readonly string[], launch: Launch & { timeoutMs?: number } = {}): Promise<Outcome> {
    return run(pathOf('ip'), this.#entered(program, args), launch);
  }

  /** Starts a program in here. `ip` becomes the program, so that signals reach it. */
  launch(program: Program, args: readonly string[], launch: Launch = {}): Running {
    return new Running(pathOf('ip'), this.#entered(program, args), launch);
  }

  /** Commands of `ip` that concern this place. */
  async ip(...commands: readonly string[]): Promise<void> {
    await ip(['-n', this.name, '-batch', '-'], commands.join('\n'));
  }

  /** What the kernel has counted on an interface, in octets. */
  async counted(device: string): Promise<{ received: number; sent: number }> {
    const [{ stats64 }] = JSON.parse(await ip(['-n', this.name, '-j', '-s', 'link', 'show', 'dev', device]));
    return { received: stats64.rx.bytes, sent: stats64.tx.bytes };
  }

  remove(): Promise<void> {
    return removeNamespace(this.name);
  }

  #entered(program: Program, args: readonly string[]): string[] {
    return ['netns', 'exec', this.name, pathOf(program), ...args];
  }
}

/** Lays a cable between two places, or between this machine (null) and one; each end has a name and maybe an address. */
export async function lay(one: End, other: End): Promise<void> {
  const at = (place: Place | null) => (place ? ` netns ${place.name}` : '');
  const command = `link add name ${one.name}${at(one.place)} type veth peer name ${other.name}${at(other.place)}`;
  await ip(['-batch', '-'], command);
  for (const { place, name, address } of [one, other]) {
    const commands = [...(address ? [`addr add ${address} dev ${name}`] : []), `link set dev ${name} up`];
    await ip([...(place ? ['-n', place.name] : []), '-batch', '-'], commands.join('\n'));
  }
}

interface End {
  readonly place: Place | null;
  readonly name: string;
  readonly address?: string;
}

/** A name for an end at this machine, where there may be others. */
export const endName = (): string => `lm${process.pid}n${++count}`;

/** Removes what a run has left that was killed. */
export async function sweep(): Promise<void> {
  if (process.getuid?.() !== 0) return;
  const names = (await ip(['netns', 'list'])).split('\n').map((line) => line.split(' ')[0] ?? '');
  for (const name of names) {
    const [, pid] = new RegExp(`^${PREFIX}(\\d+)-\\d+$`).exec(name) ?? [];
    if (pid && !existsSync(`/proc/${pid}`)) await removeNamespace(name);
  }
}

/** Why places cannot be made and joined here; undefined if they can. */
export async function hindrance(): Promise<string | undefined> {
  if (process.getuid?.() !== 0) return 'only root may make network namespaces';
  if (!existsSync('/dev/net/tun')) return 'there is no /dev/net/tun';
  const name = namespaceName();
  const make = await run(pathOf('ip'), ['netns', 'add', name]);
  if (make.code !== 0) return `network namespaces cannot be made (${make.stderr.trim()})`;
  const join = await run(pathOf('ip'), ['-n', name, 'link', 'add', 'type', 'veth']);
  await removeNamespace(name);
  return join.code === 0 ? undefined : `network namespaces cannot be joined (${join.stderr.trim()})`;
}

async function removeNamespace(name: string): Promise<void> {
  for (const pid of (await ip(['netns', 'pids', name])).split('\n').filter(Boolean)) {
    try {
      process.kill(Number(pid), 'SIGKILL');
    } catch {
      // ended meanwhile
    }
  }
  await ip(['netns', 'delete', name]);
}

/** @throws Error with what `ip` says */
export async function ip(args: readonly string[], input = ''): Promise<string> {
  const { code, stdout, stderr } = await run(pathOf('ip'), args, { input });
  if (code !== 0) throw new Error(`ip ${args.join(' ')} ${input}: ${stderr.trim()}`);
  return stdout;
}
