import type { Tx } from '../../../db/database.ts';
import { execute, query, type Runner, sql } from '../../../db/sql.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** How often something may happen. The time runs from the first of them. */
interface Limit {
  /** What is counted. */
  readonly kind:
    | 'number'
    | 'stranger'
    | 'pin'
    | 'code'
    | 'pay_link'
    | 'restart'
    | 'postcode'
    | 'postcodes'
    | 'chat'
    | 'chats'
    | 'chat_code';
  readonly max: number;
  readonly withinMs: number;
}

export const LIMITS = {
  /** Calls of a telephone number, or of a chat that hides it. */
  number: { kind: 'number', max: 20, withinMs: HOUR_MS },
  /** Wrong PINs of all callers at a program whose numbers are nobody's: such numbers cost nothing. */
  stranger: { kind: 'stranger', max: 20, withinMs: HOUR_MS },
  /** Wrong PINs of a customer; then a code is the only way. */
  pin: { kind: 'pin', max: 10, withinMs: DAY_MS },
  /** Codes and links that a customer is sent. */
  code: { kind: 'code', max: 3, withinMs: DAY_MS },
  payLink: { kind: 'pay_link', max: 3, withinMs: DAY_MS },
  /** Of a call, and of all calls at a program. */
  postcode: { kind: 'postcode', max: 3, withinMs: HOUR_MS },
  postcodes: { kind: 'postcodes', max: 1_000, withinMs: HOUR_MS },
  /** Codes that link a chat: that a chat asks for, all chats at a program, and that a customer is sent. */
  chat: { kind: 'chat', max: 3, withinMs: DAY_MS },
  chats: { kind: 'chats', max: 60, withinMs: HOUR_MS },
  chatCode: { kind: 'chat_code', max: 3, withinMs: DAY_MS },
  /** Of a service. */
  restart: { kind: 'restart', max: 3, withinMs: DAY_MS },
} as const satisfies Record<string, Limit>;

/** What a limit is about: a number, a chat, or the id of a record. */
interface Counted {
  readonly ispId: number;
  readonly key: string | number;
  readonly now: Date;
}

/**
 * Counts one more, in a statement that locks the row until the commit: calls at the same moment, also on several nodes, count one
 * after the other. Returns the count; undefined, and nothing is counted, if the limit is reached.
 */
export async function countOne(
  tx: Tx,
  { kind, max, withinMs }: Limit,
  { ispId, key, now }: Counted,
): Promise<number | undefined> {
  const start = new Date(now.getTime() - withinMs);
  const [row] = await query<{ count: number }>(
    tx,
    sql`INSERT INTO crm.care_count AS c (isp_id, kind, key, since, count)
        VALUES (${ispId}, ${kind}, ${String(key)}, ${now}::timestamptz, 1)
        ON CONFLICT (isp_id, kind, key) DO UPDATE
          SET since = CASE WHEN c.since <= ${start}::timestamptz THEN excluded.since ELSE c.since END,
            count = CASE WHEN c.since <= ${start}::timestamptz THEN 1 ELSE c.count + 1 END
          WHERE c.since <= ${start}::timestamptz OR c.count < ${max}
        RETURNING c.count`,
  );
  return row?.count;
}

/** Takes one back: what was counted was right, or has not happened. */
export async function uncountOne(
  on: Runner,
  { kind }: Limit,
  { ispId, key }: Pick<Counted, 'ispId' | 'key'>,
): Promise<void> {
  await execute(
    on,
    sql`UPDATE crm.care_count SET count = greatest(count - 1, 0)
        WHERE isp_id = ${ispId} AND kind = ${kind} AND key = ${String(key)}`,
  );
}
