export { join, raw, Sql, sql } from './sql/fragment.ts';
export { execute, query, type Runner, type RunOptions } from './sql/run.ts';
