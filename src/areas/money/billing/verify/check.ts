import type { Sql } from '../../../../db/sql.ts';

/** A statement about the stored money that must hold for each of its items. */
export interface Check {
  /** Snake case: a label of a metric. */
  readonly name: string;
  /** The statement in words. */
  readonly invariant: string;
  /** A row per item: `item` names it, `problem` describes what is wrong; NULL if nothing is. */
  readonly items: Sql;
}
