import { Readable } from 'node:stream';
import { pino } from 'pino';
import { Registry } from 'prom-client';
import { z } from 'zod';
import { readConfig } from '../../src/config/config.ts';
import { digestOfKey } from '../../src/core/access/api-key.ts';
import { Download, download } from '../../src/core/content/download.ts';
import { Fault, notFound } from '../../src/core/fault.ts';
import type { Kernel } from '../../src/core/kernel.ts';
import * as wire from '../../src/core/wire/index.ts';
import type { OpenTransaction } from '../../src/db/open-transaction.ts';
import { txOf } from '../../src/db/tx.ts';
import { endpoint, openEndpoint, router } from '../../src/rpc/endpoint.ts';
import { FailedLogins } from '../../src/rpc/failed-logins.ts';

/** An API of a few endpoints, one of every shape, without a database. */

export const KINDS = ['Individual', 'Organisation'] as const;

export const everyParameter = z.strictObject({
  id: wire.id().optional(),
  owner: wire.ownerId().optional(),
  kind: wire.oneOf(KINDS, { Person: 'Individual' }).optional(),
  rows_limit: wire.wholeNumber(1, 100).default(10),
  show_count: wire.flag01().default(false),
  force: wire.flagYN().optional(),
  snmp: wire.flagOnOff().optional(),
  amt: wire.money().optional(),
  used_gb: wire.comparison(wire.gigabytes()).optional(),
  seen_at: wire.comparison(wire.timestamp()).optional(),
  day: wire.ymd().optional(),
  at: wire.timestamp().optional(),
  since: wire.dayOrTimestamp().optional(),
  roles: wire.csv(wire.oneOf(['Admin', 'Support', 'Sales'])).optional(),
  email: wire.email().optional(),
  ip: wire.ipv4().optional(),
  mac: wire.mac().optional(),
  password: wire.secret().optional(),
  name: wire.text().optional(),
  location_code: wire.code().optional(),
});

export const shownRow = z.object({
  id: wire.id(),
  name: wire.shown(),
  amt: wire.money(),
  bytes: wire.amount(),
  active: wire.flagYN(),
  dob: wire.ymd().nullable(),
  created_at: wire.timestamp(),
  closed_at: wire.timestamp().nullable(),
  free: wire.count(),
});

export const ROW: z.output<typeof shownRow> = {
  id: 7,
  name: 'Ravi <b>',
  amt: '12.50',
  bytes: 5_000_000_000,
  active: true,
  dob: null,
  created_at: new Date('2026-01-31T18:30:00Z'),
  closed_at: null,
  free: 3,
};

export const fakeRouter = router({
  server: router({
    test: openEndpoint({ rest: ['/server/test'], summary: 'Is the server there?' })
      .output(z.literal('OK'))
      .query(() => 'OK' as const),
    echo: openEndpoint({ rest: ['/server/echo'], summary: 'The native input, as JSON text' })
      .input(everyParameter)
      .output(wire.shown())
      .query(({ input }) => JSON.stringify(input)),
  }),
  thing: router({
    list: endpoint({ access: 'customer.read', rest: ['/thing/list', '/thing/lsit'], summary: 'Things' })
      .input(everyParameter)
      .output(z.union([z.array(shownRow), wire.count()]))
      .query(({ input }) => (input.show_count ? 1 : [ROW])),
    update: endpoint({
      access: 'customer.write',
      rest: ['/thing/update'],
      summary: 'Change a thing',
      updates: async () => new Date(0),
    })
      .input(z.strictObject({ id: wire.id(), name: wire.text().optional(), notes: wire.text().nullable().optional() }))
      .output(wire.shown())
      .mutation(({ input }) => JSON.stringify(input)),
    file: endpoint({ access: 'customer.read', rest: ['/thing/file'], summary: 'A file' })
      .input(z.strictObject({ fails: wire.oneOf(['never', 'early', 'late']) }))
      .output(download('text/x-b'))
      .query(
        ({ input: { fails } }) => new Download(contentThat(fails), { filename: 'a "b".txt', mediaType: 'text/x-b' }),
      ),
    delete: endpoint({ access: 'customer.read', rest: ['/thing/delete'], summary: 'Always fails', extension: true })
      .input(z.strictObject({ how: wire.oneOf(['fault', 'error', 'conflict', 'absent', 'late']) }))
      .output(wire.shown())
      .query(async ({ input: { how } }) => {
        if (how === 'fault') throw new Fault('nasRefused', 'the NAS did not acknowledge');
        if (how === 'conflict') throw new Fault('conflict', 'thing 7 has services');
        if (how === 'absent') throw notFound('thing', 7);
        if (how === 'late') return new Promise<string>((resolve) => setTimeout(resolve, 300, 'late'));
        throw new Error('SELECT secret FROM table broke');
      }),
    broken: endpoint({ access: 'customer.read', rest: ['/thing/broken'], summary: 'Output that breaks its schema' })
      .output(wire.count())
      .query(() => 'seven' as unknown as number),
  }),
});

