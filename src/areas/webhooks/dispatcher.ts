import type { Kernel } from '../../core/kernel.ts';
import { query, sql } from '../../db/sql.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { readEvents } from '../events/read-events.ts';
import { isOfTypes } from '../events/vocabulary.ts';
import { deliver } from './deliver.ts';
import { type Claimed, claimWebhooks, recordAccepted, recordDone, recordFailed, release } from './progress.ts';

export type DispatcherKernel = Pick<Kernel, 'db' | 'log' | 'config' | 'clock' | 'secretsKey'>;

const LOOK_EVERY_MS = 500;
/** Webhooks that a node calls at a time: in all, and of one ISP, so that slow ones of one ISP delay no other. */
const MAX_ACTIVE = 64;
const MAX_OF_ISP = 8;
const PAGE = 20;
/** Then another webhook has its turn. */
const TURN_MS = 20_000;
/** Pauses after the first failures of an event; the last one is repeated until a day is over. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];
const STOP_WITHIN_MS = 2_000;

/**
 * Calls the webhooks: each with one event after another, in the order of the feed, at least once, many webhooks at a time. A
 * failure is repeated with growing pauses, while the later events of that webhook wait. Nodes share the work by leases.
 */
export class WebhookDispatcher {
  readonly #kernel: DispatcherKernel;
  readonly #active = new Map<number, { readonly ispId: number; readonly done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(kernel: DispatcherKernel) {
    this.#kernel = kernel;
  }

  start(): this {
    this.#looking = this.#look();
    return this;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const working = Promise.all([...this.#active.values()].map(({ done }) => done));
    await Promise.race([working, new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())]);
  }

  async #look(): Promise<void> {
    try {
      await this.#claim();
    } catch (err) {
      logThrottled(this.#kernel.log, { err }, 'webhooks cannot be read; retrying');
    }
    if (this.#isStopping) return;
    this.#timer = setTimeout(() => {
      this.#looking = this.#look();
    }, LOOK_EVERY_MS).unref();
  }

  async #claim(): Promise<void> {
    const { db, clock } = this.#kernel;
    const limit = Math.min(MAX_ACTIVE - this.#active.size, MAX_OF_ISP);
    if (limit <= 0) return;
    const counts = new Map<number, number>();
    for (const { ispId } of this.#active.values()) counts.set(ispId, (counts.get(ispId) ?? 0) + 1);
    const without = [...counts].filter(([, count]) => count >= MAX_OF_ISP).map(([ispId]) => ispId);
    for (const webhook of await claimWebhooks(db, { now: clock.now(), limit, without })) this.#begin(webhook);
  }

  #begin(webhook: Claimed): void {
    const done = this.#work(webhook)
      .catch((err) => logThrottled(this.#kernel.log, { err }, 'the progress of a webhook could not be saved'))
      .finally(() => this.#active.delete(webhook.id));
    this.#active.set(webhook.id, { ispId: webhook.ispId, done });
  }

  async #work(webhook: Claimed): Promise<void> {
    const { db } = this.#kernel;
    const until = performance.now() + TURN_MS;
    let current = webhook;
    for (;;) {
      const { events, newest } = await eventsFor(db, current);
      for (const event of events) {
        if (this.#isStopping || performance.now() > until) return release(db, current);
        const next = await this.#deliver(current, event);
        if (!next) return;
        current = next;
      }
      if (events.length < PAGE) return recordDone(db, current, newest);
    }
  }

  /** Returns the webhook as it is now; undefined if this node is done with it. */
  async #deliver(
    webhook: Claimed,
    event: Awaited<ReturnType<typeof readEvents>>[number],
  ): Promise<Claimed | undefined> {
    const { db, log } = this.#kernel;
    const attempt = await deliver(this.#kernel, webhook, { id: `evt_${event.id}`, content: event });
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
}

/** The next events of a webhook; and the newest of its ISP before they were read, up to which there are no others. */
async function eventsFor(db: Kernel['db'], { cursor, ispId, resellerId, types }: Claimed) {
  const [row] = await query<{ id: number }>(
    db.pool,
    sql`SELECT coalesce(max(id), 0)::float8 AS id FROM crm.event WHERE isp_id = ${ispId}`,
  );
  const newest = row?.id ?? 0;
  const mine = resellerId === null ? sql`TRUE` : sql`e.reseller_id = ${resellerId}`;
  const where = [sql`e.isp_id = ${ispId}`, sql`e.id <= ${newest}::bigint`, mine, isOfTypes(types)];
  return { events: await readEvents(db, { after: cursor, limit: PAGE, where }), newest };
}
