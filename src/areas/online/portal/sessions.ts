import { digestOfKey } from '../../../core/access/api-key.ts';
import { newToken } from '../../../core/access/login-session.ts';
import {
  CHOOSING_MS,
  MAX_CHOOSING,
  MAX_SUBSCRIBER_SESSION_MS,
  MAX_SUBSCRIBER_SESSIONS,
  type SubscriberStage,
} from '../../../core/access/subscriber-session.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, sql } from '../../../db/sql.ts';
import type { AuditedCustomer, PortalCall } from './portal-call.ts';

/** Begins a session and returns its token. The ones at the same stage seen least recently end if the customer has too many. */
export async function openSubscriberSession(
  tx: Tx,
  { kernel, address, browser }: PortalCall,
  { customer, stage }: { readonly customer: AuditedCustomer; readonly stage: SubscriberStage },
): Promise<string> {
  const now = kernel.clock.now();
  const { token, digest } = newToken();
  const ends = new Date(now.getTime() + (stage === 'done' ? MAX_SUBSCRIBER_SESSION_MS : CHOOSING_MS));
  const most = stage === 'done' ? MAX_SUBSCRIBER_SESSIONS : MAX_CHOOSING;
  const { ispId, customerId, username } = customer;
  await execute(
    tx,
    sql`DELETE FROM auth.subscriber_session WHERE id IN (
          SELECT id FROM auth.subscriber_session WHERE isp_id = ${ispId} AND customer_id = ${customerId}
            AND stage = ${stage}
          ORDER BY seen_at DESC, id DESC OFFSET ${most - 1})`,
  );
  await execute(
    tx,
    sql`INSERT INTO auth.subscriber_session
          (isp_id, customer_id, username, digest, stage, started_at, seen_at, ends_at, address, agent)
        VALUES (${ispId}, ${customerId}, ${username}, ${digest}, ${stage}, ${now}, ${now}, ${ends},
          ${address}::inet, ${browser.agent})`,
  );
  return token;
}

/** Signs the caller out. Also right when the session has ended already. */
export async function endSubscriberSession({ kernel, browser }: PortalCall): Promise<'done'> {
  const digest = digestOfKey(browser.token ?? '');
  await execute(kernel.db.pool, sql`DELETE FROM auth.subscriber_session WHERE digest = ${digest}`);
  browser.drop();
  return 'done';
}
