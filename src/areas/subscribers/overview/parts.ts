import type { Tx } from '../../../db/database.ts';
import { query, type Sql, sql } from '../../../db/sql.ts';
import { gigabytesOf } from '../services/usage.ts';
import type { Money, Owner, Usage } from './record.ts';

/** Parts of a subscriber that no list has. The service must be in the caller's scope. */

export const readOwner = (tx: Tx, serviceId: number): Promise<Owner> =>
  only<Owner>(
    tx,
    sql`SELECT s.isp_id AS ispid, i.name AS isp, t.timezone, coalesce(s.reseller_id, 0) AS resellerid, r.name AS reseller
        FROM crm.service s JOIN crm.isp i ON i.id = s.isp_id JOIN crm.isp_setting t ON t.isp_id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = s.reseller_id WHERE s.id = ${serviceId}`,
  );

export const readUsage = (tx: Tx, serviceId: number): Promise<Usage> =>
  only<Usage>(
    tx,
    sql`SELECT p.starts_on AS period_from, p.ends_on AS period_upto, u.bw_level, u.exhausted,
          ${gigabytesOf(sql`(u.in_bytes::numeric + u.out_bytes)`)} AS used_gb,
          ${gigabytesOf(sql`(u.level1_bytes::numeric + u.level2_bytes + u.level3_bytes)`)} AS total_gb
        FROM radius.usage u LEFT JOIN crm.period p ON p.id = u.period_id WHERE u.service_id = ${serviceId}`,
  );

export const readMoney = (tx: Tx, serviceId: number, withWallet: boolean): Promise<Money> =>
  only<Money>(
    tx,
    sql`SELECT t.currency, s.os_amt AS outstanding, coalesce(s.credit_limit, t.default_credit_limit) AS credit_limit,
          CASE WHEN ${withWallet}::boolean AND r.type = 'Franchisee' THEN r.wallet END AS wallet
        FROM crm.service s JOIN crm.isp_setting t ON t.isp_id = s.isp_id
        LEFT JOIN crm.reseller r ON r.id = s.reseller_id WHERE s.id = ${serviceId}`,
  );

async function only<T extends object>(tx: Tx, statement: Sql): Promise<T> {
  const [row] = await query<T>(tx, statement);
  if (!row) throw new Error('a service has an owner, settings and usage');
  return row;
}
