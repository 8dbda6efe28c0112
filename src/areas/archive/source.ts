import * as wire from '../../core/wire/index.ts';

/** Where a list looks, as the usage report does (contract 4.14). Beyond the contract: without it a list is as documented. */
export const source = wire
  .described('recent, or archive: the months that were archived', wire.oneOf(['recent', 'archive']))
  .default('recent');

export const SOURCE = 'Months that were archived are found with source=archive, and no longer without it.';
