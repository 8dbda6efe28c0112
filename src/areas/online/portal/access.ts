import type { z } from 'zod';
import type { Kernel } from '../../../core/kernel.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { readVerdict } from '../../subscribers/overview/get.ts';
import { verdict } from '../../subscribers/overview/verdict-record.ts';

/** How a connection is served now, by the rule that staff are told of: what it says of the network is theirs. */
export const ownAccess = verdict.pick({ verdict: true, cause: true, upto: true, dl: true });

interface Reading {
  readonly db: Pick<Database, 'pool'>;
  readonly readIn: Database['transaction'];
  readonly kernel: Pick<Kernel, 'network' | 'clock'>;
  readonly scope: Scope;
  readonly zone: string;
}

/** @throws Fault of kind `notFound` */
export async function readOwnAccess(
  { db, readIn, kernel: { network, clock }, scope, zone }: Reading,
  serviceId: number,
): Promise<z.output<typeof ownAccess>> {
  const dependencies = { db: { pool: db.pool, transaction: readIn }, network, clock };
  // What is owed is read with the ways to pay it.
  const caller = { scope, zone, permissions: new Set<never>() };
  const { verdict: kind, cause, upto, dl } = await readVerdict(dependencies, caller, serviceId);
  const isHidden = cause === 'volume' && (await hidesLimits(db, serviceId));
  return { verdict: kind, cause, upto, dl: isHidden ? null : dl };
}

/** Its speed after the volume is one of the limits. */
async function hidesLimits(db: Pick<Database, 'pool'>, serviceId: number): Promise<boolean> {
  const [row] = await query<{ hidden: boolean }>(
    db.pool,
    sql`SELECT p.hide_bw_limit AS hidden FROM crm.service s JOIN crm.plan p ON p.id = s.plan_id WHERE s.id = ${serviceId}`,
  );
  return row?.hidden ?? false;
}
