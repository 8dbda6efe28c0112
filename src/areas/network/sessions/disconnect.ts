import { z } from 'zod';
import { badParameter, Fault, notFound } from '../../../core/fault.ts';
import type { Network, NetworkOutcome, SessionAddress } from '../../../core/network/network.ts';
import { shownOctetText } from '../../../core/network/octet-text.ts';
import { type Scope, scopeConditions } from '../../../core/tenancy/scope.ts';
import { flagYN, ip, text } from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, type Sql, sql } from '../../../db/sql.ts';
import { findVisibleNases } from '../nas/find.ts';
import { isOpenOf, matchesNasText, sessionScope } from './columns.ts';
import { adviceOn } from './refusal.ts';
import { isSubscriber } from './subscriber.ts';

/** Contract 4.3. */
export const disconnection = z.strictObject({
  username: text().optional(),
  nasip: ip().optional(),
  force: flagYN().default(false),
});

type Disconnection = z.output<typeof disconnection>;
type LiveSession = SessionAddress & { readonly nasIp: string };

interface Dependencies {
  readonly db: Pick<Database, 'pool'>;
  readonly network: Network;
  /** Writes the audit event of the call. */
  record(): Promise<void>;
}

/** Requests in flight at once. */
const PARALLEL = 32;

/** Terminates the sessions of a user, or all of a NAS. A session is marked as ended when its Accounting-Stop arrives. */
export async function disconnect(
  { db, network, record }: Dependencies,
  scope: Scope,
  input: Disconnection,
): Promise<'done'> {
  if (input.username === undefined && input.nasip === undefined) {
    throw badParameter('username', 'give either username or nasip');
  }
  const live = await sessionsToEnd(db, scope, input);
  // Before the requests are sent: some sessions may end although the call as a whole fails.
  await record();
  const outcomes: { session: LiveSession; outcome: NetworkOutcome }[] = [];
  // A few are sent even to a NAS that has not answered lately; many would each wait for a silent NAS.
  const evenIfPaused = live.length <= PARALLEL;
  for (let at = 0; at < live.length; at += PARALLEL) {
    const batch = live.slice(at, at + PARALLEL);
    outcomes.push(
      ...(await Promise.all(
        batch.map(async (session) => ({ session, outcome: await network.disconnect(session, { evenIfPaused }) })),
      )),
    );
  }
  const failed = outcomes.filter(({ outcome }) => outcome.result !== 'acknowledged');
  if (failed.length > 0) throw new Fault('nasRefused', failureSentence(failed, outcomes.length));
  return 'done';
}

async function sessionsToEnd(
  db: Pick<Database, 'pool'>,
  scope: Scope,
  { username, nasip, force }: Disconnection,
): Promise<LiveSession[]> {
  if (username !== undefined && nasip === undefined) await refuseSeveralIsps(db, scope, username);
  const atNas = nasip === undefined ? [] : [sql`x.nas_ip = ${nasip}`];
  const live = await sessions(db, scope, {
    from: sql`radius.session`,
    conditions: [...(username === undefined ? [] : [isOpenOf(scope, username)]), ...atNas, sql`x.ended_at IS NULL`],
  });
  if (live.length > 0) return live;
  if (username === undefined) {
    await findVisibleNases(db, scope, nasip ?? '');
    return [];
  }
  if (!force) {
    await userMustExist(db, scope, username);
    throw new Fault('conflict', `${username} is not online`);
  }
  const ofUser = [matchesNasText('x.username', username), ...atNas];
  const last = await sessions(db, scope, { from: sql`radius.session_all`, conditions: ofUser, limit: 1 });
  if (last.length === 0) throw new Fault('notFound', `${username} was never online, so no NAS can be asked`);
  return last;
}

interface SessionQuery {
  readonly from: Sql;
  readonly conditions: Sql[];
  readonly limit?: number;
}

function sessions(
  db: Pick<Database, 'pool'>,
  scope: Scope,
  { from, conditions, limit }: SessionQuery,
): Promise<LiveSession[]> {
  const where = join([...scopeConditions(scope, sessionScope), ...conditions], ' AND ');
  return query<LiveSession>(
    db.pool,
    sql`SELECT x.nas_id AS "nasId", host(x.nas_ip) AS "nasIp", x.username, x.acct_session_id AS "acctSessionId", host(x.ip) AS "framedIp"
        FROM ${from} x WHERE ${where} ORDER BY x.started_at DESC ${limit === undefined ? sql`` : sql`LIMIT ${limit}`}`,
  );
}

/** A username is unique within an ISP: the server administrator must say which one is meant. */
async function refuseSeveralIsps(db: Pick<Database, 'pool'>, scope: Scope, username: string): Promise<void> {
  if (scope.ispId !== null) return;
  const found = await query(db.pool, sql`SELECT FROM crm.service s WHERE ${isSubscriber(scope, username)} LIMIT 2`);
  if (found.length > 1) throw badParameter('nasip', 'is required, because more than one ISP has a user with this name');
}

async function userMustExist(db: Pick<Database, 'pool'>, scope: Scope, username: string): Promise<void> {
  const found = await query(db.pool, sql`SELECT 1 FROM crm.service s WHERE ${isSubscriber(scope, username)} LIMIT 1`);
  if (found.length === 0) throw notFound('user', username);
}

function failureSentence(failed: { session: LiveSession; outcome: NetworkOutcome }[], total: number): string {
  const [first] = failed;
  if (!first) return '';
  const { session, outcome } = first;
  const what = outcome.result === 'refused' ? `refused: ${outcome.reason}` : 'did not answer';
  const one = `the NAS ${session.nasIp} ${what} (user ${shownOctetText(session.username)})`;
  const advice = adviceOn(outcome);
  const all = total === 1 ? one : `${failed.length} of ${total} sessions could not be disconnected; ${one}`;
  return advice === null ? all : `${all}. ${advice}`;
}
