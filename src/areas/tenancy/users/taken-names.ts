import { Fault } from '../../../core/fault.ts';
import type { Kernel } from '../../../core/kernel.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import { problemOf } from '../../../db/problem.ts';

const WINDOW_MS = 3_600_000;
const MAX_TAKEN = 20;

interface Counted {
  count: number;
  readonly since: number;
}

/** Of each installation's database, by the ISP that tried. */
const tried = new WeakMap<object, Map<number, Counted>>();

/**
 * Usernames of login users are unique in the installation, as people sign in by them alone. So a refusal tells an ISP that another
 * has a user of that name; an ISP gets twenty of them an hour on a node, and a list of names cannot be tried.
 * @throws what `work` throws; Fault of kind `tooMany`
 */
export async function limitTakenNames<T>(
  { db, clock }: Pick<Kernel, 'db' | 'clock'>,
  { ispId }: Pick<Scope, 'ispId'>,
  work: () => Promise<T>,
): Promise<T> {
  // The server administrator sees them all.
  if (ispId === null) return work();
  const counts = tried.get(db) ?? new Map<number, Counted>();
  tried.set(db, counts);
  const now = clock.now().getTime();
  const last = counts.get(ispId);
  const counted = last && now - last.since < WINDOW_MS ? last : { count: 0, since: now };
  counts.set(ispId, counted);
  if (counted.count >= MAX_TAKEN)
    throw new Fault('tooMany', 'you tried too many usernames that are already taken; try again in an hour');
  try {
    return await work();
  } catch (error) {
    const problem = problemOf(error);
    if (problem?.kind === 'unique' && problem.constraint === 'login_user_username_key') counted.count += 1;
    throw error;
  }
}
