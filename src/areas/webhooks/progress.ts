import type { Database } from '../../db/database.ts';
import { query, type Sql, sql } from '../../db/sql.ts';
import type { FedEvent } from '../events/read-events.ts';
import type { Attempt, Destination } from './deliver.ts';
import { DISABLED_AFTER_MS } from './vocabulary.ts';

/** A webhook that this node is delivering to. */
export interface Claimed extends Destination {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly types: readonly string[];
  readonly cursor: number;
  readonly attempts: number;
}

type Pool = Pick<Database, 'pool'>;

/**
 * How long a node that has died keeps others from a webhook: longer than an attempt may take. By the clock of the database, which
 * all nodes share.
 */
const LEASE_S = 60;
const leaseUntil = sql`now() + make_interval(secs => ${LEASE_S})`;

interface Claim {
  readonly now: Date;
  readonly limit: number;
  /** ISPs that have had their share of this node. */
  readonly without: readonly number[];
}

/** Takes webhooks with events to deliver, in no order, so that none is always first. No other node gets them until the lease ends. */
export function claimWebhooks({ pool }: Pool, { now, limit, without }: Claim): Promise<Claimed[]> {
  return query<Claimed>(
    pool,
    sql`UPDATE crm.webhook w SET leased_until = ${leaseUntil}
        FROM (
          SELECT w.id FROM crm.webhook w
          WHERE w.status = 'Enabled' AND w.deleted_at IS NULL
            AND (w.leased_until IS NULL OR w.leased_until < now())
            AND (w.retry_at IS NULL OR w.retry_at <= ${now}::timestamptz) AND w.isp_id <> ALL(${[...without]}::int[])
            AND EXISTS (SELECT FROM crm.event e WHERE e.isp_id = w.isp_id AND e.id > w.cursor)
            AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = w.isp_id)
          ORDER BY random() LIMIT ${limit} FOR UPDATE OF w SKIP LOCKED
        ) due
        WHERE w.id = due.id
        RETURNING w.id, w.isp_id AS "ispId", w.reseller_id AS "resellerId", w.url, w.types, w.cursor::float8 AS cursor, w.attempts,
          w.secret_enc AS "secretEnc", w.previous_secret_enc AS "previousSecretEnc", w.previous_until AS "previousUntil"`,
  );
}

/** A webhook that was changed, deleted or replayed meanwhile is no longer this node's to move. */
const unchanged = ({ id, cursor, url }: Claimed): Sql =>
  sql`w.id = ${id} AND w.cursor = ${cursor}::bigint AND w.url = ${url} AND w.status = 'Enabled' AND w.deleted_at IS NULL`;

const logged = (
  { id, ispId, attempts }: Claimed,
  event: FedEvent,
  { at, durationMs, httpStatus, error }: Attempt,
): Sql => sql`
  INSERT INTO crm.webhook_delivery (isp_id, webhook_id, event_id, type, attempt, at, duration, http_status, error)
  VALUES (${ispId}, ${id}, ${event.id}::bigint, ${event.type}, ${attempts + 1}, ${at}::timestamptz, ${durationMs}, ${httpStatus}::int,
    ${error}::text)`;

/** Moves on to the next event. Returns whether this node goes on with the webhook. */
export async function recordAccepted(
  { pool }: Pool,
  webhook: Claimed,
  event: FedEvent,
  attempt: Attempt,
): Promise<boolean> {
  const rows = await query(
    pool,
    sql`WITH delivery AS (${logged(webhook, event, attempt)})
        UPDATE crm.webhook w SET cursor = ${event.id}::bigint, attempts = 0, failing_since = NULL, retry_at = NULL,
          last_error = NULL, accepted_at = ${attempt.at}::timestamptz, leased_until = ${leaseUntil}
        WHERE ${unchanged(webhook)} RETURNING w.id`,
  );
  return rows.length > 0;
}

/** Passes over events that are none of its types, and gives the webhook back. */
export async function recordDone({ pool }: Pool, webhook: Claimed, cursor: number): Promise<void> {
  await query(
    pool,
    sql`UPDATE crm.webhook w SET cursor = greatest(w.cursor, ${cursor}::bigint), leased_until = NULL WHERE ${unchanged(webhook)}`,
  );
}

/** Gives the webhook back as it is: when the node stops, or when somebody has changed it meanwhile. */
export async function release({ pool }: Pool, { id }: Claimed): Promise<void> {
  await query(pool, sql`UPDATE crm.webhook SET leased_until = NULL WHERE id = ${id}`);
}

const GONE = 410;

/**
 * Has the event tried again after the pause, or disables the webhook: after a day of failures, or when the receiver says that it
 * is gone. That is an event itself.
 */
export async function recordFailed(
  { pool }: Pool,
  webhook: Claimed,
  { event, attempt, pauseMs }: { readonly event: FedEvent; readonly attempt: Attempt; readonly pauseMs: number },
): Promise<{ isMine: boolean; isDisabled: boolean }> {
  const retryAt = new Date(attempt.at.getTime() + pauseMs);
  const dayAgo = new Date(attempt.at.getTime() - DISABLED_AFTER_MS);
  const [row] = await query<{ isDisabled: boolean }>(
    pool,
    sql`WITH delivery AS (${logged(webhook, event, attempt)}), failed AS (
          UPDATE crm.webhook w SET attempts = attempts + 1, failing_since = coalesce(failing_since, ${attempt.at}::timestamptz),
            retry_at = ${retryAt}::timestamptz, leased_until = NULL, last_error = ${attempt.error},
            status = CASE WHEN ${attempt.httpStatus === GONE}::boolean OR failing_since <= ${dayAgo}::timestamptz
              THEN 'Disabled' ELSE status END
          WHERE ${unchanged(webhook)} RETURNING w.*
        ), told AS (
          SELECT crm.note_event(f.isp_id, f.reseller_id, 'webhook.disabled', f.id, NULL, NULL,
            jsonb_build_object('id', f.id, 'url', f.url, 'error', f.last_error)) FROM failed f WHERE f.status = 'Disabled'
        )
        SELECT f.status = 'Disabled' AS "isDisabled" FROM failed f LEFT JOIN told ON true`,
  );
  return { isMine: row !== undefined, isDisabled: row?.isDisabled ?? false };
}
