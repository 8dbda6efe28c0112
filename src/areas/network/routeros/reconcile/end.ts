import { z } from 'zod';
import { Fault, parameterFault } from '../../../../core/fault.ts';
import type { Network, NetworkOutcome } from '../../../../core/network/network.ts';
import type { Scope } from '../../../../core/tenancy/scope.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Database } from '../../../../db/database.ts';
import { sql } from '../../../../db/sql.ts';
import { endSessions } from '../../sessions/end-sessions.ts';
import type { RouterKernel } from '../find.ts';
import type { RouterSession } from './compare.ts';
import { findCompared } from './find.ts';
import { isOverdue } from './own-sessions.ts';
import { compareNas, countsOf, paceComparisons, type Reconciled } from './reconcile.ts';

const ENDED = ['only_here', 'only_on_nas'] as const;
type Which = (typeof ENDED)[number];

/** Above this share of the sessions of a NAS the caller types its name. */
const MANY_PERCENT = 20;
/** Of one call; the next one ends the others. */
const MAX_ENDED = 2_000;
const MAX_ASKED = 500;
const BATCH = 500;
/** Disconnect-Requests in flight at once. */
const PARALLEL = 32;

export const endingInput = z.strictObject({
  id: wire.id(),
  sessions: wire.oneOf(ENDED),
  preview: wire.flagYN().default(false),
  count: wire.wholeNumber(0, 1_000_000).optional(),
  confirm: wire.text(200).optional(),
});

export const ending = z.object({
  count: wire.count(),
  of: wire.count(),
  /** Whether `confirm` must be the name of the NAS. */
  needs_name: wire.flagYN(),
  ended: wire.count(),
  refused: wire.count(),
  unanswered: wire.count(),
});

interface Caller {
  readonly kernel: RouterKernel & { readonly network: Network };
  readonly scope: Scope;
  readonly actor: { readonly userId: number };
  recordAudit(): Promise<void>;
}

/**
 * Ends what a comparison that is made now finds on one side alone. Sessions that are open only here are closed as of their last
 * report; for those that only the router has it gets Disconnect-Requests. Nothing is written over its API.
 * @throws Fault as `askRouter`; of kind `conflict` if there are more than the preview showed, or the name is missing
 */
export async function endUnmatched(
  { kernel, scope, actor, recordAudit }: Caller,
  input: z.output<typeof endingInput>,
): Promise<z.output<typeof ending>> {
  const nas = await findCompared(kernel.db, scope, input.id);
  if (!input.preview && input.count === undefined)
    throw parameterFault('badInput', 'count', 'is required: the number of sessions that the preview showed');
  paceComparisons(kernel, actor.userId);
  const found = await compareNas(kernel, scope, nas);
  const plan = planOf(found, input.sessions);
  const nothing = { ended: 0, refused: 0, unanswered: 0 };
  if (input.preview) return { ...plan, ...nothing };
  refuseUnseen(plan, input, nas.name);
  await recordAudit();
  const done =
    input.sessions === 'only_here'
      ? { ...nothing, ended: await closeHere(kernel.db, found) }
      : await disconnectThere(kernel.network, input.id, found.onlyOnNas.slice(0, MAX_ASKED));
  return { ...plan, ...done };
}

function planOf(found: Reconciled, which: Which) {
  const counts = countsOf(found);
  const [count, of] = which === 'only_here' ? [counts.only_here, counts.here] : [counts.only_on_nas, counts.on_nas];
  return { count, of, needs_name: found.listed === 0 || count * 100 > of * MANY_PERCENT };
}

function refuseUnseen(
  { count, of, needs_name }: ReturnType<typeof planOf>,
  { count: seen = 0, confirm }: z.output<typeof endingInput>,
  name: string,
): void {
  if (count === 0) throw new Fault('conflict', 'the router and the node agree by now; there is no session to end');
  if (count > seen)
    throw parameterFault(
      'conflict',
      'count',
      `was ${seen} in the preview and is ${count} now; look at the preview again`,
    );
  if (needs_name && confirm?.trim() !== name.trim())
    throw parameterFault(
      'conflict',
      'confirm',
      `must be the name of the NAS, since this ends ${count} of its ${of} sessions`,
    );
}

/** As of their last report, unless one has come since. Each opens again if its NAS goes on with it. */
async function closeHere({ pool }: Pick<Database, 'pool'>, { onlyHere, askedAt }: Reconciled): Promise<number> {
  const ids = onlyHere.slice(0, MAX_ENDED).map(({ id }) => id);
  let closed = 0;
  for (let at = 0; at < ids.length; at += BATCH) {
    const batch = ids.slice(at, at + BATCH);
    const { sessions } = await endSessions(
      pool,
      'Not-On-NAS',
      sql`SELECT x.id FROM radius.session x WHERE x.id = ANY(${batch}::bigint[]) AND x.ended_at IS NULL AND ${isOverdue(askedAt)}
          FOR UPDATE SKIP LOCKED`,
    );
    closed += sessions;
  }
  return closed;
}

/** By name and address, which RFC 5176 wants to match both; the session id may be another than that of accounting. */
async function disconnectThere(network: Network, nasId: number, sessions: readonly RouterSession[]) {
  const outcomes: NetworkOutcome['result'][] = [];
  for (let at = 0; at < sessions.length; at += PARALLEL) {
    const batch = await Promise.all(
      sessions.slice(at, at + PARALLEL).map(({ name, address, sessionId }) => {
        const session = {
          nasId,
          username: name,
          framedIp: address,
          acctSessionId: address === null ? sessionId : null,
        };
        return network.disconnect(session, { evenIfPaused: at === 0 });
      }),
    );
    outcomes.push(...batch.map(({ result }) => result));
    // A NAS that answers none of so many would keep the caller waiting for all.
    if (batch.every(({ result }) => result === 'silent')) break;
  }
  const count = (result: NetworkOutcome['result']) => outcomes.filter((each) => each === result).length;
  return { ended: count('acknowledged'), refused: count('refused'), unanswered: count('silent') };
}
