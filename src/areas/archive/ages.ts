import type { Config } from '../../config/config.ts';

/** First days of months, `yyyy-mm-dd`: what is earlier is archived, and removed. Undefined: nothing is ever removed. */
export interface Ages {
  readonly archiveBefore: string;
  readonly removeBefore: string | undefined;
}

/** A record reaches its session and its day at most a week late, wherever the days of the ISP begin and end. */
const NEEDED_DAYS = 9;

/** The first day of the month that was so many days ago: whatever is of an earlier month is older than that. */
function monthBefore(now: Date, days: number): string {
  const then = new Date(now.getTime() - days * 86_400_000);
  return `${then.toISOString().slice(0, 7)}-01`;
}

/** Only what was archived is removed, so a retention that is shorter archives earlier. */
export function agesOf(
  kind: keyof Config['archive']['retentionDays'],
  { archiveAfterDays, retentionDays }: Config['archive'],
  now: Date,
): Ages {
  const keptDays = retentionDays[kind];
  const removeBefore = keptDays === 0 ? undefined : monthBefore(now, keptDays);
  const archiveBefore = monthBefore(now, archiveAfterDays);
  return { removeBefore, archiveBefore: removeBefore && removeBefore > archiveBefore ? removeBefore : archiveBefore };
}

/** A session that ended after this may go on, when its NAS reports what it could not before. */
export const neededSince = (now: Date): Date => new Date(now.getTime() - NEEDED_DAYS * 86_400_000);
