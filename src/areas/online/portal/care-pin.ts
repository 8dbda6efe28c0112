import { z } from 'zod';
import type { Kernel } from '../../../core/kernel.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { type PinOwner, setPin } from '../../subscribers/customers/care-pin.ts';

/** `password` is that of the pages. `pin` null: the subscriber wants none any more. */
export const ownPin = z.strictObject({ password: wire.secret(), pin: z.string().max(20).nullable() });

/** Sets the PIN by which voice menus and chat bots know the subscriber. */
export async function setOwnPin(
  tx: Tx,
  { subscriber, kernel }: { readonly subscriber: PinOwner; readonly kernel: Pick<Kernel, 'secretsKeys' | 'clock'> },
  pin: string | null,
): Promise<'done'> {
  const { secretsKeys, clock } = kernel;
  await setPin(tx, subscriber, pin, { secretsKeys, now: clock.now() });
  return 'done';
}
