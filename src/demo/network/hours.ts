/** How much of its traffic a household makes in each hour of the day: little at night, most after dinner. */
const CURVE = [2, 1, 1, 1, 1, 1, 2, 3, 4, 4, 4, 4, 4, 5, 4, 4, 5, 6, 8, 10, 12, 12, 9, 5];
const TOTAL = CURVE.reduce((sum, weight) => sum + weight, 0);
export const DAY_MINUTES = 1_440;

/** The share of a day's traffic that falls between two minutes of it. */
export function shareOfDay(from: number, upto: number): number {
  let share = 0;
  for (const [hour, weight] of CURVE.entries()) {
    const overlap = Math.min(upto, hour * 60 + 60) - Math.max(from, hour * 60);
    if (overlap > 0) share += (weight * overlap) / 60;
  }
  return share / TOTAL;
}

/** Compared with the busiest hour, from 0 to 1. */
export function busyness(minute: number): number {
  return (CURVE[Math.floor(minute / 60) % 24] ?? 0) / Math.max(...CURVE);
}
