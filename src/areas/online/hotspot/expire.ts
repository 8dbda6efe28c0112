import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import { isFrozen } from '../../../core/tenancy/frozen-tenant.ts';
import { wholeInstallation } from '../../../core/tenancy/scope.ts';
import { attempt } from '../../../db/savepoint.ts';
import { execute, query, sql } from '../../../db/sql.ts';
import { changeServiceStatus } from '../../money/billing/change.ts';
import { actOnStatus } from '../../money/billing/life-cycle/table.ts';
import { statusAfter } from './life-cycle.ts';
import { DEVICE_DAYS, PRINT_AGAIN_MS } from './vocabulary.ts';

const BATCH = 200;
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * Ends codes whose time is over and suspends their services, so that they are not renewed; forgets what nobody needs any more.
 * @returns whether all is done
 */
export async function endCodes(kernel: Kernel, signal: AbortSignal): Promise<boolean> {
  await forget(kernel);
  await execute(
    kernel.db.pool,
    sql`UPDATE crm.hotspot_code c SET status = ${statusAfter('New', 'expire')}, code_enc = NULL
        FROM crm.hotspot_batch b JOIN crm.isp_setting t ON t.isp_id = b.isp_id
        WHERE c.batch_id = b.id AND c.status = 'New' AND NOT ${isFrozen(sql`b.isp_id`)}
          AND b.use_until < (${kernel.clock.now()}::timestamptz AT TIME ZONE t.timezone)::date`,
  );
  for (let ended = BATCH; ended === BATCH; ) {
    if (signal.aborted) return false;
    ended = await endUsed(kernel);
  }
  return true;
}

async function endUsed(kernel: Kernel): Promise<number> {
  const codes = await query<{ id: number; serviceId: number }>(
    kernel.db.pool,
    sql`SELECT c.id, c.service_id AS "serviceId" FROM crm.hotspot_code c
        WHERE c.status = 'Used' AND c.valid_until <= ${kernel.clock.now()}::timestamptz AND NOT ${isFrozen(sql`c.isp_id`)}
        ORDER BY c.valid_until LIMIT ${BATCH}`,
  );
  for (const { id, serviceId } of codes)
    await kernel.db.transaction(async (tx) => {
      await execute(
        tx,
        sql`UPDATE crm.hotspot_code SET status = ${statusAfter('Used', 'expire')} WHERE id = ${id} AND status = 'Used'`,
      );
      await attempt(tx, () =>
        changeServiceStatus(tx, { scope: wholeInstallation, kernel }, { serviceId }, (draft) =>
          actOnStatus(draft, 'suspend'),
        ),
      ).catch((error: unknown) => {
        // Somebody has suspended or deleted it already.
        if (!(error instanceof Fault)) throw error;
      });
    });
  return codes.length;
}

/** Tickets are kept for an hour, so that the log says what was wrong with one. */
async function forget({ db: { pool }, clock }: Kernel): Promise<void> {
  const ago = (milliseconds: number) => sql`${new Date(clock.now().getTime() - milliseconds)}::timestamptz`;
  await execute(pool, sql`DELETE FROM radius.hotspot_ticket WHERE expires_at < ${ago(HOUR_MS)}`);
  await execute(
    pool,
    sql`DELETE FROM crm.hotspot_guess
        WHERE since < ${ago(HOUR_MS)} AND (blocked_until IS NULL OR blocked_until < ${ago(0)})`,
  );
  await execute(
    pool,
    sql`DELETE FROM crm.hotspot_device d USING crm.hotspot_code c
        WHERE c.id = d.code_id AND c.status = 'Expired' AND d.seen_at < ${ago(DEVICE_DAYS * DAY_MS)}`,
  );
  await execute(
    pool,
    sql`UPDATE crm.hotspot_code c SET code_enc = NULL FROM crm.hotspot_batch b
        WHERE c.batch_id = b.id AND c.code_enc IS NOT NULL AND b.printed_at < ${ago(PRINT_AGAIN_MS)}`,
  );
}
