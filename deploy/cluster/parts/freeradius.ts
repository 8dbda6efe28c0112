import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { ClusterError } from '../failure.ts';
import type { PartSpec } from '../part-spec.ts';
import { pathOf } from '../programs.ts';
import { deployed, folderOf, logOf, type Site } from '../site.ts';

/** A FreeRADIUS in front of the RADIUS ports of the nodes, by `deploy/freeradius/radiusd.conf`. */
export function freeradius(site: Site): PartSpec {
  const { ports, settings } = site;
  const dir = folderOf(site, 'freeradius');
  const nodes = [1, 2, 3].flatMap((at): [string, string | number][] => [
    [`node${at}`, '127.0.0.1'],
    [`node${at}_auth_port`, ports.of(`node${at}Auth`)],
    [`node${at}_acct_port`, ports.of(`node${at}Acct`)],
  ]);
  const values = {
    listen_address: '127.0.0.1',
    auth_port: ports.of('radiusAuth'),
    acct_port: ports.of('radiusAcct'),
    clients: '127.0.0.0/8',
    secret: settings.radiusSecret,
    folder: dir,
    ...Object.fromEntries(nodes),
  };
  const file = deployed(site, 'freeradius/radiusd.conf', { edit: (text) => withVariables(text, values) });
  writeFileSync(join(dirname(file), 'dictionary'), '');
  return {
    name: 'freeradius',
    what: 'RADIUS proxy',
    address: `RADIUS 127.0.0.1:${values.auth_port} and ${values.acct_port}`,
    program: pathOf('freeradius'),
    args: ['-f', '-l', 'stdout', '-d', dirname(file)],
    env: site.env,
    account: site.account,
    dir,
    log: logOf(site, 'freeradius'),
    isReady: async () => isBound(values.auth_port) && isBound(values.acct_port),
    readyWithinMs: 20_000,
  };
}

/** Replaces the values of variables, `name = value` at the beginning of a line. */
function withVariables(text: string, values: Readonly<Record<string, string | number>>): string {
  return Object.entries(values).reduce((edited, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm');
    if (!line.test(edited)) throw new ClusterError(`deploy/freeradius/radiusd.conf has no variable ${name}.`);
    return edited.replace(line, () => `${name} = ${value}`);
  }, text);
}

/** Does somebody have this UDP port of 127.0.0.1? */
function isBound(port: number): boolean {
  const address = `0100007F:${port.toString(16).toUpperCase().padStart(4, '0')}`;
  return readFileSync('/proc/net/udp', 'utf8').includes(` ${address} `);
}
