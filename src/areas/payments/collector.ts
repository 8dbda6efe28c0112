import type { Actor } from '../../core/actor.ts';
import { Fault } from '../../core/fault.ts';
import type { Tx } from '../../db/database.ts';

/** Money that is collected or returned. */
interface Money {
  readonly mode: string;
  /** The reseller of the subscriber; null if it is the ISP itself. */
  readonly resellerId: number | null;
}

/**
 * Checks that the caller may collect this money, or return it. `payment_by` says who collects from a reseller's subscribers;
 * cash is collected by login users of an ISP only.
 * @throws Fault of kind `forbidden`
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
