/** The list engine: filters, sorts, paging and counting of every list endpoint, as data. */
export * from './filters.ts';
export * from './list.ts';
export { firstOf, listStatement, runList } from './run.ts';
export * from './stock.ts';
