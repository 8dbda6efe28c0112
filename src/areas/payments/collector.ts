import type { Actor } from '../../core/actor.ts';
import { Fault } from '../../core/fault.ts';
import type { Tx } from '../../db/database.ts';

/** Money that is taken, or given back. */
interface Money {
  readonly mode: string;
  /** Whose subscriber pays; null: the ISP's own. */
  readonly resellerId: number | null;
}

/**
 * May the caller take this money, or give it back? One rule for both: who takes the money of a reseller's subscribers is agreed
 * with the reseller (`payment_by`), and cash is in the hands of somebody of the ISP.
 */
export async function checkCollector(tx: Tx, actor: Actor, { mode, resellerId }: Money): Promise<void> {
  if (mode === 'Cash' && actor.ispId === null)
    throw new Fault('forbidden', 'mode: Cash is in the hands of the login users of an ISP');
  if (resellerId === null) return;
  const { paymentBy } = await tx.reseller.findUniqueOrThrow({ where: { id: resellerId }, select: { paymentBy: true } });
  const collector = actor.resellerId === null ? 'ISP' : 'Reseller';
  if (!paymentBy.split('+').includes(collector))
    throw new Fault('forbidden', `payments for reseller ${resellerId} are collected by the ${paymentBy}`);
}
