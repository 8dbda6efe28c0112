import type { Channel, Trigger } from '../../../core/vocabulary/notice.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';

type Pool = Pick<Database, 'pool'>;

/** A message that this node is sending. */
export interface Claimed {
  readonly id: number;
  readonly ispId: number;
  readonly noticeId: number;
  readonly trigger: Trigger;
  readonly serviceId: number | null;
  readonly customerId: number | null;
  readonly subjectId: number | null;
  readonly channel: Channel;
  readonly attempts: number;
  readonly createdAt: Date;
  readonly leasedUntil: Date;
}

/**
 * How long a node that has died keeps others from a message: longer than an attempt may take. By the clock of the database, which
 * all nodes share.
 */
const LEASE_S = 120;
/** Of one ISP in one claim, so that one with many messages does not take the places of others. */
const OF_ISP = 4;

interface Claim {
  readonly now: Date;
  readonly limit: number;
  /** ISPs that have had their share of this node. */
  readonly without: readonly number[];
}

/** Takes messages that are due, urgent ones first. No other node gets them until the lease ends. */
export async function claimMessages(db: Pool, claim: Claim): Promise<Claimed[]> {
  const urgent = await claimOf(db, claim, { which: sql`w.urgent`, when: sql`TRUE` });
  const left = { ...claim, limit: claim.limit - urgent.length };
  if (left.limit <= 0) return urgent;
  const notQuiet = sql`NOT crm.is_quiet(t.timezone, t.quiet_from, t.quiet_upto, ${claim.now}::timestamptz)`;
  return [...urgent, ...(await claimOf(db, left, { which: sql`TRUE`, when: notQuiet }))];
}

interface Kind {
  /** Of the messages `w`. */
  readonly which: Sql;
  /** Of their ISPs, with the settings `t`. */
  readonly when: Sql;
}

function claimOf({ pool }: Pool, { now, limit, without }: Claim, { which, when }: Kind): Promise<Claimed[]> {
  return query<Claimed>(
    pool,
    sql`UPDATE crm.notice_message m SET leased_until = now() + make_interval(secs => ${LEASE_S})
        FROM (
          SELECT d.id FROM crm.notice_progress p
          JOIN crm.isp_setting t ON t.isp_id = p.isp_id
          CROSS JOIN LATERAL (
            SELECT w.id FROM crm.notice_message w
            WHERE w.isp_id = p.isp_id AND w.status = 'Waiting' AND w.due_at <= ${now}::timestamptz AND ${which}
              AND (w.leased_until IS NULL OR w.leased_until < now())
            ORDER BY w.due_at, w.id LIMIT ${OF_ISP} FOR UPDATE SKIP LOCKED
          ) d
          WHERE p.isp_id <> ALL(${[...without]}::int[])
            AND ${when}
            AND NOT EXISTS (SELECT FROM crm.tenant_freeze f WHERE f.isp_id = p.isp_id)
          ORDER BY random() LIMIT ${limit}
        ) due, crm.notice n
        WHERE m.id = due.id AND n.id = m.notice_id AND m.status = 'Waiting'
        RETURNING m.id::float8 AS id, m.isp_id AS "ispId", m.notice_id AS "noticeId", n.trigger, m.service_id AS "serviceId",
          m.customer_id AS "customerId", m.subject_id::float8 AS "subjectId", m.channel, m.attempts,
          m.created_at AS "createdAt", m.leased_until AS "leasedUntil"`,
  );
}

/** What an attempt sent, and where; nothing: it came to no attempt. */
export interface Sent {
  readonly address: string;
  readonly subject: string | null;
  readonly body: string;
}

export type Outcome =
  | { readonly status: 'Sent'; readonly reason: null; readonly sent: Sent }
  | { readonly status: 'Failed'; readonly reason: string; readonly sent?: Sent }
  | { readonly status: 'Skipped'; readonly reason: string; readonly sent?: Sent }
  | { readonly status: 'Waiting'; readonly reason: string; readonly sent: Sent };

const MINUTE = 60_000;
/** Pauses after failures, a day in all; then the message has failed. */
const PAUSES_MS = [1, 5, 15, 60, 180, 360, 360, 450].map((minutes) => minutes * MINUTE);
/** Attempts after which a message waits for the end of the quiet hours like the others. */
const URGENT_ATTEMPTS = 3;
const MAX_REASON = 300;

/** A message that this node has tried to send, and the status in which it waits for that. */
type Attempted = Pick<Claimed, 'id' | 'attempts' | 'leasedUntil'> & { readonly waiting?: 'Waiting' | 'Queued' };

/** What came of a message, and when. */
export interface Noted {
  readonly message: Attempted;
  readonly outcome: Outcome;
  readonly now: Date;
}

/** Saves what came of messages. One that may pass later is tried again after a pause. */
export async function recordOutcomes({ pool }: Pool, noted: readonly Noted[]): Promise<void> {
  const rows = noted.map(progressOf);
  const all = <K extends keyof Progress>(column: K): Progress[K][] => rows.map((row) => row[column]);
  await query(
    pool,
    // A message that another node has taken over meanwhile is no longer this node's to change.
    sql`UPDATE crm.notice_message m SET status = o.status, reason = o.reason, attempts = o.attempts,
          urgent = m.urgent AND o.attempts < ${URGENT_ATTEMPTS}, leased_until = NULL, done_at = o.done_at,
          due_at = coalesce(o.due_at, m.due_at), address = o.address, subject = o.subject, body = o.body
        FROM unnest(${all('id')}::bigint[], ${all('waiting')}::text[], ${all('leasedUntil')}::timestamptz[],
          ${all('status')}::text[], ${all('reason')}::text[], ${all('attempts')}::int[], ${all('doneAt')}::timestamptz[],
          ${all('dueAt')}::timestamptz[], ${all('address')}::text[], ${all('subject')}::text[], ${all('body')}::text[])
          AS o(id, waiting, leased_until, status, reason, attempts, done_at, due_at, address, subject, body)
        WHERE m.id = o.id AND m.status = o.waiting AND m.leased_until = o.leased_until`,
  );
}

type Progress = ReturnType<typeof progressOf>;

function progressOf({ message, outcome, now }: Noted) {
  const attempts = message.attempts + (outcome.sent ? 1 : 0);
  const pause = PAUSES_MS[attempts - 1];
  const isOver = outcome.status === 'Waiting' && pause === undefined;
  const waits = outcome.status === 'Waiting' && !isOver;
  const { id, leasedUntil, waiting = 'Waiting' } = message;
  return {
    ...{ id, leasedUntil, waiting, attempts },
    status: isOver ? 'Failed' : waits ? waiting : outcome.status,
    reason: outcome.reason?.slice(0, MAX_REASON) ?? null,
    doneAt: waits ? null : now,
    /** Null: as it was. */
    dueAt: waits ? new Date(now.getTime() + (pause ?? 0)) : null,
    address: outcome.sent?.address ?? null,
    subject: outcome.sent?.subject ?? null,
    body: outcome.sent?.body ?? null,
  };
}
