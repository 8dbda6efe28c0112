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

/** The context of one call. Nothing is looked up before it is needed. */
export function openContext(kernel: Kernel, failures: FailedLogins, { credentials, address }: Caller): Context {
  let actor: Promise<Actor> | undefined;
  return {
    kernel,
    address,
    hasCredentials: Boolean(credentials.userid || credentials.apiKey),
    authenticate: () => (actor ??= authenticate(kernel, failures, { credentials, address })),
    zoneFor: (who, ispid) => zoneFor(kernel, who, ispid),
  };
}

/** The ISP's zone; the server administrator, who has none, reads in the zone of the ISP it names. */
async function zoneFor(kernel: Kernel, actor: Actor, ispid: unknown): Promise<string> {
  const named = Number(ispid);
  if (actor.ispId !== null || !Number.isInteger(named) || named < 1 || named > 2_147_483_647) return actor.zone;
  const [row] = await query<{ timezone: string }>(
    kernel.db.pool,
    sql`SELECT timezone FROM crm.isp_setting WHERE isp_id = ${named}`,
  );
  return row?.timezone ?? actor.zone;
}
