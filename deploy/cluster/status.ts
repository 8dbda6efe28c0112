import type { Cluster } from './cluster.ts';
import type { Part } from './part.ts';
import { patroniPort } from './parts/member.ts';
import { memberState } from './patroni.ts';
import { table } from './table.ts';

/** A line a part: what runs, and what the members and the nodes say of themselves. */
export async function status(cluster: Cluster): Promise<string> {
  const lines = await Promise.all(
    cluster.parts.map(async (part) => [part.name, part.state, String(part.pid ?? ''), await wordsOf(cluster, part)]),
  );
  return table([['part', 'state', 'pid', 'says'], ...lines]);
}

/** What there is to know of a cluster that has just started. */
export function introduction(cluster: Cluster): string {
  const { settings } = cluster.site;
  const lines = cluster.parts.map(({ name, pid, spec }) => [
    name,
    spec.what,
    spec.address,
    String(pid ?? ''),
    spec.log,
  ]);
  return [
    table([['part', 'what', 'address', 'pid', 'log file'], ...lines]),
    '',
    `The first administrator is userid 1 with api_key ${settings.adminApiKey}.`,
    `The RADIUS secret is ${settings.radiusSecret}; for the nodes the proxy is a NAS at 127.0.0.1 (radius/nas/create).`,
    'In another terminal: npm run cluster -- status (or --help). Ctrl-C stops everything.',
  ].join('\n');
}

async function wordsOf(cluster: Cluster, { name, state, spec }: Part): Promise<string> {
  if (state !== 'running') return '';
  if (name.startsWith('postgres')) {
    const said = await memberState(patroniPort(cluster.site, name));
    return said ? `${said.isSynchronous ? 'synchronous ' : ''}${said.role}` : 'no answer';
  }
  if (!name.startsWith('node')) return (await spec.isReady().catch(() => false)) ? 'ready' : 'not ready';
  return cluster.link(name).isCut ? `cut off; ${await nodeWords(cluster, name)}` : nodeWords(cluster, name);
}

async function nodeWords({ site }: Cluster, name: string): Promise<string> {
  try {
    const url = `http://127.0.0.1:${site.ports.of(`${name}Http`)}/readyz`;
    const response = await fetch(url, { signal: AbortSignal.timeout(4_000) });
    const { checks } = (await response.json()) as { checks: Record<string, boolean> };
    const failing = Object.keys(checks).filter((check) => !checks[check]);
    return failing.length === 0 ? 'ready' : `not ready: ${failing.join(', ')}`;
  } catch {
    return 'no answer';
  }
}
