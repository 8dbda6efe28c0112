import type pg from 'pg';
import { seal } from '../../../src/db/seal.ts';
import { prepare, switchTriggers } from '../changes/prepared.ts';
import type { Size } from '../dataset.ts';
import { withoutIndexes } from '../indexes.ts';
import { SECRETS_KEYS } from '../radius/provision.ts';
import { SECRET } from '../radius/tools.ts';

/** Of every service. */
export const PASSWORD = 'pass';

/**
 * The services of the changes, all active, with a password and NASes that can be used. Each table begins as if it had just
 * been written, with the room that its fill factor leaves, so that what happens to it is the load's.
 */
export async function prepareDay(pool: pg.Pool, size: Size): Promise<void> {
  await prepare(pool, size);
  await switchTriggers(pool, 'DISABLE');
  await withoutIndexes(pool, ['crm.service'], async () => {
    await pool.query(
      `UPDATE crm.service SET password_enc = $1, protocol = 'PPPoE', mac = NULL, mac_bind = 'No', ip_assignment = 'NAS',
         status = 'Active', status_before = NULL, suspended_at = NULL`,
      [seal(SECRETS_KEYS, 'service.password', PASSWORD)],
    );
    await pool.query('VACUUM FULL crm.service');
  });
  await pool.query('UPDATE radius.nas SET secret_enc = $1', [seal(SECRETS_KEYS, 'nas.secret', SECRET)]);
  await switchTriggers(pool, 'ENABLE');
  await pool.query('VACUUM FULL radius.usage');
  await pool.query('VACUUM ANALYZE');
}
