import type { Kernel } from '../../../core/kernel.ts';
import { resolveLeftTickets } from './resolve-tickets.ts';
import { suggestIncidents } from './suggest.ts';

/** What becomes of incidents by itself: some are suggested, and the tickets of large ones are resolved. Returns whether it is done. */
export async function followIncidents(kernel: Pick<Kernel, 'db' | 'clock'>, signal: AbortSignal): Promise<boolean> {
  await suggestIncidents(kernel);
  return resolveLeftTickets(kernel.db, kernel.clock.now(), signal);
}
