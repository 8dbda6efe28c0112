import type { Actor } from '../core/actor.ts';
import type { Kernel } from '../core/kernel.ts';
import { query, sql } from '../db/sql.ts';
import { authenticate } from './authenticate.ts';
import type { Context, Credentials } from './context.ts';
import type { FailedLogins } from './failed-logins.ts';

export interface Caller {
  readonly credentials: Credentials;
  readonly address: string;
}

/** The context of one call. Queries nothing until needed. */
export function openContext(kernel: Kernel, failures: FailedLogins, { credentials, address }: Caller): Context {
  let actor: Promise<Actor> | undefined;
  return {
    kernel,
    address,
    hasCredentials: Boolean(credentials.userid || credentials.apiKey),
    authenticate: () => (actor ??= authenticate(kernel, failures, { credentials, address })),
    zoneFor: (caller, ispid) => zoneFor(kernel, caller, ispid),
  };
}

/** The zone of the caller's ISP. For a server administrator, which has none, the zone of the ISP given by `ispid`. */
async function zoneFor(kernel: Kernel, actor: Actor, ispid: unknown): Promise<string> {
  const id = Number(ispid);
  if (actor.ispId !== null || !Number.isInteger(id) || id < 1 || id > 2_147_483_647) return actor.zone;
  const [row] = await query<{ timezone: string }>(
    kernel.db.pool,
    sql`SELECT timezone FROM crm.isp_setting WHERE isp_id = ${id}`,
  );
  return row?.timezone ?? actor.zone;
}
