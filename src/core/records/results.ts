import { z } from 'zod';
import { count, id } from '../wire/index.ts';

/** `result` of most updates and deletes is `done`, of ISP and service operations `Done` (contract 4). */
export const done = z.literal('done');
export const Done = z.literal('Done');

/** `result` of a create: the id of the new record, a JSON integer. */
export const newId = count;

/** Input of an operation that takes only the id of a record. */
export const byId = z.strictObject({ id: id() });
