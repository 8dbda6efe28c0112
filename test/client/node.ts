import { createHash } from 'node:crypto';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import express from 'express';
import { appRouter } from '../../src/app-router.ts';
import { readConfig } from '../../src/config/config.ts';
import { systemClock } from '../../src/core/clock.ts';
import type { Kernel } from '../../src/core/kernel.ts';
import { trpcHandler } from '../../src/rest/trpc.ts';
import { FailedLogins } from '../../src/rpc/failed-logins.ts';

/** How many customers the stub of the database pretends to have. */
export const CUSTOMERS = 250;
export const CREATED_AT = '2026-01-31T12:00:00.000Z';
export const LOGIN = { userid: 7, apiKey: 'a'.repeat(50) };

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** The tRPC API of a node over a stub of the database, to test everything between client and procedure. */
export async function startNode() {
  const pool = { query: async (statement: Statement) => ({ rows: answer(statement) }) };
  const kernel = {
    config: readConfig({}),
    db: {
      pool,
      lookups: pool,
      listen: async () => async () => undefined,
    },
    log: { error: (details: object) => process.stderr.write(`${JSON.stringify(details)}\n`) },
    clock: systemClock,
    lifecycle: { mode: 'active' },
  } as unknown as Kernel;
  const app = express().use(
    '/trpc',
    trpcHandler({ router: appRouter, kernel, failures: new FailedLogins(systemClock) }),
  );
  const server = createServer(app);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}`, close: () => server.close() };
}

function answer({ text, values }: Statement): object[] {
  if (text.includes('auth.api_key')) return isDigestOf(values[0], LOGIN.apiKey) ? [login] : [];
  if (text.includes('count(*)')) return [{ count: CUSTOMERS }];
  if (!text.includes('FROM crm.customer')) throw new Error(`the stub of the database does not know: ${text}`);
  const [limit, offset] = values.filter((value) => typeof value === 'number').slice(-2) as [number, number];
  return Array.from({ length: Math.min(limit, CUSTOMERS - offset) }, (_, at) => customer(offset + at + 1));
}

const isDigestOf = (digest: unknown, apiKey: string) =>
  Buffer.isBuffer(digest) && digest.equals(createHash('sha256').update(apiKey).digest());

const login = {
  id: LOGIN.userid,
  username: 'meera',
  groupname: 'Server',
  roles: ['Admin'],
  isp_id: null,
  reseller_id: null,
  allowed_locations: null,
  status: 'Active',
  deleted: false,
  tenant_gone: false,
  moving: null,
  reseller_type: null,
  timezone: null,
};

function customer(id: number): object {
  const texts = {
    name: 'Ravi',
    mobile: '9800000001',
    email: 'ravi@example.net',
    zipcode: '560001',
    state: 'Karnataka',
  };
  const made = { created_at: new Date(CREATED_AT), created_by: 'meera', updated_at: new Date(CREATED_AT) };
  const empty = { surname: null, dob: null, uniqueid: null, notes: null, tax_id: null, sez: null, language: null };
  const owner = { id, ispid: 1, resellerid: 0, type: 'Individual' };
  return { ...owner, ...texts, ...made, ...empty, city: 'Bengaluru', street: '1 Main Road', updated_by: 'meera' };
}
