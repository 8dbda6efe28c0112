import pg from 'pg';
import type { Site } from './site.ts';

/** Runs a statement on a member as superuser, past HAProxy. @throws when the member is away for five seconds */
export async function asSuperuser<Row extends pg.QueryResultRow>(
  { ports, settings }: Site,
  member: string,
  statements: readonly string[],
): Promise<Row[]> {
  const client = new pg.Client({
    ...{ host: '127.0.0.1', port: ports.of(member), user: 'postgres', database: 'postgres' },
    password: settings.superuserPassword,
    connectionTimeoutMillis: 5_000,
    query_timeout: 5_000,
  });
  client.on('error', () => undefined); // the pending call rejects
  try {
    await client.connect();
    let rows: Row[] = [];
    for (const statement of statements) rows = (await client.query<Row>(statement)).rows;
    return rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}
