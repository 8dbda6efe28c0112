import { Dispatcher } from '../../core/dispatcher.ts';
import type { Kernel } from '../../core/kernel.ts';
import { query, sql } from '../../db/sql.ts';
import { readEvents } from '../events/read-events.ts';
import { deliver } from './deliver.ts';
import { type Claimed, claimWebhooks, recordAccepted, recordDone, recordFailed, release } from './progress.ts';

type DispatcherKernel = Pick<Kernel, 'db' | 'log' | 'config' | 'clock' | 'secretsKey'>;

/** Webhooks of one ISP that a node calls at a time. */
const ENOUGH_OF_ISP = 8;
const PAGE = 20;
/** Then another webhook has its turn. */
const TURN_MS = 20_000;
/** Pauses after the first failures of an event; the last one is repeated until a day is over. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];

/**
 * Calls the webhooks: each with one event after another, in the order of the feed, at least once, many webhooks at a time. A
 * failure is repeated with growing pauses, while the later events of that webhook wait. Nodes share the work by leases.
 */
export const webhookDispatcher = (kernel: DispatcherKernel) =>
  new Dispatcher<Claimed>(kernel.log, {
    what: 'webhooks',
    enoughOfIsp: ENOUGH_OF_ISP,
    // Few at once, since they may all be of one ISP.
    claim: (limit, without) =>
      claimWebhooks(kernel.db, { now: kernel.clock.now(), limit: Math.min(limit, ENOUGH_OF_ISP), without }),
    work: (webhook, isStopping) => work(kernel, webhook, isStopping),
  });

async function work(kernel: DispatcherKernel, webhook: Claimed, isStopping: () => boolean): Promise<void> {
  const { db } = kernel;
  const until = performance.now() + TURN_MS;
  let current = webhook;
  for (;;) {
    const { events, newest } = await eventsFor(db, current);
    for (const event of events) {
      if (isStopping() || performance.now() > until) return release(db, current);
      const next = await tell(kernel, current, event);
      if (!next) return;
      current = next;
    }
    if (events.length < PAGE) return recordDone(db, current, newest);
  }
}

/** Returns the webhook as it is now; undefined if this node is done with it. */
async function tell(
  kernel: DispatcherKernel,
  webhook: Claimed,
  event: Awaited<ReturnType<typeof readEvents>>[number],
): Promise<Claimed | undefined> {
  const { db, log } = kernel;
  const attempt = await deliver(kernel, webhook, { id: `evt_${event.id}`, content: event });
  if (attempt.error === null) {
    const isMine = await recordAccepted(db, webhook, event, attempt);
    if (isMine) return { ...webhook, cursor: event.id, attempts: 0 };
    await release(db, webhook);
    return undefined;
  }
  const pauseMs = PAUSES_MS[Math.min(webhook.attempts, PAUSES_MS.length - 1)] ?? 0;
  const { isMine, isDisabled } = await recordFailed(db, webhook, { event, attempt, pauseMs });
  if (!isMine) await release(db, webhook);
  if (isDisabled)
    log.warn({ webhookId: webhook.id, ispId: webhook.ispId, error: attempt.error }, 'a webhook is disabled');
  return undefined;
}

/** The next events of a webhook; and the newest of its ISP before they were read, up to which there are no others. */
async function eventsFor(db: Kernel['db'], { cursor, ispId, resellerId, types }: Claimed) {
  const [row] = await query<{ id: number }>(
    db.pool,
    sql`SELECT coalesce(max(id), 0)::float8 AS id FROM crm.event WHERE isp_id = ${ispId}`,
  );
  const newest = row?.id ?? 0;
  const mine = resellerId === null ? sql`TRUE` : sql`e.reseller_id = ${resellerId}`;
  const where = [sql`e.isp_id = ${ispId}`, sql`e.id <= ${newest}::bigint`, mine];
  return { events: await readEvents(db, { after: cursor, limit: PAGE, ispId, types, where }), newest };
}
