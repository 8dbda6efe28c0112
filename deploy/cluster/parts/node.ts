import { mkdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { PartSpec } from '../part-spec.ts';
import { logOf, type Site } from '../site.ts';

const PROGRAM = resolve(import.meta.dirname, '../../../dist/main.js');

export interface NodeOptions {
  /** A program that runs the node as its last arguments. */
  readonly around?: readonly string[];
  /** As `ROLES` has them. Default: all. */
  readonly roles?: string | undefined;
}

/**
 * A node of Lastmile, as `npm start` runs it.
 * @param at from 1 on
 */
export function node(site: Site, at: number, { around = [], roles }: NodeOptions = {}): PartSpec {
  const { ports, settings } = site;
  const name = `node${at}`;
  const dir = join(site.dir, name);
  mkdirSync(dir, { recursive: true, mode: 0o700 });
  const http = ports.of(`${name}Http`);
  const [program = '', ...args] = [...around, process.execPath, '--max-semi-space-size=32', PROGRAM];
  return {
    name,
    what: roles === undefined ? 'Lastmile' : `Lastmile: ${roles}`,
    address: `http://127.0.0.1:${http}, RADIUS ${ports.of(`${name}Auth`)} and ${ports.of(`${name}Acct`)}`,
    program,
    args,
    env: {
      ...site.env,
      DATABASE_URL: databaseUrl(site, ports.of(`${name}Link`)),
      DATA_DIR: join(dir, 'data'),
      BIND_ADDRESS: '127.0.0.1',
      HTTP_PORT: String(http),
      RADIUS_AUTH_PORT: String(ports.of(`${name}Auth`)),
      RADIUS_ACCT_PORT: String(ports.of(`${name}Acct`)),
      // The same on all nodes: each reads the passwords that another one has stored.
      SECRETS_KEY: settings.secretsKey,
      ADMIN_API_KEY: settings.adminApiKey,
      TRUSTED_PROXIES: '127.0.0.1',
      NAS_ALLOWED_NETWORKS: '127.0.0.0/8',
      // Faults freeze and kill a node by its process, and several nodes share the machine.
      PROCESSES: '1',
      ...(roles === undefined ? {} : { ROLES: roles }),
    },
    dir,
    log: logOf(site, name),
    isReady: async () => {
      const response = await fetch(`http://127.0.0.1:${http}/readyz`, { signal: AbortSignal.timeout(3_000) });
      return response.ok;
    },
    readyWithinMs: 60_000,
  };
}

/** The address of the database at a port: HAProxy's, or that of a link to it. */
export function databaseUrl({ settings }: Site, port: number): string {
  return `postgresql://lastmile:${settings.databasePassword}@127.0.0.1:${port}/lastmile`;
}
