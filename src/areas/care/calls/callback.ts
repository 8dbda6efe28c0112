import { badParameter } from '../../../core/fault.ts';
import { CALL_BACK } from '../../../core/telephone/masked.ts';
import type { Tx } from '../../../db/database.ts';
import type { CareCall } from '../author.ts';
import type { Subject } from '../subject.ts';
import { addTask } from '../tasks/add.ts';
import type { OUTCOMES } from './vocabulary.ts';

interface Wish {
  readonly outcome: (typeof OUTCOMES)[number];
  readonly queueid?: number | undefined;
  readonly due_at?: Date | undefined;
}

/** @throws Fault of kind `badInput` if the outcome and the queue do not fit each other */
export function refuseUnfit({ outcome, queueid, due_at }: Wish): void {
  if (outcome === 'Callback' && queueid === undefined)
    throw badParameter('queueid', 'is required when outcome is Callback');
  if (outcome === 'Callback') return;
  if (queueid !== undefined) throw badParameter('queueid', 'applies only to the outcome Callback');
  if (due_at !== undefined) throw badParameter('due_at', 'applies only to the outcome Callback');
}

/** A call that asked to be called back. */
interface Asked {
  readonly callId: number;
  readonly ispId: number;
  readonly subject: Subject | null;
  readonly number: string;
  readonly note: string | null;
}

/** Puts a task into the queue that the caller named; it is due at once unless they said when. */
export async function addCallback(
  tx: Tx,
  call: CareCall,
  { callId, ispId, subject, number, note }: Asked,
  { queueid, due_at: dueAt = call.kernel.clock.now() }: Wish,
): Promise<void> {
  const fields = { title: `${CALL_BACK}${number}`, text: note, dueAt, callId, source: 'Callback' };
  await addTask(tx, call, { ispId, subject, assignedTo: null, queueId: queueid ?? null, fields });
}
