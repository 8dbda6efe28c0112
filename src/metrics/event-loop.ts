import { constants, type PerformanceEntry, PerformanceObserver, performance } from 'node:perf_hooks';
import { Counter, Histogram, type Registry } from 'prom-client';

const TICK_MS = 20;
/** Of one delay; a longer one counts as this many ticks. */
const MAX_TICKS = 500;

/**
 * The event loop, which serves every packet and call: how long what arrives waits for it, how much of the time it works, and
 * how long garbage collections stop it. Returns a function that stops the measurement.
 */
export function publishEventLoop(registry: Registry): () => void {
  const stops = [publishDelay(registry), publishCollections(registry)];
  new Counter({
    name: 'nodejs_eventloop_active_seconds_total',
    help: 'Time during which the event loop was working; its rate is the utilization of the one core that a node uses',
    registers: [registry],
    collect() {
      this.reset();
      this.inc(performance.eventLoopUtilization().active / 1000);
    },
  });
  return () => {
    for (const stop of stops) stop();
  };
}

function publishDelay(registry: Registry): () => void {
  const delays = new Histogram({
    name: 'nodejs_eventloop_delay_seconds',
    help: 'How long due work waits for the event loop, sampled every 20 ms',
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5],
    registers: [registry],
  });
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    for (const seconds of delaysOf(now - last - TICK_MS)) delays.observe(seconds);
    last = now;
  }, TICK_MS).unref();
  return () => clearInterval(timer);
}

/**
 * A delay in milliseconds as each tick during it would have seen it, in seconds: a second of standing still is fifty ticks
 * that waited, not one.
 */
export function delaysOf(delayMs: number): number[] {
  const ticks = Math.min(1 + Math.floor(Math.max(0, delayMs) / TICK_MS), MAX_TICKS);
  return Array.from({ length: ticks }, (_, tick) => Math.max(0, delayMs - tick * TICK_MS) / 1000);
}

const KINDS: Readonly<Record<number, string>> = {
  [constants.NODE_PERFORMANCE_GC_MAJOR]: 'major',
  [constants.NODE_PERFORMANCE_GC_MINOR]: 'minor',
  [constants.NODE_PERFORMANCE_GC_INCREMENTAL]: 'incremental',
  [constants.NODE_PERFORMANCE_GC_WEAKCB]: 'weakcb',
};

function publishCollections(registry: Registry): () => void {
  const seconds = new Histogram({
    name: 'nodejs_gc_duration_seconds',
    help: 'Garbage collections, by kind',
    labelNames: ['kind'],
    buckets: [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
    registers: [registry],
  });
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) seconds.observe({ kind: kindOf(entry) }, entry.duration / 1000);
  });
  observer.observe({ entryTypes: ['gc'] });
  return () => observer.disconnect();
}

/** Node gives the kind in `detail`, which its types leave out. */
function kindOf(entry: PerformanceEntry): string {
  const detail: unknown = Reflect.get(entry, 'detail');
  const kind: unknown = detail !== null && typeof detail === 'object' ? Reflect.get(detail, 'kind') : undefined;
  return (typeof kind === 'number' ? KINDS[kind] : undefined) ?? 'other';
}
