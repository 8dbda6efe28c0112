import { isIP } from 'node:net';
import { z } from 'zod';
import { port } from './kinds.ts';

/** RADIUS over UDP. */
export interface RadiusSettings {
  readonly address: string;
  readonly authPort: number;
  readonly acctPort: number;
  /** Whether other nodes on this machine take packets from the same ports, those of RadSec too. */
  readonly sharesPorts: boolean;
}

export const radiusVariables = {
  RADIUS_BIND_ADDRESS: z
    .string()
    .refine((text) => isIP(text) !== 0, 'must be an IPv4 or IPv6 address')
    .optional(),
  RADIUS_AUTH_PORT: port(1812),
  RADIUS_ACCT_PORT: port(1813),
  RADIUS_SHARED_PORTS: z
    .enum(['on', 'off'], 'must be on or off')
    .default('off')
    .refine((value) => value === 'off' || canSharePorts(), {
      error: `needs Node 22.12 or later; this is Node ${process.versions.node}`,
    }),
};

interface Values {
  readonly BIND_ADDRESS?: string | undefined;
  readonly RADIUS_BIND_ADDRESS?: string | undefined;
  readonly RADIUS_AUTH_PORT: number;
  readonly RADIUS_ACCT_PORT: number;
  readonly RADIUS_SHARED_PORTS: 'on' | 'off';
  readonly DATABASE_URL?: string | undefined;
}

export function radiusFaults(set: Values): string[] {
  const { RADIUS_AUTH_PORT: auth, RADIUS_ACCT_PORT: acct } = set;
  const isAlone = set.RADIUS_SHARED_PORTS === 'on' && set.DATABASE_URL === undefined;
  return [
    ...(auth !== 0 && auth === acct ? ['RADIUS_ACCT_PORT must differ from RADIUS_AUTH_PORT.'] : []),
    ...(isAlone ? ['DATABASE_URL must be set with RADIUS_SHARED_PORTS, because the nodes share a database.'] : []),
  ];
}

export const radiusSettings = (set: Values): RadiusSettings =>
  Object.freeze({
    address: set.RADIUS_BIND_ADDRESS ?? set.BIND_ADDRESS ?? '0.0.0.0',
    authPort: set.RADIUS_AUTH_PORT,
    acctPort: set.RADIUS_ACCT_PORT,
    sharesPorts: set.RADIUS_SHARED_PORTS === 'on',
  });

/** Whether this Node has `reusePort`; older ones ignore it without a word. */
export function canSharePorts(version: string = process.versions.node): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
}
