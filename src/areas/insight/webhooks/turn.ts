import type { Kernel } from '../../../core/kernel.ts';
import type { OutgoingConnection } from '../../../core/outgoing/request.ts';
import { query, sql } from '../../../db/sql.ts';
import { readEvents } from '../events/read-events.ts';
import { Acceptances } from './acceptances.ts';
import type { Connections } from './connections.ts';
import { type Delivery, deliver } from './deliver.ts';
import { type Claimed, recordDone, recordFailed, release } from './progress.ts';
import type { Shares } from './shares.ts';

export type WebhookKernel = Pick<Kernel, 'db' | 'log' | 'config' | 'clock' | 'secretsKeys'>;

interface Using {
  readonly connections: Connections;
  readonly shares: Shares;
  readonly isStopping: () => boolean;
}

const PAGE = 100;
/**
 * Then another webhook has its turn. With the longest attempt it is shorter than the lease: so a node that was frozen for longer
 * sends no message after that of which it was waiting for the answer.
 */
const TURN_MS = 20_000;
/** Pauses after the first failures of an event; the last one is repeated until a day is over. */
const PAUSES_MS = [5_000, 30_000, 120_000, 600_000, 1_800_000, 3_600_000];

/** Tells a webhook of its next events until there are no more, one is not accepted, or its time is over; then gives it back. */
export async function takeTurn(kernel: WebhookKernel, webhook: Claimed, using: Using): Promise<void> {
  const connection = using.connections.take(webhook);
  const acceptances = new Acceptances(kernel.db, webhook);
  const end = await tellAll(kernel, { webhook, connection, acceptances, using }).finally(() =>
    using.connections.giveBack(webhook, connection),
  );
  if (!((await acceptances.noteAll()) && (await noteEnd(kernel, acceptances.noted, end))))
    await release(kernel.db, webhook);
}

/** Every event up to `newest` is accepted; this one is not; or the turn is over for another reason. */
type End = { readonly newest: number } | Delivery | 'stopped';

interface Turn {
  readonly webhook: Claimed;
  readonly connection: OutgoingConnection;
  readonly acceptances: Acceptances;
  readonly using: Using;
}

async function tellAll(kernel: WebhookKernel, { webhook, connection, acceptances, using }: Turn): Promise<End> {
  const until = webhook.askedAt + TURN_MS;
  for (let after = webhook.cursor; ; ) {
    const { events, newest } = await eventsFor(kernel.db, webhook, after);
    for (const event of events) {
      await using.shares.turnOf(webhook.ispId);
      const isMine = await acceptances.mayGoOn();
      if (!isMine || using.isStopping() || performance.now() > until) return 'stopped';
      const attempt = await deliver(kernel, webhook, connection, { id: `evt_${event.id}`, content: event });
      if (attempt.error !== null) return { event, attempt };
      acceptances.add({ event, attempt });
      after = event.id;
    }
    if (events.length < PAGE) return { newest };
  }
}

/** Returns whether that gave the webhook back. */
async function noteEnd({ db, log }: WebhookKernel, webhook: Claimed, end: End): Promise<boolean> {
  if (end === 'stopped') return false;
  if ('newest' in end) return recordDone(db, webhook, end.newest);
  const pauseMs = PAUSES_MS[Math.min(webhook.attempts, PAUSES_MS.length - 1)] ?? 0;
  const { isMine, isDisabled } = await recordFailed(db, webhook, { ...end, pauseMs });
  if (isDisabled)
    log.warn({ webhookId: webhook.id, ispId: webhook.ispId, error: end.attempt.error }, 'a webhook is disabled');
  return isMine;
}

/** The next events of a webhook; and the newest of its ISP before they were read, up to which there are no others. */
async function eventsFor(db: Kernel['db'], { ispId, resellerId, types }: Claimed, after: number) {
  const [row] = await query<{ id: number }>(
    db.pool,
    sql`SELECT coalesce(max(id), 0)::float8 AS id FROM crm.event WHERE isp_id = ${ispId}`,
  );
  const newest = row?.id ?? 0;
  const mine = resellerId === null ? sql`TRUE` : sql`e.reseller_id = ${resellerId}`;
  const where = [sql`e.isp_id = ${ispId}`, sql`e.id <= ${newest}::bigint`, mine];
  return { events: await readEvents(db, { after, limit: PAGE, ispId, types, where }), newest };
}
