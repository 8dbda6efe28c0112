import type { Kernel } from '../../core/kernel.ts';
import { logThrottled } from '../../db/throttled-log.ts';
import { compose } from './compose.ts';
import { deliver, type Sending } from './deliver.ts';
import { type Claimed, claimMessages, type Outcome, recordOutcome, type Sent } from './progress.ts';
import { takeEvents } from './take-events.ts';

export type NoticeKernel = Pick<Kernel, 'db' | 'log' | 'config' | 'clock' | 'secretsKey'>;

const LOOK_EVERY_MS = 500;
/** After one was sent, since there may be more. */
const LOOK_AGAIN_MS = 50;
/** Messages that a node sends at a time: in all, and of one ISP before it gets no more, so that slow servers delay no other. */
const MAX_ACTIVE = 64;
const ENOUGH_OF_ISP = 4;
const STOP_WITHIN_MS = 2_000;

/**
 * Sends notices: makes the messages of events, then sends what is due, each at least once, many at a time. Nodes share the work
 * by leases; the messages of a node that died are sent by another when its leases end.
 */
export class NoticeDispatcher {
  readonly #kernel: NoticeKernel;
  readonly #active = new Map<number, { readonly ispId: number; readonly done: Promise<void> }>();
  #timer: NodeJS.Timeout | undefined;
  #looking: Promise<void> = Promise.resolve();
  #isStopping = false;

  constructor(kernel: NoticeKernel) {
    this.#kernel = kernel;
  }

  start(): this {
    this.#looking = this.#look();
    return this;
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    clearTimeout(this.#timer);
    await this.#looking;
    const working = Promise.all([...this.#active.values()].map(({ done }) => done));
    await Promise.race([working, new Promise((resolve) => setTimeout(resolve, STOP_WITHIN_MS).unref())]);
  }

  async #look(): Promise<void> {
    let claimed = 0;
    try {
      await takeEvents(this.#kernel.db, this.#kernel.clock.now());
      claimed = await this.#claim();
    } catch (err) {
      logThrottled(this.#kernel.log, { err }, 'notices cannot be read; retrying');
    }
    if (this.#isStopping) return;
    this.#timer = setTimeout(
      () => {
        this.#looking = this.#look();
      },
      claimed > 0 ? LOOK_AGAIN_MS : LOOK_EVERY_MS,
    ).unref();
  }

  async #claim(): Promise<number> {
    const { db, clock } = this.#kernel;
    const limit = MAX_ACTIVE - this.#active.size;
    if (limit <= 0) return 0;
    const counts = new Map<number, number>();
    for (const { ispId } of this.#active.values()) counts.set(ispId, (counts.get(ispId) ?? 0) + 1);
    const without = [...counts].filter(([, count]) => count >= ENOUGH_OF_ISP).map(([ispId]) => ispId);
    const claimed = await claimMessages(db, { now: clock.now(), limit, without });
    for (const message of claimed) this.#begin(message);
    return claimed.length;
  }

  #begin(message: Claimed): void {
    const done = this.#send(message)
      .catch((err) => logThrottled(this.#kernel.log, { err }, 'the progress of a notice could not be saved'))
      .finally(() => this.#active.delete(message.id));
    this.#active.set(message.id, { ispId: message.ispId, done });
  }

  async #send(message: Claimed): Promise<void> {
    const { db, clock } = this.#kernel;
    const composed = await compose(db, message, clock.now());
    let outcome: Outcome;
    if ('obstacle' in composed) outcome = { status: 'Skipped', reason: composed.obstacle };
    else {
      const { address, subject, body, channel } = composed.letter;
      const sending = await deliver(this.#kernel, composed.letter);
      outcome = outcomeOf(sending, { address, subject, body }, channel);
    }
    await recordOutcome(db, message, outcome, clock.now());
  }
}

function outcomeOf(sending: Sending, sent: Sent, channel: string): Outcome {
  if (sending.result === 'noSender') return { status: 'Skipped', reason: `the ISP has no sender for ${channel}` };
  if (sending.result === 'accepted') return { status: 'Sent', reason: null, sent };
  return { status: sending.isFinal ? 'Failed' : 'Waiting', reason: sending.reason, sent };
}
