import { z } from 'zod';
import type { Actor } from '../../core/access/actor.ts';
import type { Permission } from '../../core/access/permission.ts';
import { Fault } from '../../core/fault.ts';
import { readRecord } from '../../core/records/row-locks.ts';
import type { Scope } from '../../core/tenancy/scope.ts';
import { csv, shown } from '../../core/wire/index.ts';
import type { Tx } from '../../db/database.ts';
import { query, type Sql, sql } from '../../db/sql.ts';

/** Of a login user, in 24 hours. */
const MAX_REVEALED = 200;

export const REVEAL = `The audit records each call. A login user may make ${MAX_REVEALED} such calls in 24 hours.`;

export const revealedNumbers = z.object({ numbers: csv(shown(), { min: 0 }) });

type Numbers = z.output<typeof revealedNumbers>;

const OF = {
  customer: { access: 'customer.read', numbers: sql`x.mobile || x.other_mobiles AS numbers` },
  lead: { access: 'lead.read', numbers: sql`ARRAY[x.mobile] AS numbers` },
  call: { access: 'note.read', numbers: sql`ARRAY[x.number] AS numbers` },
  ticket: { access: 'ticket.read', numbers: sql`array_remove(ARRAY[x.number], NULL) AS numbers` },
} as const satisfies Record<string, { readonly access: Permission; readonly numbers: Sql }>;

const PROCEDURES = ['customer', 'lead', 'ticket', 'phonecall'].map((area) => `${area}.phone_reveal`);

interface Revealing {
  readonly scope: Scope;
  readonly actor: Pick<Actor, 'userId' | 'username' | 'permissions'>;
}

/**
 * The numbers of one record, whole. The audit has the call, whose events are what the limit counts: the one of this call is already
 * among them.
 * @throws Fault of kind `forbidden`, `notFound`, `tooMany`
 */
export async function revealNumbers(
  tx: Tx,
  { scope, actor }: Revealing,
  record: { readonly what: keyof typeof OF; readonly id: number },
): Promise<Numbers> {
  const { userId } = actor;
  const { access, numbers: columns } = OF[record.what];
  if (!actor.permissions.has(access))
    throw new Fault('forbidden', `login user ${actor.username} lacks the permission ${access}`);
  // Calls of a login user count one after the other.
  await query(tx, sql`SELECT pg_advisory_xact_lock(hashtext('phone_reveal'), ${userId}::int)`);
  const numbers = await readRecord<Numbers>(tx, scope, record, columns);
  const [row] = await query<{ count: number }>(
    tx,
    sql`SELECT count(*)::int AS count FROM auth.audit_event e
        WHERE e.procedure = ANY(${[...PROCEDURES]}::text[])
          AND e.at > now() - interval '24 hours' AND e.user_id = ${userId}`,
  );
  if ((row?.count ?? 0) > MAX_REVEALED)
    throw new Fault(
      'tooMany',
      `login user ${actor.username} may reveal the numbers of ${MAX_REVEALED} records in 24 hours`,
    );
  return numbers;
}
