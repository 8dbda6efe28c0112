import { z } from 'zod';

/** How many documents are kept, and for how long. */
export interface FileSettings {
  /** Of one ISP, in bytes. */
  readonly quotaBytes: number;
  /** Uploads of one login user in 24 hours. */
  readonly uploadsADay: number;
  /** After the customer was deleted, unless a file says itself until when. */
  readonly keepDays: number;
}

export const fileVariables = {
  FILES_QUOTA_MB: z
    .string()
    .regex(/^[1-9]\d{0,6}$/, 'must be a whole number of megabytes from 1 to 9999999')
    .transform(Number)
    .default(10_240),
  FILES_PER_USER_DAY: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a whole number from 1 to 99999')
    .transform(Number)
    .default(500),
  FILES_KEEP_DAYS: z
    .string()
    .regex(/^[1-9]\d{0,4}$/, 'must be a whole number of days from 1 to 99999')
    .transform(Number)
    .default(730),
};

type Values = Readonly<Record<keyof typeof fileVariables, number>>;

export function fileSettings(values: Values): FileSettings {
  return Object.freeze({
    quotaBytes: values.FILES_QUOTA_MB * 1024 * 1024,
    uploadsADay: values.FILES_PER_USER_DAY,
    keepDays: values.FILES_KEEP_DAYS,
  });
}
