/**
 * How many days before today may still get usage: accounting records come up to a week late (`event-time.ts`), and the days of
 * an ISP begin in its own time zone.
 */
export const MAX_LATE_DAYS = 9;
