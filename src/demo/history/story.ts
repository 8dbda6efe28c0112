import type { Kernel } from '../../core/kernel.ts';
import { query, type Sql, sql } from '../../db/sql.ts';
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

/** Services that are not deleted, as they are now. */
export const serviceStates = ({ kernel, isp }: Story) => statesOf(kernel, sql`s.isp_id = ${isp.ispId}`);

export async function serviceState({ kernel }: Story, id: number): Promise<ServiceState | undefined> {
  const [state] = await statesOf(kernel, sql`s.id = ${id}`);
  return state;
}

function statesOf({ db }: Kernel, condition: Sql): Promise<ServiceState[]> {
  return query<ServiceState>(
    db.pool,
    sql`SELECT s.id, s.status, s.prepaid_postpaid = 'Prepaid' AS prepaid, s.os_amt::text AS os_amt,
          s.valid_upto::text AS valid_upto, coalesce(u.bw_level, 1) AS bw_level, coalesce(u.exhausted, false) AS exhausted,
          (SELECT min(i.issued_on)::text FROM crm.invoice i WHERE i.service_id = s.id AND i.paid_at IS NULL) AS invoiced_on
        FROM crm.service s LEFT JOIN radius.usage u ON u.service_id = s.id
        WHERE ${condition} AND s.deleted_at IS NULL ORDER BY s.id`,
  );
}
