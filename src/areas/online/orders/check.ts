import type { z } from 'zod';
import { Fault } from '../../../core/fault.ts';
import { ProviderAway, ProviderRefusal } from '../gateways/call-provider.ts';
import type { Opening } from './open.ts';
import { readOrder } from './read.ts';
import { settleOrder } from './settle.ts';
import type { orderState } from './wire.ts';

/** Settles an order of the caller's scope now. @throws Fault: `notFound`, `unavailable`, `conflict` if the provider refuses */
export async function checkOrder(
  { scope, kernel }: Pick<Opening, 'scope' | 'kernel'>,
  id: number,
): Promise<z.output<typeof orderState>> {
  await readOrder(kernel, scope, id);
  try {
    await settleOrder(kernel, id, new AbortController().signal);
  } catch (error) {
    if (error instanceof ProviderAway) throw new Fault('unavailable', error.message, { cause: error });
    if (error instanceof ProviderRefusal) throw new Fault('conflict', error.message, { cause: error });
    throw error;
  }
  const { status, paid_amt, returned_amt } = await readOrder(kernel, scope, id);
  return { status, paid_amt, returned_amt };
}
