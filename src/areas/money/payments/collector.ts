import type { Actor } from '../../../core/access/actor.ts';
import { Fault, parameterFault } from '../../../core/fault.ts';

/** Money that is collected or returned. */
interface Money {
  readonly mode: string;
  /** The reseller of the subscriber; null if it is the ISP itself. */
  readonly resellerId: number | null;
  /** Of the reseller. */
  readonly paymentBy: string | null;
}

/**
 * Checks that the caller may collect this money, or return it. `payment_by` says who collects from a reseller's subscribers;
 * cash is collected by login users of an ISP only.
 * @throws Fault of kind `forbidden`
 */
export function checkCollector(
  actor: Pick<Actor, 'ispId' | 'resellerId'>,
  { mode, resellerId, paymentBy }: Money,
): void {
  if (mode === 'Cash' && actor.ispId === null)
    throw parameterFault('forbidden', 'mode', 'only login users of an ISP can collect Cash');
  if (resellerId === null || paymentBy === null) return;
  const collector = actor.resellerId === null ? 'ISP' : 'Reseller';
  if (!paymentBy.split('+').includes(collector))
    throw new Fault('forbidden', `the ${paymentBy} collects the payments for reseller ${resellerId}`);
}
