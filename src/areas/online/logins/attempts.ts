import { Fault } from '../../../core/fault.ts';
import type { Database } from '../../../db/database.ts';
import { query, type Runner, type Sql, sql } from '../../../db/sql.ts';
import { Refusals } from './refusals.ts';

/** What attempts are counted by. */
export interface AttemptBy {
  /** Counts apart: so that subscribers do not keep login users out, nor those of one ISP those of another. */
  readonly realm?: string;
  readonly username: string;
  readonly address: string;
  /** A browser or a session that has proved before whose it is: it is counted instead of the address. */
  readonly device?: string | undefined;
}

interface Attempt extends AttemptBy {
  readonly now: Date;
}

/** What this node knows of each installation's database. */
const known = new WeakMap<Database, Refusals>();

function refusalsOf(db: Database): Refusals {
  const refusals = known.get(db) ?? new Refusals();
  known.set(db, refusals);
  return refusals;
}

/**
 * Counts an attempt to sign in, before its password is verified. Five failures of a user name from a network, or from a browser that
 * is known, block that pair for 1, 2, 4, 8, then 15 minutes. Of strangers 100 an hour block the user name, 80 for networks from
 * which one has failed; 20 a minute block the address. So strangers do not keep a user out of a browser that is known. Kept in the
 * database, so that nodes count together and a restart forgets nothing; what is repeated at once after a refusal waits for its
 * answer.
 * @throws Fault of kind `tooMany` while attempts are refused
 */
async function countAttempt(db: Database, attempt: Attempt): Promise<void> {
  const { realm = '', username, address, device, now } = attempt;
  const refusals = refusalsOf(db);
  const key = JSON.stringify([realm, username.toLowerCase(), device ?? address]);
  const until = (await refusals.of(key, now)) ?? (await refusedUntil(db, attempt));
  if (!until) return;
  refusals.note(key, until);
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new Fault('tooMany', `too many failed attempts to sign in; try again in ${wait}`);
}

/**
 * Counts an attempt, then verifies the password or code. An attempt that could not be verified, because there was no room or no
 * database, is not counted.
 * @throws what `verify` throws; Fault of kind `tooMany` while attempts are refused
 */
export async function countedAttempt<T>(db: Database, attempt: Attempt, verify: () => Promise<T>): Promise<T> {
  await countAttempt(db, attempt);
  return takenBackUnless(db, attempt, verify);
}

/** Does what depends on an attempt that was right; if it cannot be done, for lack of room or of a database, there was none. */
export async function takenBackUnless<T>(db: Database, attempt: AttemptBy, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    await attemptSucceeded(db.pool, { ...attempt, signedIn: false }).catch(() => undefined);
    throw error;
  }
}

async function refusedUntil(db: Database, { now, ...by }: Attempt): Promise<Date | null> {
  const [row] = await query<{ refused_until: Date | null }>(
    db.pool,
    sql`SELECT auth.begin_sign_in_attempt(${countedBy(by)}, ${now}) AS refused_until`,
  );
  return row?.refused_until ?? null;
}

/**
 * The attempt was no guess. Only a complete sign-in makes earlier failures forgotten: otherwise a right password would allow
 * any number of guesses at the second factor.
 */
export async function attemptSucceeded(
  on: Runner,
  { signedIn = true, ...by }: AttemptBy & { readonly signedIn?: boolean },
): Promise<void> {
  await query(on, sql`SELECT auth.end_sign_in_attempt(${countedBy(by)}, ${signedIn})`);
}

const countedBy = ({ realm = '', username, address, device }: AttemptBy): Sql =>
  sql`${nameIn(realm, username)}, ${realm} || ${sourceOf(address)}, ${device ?? null}::text`;

/** A user name as attempts at it are counted. */
export const nameIn = (realm: string, username: string): Sql => sql`${realm} || lower(${username})`;

/** Of an IPv6 address its network: a caller with one address has all of a /64. */
export const sourceOf = (address: string): Sql => sql`host(${networkOf(sql`${address}::inet`)})`;

/** The network of an address in SQL, as the caller has it: an IPv4 address, or a /64. */
export const networkOf = (address: Sql): Sql =>
  sql`network(set_masklen(${address}, CASE family(${address}) WHEN 6 THEN 64 ELSE 32 END))`;
