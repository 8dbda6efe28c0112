import { parameterFault } from '../../../core/fault.ts';
import { refuseOthers, type Side, type Worker } from '../staff.ts';

interface Handled {
  readonly ispId: number;
  /** Of the customer. */
  readonly resellerId: number | null;
}

/**
 * Whose ticket it is with these workers: an ISP may hand it to the staff of the customer's reseller, and take it back.
 * @throws Fault of kind `conflict` for workers of different staffs, or of another reseller
 */
export function keeperWith({ ispId, resellerId }: Handled, workers: readonly [Worker, ...Worker[]]): Side {
  const [{ resellerId: keeperId, parameter }] = workers;
  if (keeperId !== null && keeperId !== resellerId)
    throw parameterFault('conflict', parameter, 'belongs to a reseller whose customer this is not');
  const side = { ispId, keeperId };
  refuseOthers(side, workers);
  return side;
}
