import { Fault } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { execute, query, type Sql, sql } from '../../../db/sql.ts';
import { sourceOf } from '../logins/attempts.ts';

const MINUTE_MS = 60_000;
/** Wrong codes of a device within that time, and how long it then waits. */
const MAX_OF_DEVICE = 5;
/** Likewise from an address, which all guests of a venue share: one of them must not keep the others out. */
const MAX_OF_ADDRESS = 50;
const GUEST_MS = 15 * MINUTE_MS;
/** Wrong codes at an ISP within that time, after which nobody is let in until it ends. */
const MAX_OF_ISP = 1_000;
const ISP_MS = 60 * MINUTE_MS;

/** Who tries a code. */
export interface Guest {
  readonly ispId: number;
  readonly address: string;
  /** `aa:bb:cc:dd:ee:ff`, as the NAS or somebody else says it. */
  readonly mac: string;
  readonly now: Date;
}

const fromAddress = ({ address }: Guest): Sql => sql`('address ' || ${sourceOf(address)})`;
/** At its address: anybody can say to be another device. */
const fromDevice = ({ address, mac }: Guest): Sql => sql`(${`device ${mac} `}::text || ${sourceOf(address)})`;

/**
 * Refuses a guest who has to wait. Until the transaction ends, others from the address or the device come after this one, so that
 * many at once are counted like one after the other.
 * @throws Fault of kind `tooMany`
 */
export async function lockGuesses(tx: Tx, guest: Guest): Promise<void> {
  const { ispId, now } = guest;
  await execute(
    tx,
    sql`INSERT INTO crm.hotspot_guess AS g (isp_id, source, count, since)
        SELECT ${ispId}, s.source, 0, ${now}::timestamptz
        FROM (VALUES ${fromAddress(guest)}, ${fromDevice(guest)}) AS s (source) ORDER BY s.source
        ON CONFLICT (isp_id, source) DO UPDATE SET count = g.count`,
  );
  await refuseWaiting(tx, guest);
}

/** The same for one who tries no code, of which nothing is kept. @throws Fault of kind `tooMany` */
export async function refuseWaiting(tx: Tx, guest: Guest): Promise<void> {
  const { ispId, now } = guest;
  const [blocked] = await query<{ until: Date | null }>(
    tx,
    sql`SELECT max(blocked_until) AS until FROM crm.hotspot_guess
        WHERE isp_id = ${ispId} AND source IN (${fromAddress(guest)}, ${fromDevice(guest)}, 'all')`,
  );
  if (blocked?.until && blocked.until > now) throw tooMany(blocked.until, now);
}

/** Counts a code that nobody has. */
export async function countGuess(tx: Tx, guest: Guest): Promise<void> {
  await count(tx, guest, { source: fromAddress(guest), most: MAX_OF_ADDRESS, windowMs: GUEST_MS });
  await count(tx, guest, { source: fromDevice(guest), most: MAX_OF_DEVICE, windowMs: GUEST_MS });
  const stopped = await count(tx, guest, { source: sql`('all')`, most: MAX_OF_ISP, windowMs: ISP_MS });
  if (!stopped) return;
  const data = { guesses: MAX_OF_ISP, until: new Date(guest.now.getTime() + ISP_MS).toISOString() };
  await execute(
    tx,
    sql`SELECT crm.note_event(${guest.ispId}, NULL, 'hotspot.guessed', ${guest.ispId}, NULL, NULL, ${JSON.stringify(data)}::jsonb)
        WHERE crm.keeps_events(${guest.ispId})`,
  );
}

interface Counted {
  readonly source: Sql;
  readonly most: number;
  readonly windowMs: number;
}

/** Whether the source has to wait from now on. */
async function count(tx: Tx, { ispId, now }: Guest, { source, most, windowMs }: Counted): Promise<boolean> {
  const at = sql`${now}::timestamptz`;
  const isOver = sql`g.since <= ${new Date(now.getTime() - windowMs)}::timestamptz`;
  const counted = sql`CASE WHEN ${isOver} THEN 1 ELSE g.count + 1 END`;
  const until = sql`${new Date(now.getTime() + windowMs)}::timestamptz`;
  const rows = await query<{ until: Date | null; count: number }>(
    tx,
    sql`INSERT INTO crm.hotspot_guess AS g (isp_id, source, count, since)
        VALUES (${ispId}, ${source}, 1, ${at})
        ON CONFLICT (isp_id, source) DO UPDATE SET count = ${counted}, since = CASE WHEN ${isOver} THEN ${at} ELSE g.since END,
          blocked_until = CASE WHEN ${counted} >= ${most} THEN ${until} END
        RETURNING blocked_until AS until, count`,
  );
  return rows.some((row) => row.until !== null && row.count === most);
}

function tooMany(until: Date, now: Date): Fault {
  const retryAfterS = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 1_000));
  return new Fault('tooMany', 'too many wrong codes; try again later', { retryAfterS });
}
