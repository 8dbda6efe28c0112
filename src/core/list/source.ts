import * as wire from '../wire/index.ts';

/** Which data a list reads, as in the usage report (contract 4.14). An extension: by default a list is as documented. */
export const source = wire.oneOf(['recent', 'archive']).default('recent');

export const SOURCE = 'Archived months are listed with source=archive only.';
