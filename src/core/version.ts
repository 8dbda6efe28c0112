/** Version record of this software (contract 2.11, 9). `version_id` counts the releases. */
export const VERSION = { version_id: '2', version_no: '1.0.0', version_date: '2026-11-29' } as const;
