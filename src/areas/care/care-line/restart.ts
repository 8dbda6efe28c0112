import type { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { SessionAddress } from '../../../core/network/network.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import type { CareCall } from '../author.ts';
import { findKnownCaller, serviceOf } from './caller.ts';
import { countOne, LIMITS } from './count.ts';
import type { callingAbout } from './vocabulary.ts';

type RestartingCall = CareCall & {
  readonly kernel: Pick<Kernel, 'network'>;
  readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T>;
};

const MAX_SESSIONS = 10;

/**
 * Ends the open sessions of a service, whose router then logs in again. The audit has it before the network is asked, since a session
 * may end although its NAS does not say so.
 * @throws Fault of kind `notFound`, `forbidden`, `conflict` or `tooMany`; of kind `nasRefused` without a word on the network
 */
export async function restartService(call: RestartingCall, input: z.output<typeof callingAbout>): Promise<'done'> {
  const { network } = call.kernel;
  const sessions = await call.transaction((tx) => sessionsToEnd(tx, call, input));
  const outcomes = await Promise.all(sessions.map((session) => network.disconnect(session)));
  if (outcomes.every(({ result }) => result === 'acknowledged')) return 'done';
  throw new Fault('nasRefused', 'the connection could not be restarted; try again in a minute');
}

async function sessionsToEnd(tx: Tx, call: CareCall, input: z.output<typeof callingAbout>): Promise<SessionAddress[]> {
  const caller = await findKnownCaller(tx, call, input, 'restartLevel');
  const { id, ispId } = await serviceOf(tx, call, caller, input.serviceid);
  const sessions = await query<SessionAddress>(
    tx,
    sql`SELECT x.nas_id AS "nasId", x.username, x.acct_session_id AS "acctSessionId", host(x.ip) AS "framedIp"
        FROM radius.session x WHERE x.service_id = ${id} AND x.ended_at IS NULL
        ORDER BY x.started_at DESC LIMIT ${MAX_SESSIONS}`,
  );
  if (sessions.length === 0)
    throw new Fault('conflict', 'the connection is not online, so there is nothing to restart');
  const counted = { ispId, key: id, now: call.kernel.clock.now() };
  if ((await countOne(tx, LIMITS.restart, counted)) === undefined)
    throw new Fault('tooMany', `a connection is restarted ${LIMITS.restart.max} times a day at most`);
  return sessions;
}
