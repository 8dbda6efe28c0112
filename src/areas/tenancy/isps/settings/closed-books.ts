import { badParameter } from '../../../../core/fault.ts';
import { dayOf } from '../../../../core/zone.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, sql } from '../../../../db/sql.ts';

interface Changed {
  readonly ispId: number;
  readonly timezone?: string | undefined;
  readonly books_closed_upto?: string | null | undefined;
}

/**
 * Days can be closed when they are over: what happens today must be posted today. Another time zone may begin the day anew.
 * @throws Fault of kind `badInput`
 */
export async function refuseOpenDays(tx: Tx, now: Date, { ispId, ...input }: Changed): Promise<void> {
  if (!input.books_closed_upto && input.timezone === undefined) return;
  const [stored] = await query<{ timezone: string; closed: string | null }>(
    tx,
    sql`SELECT timezone, books_closed_upto AS closed FROM crm.isp_setting WHERE isp_id = ${ispId} FOR NO KEY UPDATE`,
  );
  const closed = input.books_closed_upto === undefined ? stored?.closed : input.books_closed_upto;
  const today = dayOf(now, input.timezone ?? stored?.timezone ?? 'UTC');
  if (!closed || closed < today) return;
  if (input.books_closed_upto) throw badParameter('books_closed_upto', `must be before today, ${today}`);
  throw badParameter('timezone', `must not be one where it is still ${today}: the books are closed up to ${closed}`);
}
