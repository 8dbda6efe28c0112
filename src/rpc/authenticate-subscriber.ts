import { digestOfKey } from '../core/access/api-key.ts';
import type { Subscriber } from '../core/access/subscriber.ts';
import { SUBSCRIBER_IDLE_MS, type SubscriberStage } from '../core/access/subscriber-session.ts';
import { Fault } from '../core/fault.ts';
import type { Kernel } from '../core/kernel.ts';
import { beingMoved, isFrozen } from '../core/tenancy/frozen-tenant.ts';
import { execute, query, sql } from '../db/sql.ts';
import type { InTurn } from './turns.ts';

/** A call is noted once in a while only, since each note is a write. */
const SEEN_EVERY_MS = 10 * 60_000;

interface SessionRow extends Subscriber {
  readonly stage: SubscriberStage;
  readonly seenAt: Date;
  readonly endsAt: Date;
  readonly isOpen: boolean;
  /** The name of the ISP, if that is being moved to another installation. */
  readonly moving: string | null;
}

/**
 * The subscriber of a session that is signed in. It is looked up at every call: there are few, and none must outlive its end.
 * @throws Fault of kind `unauthenticated`; `forbidden` if the ISP has closed the pages; `unavailable` while it is moved
 */
export async function authenticateSubscriber(
  kernel: Kernel,
  token: string | undefined,
  inTurn: InTurn,
): Promise<Subscriber> {
  const session = token === undefined ? undefined : await inTurn(() => readSession(kernel, token));
  const now = kernel.clock.now();
  if (!session || session.endsAt <= now || now.getTime() - session.seenAt.getTime() >= SUBSCRIBER_IDLE_MS)
    throw new Fault('unauthenticated', 'the session has ended; sign in again');
  if (session.stage !== 'done') throw new Fault('unauthenticated', 'the sign-in is not complete');
  const { stage: _stage, seenAt, endsAt: _endsAt, isOpen, moving, ...subscriber } = session;
  if (!isOpen) throw new Fault('forbidden', 'your provider has closed these pages');
  if (moving !== null) throw beingMoved(moving);
  if (now.getTime() - seenAt.getTime() >= SEEN_EVERY_MS) await noteSeen(kernel, subscriber, now);
  return subscriber;
}

async function readSession({ db }: Kernel, token: string): Promise<SessionRow | undefined> {
  const [row] = await query<SessionRow>(
    db.lookups,
    sql`SELECT x.id AS "sessionId", x.isp_id AS "ispId", x.customer_id AS "customerId", c.reseller_id AS "resellerId",
          x.username, t.timezone AS zone, x.stage, x.seen_at AS "seenAt", x.ends_at AS "endsAt",
          t.portal <> 'Off' AND i.deleted_at IS NULL AND c.deleted_at IS NULL AS "isOpen",
          CASE WHEN ${isFrozen(sql`x.isp_id`)} THEN i.name END AS moving
        FROM auth.subscriber_session x
        JOIN crm.customer c ON c.isp_id = x.isp_id AND c.id = x.customer_id
        JOIN crm.isp i ON i.id = x.isp_id
        JOIN crm.isp_setting t ON t.isp_id = x.isp_id
        WHERE x.digest = ${digestOfKey(token)}`,
    { prepared: true },
  );
  return row;
}

async function noteSeen({ db }: Kernel, { sessionId }: Subscriber, now: Date): Promise<void> {
  await execute(
    db.pool,
    sql`UPDATE auth.subscriber_session SET seen_at = ${now} WHERE id = ${sessionId} AND seen_at < ${now}`,
  );
}
