import type { z } from 'zod';
import { conditionsOf, type ListCall, runList } from '../../../core/list/index.ts';
import type { Database } from '../../../db/database.ts';
import { sql } from '../../../db/sql.ts';
import { events } from './list.ts';
import { idsOfTypes } from './of-types.ts';

type Input = z.output<typeof events.input>;

/** A page of the feed. Whatever the types and wherever it begins, it reads little more than it returns. */
export function listEvents(
  db: Pick<Database, 'pool' | 'lookups' | 'history'>,
  call: ListCall & { readonly input: Input },
): Promise<z.output<typeof events.output>> {
  const { type: types = [], ...input } = call.input;
  // Only the administrator of the server reads those of all ISPs at once.
  const ispId = call.scope.ispId ?? input.ispid ?? null;
  if (types.length === 0) return runList(db, events, call);
  const where = conditionsOf(events, call, input);
  const only = sql`e.id IN ${idsOfTypes({ ispId, types, where, limit: input.rows_limit })}`;
  return runList(db, { ...events, only }, call);
}
