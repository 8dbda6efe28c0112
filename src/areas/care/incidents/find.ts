import { Fault } from '../../../core/fault.ts';
import { readForUpdate } from '../../../core/records/row-locks.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { IncidentKind } from '../../../core/vocabulary/incident.ts';
import type { Tx } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import type { Filter } from './concerned.ts';
import { type IncidentStatus, RUNNING } from './life-cycle.ts';
import type { Compensation } from './vocabulary.ts';

export interface Incident extends Filter {
  readonly id: number;
  readonly ispId: number;
  readonly kind: IncidentKind;
  readonly status: IncidentStatus;
  readonly title: string;
  readonly startsAt: Date;
  readonly expectedAt: Date | null;
  readonly endedAt: Date | null;
  readonly compensation: Compensation | null;
  readonly compensationDays: number | null;
}

const COLUMNS = sql`x.id, x.isp_id AS "ispId", x.kind, x.status, x.title, x.location_code AS "locationCode",
  x.nas_id AS "nasId", x.of_reseller_id AS "ofResellerId", x.plan_id AS "planId", x.ip_pool_id AS "ipPoolId",
  x.service_ids AS "serviceIds", x.starts_at AS "startsAt", x.expected_at AS "expectedAt", x.ended_at AS "endedAt",
  x.compensation, x.compensation_days AS "compensationDays"`;

/** The incident as it is under the lock, which its moves, its services and its compensation take one after the other. */
export const lockIncident = (tx: Tx, scope: Scope, id: number): Promise<Incident> =>
  readForUpdate<Incident>(tx, scope, { what: 'incident', id }, COLUMNS);

/** @throws Fault of kind `conflict` unless it concerns services now */
export function refuseNotRunning({ id, status }: Incident): void {
  const running: readonly IncidentStatus[] = RUNNING;
  if (!running.includes(status))
    throw new Fault('conflict', `incident ${id} is ${status}; only an open one has services`);
}
