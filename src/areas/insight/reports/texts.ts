import * as wire from '../../../core/wire/index.ts';
import type { Column } from './columns.ts';

type Values = Readonly<Record<string, unknown>>;

/** The documented texts of a row, by column; none is empty. */
export const textsOf = (columns: readonly (readonly [string, Column])[], row: Values, zone: string): string[] =>
  columns.map(([name, { schema }]) => {
    const value = row[name];
    if (value === null || value === undefined) return '';
    return String(wire.formOf(schema)?.render(value as never, zone) ?? value);
  });
