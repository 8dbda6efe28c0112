export { insertRows, nextIds, updateRows } from './sql/bulk.ts';
export { join, raw, Sql, sql } from './sql/fragment.ts';
export { execute, query, type Runner } from './sql/run.ts';
