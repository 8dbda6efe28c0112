import type { Actor } from '../core/access/actor.ts';
import type { BrowserSession } from '../core/access/browser-session.ts';
import type { Subscriber } from '../core/access/subscriber.ts';
import type { Upload } from '../core/content/upload.ts';
import type { Kernel } from '../core/kernel.ts';
import type { WhenGone } from '../core/work/turns/tenant.ts';
import { query, sql } from '../db/sql.ts';
import { authenticate } from './authenticate.ts';
import { authenticateSession, peekAtSession } from './authenticate-session.ts';
import { authenticateSubscriber } from './authenticate-subscriber.ts';
import type { Context, Credentials } from './context.ts';
import type { FailedLogins } from './failed-logins.ts';
import { turnOfCredentials } from './turns.ts';

export interface Caller {
  /** They win over a session. */
  readonly credentials: Credentials;
  readonly address: string;
  readonly browser?: BrowserSession | null;
  readonly portal?: BrowserSession | null;
  readonly whenGone?: WhenGone;
  readonly upload?: Upload | undefined;
}

/** The context of one call. Queries nothing until needed. */
export function openContext(
  kernel: Kernel,
  failures: FailedLogins,
  { credentials, address, browser = null, portal = null, whenGone, upload }: Caller,
): Context {
  let actor: Promise<Actor> | undefined;
  let subscriber: Promise<Subscriber> | undefined;
  const hasKey = Boolean(credentials.userid || credentials.apiKey);
  const token = hasKey ? undefined : browser?.token;
  const inTurn = turnOfCredentials({ kernel, address, whenGone });
  return {
    kernel,
    address,
    browser,
    portal,
    whenGone,
    upload,
    hasCredentials: hasKey || token !== undefined,
    authenticate: () =>
      (actor ??=
        token === undefined
          ? authenticate(kernel, failures, { credentials, address, inTurn })
          : authenticateSession(kernel, token, inTurn)),
    authenticateAgain: () =>
      token === undefined
        ? authenticate(kernel, failures, { credentials, address, inTurn })
        : peekAtSession(kernel, token, inTurn),
    authenticateSubscriber: () => (subscriber ??= authenticateSubscriber(kernel, portal?.token, inTurn)),
    authenticateKey: (given) => authenticate(kernel, failures, { credentials: given, address, inTurn }),
    zoneFor: (caller, ispid) => zoneFor(kernel, caller, ispid),
  };
}

/** The zone of the caller's ISP. For a server administrator, which has none, the zone of the ISP given by `ispid`. */
async function zoneFor(kernel: Kernel, actor: Actor, ispid: unknown): Promise<string> {
  // Before validation: it may be anything that JSON can say, also an object that becomes no number.
  const id = typeof ispid === 'number' || typeof ispid === 'string' ? Number(ispid) : Number.NaN;
  if (actor.ispId !== null || !Number.isInteger(id) || id < 1 || id > 2_147_483_647) return actor.zone;
  const [row] = await query<{ timezone: string }>(
    kernel.db.pool,
    sql`SELECT timezone FROM crm.isp_setting WHERE isp_id = ${id}`,
  );
  return row?.timezone ?? actor.zone;
}
