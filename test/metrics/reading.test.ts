import { Registry } from 'prom-client';
import { describe, expect, it } from 'vitest';
import { Reading } from '../../src/metrics/reading.ts';
import { ReadingMetrics } from '../../src/metrics/reading-metrics.ts';

const never = () => new Promise<never>(() => undefined);

describe('a reading', () => {
  it('is made once for all who ask at the same time, and not again while it is young', async () => {
    let reads = 0;
    const reading = new Reading(async () => ++reads, { maxAgeMs: 60_000 });
    const [one, other] = await Promise.all([reading.get(), reading.get()]);
    expect([one?.value, other?.value, (await reading.get())?.value]).toEqual([1, 1, 1]);
  });

  it('is made again when it has become old', async () => {
    let reads = 0;
    const reading = new Reading(async () => ++reads, { maxAgeMs: 0 });
    await reading.get();
    expect((await reading.get())?.value).toBe(2);
  });

  it('is missing when it fails, which is told, and there when the next one succeeds', async () => {
    const errors: unknown[] = [];
    let isAway = true;
    const read = async () => {
      if (isAway) throw new Error('away');
      return 'here';
    };
    const reading = new Reading(read, { onError: (error) => void errors.push(error) });
    expect(await reading.get()).toBeUndefined();
    expect(errors).toEqual([new Error('away')]);
    isAway = false;
    expect((await reading.get())?.value).toBe('here');
  });

  it('is missing when it takes too long, and nobody begins a second one meanwhile', async () => {
    let reads = 0;
    const read = () => {
      reads += 1;
      return never();
    };
    const reading = new Reading(read, { deadlineMs: 10 });
    expect(await reading.get()).toBeUndefined();
    expect(await reading.get()).toBeUndefined();
    expect(reads).toBe(1);
  });
});

describe('the metrics of a reading', () => {
  it('are absent without it, but for those that say so', async () => {
    const registry = new Registry();
    let value: number | undefined = 7;
    const read = async () => {
      if (value === undefined) throw new Error('away');
      return { value, of: { a: 1 } };
    };
    new ReadingMetrics(registry, new Reading(read, { maxAgeMs: 0 }))
      .gauge('test_up', 'h', () => 1, 0)
      .gauge('test_value', 'h', (row) => row.value)
      .gauge('test_nothing', 'h', () => null)
      .counter('test_total', 'h', (row) => row.value)
      .gauges('test_labelled', 'h', 'name', (row) => Object.entries(row.of));
    const samples = async () => (await registry.metrics()).split('\n').filter((line) => /^\w/.test(line));
    expect(await samples()).toEqual(['test_up 1', 'test_value 7', 'test_total 7', 'test_labelled{name="a"} 1']);
    value = undefined;
    expect(await samples()).toEqual(['test_up 0']);
    value = 5;
    expect(await samples()).toEqual(['test_up 1', 'test_value 5', 'test_total 5', 'test_labelled{name="a"} 1']);
  });
});
