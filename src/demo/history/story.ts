import type { Kernel } from '../../core/kernel.ts';
import { query, sql } from '../../db/sql.ts';
import type { SellerKey } from '../business/sellers.ts';
import type { DemoNetwork } from '../network/network-day.ts';
import type { Random } from '../random.ts';
import type { Account, ServiceState } from './account.ts';
import type { Agenda, Calendar } from './calendar.ts';
import type { Caller } from './callers.ts';
import type { DemoIsp } from './founding.ts';

/** What all parts of a history share. */
export interface Story {
  readonly kernel: Kernel;
  readonly isp: DemoIsp;
  readonly calendar: Calendar;
  readonly agenda: Agenda;
  readonly random: Random;
  readonly network: DemoNetwork;
  /** By service. */
  readonly accounts: Map<number, Account>;
}

/** Who looks after the subscribers of a seller: its own people, or the call centre. */
export function agentOf({ staff }: DemoIsp, seller: SellerKey): Caller {
  return seller === 'isp' ? staff.callCentre : staff[seller];
}

/** During the hours in which people call. */
export const officeMinute = (random: Random): number => random.int(9 * 60, 20 * 60);

/** Services that are not deleted, as they are now. `id`: one of them. */
export function serviceStates({ kernel, isp }: Story, id: number | null = null): Promise<ServiceState[]> {
  return query<ServiceState>(
    kernel.db.pool,
    sql`SELECT s.id, s.status, s.prepaid_postpaid = 'Prepaid' AS prepaid, s.os_amt::text AS os_amt,
          s.valid_upto::text AS valid_upto, coalesce(u.bw_level, 1) AS bw_level, coalesce(u.exhausted, false) AS exhausted,
          (SELECT min(i.issued_on)::text FROM crm.invoice i WHERE i.service_id = s.id AND i.paid_at IS NULL) AS invoiced_on
        FROM crm.service s LEFT JOIN radius.usage u ON u.service_id = s.id
        WHERE s.isp_id = ${isp.ispId} AND s.deleted_at IS NULL AND (${id}::int IS NULL OR s.id = ${id}) ORDER BY s.id`,
  );
}

export async function serviceState(story: Story, id: number): Promise<ServiceState | undefined> {
  const [state] = await serviceStates(story, id);
  return state;
}
