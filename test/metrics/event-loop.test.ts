import { Registry } from 'prom-client';
import { expect, it, vi } from 'vitest';
import { delaysOf, publishEventLoop } from '../../src/metrics/event-loop.ts';

it('a delay counts as what each tick during it would have waited', () => {
  expect(delaysOf(0)).toEqual([0]);
  expect(delaysOf(-1.5)).toEqual([0]);
  expect(delaysOf(5)).toEqual([0.005]);
  expect(delaysOf(50)).toEqual([0.05, 0.03, 0.01]);
  expect(delaysOf(3_600_000)).toHaveLength(500);
});

it('a loop that stood still shows it, and garbage collections are counted', async () => {
  const registry = new Registry();
  const stop = publishEventLoop(registry);
  const sampleOf = async (sample: string) => {
    const line = (await registry.metrics()).split('\n').find((each) => each.startsWith(`${sample} `));
    return Number(line?.split(' ')[1]);
  };
  try {
    const until = performance.now() + 300;
    while (performance.now() < until) Array.from({ length: 10_000 }, (_, n) => ({ n }));
    await vi.waitFor(async () => {
      const all = await sampleOf('nodejs_eventloop_delay_seconds_count');
      const below = await sampleOf('nodejs_eventloop_delay_seconds_bucket{le="0.1"}');
      expect(all - below).toBeGreaterThanOrEqual(5);
      expect(await sampleOf('nodejs_gc_duration_seconds_count{kind="minor"}')).toBeGreaterThan(0);
    }, 60_000);
    expect(await sampleOf('nodejs_eventloop_active_seconds_total')).toBeGreaterThan(0);
  } finally {
    stop();
  }
});
