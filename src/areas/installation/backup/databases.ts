/** What a backup can contain (contract 4.12): the schemas of the database, by their documented names. */
export const DATABASES = ['crm', 'crm_archive', 'radius', 'auth'] as const;

export type DatabaseName = (typeof DATABASES)[number];
