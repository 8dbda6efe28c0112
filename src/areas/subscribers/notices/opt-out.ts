import { z } from 'zod';
import type { Call } from '../../../core/call.ts';
import { CHANNELS } from '../../../core/vocabulary/notice.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Tx } from '../../../db/database.ts';
import { shareCustomer } from '../customers/find.ts';

export const optOutChange = z.strictObject({
  customerid: wire.id(),
  channel: wire.oneOf(CHANNELS),
  opt_out: wire.flagOnOff(),
});

/** Notes that a customer wants no messages by a channel, or wants them again. */
export async function setOptOut(
  tx: Tx,
  { scope }: Call,
  { customerid: customerId, channel, opt_out }: z.output<typeof optOutChange>,
): Promise<'done'> {
  const { ispId } = await shareCustomer(tx, scope, customerId);
  const key = { customerId, channel };
  if (opt_out) {
    const create = { ...key, ispId, createdBy: scope.by };
    await tx.noticeOptOut.createMany({ data: [create], skipDuplicates: true });
  } else await tx.noticeOptOut.deleteMany({ where: key });
  return 'done';
}
