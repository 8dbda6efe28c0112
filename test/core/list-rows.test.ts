import { describe, expect, it } from 'vitest';
import { column, defineList } from '../../src/core/list/index.ts';
import * as wire from '../../src/core/wire/index.ts';

const { output } = defineList({
  from: 'crm.isp i',
  key: 'i.id',
  scope: {},
  columns: { id: column(wire.id(), 'i.id'), name: column(wire.shown(), 'i.name') },
  filters: {},
  paging: ['rows_limit', 'show_count'],
});
const right = { id: 1, name: 'One' };

describe('the answer of a list', () => {
  it.each([{ rows: [] }, { rows: [right] }, { rows: [right, { id: 2, name: 'Two' }, { id: 3, name: 'Three' }] }])(
    'is its rows',
    ({ rows }) => {
      expect(output.parse(rows)).toEqual(rows);
    },
  );

  it('may be a count', () => {
    expect(output.parse(7)).toBe(7);
  });

  it.each([[[{ id: 'x', name: 'One' }, right]], [[{ id: 1 }]], ['rows'], [null]])('is no %j', (answer) => {
    expect(output.safeParse(answer).success).toBe(false);
  });
});
