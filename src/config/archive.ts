import { z } from 'zod';

/** When months are moved to the archive, and how long they are kept in total; 0 means for ever. */
export interface ArchiveSettings {
  readonly archiveAfterDays: number;
  readonly retentionDays: Readonly<Record<'sessions' | 'usage' | 'audit' | 'authLog', number>>;
}

/** Excludes the current month and the week in which late records may arrive. */
const MIN_DAYS = 31;
const MAX_DAYS = 36_500;

function days(fallback: number, { forEver }: { forEver: boolean }) {
  const message = `must be a whole number of days from ${MIN_DAYS} to ${MAX_DAYS}${forEver ? ', or 0 to keep them for ever' : ''}`;
  return z
    .string()
    .regex(/^\d{1,5}$/, message)
    .transform(Number)
    .refine((value) => (value >= MIN_DAYS && value <= MAX_DAYS) || (forEver && value === 0), message)
    .default(fallback);
}

const retention = (fallback: number) => days(fallback, { forEver: true });

export const archiveVariables = {
  // The period of the detailed usage report for recent sessions (contract 8).
  ARCHIVE_AFTER_DAYS: days(100, { forEver: false }),
  RETENTION_SESSIONS_DAYS: retention(730),
  // The period of the usage report for the archive (contract 8).
  RETENTION_USAGE_DAYS: retention(1100),
  RETENTION_AUDIT_DAYS: retention(730),
  RETENTION_AUTH_LOG_DAYS: retention(90),
};

type Values = Readonly<Record<keyof typeof archiveVariables, number>>;

export function archiveSettings(values: Values): ArchiveSettings {
  return Object.freeze({
    archiveAfterDays: values.ARCHIVE_AFTER_DAYS,
    retentionDays: Object.freeze({
      sessions: values.RETENTION_SESSIONS_DAYS,
      usage: values.RETENTION_USAGE_DAYS,
      audit: values.RETENTION_AUDIT_DAYS,
      authLog: values.RETENTION_AUTH_LOG_DAYS,
    }),
  });
}
