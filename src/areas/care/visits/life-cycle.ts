import { parameterFault } from '../../../core/fault.ts';
import { inWords } from '../../../core/wire/index.ts';

/** The life cycle of a visit as a table: the states that each can become. A visit that failed is booked again. */
export const VISIT_STATES = ['Booked', 'OnWay', 'Started', 'Done', 'Failed', 'Cancelled'] as const;

export type VisitState = (typeof VISIT_STATES)[number];

export const NEXT_STATES: Readonly<Record<VisitState, readonly VisitState[]>> = {
  Booked: ['OnWay', 'Cancelled'],
  OnWay: ['Started', 'Failed'],
  Started: ['Done', 'Failed'],
  Done: [],
  Failed: ['Booked'],
  Cancelled: [],
};

/** Somebody is still to go there, or is there. */
export const PENDING = ['Booked', 'OnWay', 'Started'] as const satisfies readonly VisitState[];

export const isPending = (state: VisitState): boolean => (PENDING as readonly VisitState[]).includes(state);

/** States in which a visit uses a place of its window. */
export const USES_PLACE = [...PENDING, 'Done'] as const satisfies readonly VisitState[];

/** What the technician reports; the others are a dispatcher's. */
export const TECHNICIANS: readonly VisitState[] = ['OnWay', 'Started', 'Done', 'Failed'];

interface Named {
  readonly id: number;
  readonly state: VisitState;
}

/** @throws Fault of kind `conflict` that names the states which the visit can become */
export function refuseMove({ id, state }: Named, to: VisitState): void {
  const next = NEXT_STATES[state];
  if (next.includes(to)) return;
  const allowed = next.length === 0 ? 'it cannot move any more' : `it can become ${inWords(next)}`;
  throw parameterFault('conflict', 'state', `visit ${id} is ${state}; ${allowed}`);
}
