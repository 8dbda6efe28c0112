import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { resolveConflicts } from '../../src/areas/network/sessions/conflicts.ts';
import { createLog } from '../../src/config/log.ts';
import { query, sql } from '../../src/db/sql.ts';
import { makeNas, type NasOptions } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import type { Pair } from '../radius/fixtures/radius-package.ts';
import { startTestServer } from '../radius/fixtures/server.ts';
import { TestNas } from '../radius/fixtures/test-nas.ts';
import { casesOf } from './cases.ts';

/** A file of `accounting/`: what a NAS sends of one subscriber after a log-in, and what is right afterwards. */
interface Case {
  readonly vendor: string;
  /** Nothing is known of the clock of the NAS. It is known to be right where this is absent. */
  readonly clock?: 'unknown';
  /** The NAS reports IPv6. */
  readonly ipv6?: true;
  /** In all packets. */
  readonly common: readonly Pair[];
  /** `class: false`: the NAS returns none. `others`: packets that are sent at the same time. */
  readonly packets: readonly Packet[];
  readonly right: {
    /** In decimal MB, both directions. */
    readonly usedMb: number;
    readonly open: readonly string[];
    readonly ended: readonly string[];
    /** By the session that they are of. */
    readonly parts?: Readonly<Record<string, readonly unknown[]>>;
    readonly ip?: string | null;
    /** Start and last report of sessions, in seconds. */
    readonly times?: Readonly<Record<string, readonly [started: number, updated: number]>>;
    /** What sessions had before, by session and kind: address (null: none known), last report and report of the next, in seconds. */
    readonly before?: Readonly<
      Record<string, Readonly<Record<string, readonly (readonly [string | null, number | null, number])[]>>>
    >;
  };
}

interface Packet {
  readonly type: 'Start' | 'Interim-Update' | 'Stop' | 'Accounting-On';
  readonly id: string;
  /** When it happens, in seconds since the first packet; `waited`: how much later it arrives. */
  readonly at: number;
  readonly waited?: number;
  /** How many seconds the clock of the NAS is ahead. */
  readonly clock?: number;
  readonly username?: string;
  readonly class?: false;
  /** The session has a log-in of its own, just before, whose Class its packets return from then on. */
  readonly logsIn?: true;
  /** Session time, and octets from and to the subscriber. */
  readonly counters?: readonly [seconds: number, up: number, down: number];
  readonly more?: readonly Pair[];
}

const cases = casesOf<Case>('accounting');

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nases = new Map<string, TestNas>();
for (const { name, vendor, ipv6, clock } of cases) {
  const options = { vendor, ipv6Mode: ipv6 ? 'learn' : 'off', ...(clock ? { clock } : {}) } as NasOptions;
  nases.set(name, await TestNas.open(await makeNas(db, isp, options)));
}
/** Whole seconds, as NASes count. */
const T = Math.floor(Date.now() / 1000) * 1000 - 3 * 3_600_000;
let now = T;
const clock = { now: () => new Date(now) };
const server = await startTestServer(db, { clock });

afterAll(() => {
  for (const nas of nases.values()) nas.close();
});

