import type { PartSpec } from '../part-spec.ts';
import { accepts } from '../port-check.ts';
import { pathOf } from '../programs.ts';
import { deployed, folderOf, logOf, type Site } from '../site.ts';

/** One HAProxy for everybody, by `deploy/haproxy/haproxy.cfg`. On machines of their own, one beside each node. */
export function haproxy(site: Site): PartSpec {
  const { ports } = site;
  const local = (name: string) => `127.0.0.1:${ports.of(name)}`;
  const three = [1, 2, 3].flatMap((at): [string, string][] => [
    [`POSTGRES${at}`, local(`postgres${at}`)],
    [`PATRONI${at}_PORT`, String(ports.of(`patroni${at}`))],
    [`NODE${at}`, local(`node${at}Http`)],
  ]);
  return {
    name: 'haproxy',
    what: 'the way to the API and to the primary',
    address: `API http://${local('api')}, database ${local('database')}`,
    program: pathOf('haproxy'),
    args: ['-db', '-f', deployed(site, 'haproxy/haproxy.cfg')],
    env: {
      ...site.env,
      DATABASE_LISTEN: local('database'),
      API_LISTEN: local('api'),
      ...Object.fromEntries(three),
    },
    account: site.account,
    dir: folderOf(site, 'haproxy'),
    log: logOf(site, 'haproxy'),
    isReady: async () => (await accepts(ports.of('database'))) && (await accepts(ports.of('api'))),
    readyWithinMs: 20_000,
  };
}