function contentThat(fails: 'never' | 'early' | 'late'): Readable {
  async function* chunks() {
    if (fails === 'early') throw new Fault('unavailable', 'pg_dump is not available');
    yield 'first half, ';
    if (fails === 'late') throw new Error('pg_dump died');
    yield 'second half';
  }
  return Readable.from(chunks());
}

/** The login user the fake database knows: its key is `good`. */
const LOGIN = {
  id: 5,
  username: 'asha',
  groupname: 'ISP',
  roles: ['Sales'],
  isp_id: 1,
  reseller_id: null,
  allowed_locations: null,
  allowed_ips: [],
  status: 'Active',
  deleted: false,
  tenant_gone: false,
  countries: [],
  moving: null,
  reseller_type: null,
  timezone: 'Asia/Kolkata',
};

export const CREDENTIALS = { userid: '5', api_key: 'good' };

export interface Given {
  readonly restStatus?: 200;
  readonly login?: Partial<typeof LOGIN>;
  /** The database is unavailable. */
  readonly down?: boolean;
}

/** A kernel whose database knows one login user, and what it has logged. */
export function fakeKernel(given: Given = {}) {
  const lines: string[] = [];
  const pool = {
    query: async ({ text, values: [value] }: { text: string; values: unknown[] }) => {
      if (given.down) throw Object.assign(new Error('connect ECONNREFUSED'), { code: 'ECONNREFUSED' });
      if (!text.includes('auth.api_key')) return { rows: [{ timezone: 'UTC' }], rowCount: 1 };
      return { rows: digestOfKey(CREDENTIALS.api_key).equals(value as Buffer) ? [{ ...LOGIN, ...given.login }] : [] };
    },
  };
  const kernel = {
    config: { ...readConfig({}), restStatus: given.restStatus },
    db: {
      pool,
      connections: 10,
      lookups: pool,
      transaction: (work: (tx: object) => Promise<unknown>) => work(fakeTx),
      listen: async () => async () => undefined,
    },
    log: pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) }),
    clock: { now: () => new Date('2026-02-01T00:00:00Z') },
    lifecycle: { mode: 'active' },
  } as unknown as Kernel;
  return { kernel, lines };
}

/** A transaction whose statements find nothing. */
const fakeTx = txOf({ query: async () => ({ rows: [] }) } as unknown as OpenTransaction, {
  join: () => Promise.reject(new Error('there is no database')),
});

/** Everything an HTTP server takes, over the fake API. */
export function fakeOptions(given: Given = {}) {
  const { kernel, lines } = fakeKernel(given);
  return {
    lines,
    options: {
      router: fakeRouter,
      kernel,
      failures: new FailedLogins(kernel.clock),
      readiness: { database: async () => true, radius: () => true, accounting: () => true },
      metrics: new Registry(),
      panel: { page: (nonce: string) => `<!doctype html><title>panel ${nonce}</title>`, files: {} },
    },
  };
}
