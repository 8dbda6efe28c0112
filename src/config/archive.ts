import { z } from 'zod';

/** When months leave the daily tables, and how long they are kept in all; 0 is for ever. */
export interface ArchiveSettings {
  readonly archiveAfterDays: number;
  readonly retentionDays: Readonly<Record<'sessions' | 'usage' | 'audit' | 'authLog', number>>;
}

/** The running month, and the week that a record may be late, are never touched. */
const MIN_DAYS = 31;
const MAX_DAYS = 36_500;

function days(standard: number, { forEver }: { forEver: boolean }) {
  const message = `must be a whole number of days from ${MIN_DAYS} to ${MAX_DAYS}${forEver ? ', or 0 for ever' : ''}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((value) => (value >= MIN_DAYS && value <= MAX_DAYS) || (forEver && value === 0), message)
    .default(standard);
}

const retention = (standard: number) => days(standard, { forEver: true });

export const archiveVariables = {
  // What the detailed usage report asks of the recent sessions (contract 8).
  ARCHIVE_AFTER_DAYS: days(100, { forEver: false }),
  RETENTION_SESSIONS_DAYS: retention(730),
  // What the usage report asks of the archive (contract 8).
  RETENTION_USAGE_DAYS: retention(1100),
  RETENTION_AUDIT_DAYS: retention(730),
  RETENTION_AUTH_LOG_DAYS: retention(90),
};

type Set = Readonly<Record<keyof typeof archiveVariables, number>>;

export function archiveSettings(set: Set): ArchiveSettings {
  return Object.freeze({
    archiveAfterDays: set.ARCHIVE_AFTER_DAYS,
    retentionDays: Object.freeze({
      sessions: set.RETENTION_SESSIONS_DAYS,
      usage: set.RETENTION_USAGE_DAYS,
      audit: set.RETENTION_AUDIT_DAYS,
      authLog: set.RETENTION_AUTH_LOG_DAYS,
    }),
  });
}
