export const WEEKDAYS = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const;
export type Weekday = (typeof WEEKDAYS)[number];

export function weekdayOf(day: string): Weekday {
  const fromSunday = new Date(`${day}T00:00:00Z`).getUTCDay();
  return WEEKDAYS[(fromSunday + 6) % 7] as Weekday;
}
