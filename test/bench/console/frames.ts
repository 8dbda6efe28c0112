import type { Page } from 'playwright-core';

/** What is read of an event of Chromium's trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  /** Of the processor, without what other programs had of it meanwhile. */
  readonly tdur?: number;
}

const CATEGORIES = ['devtools.timeline', 'disabled-by-default-devtools.timeline'];
const US_PER_MS = 1_000;

/**
 * The processor time of the page's main thread for each frame of `act`, in milliseconds: script, style, layout and the
 * recording of what is to be drawn. That drawing itself is the work of other threads, or of a graphics card.
 */
export async function mainThreadByFrame(page: Page, act: () => Promise<unknown>): Promise<number[]> {
  const browser = page.context().browser();
  if (!browser) throw new Error('the page has no browser to trace');
  await browser.startTracing(page, { categories: CATEGORIES });
  await act();
  const { traceEvents } = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] };
  return byFrame(traceEvents);
}

/** A frame ends with what the main thread commits to be drawn. */
function byFrame(events: readonly TraceEvent[]): number[] {
  const thread = busiest(events.filter(({ name }) => name === 'Commit'));
  const own = events.filter((event) => threadOf(event) === thread);
  const ends = own.filter(({ name }) => name === 'Commit').map(({ ts }) => ts);
  const times = ends.map(() => 0);
  for (const { name, ts, tdur = 0 } of own) {
    const at = name === 'RunTask' ? ends.findIndex((end) => end >= ts) : -1;
    if (at >= 0) times[at] = (times[at] ?? 0) + tdur / US_PER_MS;
  }
  return times;
}

const threadOf = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;

/** The thread of most of the events: other pages have threads too. */
function busiest(events: readonly TraceEvent[]): string | undefined {
  const counts = new Map<string, number>();
  for (const event of events) counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one)[0]?.[0];
}
