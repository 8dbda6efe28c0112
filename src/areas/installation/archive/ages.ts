import type { Config } from '../../../config/config.ts';
import { MAX_LATE_DAYS } from '../../money/usage/late-records.ts';

/** First days of months, `yyyy-mm-dd`: earlier rows are archived, or removed. `removeBefore` undefined: none are removed. */
export interface Ages {
  readonly archiveBefore: string;
  readonly removeBefore: string | undefined;
}

/** The first day of the month in which the day so many days ago is: rows of earlier months are older than that. */
function firstOfMonth(now: Date, days: number): string {
  const then = new Date(now.getTime() - days * 86_400_000);
  return `${then.toISOString().slice(0, 7)}-01`;
}

/** Only archived rows are removed, so a retention shorter than the archiving age archives earlier. */
export function agesOf(
  kind: keyof Config['archive']['retentionDays'],
  { archiveAfterDays, retentionDays }: Config['archive'],
  now: Date,
): Ages {
  const keptDays = retentionDays[kind];
  const removeBefore = keptDays === 0 ? undefined : firstOfMonth(now, keptDays);
  const archiveBefore = firstOfMonth(now, archiveAfterDays);
  return { removeBefore, archiveBefore: removeBefore && removeBefore > archiveBefore ? removeBefore : archiveBefore };
}

/** A session that ended after this may continue when its NAS delivers late records. */
export const mayContinueSince = (now: Date): Date => new Date(now.getTime() - MAX_LATE_DAYS * 86_400_000);
