import { Dispatcher } from '../../../core/work/dispatcher.ts';
import type { NoticeKernel } from '../notices/dispatcher.ts';
import { type Batch, claimBatches } from './claim.ts';
import { findRecipients } from './find-recipients.ts';
import { finishBroadcasts } from './finish.ts';
import { sendBatch } from './send-batch.ts';

/** Batches of one ISP that a node sends at a time. */
const ENOUGH_OF_ISP = 2;
/** Batches that a node sends at a time: each keeps several connections to the database and to providers busy. */
const MAX_BATCHES = 4;

/**
 * Sends mass messages: finds their recipients, then sends in batches, each message at least once. Its batches are apart from
 * notices, which a mass message therefore never delays. Nodes share the work by leases.
 */
export const broadcastDispatcher = (kernel: NoticeKernel) =>
  new Dispatcher<Batch>(kernel.log, {
    what: 'mass messages',
    enoughOfIsp: ENOUGH_OF_ISP,
    async claim(limit, without) {
      const { db, clock } = kernel;
      const now = clock.now();
      await findRecipients(db, now);
      await finishBroadcasts(db, now);
      return claimBatches(db, { now, limit: Math.min(limit, MAX_BATCHES), without });
    },
    work: (batch, isStopping) => sendBatch(kernel, batch, isStopping),
  });
