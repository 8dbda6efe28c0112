import type { QueryClient } from '@tanstack/react-query';
import { isLost } from '../api/faults.ts';
import { wipeStale } from '../api/field-store.ts';
import { type Me, me } from '../api/queries.ts';
import { owesSignOut } from '../api/sign-out.ts';

/** Who is signed in; null: nobody. Without a connection a technician is the one whose visits this phone keeps. @throws LastmileError */
export async function whoIsSignedIn(queries: QueryClient, path: string): Promise<Me | null> {
  wipeStale();
  try {
    const who = await queries.ensureQueryData(me);
    if (who) wipeStale(who.userid);
    return who;
  } catch (error) {
    const kept = isLost(error) && path.endsWith('/field') && !owesSignOut() ? await keptUser() : undefined;
    if (!kept) throw error;
    // Old from the start, so that the node is asked as soon as it can be.
    queries.setQueryData(me.queryKey, kept, { updatedAt: 1 });
    return kept;
  }
}

async function keptUser(): Promise<Me | undefined> {
  const { readKept } = await import('../screens/field/kept-visits.ts');
  return (await readKept().catch(() => undefined))?.who;
}
