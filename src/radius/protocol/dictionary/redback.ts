import type { AttributeTable } from './table.ts';

/** Redback, 2352: the ids of a line, which RouterOS and others send as well. */
export const redbackAttributes: AttributeTable = {
  96: ['Agent-Remote-Id', 'text'],
  97: ['Agent-Circuit-Id', 'text'],
};
