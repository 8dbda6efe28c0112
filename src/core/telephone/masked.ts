import { type Sql, sql } from '../../db/sql.ts';
import type { Scope } from '../tenancy/scope.ts';

/** How much of a telephone number a caller sees of whom the ISP hides them: `98•••••233`, enough to recognise it, not to dial it. */
export const masked = (number: Sql): Sql => sql`crm.masked_number(${number})`;

export const allMasked = (numbers: Sql): Sql => sql`crm.masked_numbers(${numbers})`;

/** A stored record, such as an event's data or an image of the audit, with its numbers masked, however deep they are. */
export const maskedRecord = (document: Sql): Sql => sql`crm.masked_record(${document})`;

/** The title that a task to call somebody back begins with; the number follows. */
export const CALL_BACK = 'Call back ';

/** The title of a task, in which only a number to call back is masked. */
export const maskedTitle = (title: Sql): Sql =>
  sql`CASE WHEN starts_with(${title}, ${CALL_BACK}) AND ${title} ~ '[0-9]'
    THEN ${CALL_BACK}::text || ${masked(sql`substr(${title}, ${CALL_BACK.length + 1}::int)`)} ELSE ${title} END`;

/** The number as the caller may see it. */
export const numberFor = ({ masksPhones }: Pick<Scope, 'masksPhones'>, number: Sql): Sql =>
  masksPhones ? masked(number) : number;
