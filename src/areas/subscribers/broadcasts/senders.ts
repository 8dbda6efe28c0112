import { Fault } from '../../../core/fault.ts';
import type { Channel } from '../../../core/vocabulary/notice.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';

/** @throws Fault of kind `conflict` that names the first channel by which the ISP cannot send */
export async function refuseWithoutSender(on: Runner, ispId: number, channels: readonly Channel[]): Promise<void> {
  const found = await query<{ channel: Channel }>(
    on,
    sql`SELECT y.channel FROM crm.notice_sender y WHERE y.isp_id = ${ispId}`,
  );
  const missing = channels.find((channel) => !found.some((sender) => sender.channel === channel));
  if (missing) throw new Fault('conflict', `the ISP has no sender for ${missing}; set one up first`);
}
