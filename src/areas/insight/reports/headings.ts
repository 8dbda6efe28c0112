import { csvLine } from '../../../core/list/csv.ts';
import * as wire from '../../../core/wire/index.ts';
import type { Report } from './report.ts';

/** What the first line of a CSV file says. */
export const HEADINGS = wire
  .described('names: the columns as in the API; titles: as people read them', wire.oneOf(['names', 'titles']))
  .default('names');

const MARK = '\uFEFF';
const END = '\r\n';

/** A CSV file with the titles of its columns in the place of their names. It may have been made by an earlier version. */
export async function* withTitles(
  { columns }: Report,
  lines: Iterable<Uint8Array> | AsyncIterable<Uint8Array>,
): AsyncGenerator<Uint8Array> {
  let begun: Uint8Array | undefined = Buffer.alloc(0);
  for await (const chunk of lines) {
    if (begun === undefined) {
      yield chunk;
      continue;
    }
    const text: Buffer = Buffer.concat([begun, chunk]);
    const end = text.indexOf(END);
    begun = end < 0 ? text : undefined;
    if (end < 0) continue;
    const names = text.toString('utf8', 0, end).replace(MARK, '').split(',');
    yield Buffer.from(MARK + csvLine(names.map((name) => columns[name]?.title ?? name)));
    yield text.subarray(end + END.length);
  }
}
