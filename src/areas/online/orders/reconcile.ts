import type { Kernel } from '../../../core/kernel.ts';
import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { query, sql } from '../../../db/sql.ts';
import { logThrottled } from '../../../db/throttled-log.ts';
import { settleOrder } from './settle.ts';

/** Gateways at a time, and orders of each: few of the node's connections, and less than providers allow. */
const GATEWAYS = 8;
const ORDERS_EACH = 2;
/** Orders of a gateway in one run. The next run takes more. */
const BATCH = 100;
/** A provider that fails this often in a run is left alone until the next one. */
const MAX_FAILURES = 3;

interface Due {
  readonly gatewayId: number;
  readonly ids: number[];
}

/**
 * Settles the orders that are due: those whose notification was lost, whose provider did not answer, and the old ones whose refunds and
 * disputes nobody told. Each gateway has its turn by itself, those that answered last time first, so that a provider that is away
 * delays the orders of its own ISP only.
 * @returns false if orders remain
 */
export async function reconcileOrders(
  kernel: Pick<Kernel, 'db' | 'config' | 'clock' | 'secretsKeys' | 'log'>,
  signal: AbortSignal,
): Promise<boolean> {
  const gateways = await dueOrders(kernel);
  const isMore = gateways.some(({ ids }) => ids.length === BATCH);
  await inParallel(gateways, GATEWAYS, async ({ ids }) => {
    let failures = 0;
    await inParallel(ids, ORDERS_EACH, async (id) => {
      if (signal.aborted || failures >= MAX_FAILURES) return;
      try {
        await settleOrder(kernel, id, signal);
      } catch (err) {
        failures += 1;
        if (!signal.aborted) logThrottled(kernel.log, { err, order: id }, 'could not settle a payment order');
      }
    });
    if (failures >= MAX_FAILURES) await postpone(kernel, ids);
  });
  return !isMore && !signal.aborted;
}

/** By gateway, oldest first; gateways with failures last. */
async function dueOrders({ db, clock }: Pick<Kernel, 'db' | 'clock'>): Promise<Due[]> {
  return query<Due>(
    db.pool,
    sql`SELECT g.id AS "gatewayId", d.ids
        FROM crm.payment_gateway g
        CROSS JOIN LATERAL (
          SELECT array_agg(o.id) AS ids, min(o.check_failures) AS failures FROM (
            SELECT id, check_failures FROM crm.payment_order
            WHERE gateway_id = g.id AND check_at <= ${clock.now()}::timestamptz ORDER BY check_at LIMIT ${BATCH}) o) d
        WHERE g.deleted_at IS NULL AND d.ids IS NOT NULL AND NOT ${isFrozen(sql`g.isp_id`)}
        ORDER BY d.failures, g.id`,
  );
}

/** Those that had no turn. What has failed has a later time of its own already. */
async function postpone({ db, clock }: Pick<Kernel, 'db' | 'clock'>, ids: readonly number[]): Promise<void> {
  const now = clock.now();
  await query(
    db.pool,
    sql`UPDATE crm.payment_order SET check_at = ${new Date(now.getTime() + 5 * 60_000)}::timestamptz
        WHERE id = ANY(${[...ids]}::int[]) AND check_at <= ${now}::timestamptz`,
  );
}

async function inParallel<T>(items: readonly T[], width: number, work: (item: T) => Promise<void>): Promise<void> {
  const waiting = [...items];
  const worker = async (): Promise<void> => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item);
  };
  await Promise.all(Array.from({ length: Math.min(width, items.length) }, worker));
}
