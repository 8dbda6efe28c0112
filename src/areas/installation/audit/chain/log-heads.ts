import type { Kernel } from '../../../../core/kernel.ts';
import { execute, sql } from '../../../../db/sql.ts';
import { headsOf } from './heads.ts';

/** Logs, signed, the head of each chain that has grown since. What has left this machine with the log can be compared later. */
export async function logHeads({ db, log, secretsKeys }: Pick<Kernel, 'db' | 'log' | 'secretsKeys'>): Promise<void> {
  const heads = await headsOf(db.pool, { unlogged: true, secretsKeys });
  for (const head of heads) log.info(head, 'audit head');
  await execute(
    db.pool,
    sql`UPDATE auth.audit_chain c SET logged_seq = n.seq
        FROM unnest(${heads.map(({ isp }) => isp)}::int[], ${heads.map(({ seq }) => seq)}::bigint[]) AS n (isp, seq)
        WHERE c.isp_id = n.isp AND c.logged_seq < n.seq`,
  );
}
