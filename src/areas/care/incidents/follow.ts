import type { Kernel } from '../../../core/kernel.ts';
import { linkMissedTickets } from './link-tickets.ts';
import { resolveLeftTickets } from './resolve-tickets.ts';
import { suggestIncidents } from './suggest.ts';

/** What becomes of incidents by itself: some are suggested, some tickets are linked, those of large ones resolved. Returns whether it is done. */
export async function followIncidents(kernel: Pick<Kernel, 'db' | 'clock'>, signal: AbortSignal): Promise<boolean> {
  await suggestIncidents(kernel);
  await linkMissedTickets(kernel.db);
  return resolveLeftTickets(kernel.db, kernel.clock.now(), signal);
}
