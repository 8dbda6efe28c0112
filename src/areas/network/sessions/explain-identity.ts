import { badParameter, notFound } from '../../../core/fault.ts';
import { type Scope, scopeConditions, serviceScope } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { join, query, sql } from '../../../db/sql.ts';

/** What a NAS with `ipoe` would present. */
export interface PresentedLine {
  readonly circuit_id?: string | undefined;
  readonly remote_id?: string | undefined;
  readonly mac?: string | undefined;
}

export const IDENTITY_KINDS = ['circuit+remote', 'circuit', 'mac'] as const;
export type IdentityKind = (typeof IDENTITY_KINDS)[number];

interface Identified {
  readonly id: number;
  readonly ispId: number;
  readonly kind: IdentityKind;
  readonly isVisible: boolean;
}

/**
 * The service whose identity is the most specific one presented, in the ISP of the NAS or of the caller: the order of
 * `radius/state/directory/identities.ts`.
 */
export async function findByIdentity(
  db: Pick<Database, 'pool'>,
  scope: Scope,
  { line: { circuit_id, remote_id, mac }, nasId }: { line: PresentedLine; nasId: number | null },
): Promise<Identified> {
  const rows = await query<Identified>(
    db.pool,
    sql`SELECT s.id, s.isp_id AS "ispId", (${join(scopeConditions(scope, serviceScope('s')), ' AND ')}) AS "isVisible",
          CASE WHEN i.mac IS NOT NULL THEN 'mac' WHEN i.remote_id IS NULL THEN 'circuit' ELSE 'circuit+remote' END AS kind
        FROM crm.service_identity i JOIN crm.service s ON s.id = i.service_id
        WHERE (${scope.ispId}::int IS NULL OR i.isp_id = ${scope.ispId})
          AND (${nasId}::int IS NULL OR i.isp_id = (SELECT n.isp_id FROM radius.nas n WHERE n.id = ${nasId}))
          AND (i.circuit_id = ${circuit_id ?? null} AND (i.remote_id IS NULL OR i.remote_id = ${remote_id ?? null})
            OR i.mac = ${mac ?? null})
        ORDER BY i.circuit_id IS NULL, i.remote_id IS NULL`,
  );
  const [found] = rows;
  if (!found?.isVisible) throw notFound('identity', [circuit_id, remote_id, mac].filter(Boolean).join(', '));
  if (rows.some(({ ispId }) => ispId !== found.ispId))
    throw badParameter('nasip', 'is required, because more than one ISP has this identity');
  return found;
}
