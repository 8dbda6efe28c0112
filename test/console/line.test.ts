import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { doubt, fetchOverLine, lineNow, onLineBack, whenBack } from '../../clients/console/src/api/line.ts';

const NODE = 'http://127.0.0.1/trpc/login.me';

describe('the line to the node', () => {
  /** Answers a call (`call`) and the question whether the node is there (`probe`). Null: no answer. */
  const answers: { call: number | null; probe: number | null } = { call: 200, probe: 200 };
  const answer = (status: number | null) =>
    status === null
      ? Promise.reject(new TypeError('Failed to fetch'))
      : Promise.resolve(new Response(null, { status }));
  const call = () => fetchOverLine(NODE).catch(() => undefined);

  beforeEach(() => {
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { onLine: true });
    vi.stubGlobal('addEventListener', () => undefined);
    vi.stubGlobal('removeEventListener', () => undefined);
    vi.stubGlobal('fetch', (url: string) => answer(url === NODE ? answers.call : answers.probe));
  });
  afterEach(async () => {
    Object.assign(answers, { call: 200, probe: 200 });
    await doubt();
    vi.useRealTimers();
    vi.unstubAllGlobals();
  });

  it('is up while a call fails and the node answers', async () => {
    answers.call = null;
    await call();
    expect(await doubt()).toBe(true);
    expect(lineNow()).toBe('up');
  });

  it('is lost when nothing answers, says whether the browser has a network, and comes back by itself', async () => {
    Object.assign(answers, { call: null, probe: null });
    await call();
    await doubt();
    expect(lineNow()).toBe('silent');
    vi.stubGlobal('navigator', { onLine: false });
    expect(lineNow()).toBe('offline');
    const back = vi.fn();
    const leave = onLineBack(back);
    answers.probe = 200;
    await vi.advanceTimersByTimeAsync(2_000);
    expect(lineNow()).toBe('up');
    expect(back).toHaveBeenCalledOnce();
    leave();
  });

  it('is lost while a proxy answers for the node', async () => {
    Object.assign(answers, { call: 502, probe: 502 });
    await call();
    await doubt();
    expect(lineNow()).toBe('silent');
  });

  it('is doubted when a call takes long, and is up if the node is only busy with it', async () => {
    const asked: string[] = [];
    vi.stubGlobal('fetch', (url: string) => {
      asked.push(url);
      return url === NODE ? new Promise(() => undefined) : answer(200);
    });
    void call();
    await vi.advanceTimersByTimeAsync(10_000);
    expect(asked).toEqual([NODE, '/console/']);
    expect(lineNow()).toBe('up');
  });

  it('lets a repeat wait until the node answers, or nobody waits any more', async () => {
    answers.probe = null;
    const stop = new AbortController();
    const told: string[] = [];
    void whenBack(new AbortController().signal).then(() => told.push('back'));
    void whenBack(stop.signal).then(() => told.push('stopped'));
    await vi.advanceTimersByTimeAsync(60_000);
    expect(told).toEqual([]);
    stop.abort();
    await vi.advanceTimersByTimeAsync(1);
    expect(told).toEqual(['stopped']);
    answers.probe = 200;
    await vi.advanceTimersByTimeAsync(20_000);
    expect(told).toEqual(['stopped', 'back']);
  });
});
