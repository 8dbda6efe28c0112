import { Fault } from '../../core/fault.ts';
import type { Database } from '../../db/database.ts';
import { query, type Runner, type Sql, sql } from '../../db/sql.ts';
import { Refusals } from './refusals.ts';

interface Attempt {
  /** Counts apart: so that subscribers do not keep login users out, nor those of one ISP those of another. */
  readonly realm?: string;
  readonly username: string;
  readonly address: string;
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
 * Counts an attempt to sign in, before its password is verified. Five failures of a user name from an address block that pair
 * for 1, 2, 4, 8, then 15 minutes; 100 an hour block the user name; 20 a minute block the address. Kept in the database, so
 * that nodes count together and a restart forgets nothing; what is repeated at once after a refusal waits for its answer.
 * @throws Fault of kind `tooMany` while attempts are refused
 */
async function countAttempt(db: Database, { realm = '', username, address, now }: Attempt): Promise<void> {
  const refusals = refusalsOf(db);
  const key = JSON.stringify([realm, username.toLowerCase(), address]);
  const until = (await refusals.of(key, now)) ?? (await refusedUntil(db, { realm, username, address, now }));
  if (!until) return;
  refusals.note(key, until);
  const minutes = Math.max(1, Math.ceil((until.getTime() - now.getTime()) / 60_000));
  const wait = minutes === 1 ? 'a minute' : `${minutes} minutes`;
  throw new Fault('tooMany', `too many failed attempts to sign in; try again in ${wait}`);
}

/**
 * Counts an attempt and verifies what was given, which tells whether it is right. What could not be verified, for lack of room
 * or of a database, was no attempt.
 * @throws what `verify` throws; Fault of kind `tooMany` while attempts are refused
 */
export async function countedAttempt<T>(db: Database, attempt: Attempt, verify: () => Promise<T>): Promise<T> {
  await countAttempt(db, attempt);
  try {
    return await verify();
  } catch (error) {
    await attemptSucceeded(db.pool, { ...attempt, signedIn: false }).catch(() => undefined);
    throw error;
  }
}

async function refusedUntil(db: Database, { realm, username, address, now }: Required<Attempt>): Promise<Date | null> {
  const [row] = await query<{ refused_until: Date | null }>(
    db.pool,
    sql`SELECT auth.begin_login_attempt(${realm} || lower(${username}), ${realm} || ${sourceOf(address)}, ${now}) AS refused_until`,
  );
  return row?.refused_until ?? null;
}

/**
 * The attempt was no guess. Only a complete sign-in makes earlier failures forgotten: otherwise a right password would allow
 * any number of guesses at the second factor.
 */
export async function attemptSucceeded(
  on: Runner,
  { realm = '', username, address, signedIn = true }: Omit<Attempt, 'now'> & { readonly signedIn?: boolean },
): Promise<void> {
  await query(
    on,
    sql`SELECT auth.login_attempt_succeeded(${realm} || lower(${username}), ${realm} || ${sourceOf(address)}, ${signedIn})`,
  );
}

/** Of an IPv6 address its network: a caller with one address has all of a /64. */
export const sourceOf = (address: string): Sql => sql`host(${networkOf(sql`${address}::inet`)})`;

/** The network of an address in SQL, as the caller has it: an IPv4 address, or a /64. */
export const networkOf = (address: Sql): Sql =>
  sql`network(set_masklen(${address}, CASE family(${address}) WHEN 6 THEN 64 ELSE 32 END))`;
