import { z } from 'zod';
import type { Kernel } from '../../../core/kernel.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
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

/** Whether the provider has a voice menu or chat bot that asks for a PIN, and when the subscriber chose theirs, as ISO 8601. */
export const pinState = z.object({ offered: z.boolean(), set_at: z.string().nullable() });

export async function readPinState(on: Runner, { ispId, customerId }: PinOwner): Promise<z.output<typeof pinState>> {
  const [row] = await query<{ offered: boolean; setAt: Date | null }>(
    on,
    sql`SELECT EXISTS (
          SELECT FROM auth.login_user u
          WHERE u.isp_id = ${ispId} AND 'CareLine' = ANY(u.roles) AND u.status = 'Active' AND u.deleted_at IS NULL
        ) AS offered,
        (SELECT p.set_at FROM crm.care_pin p WHERE p.isp_id = ${ispId} AND p.customer_id = ${customerId}) AS "setAt"`,
  );
  return { offered: row?.offered ?? false, set_at: row?.setAt?.toISOString() ?? null };
}