describe.each(cases)('accounting: $name', ({ name, common, packets, right }) => {
  let service: { id: number; username: string };
  /** By Acct-Session-Id; under `first` that of the first log-in, which all others return. */
  const classes = new Map<string, Buffer>();
  const nas = () => nases.get(name) as TestNas;

  beforeAll(async () => {
    service = await makeService(db, plan);
    now = T;
    await logIn('first', []);
    for (const packet of packets) await send(packet);
    for (let round = 0; round < 3; round++) await resolveConflicts({ db, log: createLog('silent'), clock });
  });

  async function logIn(id: string, more: readonly Pair[]): Promise<void> {
    const line = [...common, ...more].filter(([type]) => LINE.includes(String(type)));
    const request: Pair[] = [['User-Name', service.username], ['User-Password', 'secret'], ...encoded(line)];
    const answer = await nas().ask(server.authPort, nas().accessRequest(request));
    expect(answer?.code).toBe('Access-Accept');
    classes.set(id, answer?.attributes.Class as Buffer);
  }

  async function send({ type, id, at, waited = 0, clock: ahead = 0, ...packet }: Packet): Promise<void> {
    const { username, class: returned, counters, logsIn, more = [] } = packet;
    now = T + (at + waited) * 1000;
    if (logsIn) await logIn(id, more);
    const attributes: Pair[] = [
      ['Acct-Status-Type', type],
      ['Event-Timestamp', new Date(T + (at + ahead) * 1000)],
      ...(type === 'Accounting-On' ? [] : ofSession()),
      ...encoded(more),
    ];
    const answer = await nas().ask(server.acctPort, nas().accountingRequest(attributes));
    expect(answer?.code).toBe('Accounting-Response');

    function ofSession(): Pair[] {
      return [
        ['User-Name', username ?? service.username],
        ['Acct-Session-Id', id],
        ...(returned === false ? [] : ([['Class', classes.get(id) ?? classes.get('first')]] as Pair[])),
        ...countersOf(counters),
        ...encoded(common),
      ];
    }
  }

  const sessions = () =>
    query<{ id: string; ended: boolean; parts: unknown[] | null; ip: string | null; started: Date; updated: Date }>(
      db.pool,
      sql`SELECT acct_session_id AS id, ended_at IS NOT NULL AS ended, parts, host(ip) AS ip, started_at AS started,
            updated_at AS updated FROM radius.session
          WHERE service_id = ${service.id} OR username = ${service.username} ORDER BY id`,
    );

  it('counts what was transferred once', async () => {
    const [usage] = await query<{ used: number }>(
      db.pool,
      sql`SELECT ((in_bytes + out_bytes) / 1e6)::float8 AS used FROM radius.usage WHERE service_id = ${service.id}`,
    );
    expect(usage?.used).toBeCloseTo(right.usedMb, 3);
  });

  it('keeps the sessions that there are', async () => {
    const all = await sessions();
    expect(all.filter(({ ended }) => !ended).map(({ id }) => id)).toEqual([...right.open].sort());
    expect(all.filter(({ ended }) => ended).map(({ id }) => id)).toEqual([...right.ended].sort());
    const seconds = (date: Date) => (date.getTime() - T) / 1000;
    if (right.times)
      expect(
        Object.fromEntries(all.map(({ id, started, updated }) => [id, [seconds(started), seconds(updated)]])),
      ).toEqual(right.times);
    if (right.ip !== undefined) expect(all.map(({ ip }) => ip)).toContain(right.ip);
  });

  it('keeps the addresses that sessions had before', async () => {
    const found = await query<{
      id: string;
      addresses: Record<string, { address?: string; seen?: number; upto: number }[]>;
    }>(
      db.pool,
      sql`SELECT acct_session_id AS id, addresses FROM radius.session WHERE service_id = ${service.id} AND addresses IS NOT NULL`,
    );
    const seconds = (at: number | undefined) => (at === undefined ? null : (at - T) / 1000);
    const before = found.map(({ id, addresses }) => [
      id,
      Object.fromEntries(
        Object.entries(addresses).map(([kind, past]) => [
          kind,
          past.map(({ address, seen, upto }) => [address ?? null, seconds(seen), seconds(upto)]),
        ]),
      ),
    ]);
    if (right.before) expect(Object.fromEntries(before)).toEqual(right.before);
  });

  it('shows the parts of each session with it', async () => {
    const found = (await sessions()).filter(({ parts }) => parts !== null).map(({ id, parts }) => [id, parts]);
    expect(Object.fromEntries(found)).toEqual(
      Object.fromEntries(
        Object.entries(right.parts ?? {}).map(([id, parts]) => [
          id,
          parts.map((part) => expect.objectContaining(part as object)),
        ]),
      ),
    );
  });

  it('asks the NAS to end nothing', async () => {
    const effects = await query(
      db.pool,
      sql`SELECT payload FROM crm.outbox WHERE payload -> 'serviceId' = to_jsonb(${service.id}::int)`,
    );
    expect(effects).toEqual([]);
  });
});

/** What says where a session is, and is in the request of a log-in too. */
const LINE = ['Framed-IP-Address', 'NAS-Port-Id', 'Calling-Station-Id', 'Framed-Protocol', 'Service-Type'];

function countersOf(counters: Packet['counters']): Pair[] {
  if (!counters) return [];
  const [seconds, up, down] = counters;
  return [
    ['Acct-Session-Time', seconds],
    ['Acct-Input-Octets', up],
    ['Acct-Output-Octets', down],
  ];
}

/** Octets are written `hex:…`; those of vendors' attributes as text too. */
function encoded(pairs: readonly Pair[]): Pair[] {
  return pairs.map((pair) =>
    pair.length === 3
      ? [pair[0], pair[1], pair[2].map(([type, value]) => [type, octets(value) ?? Buffer.from(String(value))])]
      : [pair[0], octets(pair[1]) ?? pair[1]],
  );
}

const octets = (value: unknown): Buffer | undefined =>
  typeof value === 'string' && value.startsWith(OCTETS) ? Buffer.from(value.slice(OCTETS.length), 'hex') : undefined;
const OCTETS = 'hex:';
