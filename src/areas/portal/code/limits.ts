import { Fault } from '../../../core/fault.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { sourceOf } from '../../logins/attempts.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Within an hour: codes of a user name, and of a customer by all of his; of an address, which many may share. */
const MAX_OF_SUBSCRIBER = 5;
const MAX_OF_ADDRESS = 20;
/** Requests for each code that the ISP would send: more are of somebody who tries names. */
const REQUESTS_FOR_CODE = 10;

interface Asked {
  readonly ispId: number;
  readonly username: string;
  readonly address: string;
  readonly now: Date;
}

interface Counts {
  /** What the ISP allows. */
  readonly max: number;
  readonly sent: number;
  readonly asked: number;
  readonly ofAddress: number;
  readonly ofName: number;
  readonly ofNameNow: number;
}

/**
 * Limits codes, since each may cost the ISP money and rings at somebody's telephone. Requests of an ISP are counted one after the
 * other. A name that is nobody's is counted like any other, so a refusal does not tell whose it is.
 * @throws Fault of kind `tooMany`
 */
export async function checkCodeLimits(tx: Tx, { ispId, username, address, now }: Asked): Promise<void> {
  await query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('auth.sign_in_code'), ${ispId}::int)`);
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const minuteAgo = new Date(now.getTime() - MINUTE_MS);
  const ofName = sql`lower(x.username) = lower(${username})`;
  const [counts] = await query<Counts>(
    tx,
    sql`SELECT t.portal_codes AS max, count(x.customer_id)::int AS sent, count(x.id)::int AS asked,
          count(*) FILTER (WHERE x.source = ${sourceOf(address)})::int AS "ofAddress",
          count(*) FILTER (WHERE ${ofName})::int AS "ofName",
          count(*) FILTER (WHERE ${ofName} AND x.created_at > ${minuteAgo}::timestamptz)::int AS "ofNameNow"
        FROM crm.isp_setting t
        LEFT JOIN auth.sign_in_code x ON x.isp_id = t.isp_id AND x.created_at > ${hourAgo}::timestamptz
        WHERE t.isp_id = ${ispId} GROUP BY t.isp_id`,
  );
  if (!counts) throw new Error(`ISP ${ispId} has no settings`);
  if (counts.ofNameNow > 0) throw new Fault('tooMany', 'a code was asked for within the last minute; wait for it');
  const { max, sent, asked, ofAddress, ofName: ofThisName } = counts;
  const isTooMuch = ofThisName >= MAX_OF_SUBSCRIBER || ofAddress >= MAX_OF_ADDRESS;
  if (isTooMuch || sent >= max || asked >= max * REQUESTS_FOR_CODE)
    throw new Fault('tooMany', 'too many codes were asked for; sign in with the password, or try again in an hour');
}

/** Whether a customer, by the names of all of their services, may be sent another. */
export const hasNotHadEnough = (customerId: Sql, { ispId, now }: Pick<Asked, 'ispId' | 'now'>): Sql =>
  sql`(SELECT count(*) FROM auth.sign_in_code x
       WHERE x.isp_id = ${ispId} AND x.customer_id = ${customerId}
         AND x.created_at > ${new Date(now.getTime() - HOUR_MS)}::timestamptz) < ${MAX_OF_SUBSCRIBER}`;
