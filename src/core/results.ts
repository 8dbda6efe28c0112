import { z } from 'zod';
import { count, id } from './wire/index.ts';

/** `result` of most updates and deletes, and of ISP and service operations (contract 4): both spellings are documented. */
export const done = z.literal('done');
export const Done = z.literal('Done');

/** `result` of a create: the new record's id, a JSON integer. */
export const newId = count;

/** Input of an operation that only names its record. */
export const byId = z.strictObject({ id: id() });
