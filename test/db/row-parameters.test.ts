import fc from 'fast-check';
import { expect, test } from 'vitest';
import { plainColumn, textColumn } from '../../src/db/sql/row-parameters.ts';
import { freshDatabase } from '../fixtures/database.ts';

const database = await freshDatabase();

/** PostgreSQL takes no NUL, and no half of a surrogate pair. */
const texts = fc
  .array(
    fc.option(fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('NULL', '', '{a,b}', '\\', '"', '\\"', ' '))),
  )
  .map((values) => values.map((value) => value?.replaceAll('\0', '') ?? null));

test('a column of texts arrives unchanged, whatever it contains', async () => {
  await fc.assert(
    fc.asyncProperty(texts, async (values) => {
      const literal = textColumn(values, (value) => value, undefined);
      const { rows } = await database.pool.query('SELECT $1::text[] AS found', [literal]);
      expect(rows[0].found).toEqual(values);
    }),
  );
});

test('a column of numbers or booleans arrives unchanged', async () => {
  const numbers = fc.array(fc.option(fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n })));
  await fc.assert(
    fc.asyncProperty(numbers, async (values) => {
      const literal = plainColumn(values, (value) => value, undefined);
      const { rows } = await database.pool.query('SELECT $1::int8[]::text[] AS found', [literal]);
      expect(rows[0].found).toEqual(values.map((value) => value?.toString() ?? null));
    }),
  );
  const { rows } = await database.pool.query('SELECT $1::bool[] AS found', [
    plainColumn([true, null, false], (v) => v, undefined),
  ]);
  expect(rows[0].found).toEqual([true, null, false]);
});
