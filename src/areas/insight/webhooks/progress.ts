import type { Database } from '../../../db/database.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';
import type { Delivery, Destination } from './deliver.ts';
import { DISABLED_AFTER_MS } from './vocabulary.ts';

/** A webhook that this node is delivering to. */
export interface Claimed extends Destination {
  readonly id: number;
  readonly ispId: number;
  readonly resellerId: number | null;
  readonly types: readonly string[];
  readonly cursor: number;
  readonly attempts: number;
  /** Tells this lease from any other of the webhook. */
  readonly leasedUntil: Date;
  readonly revision: number;
  /** When this node asked for it, in milliseconds of `performance.now()`. */
  readonly askedAt: number;
}

type Pool = Pick<Database, 'pool'>;

/**
 * How long a node that has died keeps others from a webhook: longer than a turn and its last attempt may take. By the clock of the
 * database, which all nodes share.
 */
const LEASE_S = 60;

interface Claim {
  readonly limit: number;
  /** ISPs that have had their share of this node. */
  readonly without: readonly number[];
}

/**
 * Takes webhooks with events to deliver: one of an ISP at a time, so that none gets more than its share of the node, and in no order,
 * so that none is always first. No other node gets them until the lease ends.
 */
export async function claimWebhooks({ pool }: Pool, { limit, without }: Claim): Promise<Claimed[]> {
  const isFree = sql`w.status = 'Enabled' AND w.deleted_at IS NULL AND (w.leased_until IS NULL OR w.leased_until < now())
    AND (w.retry_at IS NULL OR w.retry_at <= now())`;
  const askedAt = performance.now();
  const claimed = await query<Omit<Claimed, 'askedAt'>>(
    pool,
    sql`WITH one AS MATERIALIZED (
          SELECT DISTINCT ON (w.isp_id) w.id FROM crm.webhook w
          WHERE ${isFree} AND w.isp_id <> ALL(${[...without]}::int[])
            AND EXISTS (SELECT FROM crm.event e WHERE e.isp_id = w.isp_id AND e.id > w.cursor)
            AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = w.isp_id)
          ORDER BY w.isp_id, random()
        ), chosen AS MATERIALIZED (SELECT id FROM one ORDER BY random() LIMIT ${limit}), due AS MATERIALIZED (
          SELECT w.id FROM crm.webhook w WHERE ${isFree} AND w.id IN (SELECT id FROM chosen) FOR UPDATE OF w SKIP LOCKED
        )
        UPDATE crm.webhook w SET leased_until = now() + make_interval(secs => ${LEASE_S}) FROM due WHERE w.id = due.id
        RETURNING w.id, w.isp_id AS "ispId", w.reseller_id AS "resellerId", w.url, w.types, w.cursor::float8 AS cursor, w.attempts,
          w.leased_until AS "leasedUntil", w.revision, w.secret_enc AS "secretEnc", w.previous_secret_enc AS "previousSecretEnc",
          w.previous_until AS "previousUntil"`,
  );
  return claimed.map((webhook) => ({ ...webhook, askedAt }));
}

const isHeld = ({ id, leasedUntil }: Claimed): Sql =>
  sql`w.id = ${id} AND w.leased_until = ${leasedUntil}::timestamptz`;

/** A webhook that was changed, deleted or replayed meanwhile is no longer this node's to move. Nodes of older versions raise no number. */
const isUnchanged = (webhook: Claimed): Sql =>
  sql`${isHeld(webhook)} AND w.revision = ${webhook.revision} AND w.cursor = ${webhook.cursor}::bigint AND w.url = ${webhook.url}
    AND w.deleted_at IS NULL`;

