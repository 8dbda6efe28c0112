/** The list engine: every list endpoint is a table of columns, filters and sorts. */

export * from './common-columns.ts';
export { CSV, exportInput, exportList } from './export.ts';
export * from './filters.ts';
export * from './list.ts';
export { conditionsOf, firstOf, type ListCall, listStatement, runList } from './run.ts';
export * from './text-filters.ts';
export { type Needs, readableBy } from './withheld.ts';
