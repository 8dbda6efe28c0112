import { badParameter } from '../../../../core/fault.ts';
import { type Sql, sql } from '../../../../db/sql.ts';

/** Where an entry is in the timeline: newest first, then by source and row. Instants are whole milliseconds. */
export interface Position {
  readonly at: Date;
  readonly source: string;
  readonly row: number;
}

const FORM = /^(\d{1,14})\.([a-z]{1,20})\.(\d{1,15})$/;

/** The id of an entry, which is its position. */
export const idOf = ({ at, source, row }: Position): string => `${at.getTime()}.${source}.${row}`;

/** @throws Fault of kind `badInput` if it is no id of an entry */
export function positionOf(id: string): Position {
  const [, at, source = '', row] = FORM.exec(id) ?? [];
  if (at === undefined) throw badParameter('before', 'must be the id of an entry');
  return { at: new Date(Number(at)), source, row: Number(row) };
}

/** The condition that the rows of a source come after a position. `at` and `row` are its columns. */
export function comesAfter(position: Position | null, source: string, { at, row }: { at: Sql; row: Sql }): Sql {
  if (position === null) return sql`true`;
  if (source === position.source)
    return sql`(${at} <= ${position.at} AND (${at} < ${position.at} OR ${row} < ${position.row}))`;
  return source < position.source ? sql`${at} <= ${position.at}` : sql`${at} < ${position.at}`;
}
