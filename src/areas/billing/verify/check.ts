import type { Sql } from '../../../db/sql.ts';

/** A statement about the books that must hold for each of its items. */
export interface Check {
  /** Snake case: a label of a metric. */
  readonly name: string;
  /** What is true where nothing is wrong. */
  readonly claim: string;
  /** A row for each item: `item` names it, `problem` says in words what is wrong, NULL where nothing is. */
  readonly items: Sql;
}
