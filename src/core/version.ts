/** Version record of this software (contract 2.11, 9). `version_id` counts the releases. */
export const VERSION = { version_id: '1', version_no: '0.1.0', version_date: '2026-11-21' } as const;
