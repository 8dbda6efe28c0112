import { expect, it } from 'vitest';
import { OWN_FILES } from '../../src/moving/csv/own-columns.ts';
import { RECORDS } from '../../src/moving/export/tables.ts';

/** An export that has no passwords adds it. */
const NOT_STORED = ['new_password'];

it.each(OWN_FILES)('what $file can say, an export says', ({ file, columns }) => {
  const exported = RECORDS.find((each) => each.file === file);
  const missing = columns.filter((column) => !NOT_STORED.includes(column) && !(column in (exported?.columns ?? {})));
  expect(missing).toEqual([]);
});
