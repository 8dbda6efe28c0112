import type { Kernel } from '../../../core/kernel.ts';
import { Dispatcher } from '../../../core/work/dispatcher.ts';
import { compose } from './compose.ts';
import { deliver } from './deliver.ts';
import { outcomeOf } from './outcome.ts';
import { countSent } from './pace.ts';
import { type Claimed, claimMessages, type Outcome, recordOutcomes } from './progress.ts';
import { takeEvents } from './take-events.ts';

export type NoticeKernel = Pick<Kernel, 'db' | 'log' | 'config' | 'clock' | 'secretsKeys'>;

/** Messages of one ISP that a node sends at a time. */
const ENOUGH_OF_ISP = 4;

/**
 * Sends notices: makes the messages of events, then sends what is due, each at least once, many at a time. Nodes share the work
 * by leases; the messages of a node that died are sent by another when its leases end.
 */
export const noticeDispatcher = (kernel: NoticeKernel) =>
  new Dispatcher<Claimed>(kernel.log, {
    what: 'notices',
    enoughOfIsp: ENOUGH_OF_ISP,
    async claim(limit, without) {
      const now = kernel.clock.now();
      await takeEvents(kernel.db, now);
      return claimMessages(kernel.db, { now, limit, without });
    },
    work: (message) => send(kernel, message),
  });

async function send(kernel: NoticeKernel, message: Claimed): Promise<void> {
  const { db, clock } = kernel;
  const composed = await compose(db, message, clock.now());
  let outcome: Outcome;
  if ('obstacle' in composed) outcome = { status: 'Skipped', reason: composed.obstacle };
  else {
    const { address, subject, body, channel } = composed.letter;
    const sending = await deliver(kernel, composed.letter);
    await countSent(db.pool, message, 1, clock.now());
    outcome = outcomeOf(sending, { address, subject, body }, channel);
  }
  await recordOutcomes(db, [{ message, outcome, now: clock.now() }]);
}
