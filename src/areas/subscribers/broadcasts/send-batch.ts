import { execute, sql } from '../../../db/sql.ts';
import { deliver } from '../notices/deliver.ts';
import type { NoticeKernel } from '../notices/dispatcher.ts';
import { outcomeOf } from '../notices/outcome.ts';
import { holdLane } from '../notices/pace.ts';
import { recordOutcome } from '../notices/progress.ts';
import { type Batch, LEASE_S, type Queued } from './claim.ts';
import { composeQueued } from './compose.ts';

/** Messages of a batch at a time. */
const AT_A_TIME = 8;
/** A message whose lease ends sooner is left to the next batch: an attempt takes up to this long. */
const ATTEMPT_MS = 60_000;

/** Sends the messages of a batch and notes each answer at once, so that a node that dies repeats only those without one. */
export async function sendBatch(kernel: NoticeKernel, batch: Batch, isStopping: () => boolean): Promise<void> {
  const begun = performance.now();
  const mayBegin = () => !isStopping() && performance.now() - begun < LEASE_S * 1_000 - ATTEMPT_MS;
  const rest = [...batch.messages];
  let isHeld = false;
  const worker = async () => {
    while (!isHeld && mayBegin()) {
      const message = rest.shift();
      if (!message) return;
      if ((await sendOne(kernel, batch, message)) === 'hold') isHeld = true;
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  if (rest.length > 0) await release(kernel, rest);
}

/** @returns `hold` if the provider wants no more for now */
async function sendOne(kernel: NoticeKernel, batch: Batch, message: Queued): Promise<'sent' | 'hold'> {
  const { db, clock } = kernel;
  const composed = await composeQueued(db, batch, { ...message, now: clock.now() });
  const attempt = { ...message, waiting: 'Queued' as const };
  if ('obstacle' in composed) {
    await recordOutcome(db, attempt, { status: 'Skipped', reason: composed.obstacle }, clock.now());
    return 'sent';
  }
  const { address, subject, body, channel } = composed.letter;
  const sending = await deliver(kernel, composed.letter);
  if (sending.result === 'refused' && sending.waitMs !== undefined) {
    await holdLane(db.pool, batch, sending.waitMs);
    await release(kernel, [message]);
    return 'hold';
  }
  await recordOutcome(db, attempt, outcomeOf(sending, { address, subject, body }, channel), clock.now());
  return 'sent';
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
