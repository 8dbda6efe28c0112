import { Fault } from '../../../../core/fault.ts';
import type { Tx } from '../../../../db/database.ts';
import { query, type Sql, sql } from '../../../../db/sql.ts';
import { sourceOf } from '../../logins/attempts.ts';

const HOUR_MS = 3_600_000;
const MINUTE_MS = 60_000;
/** Within an hour, and twice: for browsers that are known, and for strangers. Of a user name; of a customer by all of theirs. */
const MAX_OF_SUBSCRIBER = 5;
/** Of strangers at a user name: those from one network, and those from networks that have asked for it before. */
const MAX_OF_NETWORK_AT_NAME = 3;
const MAX_OF_REPEATED = 4;
/** Of an address, which many may share. */
const MAX_OF_ADDRESS = 20;
/** Requests for each code that the ISP would send: more are of somebody who tries names. */
const REQUESTS_FOR_CODE = 10;
/** A part of the codes of an ISP that strangers leave to browsers that are known. */
const LEFT_TO_KNOWN = 1 / 5;

export interface Asker {
  readonly address: string;
  /** A browser in which the customer with this user name has signed in before: it is counted instead of the address. */
  readonly device: string | undefined;
}

interface Asked extends Asker {
  readonly ispId: number;
  readonly username: string;
  readonly now: Date;
}

interface Counts {
  /** What the ISP allows. */
  readonly max: number;
  readonly sent: number;
  readonly sentToStrangers: number;
  readonly askedByStrangers: number;
  readonly ofSource: number;
  /** Those for the name, of browsers that are known or of strangers, whichever asks. */
  readonly ofName: number;
  readonly ofNameAndSource: number;
  readonly ofNameAndSourceNow: number;
}

/** What a request is counted by: a browser that is known, or a network. */
export const codeSource = ({ address, device }: Asker): Sql =>
  device === undefined ? sourceOf(address) : sql`${device}`;

/** Whether the row `x` was asked for as this one is: by a browser that is known, or by a stranger. */
const isAlike = ({ device }: Pick<Asker, 'device'>): Sql =>
  device === undefined ? sql`x.source NOT LIKE 'device %'` : sql`x.source LIKE 'device %'`;

/**
 * Limits codes, since each may cost the ISP money and rings at somebody's telephone. Requests of an ISP are counted one after the
 * other. A name that is nobody's is counted like any other, so a refusal does not tell whose it is. Strangers' requests are
 * counted apart from those of a browser that is known, which they cannot keep from its codes.
 * @throws Fault of kind `tooMany`
 */
export async function checkCodeLimits(tx: Tx, asked: Asked): Promise<void> {
  await query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('auth.sign_in_code'), ${asked.ispId}::int)`);
  const counts = await count(tx, asked);
  if (counts.ofNameAndSourceNow > 0)
    throw new Fault('tooMany', 'we sent you a code within the last minute; wait for it');
  if (asked.device === undefined ? isTooMuchOfStrangers(counts) : isTooMuch(counts))
    throw new Fault('tooMany', 'you asked for too many codes; sign in with your password, or try again in an hour');
}

const isTooMuch = ({ ofName, sent, max }: Counts): boolean => ofName >= MAX_OF_SUBSCRIBER || sent >= max;

function isTooMuchOfStrangers(counts: Counts): boolean {
  const { max, sentToStrangers, askedByStrangers, ofSource, ofName, ofNameAndSource } = counts;
  return (
    isTooMuch(counts) ||
    ofSource >= MAX_OF_ADDRESS ||
    ofNameAndSource >= MAX_OF_NETWORK_AT_NAME ||
    // The last is left to a network from which nobody has asked.
    (ofNameAndSource > 0 && ofName >= MAX_OF_REPEATED) ||
    sentToStrangers >= max - Math.floor(max * LEFT_TO_KNOWN) ||
    askedByStrangers >= max * REQUESTS_FOR_CODE
  );
}

async function count(tx: Tx, asked: Asked): Promise<Counts> {
  const { ispId, username, now } = asked;
  const hourAgo = new Date(now.getTime() - HOUR_MS);
  const minuteAgo = new Date(now.getTime() - MINUTE_MS);
  const ofStranger = isAlike({ device: undefined });
  const ofSource = sql`x.source = ${codeSource(asked)}`;
  const ofName = sql`lower(x.username) = lower(${username})`;
  const [counts] = await query<Counts>(
    tx,
    sql`SELECT t.portal_codes AS max, count(x.customer_id)::int AS sent,
          count(x.customer_id) FILTER (WHERE ${ofStranger})::int AS "sentToStrangers",
          count(*) FILTER (WHERE ${ofStranger})::int AS "askedByStrangers",
          count(*) FILTER (WHERE ${ofSource})::int AS "ofSource",
          count(*) FILTER (WHERE ${ofName} AND ${isAlike(asked)})::int AS "ofName",
          count(*) FILTER (WHERE ${ofName} AND ${ofSource})::int AS "ofNameAndSource",
          count(*) FILTER (WHERE ${ofName} AND ${ofSource} AND x.created_at > ${minuteAgo}::timestamptz)::int
            AS "ofNameAndSourceNow"
        FROM crm.isp_setting t
        LEFT JOIN auth.sign_in_code x ON x.isp_id = t.isp_id AND x.created_at > ${hourAgo}::timestamptz
        WHERE t.isp_id = ${ispId} GROUP BY t.isp_id`,
  );
  if (!counts) throw new Error(`ISP ${ispId} has no settings`);
  return counts;
}

/** Whether a customer, by the names of all of their services, may be sent another. */
export const hasNotHadEnough = (customerId: Sql, asked: Pick<Asked, 'ispId' | 'now' | 'device'>): Sql =>
  sql`(SELECT count(*) FROM auth.sign_in_code x
       WHERE x.isp_id = ${asked.ispId} AND x.customer_id = ${customerId} AND ${isAlike(asked)}
         AND x.created_at > ${new Date(asked.now.getTime() - HOUR_MS)}::timestamptz) < ${MAX_OF_SUBSCRIBER}`;
