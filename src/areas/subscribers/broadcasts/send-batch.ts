import { SharedRun } from '../../../db/shared-run.ts';
import { execute, sql } from '../../../db/sql.ts';
import { deliverBy, readSender, type Sender } from '../notices/deliver.ts';
import type { NoticeKernel } from '../notices/dispatcher.ts';
import { outcomeOf } from '../notices/outcome.ts';
import { holdLane } from '../notices/pace.ts';
import { type Noted, type Outcome, recordOutcomes } from '../notices/progress.ts';
import { type Batch, LEASE_S, type Queued } from './claim.ts';
import { type Composed, composeQueued } from './compose.ts';

/** Messages of a batch that are composed together and sent side by side. */
const AT_A_TIME = 32;
/** A message whose lease ends sooner is left to the next batch: an attempt takes up to this long. */
const ATTEMPT_MS = 60_000;

/** Sends the messages of a batch and notes each answer at once, so that a node that dies repeats only those without one. */
export async function sendBatch(kernel: NoticeKernel, batch: Batch, isStopping: () => boolean): Promise<void> {
  const begun = performance.now();
  const mayBegin = () => !isStopping() && performance.now() - begun < LEASE_S * 1_000 - ATTEMPT_MS;
  const rest = [...batch.messages];
  let isHeld = false;
  while (rest.length > 0 && !isHeld && mayBegin())
    isHeld = await sendTogether(kernel, batch, rest.splice(0, AT_A_TIME));
  if (rest.length > 0) await release(kernel, rest);
}

/** @returns whether the provider wants no more for now */
async function sendTogether(kernel: NoticeKernel, batch: Batch, messages: readonly Queued[]): Promise<boolean> {
  const { db, clock } = kernel;
  const [composed, sender] = await Promise.all([
    composeQueued(db, batch, messages, clock.now()),
    readSender(db, batch),
  ]);
  const waiting: Noted[] = [];
  // Answers that come while others are being saved share the next statement.
  const saving = new SharedRun(() => recordOutcomes(db, waiting.splice(0)));
  const note = (message: Queued, outcome: Outcome) => {
    waiting.push({ message: { ...message, waiting: 'Queued' }, outcome, now: clock.now() });
    return saving.run();
  };
  const held = await Promise.all(
    composed.map(async (each) => {
      const outcome = await outcomeFor(kernel, { batch, sender }, each);
      if (outcome === 'held') return true;
      await note(each.message, outcome);
      return false;
    }),
  );
  return held.includes(true);
}

/** `held`: the provider wants no more for now, and the message waits as before. */
async function outcomeFor(
  kernel: NoticeKernel,
  { batch, sender }: { readonly batch: Batch; readonly sender: Sender | undefined },
  { message, content }: Composed,
): Promise<Outcome | 'held'> {
  if ('obstacle' in content) return { status: 'Skipped', reason: content.obstacle };
  const { address, subject, body, channel } = content.letter;
  const sending = await deliverBy(kernel, sender, content.letter);
  if (sending.result !== 'refused' || sending.waitMs === undefined)
    return outcomeOf(sending, { address, subject, body }, channel);
  await holdLane(kernel.db.pool, batch, sending.waitMs);
  await release(kernel, [message]);
  return 'held';
}

/** Gives messages back before their lease ends. */
async function release({ db }: NoticeKernel, messages: readonly Queued[]): Promise<void> {
  const [first] = messages;
  await execute(
    db.pool,
    sql`UPDATE crm.notice_message m SET leased_until = NULL WHERE m.id = ANY(${messages.map(({ id }) => id)}::bigint[])
          AND m.status = 'Queued' AND m.leased_until = ${first?.leasedUntil ?? null}::timestamptz`,
  );
}
