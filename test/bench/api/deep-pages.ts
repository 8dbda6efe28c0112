import type { Size } from '../dataset.ts';
import { request, requestsOf, resultOf } from './ask.ts';
import type { Child } from './child.ts';
import type { HotList } from './hot-lists.ts';
import { median } from './load.ts';
import { table } from './table.ts';

const SORTS = ['id', 'username', 'customerid', 'status', 'valid_upto', 'os_amt'];
const TIMES = 5;

/** Pages at row 500,000 as the server administrator, whom no ISP narrows: one request at a time. */
export async function deepPages(child: Child, { isps }: Size, say: (line: string) => void): Promise<void> {
  const print = table(['page at rows_offset=500000', 'ms', 'ms at 0'], say);
  const timed = async (sort: string, offset: number) => {
    const page = { rows_limit: '50', rows_offset: String(offset), sort_field: sort };
    const times: number[] = [];
    for (let time = 0; time <= TIMES; time++) {
      const started = performance.now();
      const rows = await resultOf(child, request('/api/service/list', isps + 1, page));
      if (rows.length !== 50) throw new Error(`${rows.length} rows at ${offset}`);
      if (time > 0) times.push(performance.now() - started);
    }
    return median(times);
  };
  for (const sort of SORTS) print([`sort_field=${sort}`, await timed(sort, 500_000), await timed(sort, 0)]);
}

/** What the lists send to the database, with and without `show_count`: only who asks for a count pays for one. */
export async function countedUnasked(
  child: Child,
  lists: readonly HotList[],
  say: (line: string) => void,
): Promise<void> {
  const counting = (texts: string[]) => new Set(texts.filter((text) => /\bcount\s*\(/i.test(text))).size;
  await child.ask('statements');
  for (const list of lists) for (const asked of requestsOf(list).slice(0, 25)) await resultOf(child, asked);
  const unasked = await child.ask<string[]>('statements');
  for (const { path, question } of lists) {
    const { isp, parameters } = question(1);
    await resultOf(child, request(path, isp, { ...parameters, show_count: '1' }));
  }
  const asked = await child.ask<string[]>('statements');
  say(
    `\nstatements with count(): ${counting(unasked)} of ${new Set(unasked).size} without show_count, ${counting(asked)} with it`,
  );
}
