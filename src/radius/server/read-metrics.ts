import { Counter, Gauge, type Registry } from 'prom-client';

interface Labelled<L extends string> {
  readonly name: string;
  readonly help: string;
  readonly labelNames: readonly L[];
}

interface Value<L extends string> {
  readonly labels: Readonly<Record<L, string | number>>;
  readonly value: number;
}

/** Metrics whose values are kept elsewhere, and read when metrics are collected. */
export interface ReadMetrics {
  gauge(name: string, help: string, read: () => number): void;
  gauges<L extends string>(definition: Labelled<L>, read: () => readonly Value<L>[]): void;
  counters<L extends string>(definition: Labelled<L>, read: () => readonly Value<L>[]): void;
}

export function readMetrics(registry: Registry): ReadMetrics {
  const registers = [registry];
  return {
    gauge(name, help, read) {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(read());
        },
      });
    },
    gauges(definition, read) {
      new Gauge({
        ...definition,
        registers,
        collect() {
          this.reset();
          for (const { labels, value } of read()) this.set(labels, value);
        },
      });
    },
    counters(definition, read) {
      new Counter({
        ...definition,
        registers,
        collect() {
          this.reset();
          for (const { labels, value } of read()) this.inc(labels, value);
        },
      });
    },
  };
}
