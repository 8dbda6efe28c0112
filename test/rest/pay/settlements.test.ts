import { describe, expect, it } from 'vitest';
import type { Settling } from '../../../src/areas/online/orders/order.ts';
import type { Kernel } from '../../../src/core/kernel.ts';
import { Settlements } from '../../../src/rest/pay/settlements.ts';

/** Settles orders of ISPs by gateways, none of which gets an answer. */
class Unanswered {
  /** The orders that were looked at. */
  begun = 0;
  readonly #settlements: Settlements;
  #orders = 0;

  constructor() {
    const query = () => {
      this.begun += 1;
      return new Promise(() => undefined);
    };
    this.#settlements = new Settlements({ db: { pool: { query } } } as unknown as Settling & Pick<Kernel, 'log'>);
  }

  /** Answers how many of so many orders were begun. */
  async settle(times: number, { ispId, gatewayId }: { ispId: number; gatewayId: number }): Promise<number> {
    const before = this.begun;
    for (let n = 0; n < times; n += 1) {
      this.#orders += 1;
      await this.#settlements.settle({ id: this.#orders, gatewayId, ispId }, 0);
    }
    return this.begun - before;
  }
}

describe('settlements of orders whose providers do not answer', () => {
  it('of one gateway take a few places, whatever its ISP has besides', async () => {
    const unanswered = new Unanswered();
    expect(await unanswered.settle(10, { ispId: 1, gatewayId: 11 })).toBe(4);
    expect(await unanswered.settle(10, { ispId: 1, gatewayId: 12 })).toBe(4);
  });

  it('of all gateways of one ISP leave places to others', async () => {
    const unanswered = new Unanswered();
    let own = 0;
    for (let gatewayId = 1; gatewayId <= 20; gatewayId += 1) own += await unanswered.settle(4, { ispId: 1, gatewayId });
    expect(own).toBe(11);
    expect(await unanswered.settle(4, { ispId: 2, gatewayId: 31 })).toBe(3);
    expect(await unanswered.settle(4, { ispId: 3, gatewayId: 41 })).toBe(1);
  });
});
