import type { Caller } from './callers.ts';

export const WINDOWS = ['09:00-12:00', '12:00-15:00', '15:00-18:00'] as const;

/** In which windows visits can be booked. */
export async function setUpVisits(owner: Caller): Promise<void> {
  for (const hours of WINDOWS) await owner.visit.slot_set({ hours, capacity: 6 });
}
