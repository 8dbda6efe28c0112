import type { Api } from '../../../fixtures/api.ts';
import type { Ids } from '../../../rpc/walk.ts';

/** Ends the business with the customer of a tenant, so that nothing keeps the customer from being erased. */
export async function finish(
  { db, ok }: Api,
  { me, ispid, customerid, serviceid, secondserviceid }: Ids,
): Promise<void> {
  await db.pool.query(`UPDATE radius.session SET ended_at = now() WHERE service_id = $1 AND ended_at IS NULL`, [
    serviceid,
  ]);
  await db.pool.query(
    `UPDATE crm.ticket SET status = 'Closed', resolved_at = now(), resolved_by = 'test', resolution = 'Fixed', closed_at = now(),
       closed_by = 'test' WHERE customer_id = $1`,
    [customerid],
  );
  await db.pool.query(
    `UPDATE crm.ticket_appeal SET status = 'Rejected', decision = 'whole', decided_at = now(), decided_by = 'test'
     WHERE isp_id = $1`,
    [ispid],
  );
  await db.pool.query(
    `UPDATE crm.visit SET state = 'Cancelled', ended_at = now(), conflict = NULL WHERE customer_id = $1`,
    [customerid],
  );
  await db.pool.query(
    `UPDATE crm.task SET state = 'Done', closed_at = now(), closed_by = 'test' WHERE customer_id = $1`,
    [customerid],
  );
  await db.pool.query(`UPDATE crm.incident_service SET upto_at = now() WHERE isp_id = $1`, [ispid]);
  await ok('service/transfer', { from: secondserviceid, to: serviceid, amt: 10, reason: 'finish' }, me);
  await ok('service/delete', { serviceid: secondserviceid }, me);
  const { rows } = await db.pool.query<{ os: number }>('SELECT os_amt::float8 AS os FROM crm.service WHERE id = $1', [
    serviceid,
  ]);
  const advance = -(rows[0]?.os ?? 0);
  if (advance > 0)
    await ok(
      'payment/refund',
      { serviceid, of: 'Advance', amt: advance.toFixed(2), mode: 'Bank', reason: 'whole' },
      me,
    );
  await ok('service/delete', { serviceid, write_off_reason: 'whole' }, me);
  await ok('isp/settings_update', { erase_after_days: 0 }, me);
}
