import { setTimeout as sleep } from 'node:timers/promises';
import type { Order, Settling } from '../../areas/online/orders/order.ts';
import { settleOrder } from '../../areas/online/orders/settle.ts';
import type { Kernel } from '../../core/kernel.ts';
import { Places } from '../../core/work/places.ts';
import { logThrottled } from '../../db/throttled-log.ts';

/** Orders that are being settled at a time because of requests, which ISPs share; and those of one gateway. */
const PLACES = 16;
const MAX_OF_GATEWAY = 4;

type Settled = Pick<Order, 'id' | 'gatewayId' | 'ispId'>;

/**
 * Settles orders because a browser or a provider has news, a few at a time, and each order once at a time. A provider that does
 * not answer takes a few places, and all of one ISP leave some to others. What finds no place is left to the job: the caller has noted the news before.
 */
export class Settlements {
  readonly #kernel: Settling & Pick<Kernel, 'log'>;
  readonly #running = new Map<number, Promise<void>>();
  readonly #places = new Places(PLACES);
  readonly #ofGateway = new Map<number, number>();

  constructor(kernel: Settling & Pick<Kernel, 'log'>) {
    this.#kernel = kernel;
  }

  /** Resolves when the order is settled, or cannot be now, but no later than `withinMs`. Never rejects. */
  async settle(order: Settled, withinMs: number): Promise<void> {
    const running = this.#running.get(order.id) ?? this.#begin(order);
    if (!running) return;
    const waiting = new AbortController();
    const deadline = sleep(withinMs, undefined, { ref: false, signal: waiting.signal }).catch(() => undefined);
    await Promise.race([running, deadline]);
    waiting.abort();
  }

  /** What is noted while an order is being settled is seen by that: it asks the provider again. */
  #begin({ id, gatewayId, ispId }: Settled): Promise<void> | undefined {
    const others = this.#ofGateway.get(gatewayId) ?? 0;
    const giveBack = others < MAX_OF_GATEWAY ? this.#places.take(ispId) : undefined;
    if (!giveBack) return undefined;
    this.#ofGateway.set(gatewayId, others + 1);
    const done = this.#run(id).finally(() => {
      giveBack();
      this.#running.delete(id);
      const left = (this.#ofGateway.get(gatewayId) ?? 1) - 1;
      if (left > 0) this.#ofGateway.set(gatewayId, left);
      else this.#ofGateway.delete(gatewayId);
    });
    this.#running.set(id, done);
    return done;
  }

  async #run(orderId: number): Promise<void> {
    try {
      await settleOrder(this.#kernel, orderId, new AbortController().signal);
    } catch (err) {
      logThrottled(
        this.#kernel.log,
        { err, order: orderId },
        'could not settle a payment order; the job will try again',
      );
    }
  }
}
