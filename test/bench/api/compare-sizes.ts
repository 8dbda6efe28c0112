import { requestsOf } from './ask.ts';
import type { Child } from './child.ts';
import type { HotList } from './hot-lists.ts';
import { measure, median, medians } from './load.ts';
import { table } from './table.ts';

export interface Sizes {
  readonly onLarge: Child;
  readonly onSmall: Child;
  readonly lists: readonly HotList[];
  readonly rounds: number;
  readonly seconds: number;
}

/** The lists over 1,000,000 services against the same questions, with the same answers, over 10,000. */
export async function compareSizes(sizes: Sizes, say: (line: string) => void): Promise<void> {
  const print = table(
    ['1,000,000 : 10,000 services', 'c', 'large/s', 'small/s', 'SLOWER', 'p95 large', 'p95 small'],
    say,
  );
  const load = { connections: 8, seconds: sizes.seconds };
  for (const list of sizes.lists.filter(({ selective }) => selective)) {
    const requests = requestsOf(list);
    await measure(sizes.onSmall, requests, load);
    await measure(sizes.onLarge, requests, load);
    const pairs = [];
    for (let round = 0; round < sizes.rounds; round++) {
      const onLarge = await measure(sizes.onLarge, requests, load);
      pairs.push({ onLarge, onSmall: await measure(sizes.onSmall, requests, load) });
    }
    const ofLarge = medians(pairs.map(({ onLarge }) => onLarge));
    const ofSmall = medians(pairs.map(({ onSmall }) => onSmall));
    const slower = median(pairs.map(({ onLarge, onSmall }) => onSmall.rate / onLarge.rate));
    print([list.name, load.connections, ofLarge.rate, ofSmall.rate, slower, ofLarge.p95, ofSmall.p95]);
  }
}