/** An entry for each attempt to deliver, in order. */
function logged({ id, ispId, attempts }: Claimed, deliveries: readonly Delivery[]): Sql {
  const of = <T>(value: (delivery: Delivery, index: number) => T): T[] => deliveries.map(value);
  return sql`
  INSERT INTO crm.webhook_delivery (isp_id, webhook_id, event_id, type, attempt, at, duration, http_status, error)
  SELECT ${ispId}, ${id}, d.* FROM unnest(${of(({ event }) => event.id)}::bigint[], ${of(({ event }) => event.type)}::text[],
    ${of((_, index) => (index === 0 ? attempts + 1 : 1))}::int[], ${of(({ attempt }) => attempt.at)}::timestamptz[],
    ${of(({ attempt }) => attempt.durationMs)}::int[], ${of(({ attempt }) => attempt.httpStatus)}::int[],
    ${of(({ attempt }) => attempt.error)}::text[]) d`;
}

/**
 * Moves past events that were accepted, one after another. `counts`: not if the webhook was changed so that they are sent again;
 * `isEnabled`: it is to have more of them.
 */
export async function recordAccepted(
  { pool }: Pool,
  webhook: Claimed,
  accepted: readonly Delivery[],
): Promise<{ counts: boolean; isEnabled: boolean }> {
  const last = accepted.at(-1);
  if (!last) return { counts: true, isEnabled: true };
  const [row] = await query<{ isEnabled: boolean }>(
    pool,
    sql`WITH delivery AS (${logged(webhook, accepted)})
        UPDATE crm.webhook w SET cursor = ${last.event.id}::bigint, attempts = 0, failing_since = NULL, retry_at = NULL,
          last_error = NULL, accepted_at = ${last.attempt.at}::timestamptz
        WHERE ${isUnchanged(webhook)} RETURNING w.status = 'Enabled' AS "isEnabled"`,
  );
  return { counts: row !== undefined, isEnabled: row?.isEnabled ?? false };
}

/** Passes over events that are none of its types, and gives the webhook back. False: it was changed meanwhile. */
export async function recordDone({ pool }: Pool, webhook: Claimed, cursor: number): Promise<boolean> {
  const moved = await execute(
    pool,
    sql`UPDATE crm.webhook w SET cursor = greatest(w.cursor, ${cursor}::bigint), leased_until = NULL
        WHERE ${isUnchanged(webhook)}`,
  );
  return moved > 0;
}

/** Gives the webhook back as it is: when the node stops, or when somebody has changed it meanwhile. */
export async function release({ pool }: Pool, webhook: Claimed): Promise<void> {
  await query(pool, sql`UPDATE crm.webhook w SET leased_until = NULL WHERE ${isHeld(webhook)}`);
}

const GONE = 410;
const milliseconds = (count: number): Sql => sql`make_interval(secs => ${count / 1_000})`;

/**
 * Has the event tried again after the pause, or disables the webhook: after a day of failures, or when the receiver says that it
 * is gone. That is an event itself.
 */
export async function recordFailed(
  { pool }: Pool,
  webhook: Claimed,
  { event, attempt, pauseMs }: Delivery & { readonly pauseMs: number },
): Promise<{ isMine: boolean; isDisabled: boolean }> {
  const [row] = await query<{ isDisabled: boolean }>(
    pool,
    sql`WITH delivery AS (${logged(webhook, [{ event, attempt }])}), failed AS (
          UPDATE crm.webhook w SET attempts = attempts + 1, failing_since = coalesce(failing_since, now()),
            retry_at = now() + ${milliseconds(pauseMs)}, leased_until = NULL, last_error = ${attempt.error},
            status = CASE WHEN ${attempt.httpStatus === GONE}::boolean
              OR failing_since <= now() - ${milliseconds(DISABLED_AFTER_MS)} THEN 'Disabled' ELSE status END
          WHERE ${isUnchanged(webhook)} AND w.status = 'Enabled' RETURNING w.*
        ), told AS (
          SELECT crm.note_event(f.isp_id, f.reseller_id, 'webhook.disabled', f.id, NULL, NULL,
            jsonb_build_object('id', f.id, 'url', f.url, 'error', f.last_error)) FROM failed f WHERE f.status = 'Disabled'
        )
        SELECT f.status = 'Disabled' AS "isDisabled" FROM failed f LEFT JOIN told ON true`,
  );
  return { isMine: row !== undefined, isDisabled: row?.isDisabled ?? false };
}
