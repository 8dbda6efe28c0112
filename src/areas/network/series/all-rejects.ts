import { join, raw, sql } from '../../../db/sql.ts';
import { REJECT_KINDS } from './vocabulary.ts';

/** Rejects of all kinds, in SQL over a row of `radius.pulse`. */
export const ALL_REJECTS = join(
  REJECT_KINDS.map((kind) => raw(kind)),
  sql` + `,
);
