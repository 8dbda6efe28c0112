import type { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import type { Tx } from '../../../db/database.ts';
import { shareCustomer } from '../customers/find.ts';
import type { optOutChange } from '../notices/opt-out.ts';

/** Notes that a customer wants no advertising by a channel, or wants it again. Other messages are not affected. */
export async function setPromotionOptOut(
  tx: Tx,
  { scope }: Pick<Call, 'scope'>,
  { customerid: customerId, channel, opt_out }: z.output<typeof optOutChange>,
): Promise<'done'> {
  const { ispId } = await shareCustomer(tx, scope, customerId);
  const key = { customerId, channel };
  if (opt_out) {
    const create = { ...key, ispId, createdBy: scope.by };
    await tx.promotionOptOut.createMany({ data: [create], skipDuplicates: true });
  } else await tx.promotionOptOut.deleteMany({ where: key });
  return 'done';
}
