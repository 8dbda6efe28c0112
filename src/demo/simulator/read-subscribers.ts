import type { SecretsKeys } from '../../config/secrets-keys.ts';
import type { Database } from '../../db/database.ts';
import { unseal } from '../../db/seal.ts';
import { execute, query, sql } from '../../db/sql.ts';
import { LOCAL_NAS } from '../business/equipment.ts';
import { ISP_CODE } from '../history/founding.ts';
import type { SimulatedSubscriber } from './live-session.ts';

/** The demo's NAS on this machine, and who can dial in there. */
export interface SimulatedNas {
  readonly id: number;
  readonly secret: string;
  readonly dynamicPort: number;
  readonly subscribers: readonly SimulatedSubscriber[];
}

/** Null: there is no demo in this database. */
export async function readSimulatedNas(
  { pool }: Pick<Database, 'pool'>,
  secretsKeys: SecretsKeys,
): Promise<SimulatedNas | null> {
  const [nas] = await query<{ id: number; isp_id: number; secret_enc: Buffer; coa_port: number }>(
    pool,
    sql`SELECT n.id, n.isp_id, n.secret_enc, n.coa_port FROM radius.nas n JOIN crm.isp i ON i.id = n.isp_id
        WHERE i.code = ${ISP_CODE} AND i.deleted_at IS NULL AND n.deleted_at IS NULL AND n.ip = ${LOCAL_NAS.ip}::inet`,
  );
  if (!nas) return null;
  const subscribers = await query<SimulatedSubscriber>(
    pool,
    sql`SELECT s.username, coalesce(s.mac, '02:03:5e:' || regexp_replace(lpad(to_hex(s.id), 6, '0'), '(..)(..)(..)', '\\1:\\2:\\3')) AS mac
        FROM crm.service s WHERE s.isp_id = ${nas.isp_id} AND s.deleted_at IS NULL AND s.status <> 'NewRequest'
        ORDER BY s.id`,
  );
  const secret = unseal(secretsKeys, 'nas.secret', nas.secret_enc);
  return { id: nas.id, secret, dynamicPort: nas.coa_port, subscribers };
}

/** Has the node send the NAS its Disconnects and CoAs at another port, where one that another program has was set. */
export async function moveDynamicPort(
  db: Pick<Database, 'transaction'>,
  nas: SimulatedNas,
  port: number,
): Promise<SimulatedNas> {
  await db.transaction((tx) => execute(tx, sql`UPDATE radius.nas SET coa_port = ${port} WHERE id = ${nas.id}`));
  return { ...nas, dynamicPort: port };
}
