import { Counter, Gauge, type Registry } from 'prom-client';
import type { Reading } from './reading.ts';

/** Pairs of a label's value and the metric's. */
type Labelled = readonly (readonly [string, number])[];

/** Metrics of one reading, which they share. Those whose value is not known are absent. */
export class ReadingMetrics<T> {
  readonly #registry: Registry;
  readonly #reading: Reading<T>;

  constructor(registry: Registry, reading: Reading<T>) {
    this.#registry = registry;
    this.#reading = reading;
  }

  /** `otherwise`: the value while there is no reading. */
  gauge(name: string, help: string, of: (value: T) => number | null | undefined, otherwise?: number): this {
    const read = this.#with(of, otherwise);
    new Gauge({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await read();
        if (typeof value === 'number') this.set(value);
        else this.remove();
      },
    });
    return this;
  }

  counter(name: string, help: string, of: (value: T) => number): this {
    const read = this.#with(of, undefined);
    new Counter({
      name,
      help,
      registers: [this.#registry],
      async collect() {
        const value = await read();
        this.reset();
        if (value === undefined) this.remove();
        else this.inc(value);
      },
    });
    return this;
  }

  /** `label` has values that the administrator of the database decides, or this program: no tenant can make more. */
  gauges(name: string, help: string, label: string, of: (value: T) => Labelled): this {
    const read = this.#with(of, undefined);
    new Gauge({
      name,
      help,
      labelNames: [label],
      registers: [this.#registry],
      async collect() {
        const values = (await read()) ?? [];
        this.reset();
        for (const [text, value] of values) this.set({ [label]: text }, value);
      },
    });
    return this;
  }

  #with<V>(of: (value: T) => V, otherwise: V | undefined): () => Promise<V | undefined> {
    return async () => {
      const reading = await this.#reading.get();
      return reading ? of(reading.value) : otherwise;
    };
  }
}
