import type { z } from 'zod';
import { firstOf, type ListCall } from '../../../core/list/index.ts';
import type { Database } from '../../../db/database.ts';
import { lastSession, lastSessionNamedOtherwise, type statusInput } from './status.ts';

type Session = z.output<typeof lastSession.row>;

/**
 * The session of a user that ended last, whether the NAS named it so or it is of the service of that name, which logged in by an
 * identity or with a realm. Each is found by an index of its own, which one condition for both could not use.
 */
export async function lastOnline(
  db: Pick<Database, 'pool' | 'lookups' | 'history'>,
  call: ListCall & { readonly input: z.output<typeof statusInput> },
): Promise<Session | undefined> {
  const [named, identified] = await Promise.all([
    firstOf(db, lastSession, call),
    firstOf(db, lastSessionNamedOtherwise, call),
  ]);
  if (!named || !identified) return named ?? identified;
  return identified.session_start > named.session_start ? identified : named;
}
