import { Decimal } from 'decimal.js';
import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { isAvailableTo } from '../../../core/tenancy/owner.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { buyTopup, type Purchase } from '../../money/billing/life-cycle/actions/top-up.ts';
import type { Draft } from '../../money/billing/model/draft.ts';
import { dueOf } from '../../money/billing/model/dues.ts';
import { lockService, type Service } from '../../subscribers/services/find.ts';
import { type Changed, changeInput, changeOwnService, refusal } from './change.ts';

export const ownTopup = z.strictObject({ ...changeInput, topup_planid: wire.id() });

/** Buys a top-up: prepaid from the advance, postpaid with the next invoice if nothing is due. */
export async function buyOwnTopup(tx: Tx, call: Call, input: z.output<typeof ownTopup>): Promise<Changed> {
  const { rule } = await topupOf(tx, call.scope, input);
  return changeOwnService(tx, call, input, rule);
}

/** Locks the service. @throws Fault of kind `notFound`, or `conflict` if the top-up is not offered */
export async function topupOf(
  tx: Tx,
  scope: Scope,
  { serviceid, topup_planid }: Pick<z.output<typeof ownTopup>, 'serviceid' | 'topup_planid'>,
): Promise<{ readonly gb: string; readonly rule: (draft: Draft) => void }> {
  const service = await lockService(tx, scope, serviceid);
  const purchase = await purchaseOf(tx, service, topup_planid);
  const [open] = await query<{ gb: string }>(
    tx,
    sql`SELECT coalesce(sum(gb), 0) AS gb FROM crm.topup WHERE service_id = ${service.id} AND ended_at IS NULL`,
  );
  const rule = (draft: Draft) => {
    const { subscription } = draft;
    if (subscription.status !== 'Active')
      throw refusal('status', 'you can add data only while the connection is active');
    if (!subscription.prepaid && !dueOf(subscription).isZero())
      throw refusal('overdue', 'you have an open amount; pay it first');
    buyTopup(draft, purchase, new Decimal(open?.gb ?? 0));
  };
  return { gb: purchase.gb.toFixed(3), rule };
}

async function purchaseOf(tx: Tx, service: Service, topupPlanId: number): Promise<Purchase> {
  const [plan] = await query<{ name: string; gb: string; amt: string; type: Purchase['type'] }>(
    tx,
    sql`SELECT x.name, x.gb, x.amt, x.type FROM crm.topup_plan x
        WHERE ${isAvailableTo(service)} AND x.id = ${topupPlanId} AND x.deleted_at IS NULL`,
  );
  if (!plan) throw refusal('offer', 'this top-up is no longer offered');
  const { name, gb, amt, type } = plan;
  return { topupPlanId, name: `Top-up: ${name}`, gb: new Decimal(gb), amt: new Decimal(amt), type };
}
