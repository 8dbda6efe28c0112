import { z } from 'zod';
import { notFound } from '../../../core/fault.ts';
import { type ListCall, listStatement } from '../../../core/list/index.ts';
import * as wire from '../../../core/wire/index.ts';
import { query, type Runner, sql } from '../../../db/sql.ts';
import { VISIT_STATES } from './life-cycle.ts';
import { visits } from './list.ts';
import { VISIT_ACTIONS } from './vocabulary.ts';

const entry = z.object({
  id: wire.id(),
  action: wire.oneOf(VISIT_ACTIONS),
  state: wire.oneOf(VISIT_STATES),
  text: wire.shown().nullable(),
  at: wire.timestamp(),
  created_at: wire.timestamp(),
  created_by: wire.shown(),
});

export const visitRecord = z.object({ ...visits.row.shape, history: z.array(entry) });

type Row = z.output<typeof visits.row>;
type Entry = z.output<typeof entry>;

/** A visit with what was done about it, oldest first. @throws Fault of kind `notFound` */
export async function readVisit(on: Runner, caller: ListCall, id: number): Promise<z.output<typeof visitRecord>> {
  const input = { id, rows_limit: 1, rows_offset: 0 };
  const [visit] = await query<Row>(on, listStatement(visits, { ...caller, input }));
  if (!visit) throw notFound('visit', id);
  const history = await query<Entry>(
    on,
    sql`SELECT e.id, e.action, e.state, e.text, e.at, e.created_at, e.created_by
        FROM crm.visit_event e WHERE e.visit_id = ${visit.id} ORDER BY e.id`,
  );
  return { ...visit, history };
}
