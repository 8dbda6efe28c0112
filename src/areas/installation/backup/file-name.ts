import { DATABASES, type DatabaseName } from './databases.ts';

/** `lastmile-crm-20261121T103000Z.sql.gz` */
export function fileName(databases: readonly DatabaseName[], now: Date): string {
  const what = databases.length === DATABASES.length ? 'all' : databases.join('-');
  return `lastmile-${what}-${now
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replace(/[:-]/g, '')}.sql.gz`;
}
