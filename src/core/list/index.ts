/** The list engine: filters, sorts, paging and counting of every list endpoint, as data. */

export * from './common-columns.ts';
export * from './filters.ts';
export * from './list.ts';
export { firstOf, listStatement, runList } from './run.ts';
