import fc from 'fast-check';
import { expect, it } from 'vitest';
import { OWN, type WhenGone } from '../../../../src/core/work/turns/tenant.ts';
import { type Turn, Turns } from '../../../../src/core/work/turns/turns.ts';
import '../../../fixtures/properties.ts';

interface Call {
  readonly id: number;
  readonly tenant: number;
  readonly lane: number;
  turn: Turn | undefined;
  leave: () => void;
}

const steps = fc.array(
  fc.oneof(
    { weight: 5, arbitrary: fc.record({ do: fc.constant('call' as const), tenant: fc.nat(4), lane: fc.nat(2) }) },
    { weight: 4, arbitrary: fc.record({ do: fc.constant('end' as const), at: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('leave' as const), at: fc.nat(50) }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(1_500) }) },
  ),
  { maxLength: 120 },
);

/** A history of calls, and what may never happen in it. */
class History {
  readonly #slots: number;
  readonly #turns: Turns;
  readonly #waiting: Call[] = [];
  readonly #running: Call[] = [];
  #now = 0;
  #ids = 0;

  constructor(slots: number) {
    this.#slots = slots;
    this.#turns = new Turns({ slots, of: 'the ISP', mostWaiting: 1_000, mostOfLane: 1_000, now: () => this.#now });
  }

  async step(step: typeof steps extends fc.Arbitrary<(infer S)[]> ? S : never): Promise<void> {
    if (step.do === 'call') this.#call(step.tenant, step.lane);
    else if (step.do === 'pass') this.#now += step.ms;
    else if (step.do === 'end') this.#end(this.#running[step.at % this.#running.length]);
    else this.#waiting[step.at % this.#waiting.length]?.leave();
    await Promise.resolve();
    await Promise.resolve();
    this.#check();
  }

  /** Everything that waits is served in the end, and all slots are free again. */
  async finish(): Promise<void> {
    while (this.#running.length > 0) {
      this.#end(this.#running[0]);
      await Promise.resolve();
    }
    expect([this.#waiting.length, this.#turns.waiting, this.#turns.free]).toEqual([0, 0, this.#slots]);
  }

  #call(tenant: number, lane: number): void {
    const call: Call = { id: this.#ids++, tenant, lane, turn: undefined, leave: () => {} };
    const whenGone: WhenGone = (leave) => {
      call.leave = leave;
      return () => undefined;
    };
    const turn = this.#turns.take({ tenant, lane, whenGone });
    if (!(turn instanceof Promise)) {
      this.#begin(call, turn);
      return;
    }
    this.#waiting.push(call);
    void turn.then(
      (held) => {
        this.#waiting.splice(this.#waiting.indexOf(call), 1);
        this.#begin(call, held);
      },
      () => this.#waiting.splice(this.#waiting.indexOf(call), 1),
    );
  }

  #begin(call: Call, turn: Turn): void {
    call.turn = turn;
    this.#running.push(call);
    for (const other of this.#waiting) {
      const isSameLane = other.tenant === call.tenant && other.lane === call.lane;
      if (isSameLane) expect(other.id, 'first come, first served').toBeGreaterThan(call.id);
    }
  }

  #end(call: Call | undefined): void {
    if (!call?.turn) return;
    this.#running.splice(this.#running.indexOf(call), 1);
    this.#turns.end(call.turn);
  }

  #check(): void {
    expect(this.#running.length).toBeLessThanOrEqual(this.#slots);
    expect(this.#turns.free).toBe(this.#slots - this.#running.length);
    expect(this.#turns.waiting).toBe(this.#waiting.length);
    for (const call of this.#waiting) {
      const ofTenant = this.#running.filter(({ tenant }) => tenant === call.tenant);
      // A free slot is refused only to who has one.
      if (ofTenant.length === 0) expect(this.#turns.free, 'free while a tenant has none').toBe(0);
    }
  }
}

it('whatever comes, ends and leaves: lanes keep their order, a free slot waits for nobody, and nothing is lost', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 10 }), steps, async (slots, history) => {
      const calls = new History(slots);
      for (const step of history) await calls.step(step);
      await calls.finish();
    }),
  );
});

it('a tenant that has no slot is overtaken at most once by each other one', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.nat(5), { minLength: 2, maxLength: 60 }), async (tenants) => {
      const turns = new Turns({ slots: 1, of: 'the ISP', mostWaiting: 1_000 });
      const order: number[] = [];
      const ends = tenants.map((tenant) =>
        turns.run({ tenant, lane: OWN }, async () => {
          order.push(tenant);
        }),
      );
      await Promise.all(ends);
      // All wait from the second on: they go round, each tenant as often as it has calls left.
      const left = new Map<number, number>();
      for (const tenant of tenants.slice(1)) left.set(tenant, (left.get(tenant) ?? 0) + 1);
      const rounds: number[] = [];
      while (left.size > 0)
        for (const [tenant, count] of [...left]) {
          rounds.push(tenant);
          if (count === 1) left.delete(tenant);
          else left.set(tenant, count - 1);
        }
      expect(order).toEqual([tenants[0], ...rounds]);
    }),
  );
});
