import { beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Reachability } from '../../clients/console/src/api/reachability.ts';

/** More than the longest pause between two questions. */
const LONG_MS = 20_000;

describe('the line to the node', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
  });

  function lineOf(is: { there: boolean; network: boolean }) {
    const isThere = vi.fn(async () => is.there);
    return { isThere, line: new Reachability({ isThere, hasNetwork: () => is.network }) };
  }

  it('is up while answers are missing and the node is there', async () => {
    const { line } = lineOf({ there: true, network: true });
    expect(await line.doubt()).toBe(true);
    expect(line.now()).toBe('up');
  });

  it('is lost when the node is not there, says whether the browser has a network, and is back by itself', async () => {
    const is = { there: false, network: true };
    const { line } = lineOf(is);
    const back = vi.fn();
    const leave = line.onBack(back);
    expect(await line.doubt()).toBe(false);
    expect(line.now()).toBe('silent');
    is.network = false;
    expect(line.now()).toBe('offline');
    is.there = true;
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(line.now()).toBe('up');
    expect(back).toHaveBeenCalledOnce();
    leave();
  });

  it('is back with any answer, and the node is asked no more', async () => {
    const { line, isThere } = lineOf({ there: false, network: true });
    await line.doubt();
    line.found();
    expect(line.now()).toBe('up');
    await vi.advanceTimersByTimeAsync(LONG_MS);
    expect(isThere).toHaveBeenCalledOnce();
  });

  it('is asked for once at a time, however many answers are missing', async () => {
    const { line, isThere } = lineOf({ there: false, network: true });
    await Promise.all([line.doubt(), line.doubt(), line.doubt()]);
    expect(isThere).toHaveBeenCalledOnce();
    line.found();
  });

  it('is asked for less and less often, and never less than every 15 seconds', async () => {
    const { line, isThere } = lineOf({ there: false, network: true });
    await line.doubt();
    await vi.advanceTimersByTimeAsync(60_000);
    const inAMinute = isThere.mock.calls.length;
    expect(inAMinute).toBeGreaterThanOrEqual(5);
    expect(inAMinute).toBeLessThanOrEqual(16);
    line.found();
  });
});
