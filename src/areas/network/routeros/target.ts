import type { NasAddresses } from '../../../config/nas-addresses.ts';
import { Fault } from '../../../core/fault.ts';
import { type Sql, sql } from '../../../db/sql.ts';
import type { RouterTarget } from '../../../routeros/connect.ts';
import type { RouterNas } from './find.ts';

/** RouterOS's service `api`; every other port is taken for that of `api-ssl`. */
const PLAIN_PORT = 8_728;
const VENDOR = 'Mikrotik';
/** Lower ports belong to system services. */
const LOWEST_PORT = 1_024;

/**
 * Where the node connects to for a router: nowhere but its own address, which is checked again each time, since the caller who
 * adds a NAS decides it and may have done so under other rules.
 * @throws Fault of kind `conflict` with what has to be changed first
 */
export function targetOf(nas: RouterNas, addresses: NasAddresses): RouterTarget {
  const problem = problemOf(nas) ?? addresses.refusal(nas.ip);
  if (problem !== null) throw new Fault('conflict', problem);
  const port = nas.port as number;
  const isPlain = port === PLAIN_PORT;
  if (isPlain && !addresses.isAllowed(nas.ip)) {
    throw new Fault(
      'conflict',
      `port ${PLAIN_PORT} sends the password in clear text, which is allowed only inside NAS_ALLOWED_NETWORKS; use the service api-ssl, port 8729`,
    );
  }
  return { ip: nas.ip, port, fingerprint: nas.fingerprint, isPlain };
}

/** Null: it has everything that a connection needs. */
function problemOf({ id, vendor, isEnabled, username, passwordEnc, port }: RouterNas): string | null {
  if (vendor !== VENDOR) return `NAS ${id} is a ${vendor}; only a Mikrotik has an API that this node can ask`;
  if (!isEnabled) return `the router API of NAS ${id} is off; switch api_enable on`;
  if (username === null || passwordEnc === null || port === null)
    return `NAS ${id} needs api_username, api_password and api_port`;
  return port < LOWEST_PORT ? `api_port must be from ${LOWEST_PORT} to 65535 to be connected to` : null;
}

/** Has it an API that is switched on, whether or not it answers? */
export const asksRouter = ({ vendor, isEnabled }: RouterNas): boolean => vendor === VENDOR && isEnabled;

export const isPlainPort = (port: number | null): boolean => port === PLAIN_PORT;

/** In SQL: can the NAS `n` be asked without a person, its certificate confirmed if it has one? `a` is its row of `radius.nas_api`. */
export const IS_SET_UP: Sql = sql`(n.deleted_at IS NULL AND n.vendor = ${VENDOR} AND n.api_enable AND n.api_username IS NOT NULL
  AND n.api_password_enc IS NOT NULL AND n.api_port >= ${LOWEST_PORT}::int
  AND (a.fingerprint IS NOT NULL OR n.api_port = ${PLAIN_PORT}::int))`;
