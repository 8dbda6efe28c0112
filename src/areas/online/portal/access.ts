import { z } from 'zod';
import type { Kernel } from '../../../core/kernel.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { INCIDENT_KINDS } from '../../../core/vocabulary/incident.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Database } from '../../../db/database.ts';
import { query, sql } from '../../../db/sql.ts';
import { readVerdict } from '../../subscribers/overview/get.ts';
import { type Verdict, verdict } from '../../subscribers/overview/verdict-record.ts';

/** How a connection is served now, by the rule that staff are told of: what it says of the network is theirs. */
const shown = verdict.pick({ verdict: true, cause: true, upto: true, dl: true });

/** Instants are ISO 8601. What the staff calls an incident is theirs; subscribers are told of it in words of their own. */
export const ownAccess = shown.extend({
  incident: z
    .object({
      kind: wire.oneOf(INCIDENT_KINDS),
      en: z.string().nullable(),
      hi: z.string().nullable(),
      expected_at: z.string().nullable(),
    })
    .nullable(),
});

type Incident = Pick<Verdict, 'incident_kind' | 'incident_en' | 'incident_hi' | 'expected_at'>;

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
  const { verdict: kind, cause, upto, dl, ...said } = await readVerdict(dependencies, caller, serviceId);
  const isHidden = cause === 'volume' && (await hidesLimits(db, serviceId));
  return { verdict: kind, cause, upto, dl: isHidden ? null : dl, incident: toldOf(said) };
}

function toldOf({ incident_kind: kind, incident_en: en, incident_hi: hi, expected_at }: Incident) {
  return kind === null ? null : { kind, en, hi, expected_at: expected_at?.toISOString() ?? null };
}

/** Its speed after the volume is one of the limits. */
async function hidesLimits(db: Pick<Database, 'pool'>, serviceId: number): Promise<boolean> {
  const [row] = await query<{ hidden: boolean }>(
    db.pool,
    sql`SELECT p.hide_bw_limit AS hidden FROM crm.service s JOIN crm.plan p ON p.id = s.plan_id WHERE s.id = ${serviceId}`,
  );
  return row?.hidden ?? false;
}
