import type { Kernel } from '../../../core/kernel.ts';
import { EFFECTS } from '../../../core/network/effects.ts';
import type { NetworkOutcome, SessionAddress } from '../../../core/network/network.ts';
import { RetryLater } from '../../../core/work/retry-later.ts';
import { query, sql } from '../../../db/sql.ts';

/** Run the effects that `effects.ts` queues. One that throws is retried later; `RetryLater` says when. */

type EffectHandler = (kernel: Pick<Kernel, 'db' | 'network'>, payload: Payload) => Promise<void>;

interface Payload {
  readonly serviceId: number;
  readonly sessions?: readonly number[];
}

async function refresh({ network }: Pick<Kernel, 'network'>, { serviceId }: Payload): Promise<void> {
  const outcome = await network.refresh(serviceId);
  requireAcknowledged(outcome);
}

/** Sessions of the ISP of the service: an effect that came with a moved ISP may name any. */
async function disconnect(
  { db, network }: Pick<Kernel, 'db' | 'network'>,
  { serviceId, sessions = [] }: Payload,
): Promise<void> {
  const live = await query<SessionAddress>(
    db.pool,
    sql`SELECT nas_id AS "nasId", username, acct_session_id AS "acctSessionId", host(ip) AS "framedIp"
        FROM radius.session WHERE id = ANY(${[...sessions]}::bigint[]) AND ended_at IS NULL
          AND isp_id = (SELECT isp_id FROM crm.service WHERE id = ${serviceId})`,
  );
  const outcomes = await Promise.all(live.map((session) => network.disconnect(session)));
  for (const outcome of outcomes) requireAcknowledged(outcome);
}

function requireAcknowledged(outcome: NetworkOutcome): void {
  if (outcome.result === 'refused') throw new Error(`the NAS refused: ${outcome.reason}`);
  if (outcome.result !== 'silent') return;
  const { retryAfterMs } = outcome;
  throw retryAfterMs === undefined
    ? new Error('the NAS did not answer')
    : new RetryLater('the NAS never answers', retryAfterMs);
}

export const SESSION_EFFECTS: Readonly<Record<string, EffectHandler>> = {
  [EFFECTS.refresh]: refresh,
  [EFFECTS.disconnect]: disconnect,
};
