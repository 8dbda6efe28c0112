import { z } from 'zod';
import type { Tx } from '../../db/database.ts';
import { sql } from '../../db/sql.ts';
import { parameterFault } from '../fault.ts';
import type { Scope } from '../tenancy/scope.ts';
import { kind } from '../wire/index.ts';
import { formatTimestamp, parseTimestamp } from '../zone.ts';
import { type LockableRecord, readForUpdate } from './row-locks.ts';

/**
 * Locks the record that an update names, as the update itself does, and returns its `updated_at`, which has a precision of a
 * millisecond. @throws what the update throws if the record is not in the scope
 */
export type LockUpdated = (tx: Tx, scope: Scope, input: never) => Promise<Date>;

/** Of a record that a parameter names by its id. */
export const updatedRecord =
  <P extends string>(what: LockableRecord, parameter: P) =>
  async (tx: Tx, scope: Scope, input: { readonly [N in P]: number }): Promise<Date> => {
    const record = { what, id: input[parameter] };
    return (await readForUpdate<{ at: Date }>(tx, scope, record, sql`x.updated_at AS at`)).at;
  };

/** `updated_at` as a caller read it: the instant itself, or the text of the documented API, which shows seconds. */
export type SeenAt = Date | string;

const SHOWN = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}:\d{2}(\.\d{3})?$/;

const isShown = (text: string) => SHOWN.test(text) && parseTimestamp(text.slice(0, 19), 'UTC') !== undefined;

/** The optional parameter of every update. */
export function ifUpdatedAt() {
  const problem = 'must be the updated_at that you read, yyyy-mm-dd HH:MM:SS';
  const schema = z.union([z.date(), z.string({ error: problem }).trim().refine(isShown, { error: problem })], {
    error: problem,
  });
  const form = kind(schema, {
    parse: (text) => text.trim(),
    render: (value: SeenAt, zone) => (typeof value === 'string' ? value : shownAt(value, zone)),
    document: { type: 'string', pattern: SHOWN.source },
  });
  return form.optional();
}

/** Compares as exactly as the caller's value is: to the millisecond, or to the second that the documented API showed. */
export function refuseChanged(stored: Date, seen: SeenAt, zone: string): void {
  const isSame =
    typeof seen === 'string'
      ? [formatTimestamp(stored, zone), shownAt(stored, zone)].includes(seen)
      : seen.getTime() === stored.getTime();
  if (isSame) return;
  const problem = `the record has changed since you read it; its updated_at is now ${shownAt(stored, zone)}`;
  throw parameterFault('conflict', 'if_updated_at', problem);
}

/** With milliseconds. */
const shownAt = (at: Date, zone: string): string =>
  `${formatTimestamp(at, zone)}.${String(at.getUTCMilliseconds()).padStart(3, '0')}`;
