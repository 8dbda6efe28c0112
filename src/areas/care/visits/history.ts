import type { Tx } from '../../../db/database.ts';
import { nextId } from '../../../db/sql.ts';
import { insert } from '../../../db/write.ts';
import type { CareCall } from '../author.ts';
import type { VisitState } from './life-cycle.ts';
import type { VISIT_ACTIONS } from './vocabulary.ts';

interface Happened {
  readonly visit: { readonly id: number; readonly ispId: number };
  readonly action: (typeof VISIT_ACTIONS)[number];
  /** Of the visit after it. */
  readonly state: VisitState;
  readonly technicianId: number | null;
  readonly at: Date;
  readonly text?: string | undefined;
  readonly clientRef?: string | undefined;
}

/** Notes what was done about a visit. Returns the id of the entry. */
export async function note(tx: Tx, { actor, scope }: CareCall, happened: Happened): Promise<number> {
  const { visit, text, clientRef, ...rest } = happened;
  const id = await nextId(tx, 'crm.visit_event');
  const row = { id, ispId: visit.ispId, visitId: visit.id, ...rest, text: text ?? null };
  const by = { createdById: actor.userId, clientRef: clientRef ?? null, createdBy: scope.by };
  insert(tx, 'crm.visit_event', [{ ...row, ...by }]);
  return id;
}
