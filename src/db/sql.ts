export { join, raw, Sql, sql } from './sql/fragment.ts';
export { FrequentTexts } from './sql/frequent-texts.ts';
export { type Ids, nextId, nextIds } from './sql/ids.ts';
export { execute, query, type Runner, send } from './sql/run.ts';
