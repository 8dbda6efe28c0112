import type pg from 'pg';
import type { DatabaseName } from '../databases.ts';

/**
 * Repairs what can differ between backups taken one after the other, as the API takes them: a service newer than the backup of
 * `radius` gets its usage row, and a login user's cash is set to its ledger balance.
 */
export async function reconcile(client: pg.Client, databases: readonly DatabaseName[]): Promise<void> {
  if (!databases.includes('crm')) return;
  await client.query(
    `INSERT INTO radius.usage (service_id, isp_id) SELECT id, isp_id FROM crm.service ON CONFLICT DO NOTHING`,
  );
  if (!databases.includes('auth')) return;
  await client.query(
    `UPDATE auth.login_user u SET cash_balance = d.ledger
     FROM crm.balance_drift d WHERE d.kind = 'cash' AND d.owner_id = u.id`,
  );
}
