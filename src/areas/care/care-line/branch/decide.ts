import { z } from 'zod';
import { Fault } from '../../../../core/fault.ts';
import * as wire from '../../../../core/wire/index.ts';
import type { Tx } from '../../../../db/database.ts';
import type { CareCall } from '../../author.ts';
import { PENDING } from '../../tickets/life-cycle.ts';
import { identify } from '../identify.ts';
import { type Asking, readStatus } from '../status.ts';
import { askedTickets, tellTickets } from '../tickets.ts';
import { callId } from '../vocabulary.ts';

export const QUESTIONS = ['known', 'blocked', 'incident', 'docket'] as const;

export const question = z.strictObject({
  call_id: callId(),
  from: wire.described('in any format', wire.text(100)).optional(),
  ask: wire.oneOf(QUESTIONS),
  digits: wire.text(40).optional(),
});

type Question = z.output<typeof question>;

export const decision = z.object({ answer: wire.flagYN() });

type BranchCall = CareCall & Asking & { readonly transaction: <T>(work: (tx: Tx) => Promise<T>) => Promise<T> };

/** Verdicts of a service that is suspended or blocked, by their numbers. */
const BLOCKED: readonly number[] = [3, 4, 5, 6, 7];
const IN_AN_INCIDENT = 8;

/** Whether the answer to a question about the caller is yes, by their number alone. Each call of theirs counts once. */
export async function decide(call: BranchCall, input: Question): Promise<boolean> {
  const { call_id, from = 'anonymous', ask } = input;
  const { caller, known, level } = await call.transaction((tx) => identify(tx, call, { call_id, from }));
  if (ask === 'known') return known;
  const handle = { call_id, caller };
  if (ask === 'incident' && input.digits !== undefined)
    return (await readStatus(call, { ...handle, postcode: input.digits })).number === IN_AN_INCIDENT;
  if (level === 0) return false;
  if (ask === 'docket') return hasTicket(call, handle, input.digits);
  const { number, incident } = await readStatus(call, handle);
  return ask === 'incident' ? incident !== null : BLOCKED.includes(number);
}

/** Whether the caller has a ticket that is not finished: any, or the one whose docket they typed. */
async function hasTicket(
  call: BranchCall,
  handle: { readonly call_id: string; readonly caller: string },
  digits: string | undefined,
): Promise<boolean> {
  const asked = askedTickets.safeParse({ ...handle, docket: digits });
  if (!asked.success) return false;
  const tickets = await tellTickets(call.db.pool, call, asked.data).catch((error: unknown) => {
    if (error instanceof Fault && error.kind === 'notFound') return [];
    throw error;
  });
  return tickets.some(({ status }) => PENDING.some((each) => each === status));
}
