import type { PartSpec } from '../part-spec.ts';
import { pathOf } from '../programs.ts';
import { folderOf, logOf, type Site } from '../site.ts';

/** One etcd. On machines of their own there are three, or Patroni has nobody to ask when that one is away. */
export function etcd(site: Site): PartSpec {
  const dir = folderOf(site, 'etcd');
  const client = `http://127.0.0.1:${site.ports.of('etcdClient')}`;
  const peer = `http://127.0.0.1:${site.ports.of('etcdPeer')}`;
  return {
    name: 'etcd',
    what: 'which member is primary',
    address: client,
    program: pathOf('etcd'),
    args: [
      ...['--name', 'etcd', '--data-dir', `${dir}/data`, '--log-level', 'warn'],
      '--enable-v2=true', // see patroni.yml
      ...['--listen-client-urls', client, '--advertise-client-urls', client],
      ...['--listen-peer-urls', peer, '--initial-advertise-peer-urls', peer, '--initial-cluster', `etcd=${peer}`],
    ],
    env: site.env,
    account: site.account,
    dir,
    log: logOf(site, 'etcd'),
    isReady: async () => {
      const response = await fetch(`${client}/health`, { signal: AbortSignal.timeout(2_000) });
      return response.ok;
    },
    readyWithinMs: 20_000,
  };
}
