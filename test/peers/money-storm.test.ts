import { resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, type Parameters } from './support/api.ts';
import { example, makeTenant } from './support/example.ts';
import { Installation, type Node } from './support/installation.ts';
import { OwnDatabase } from './support/own-database.ts';
import { run } from './support/process.ts';
import { ADMIN_API_KEY } from './support/story.ts';

const KILLS = Number(process.env.STORM_KILLS ?? 2);
const CALLS = Number(process.env.STORM_CALLS ?? 500);
const CLIENTS = 64;
const SERVICES = 8;
const LIMIT = 100;
const CLI = resolve(import.meta.dirname, '../../dist/cli.js');
const FRANCHISEE = {
  ...{ ...example.reseller, type: 'Franchisee', payment_by: 'ISP+Reseller' },
  ...{ commission_percent: 10, credit_limit: LIMIT },
};

interface Call {
  readonly path: string;
  readonly parameters: Parameters;
  readonly key: string;
}

interface Answer {
  readonly status: number;
  readonly result: unknown;
  readonly error: string | null;
}

let database: OwnDatabase;
let credentials: Parameters;
let isp: Api;
let resellerid = 0;
const sites: Installation[] = [];
const nodes: Node[] = [];
const services: number[] = [];
const answers = new Map<Call, Answer>();
/** Calls whose first answer was lost. */
const repeated = new Set<Call>();

const settings = () => ({
  ...{
    ADMIN_API_KEY,
    SECRETS_KEY: '5e'.repeat(32),
    DATABASE_URL: database.url,
    LOG_LEVEL: 'warn',
    NAS_ALLOWED_NETWORKS: '127.0.0.0/8',
  },
});

beforeAll(async () => {
  database = await OwnDatabase.make();
  for (let at = 0; at < 2; at++) {
    const site = await Installation.make();
    sites.push(site);
    nodes.push(await site.start(settings()));
  }
  const admin = new Api(siteOf(0).baseUrl, { userid: 1, api_key: ADMIN_API_KEY });
  const tenant = await makeTenant(admin, { code: 'EXN', username: 'exn-admin' });
  const { api_key: apiKey } = await admin.result('auth/user/api_key_rotate', { id: tenant.userid });
  credentials = { userid: tenant.userid, api_key: apiKey };
  isp = admin.as(tenant.userid, apiKey);
  resellerid = await isp.result('reseller/create', FRANCHISEE);
  await isp.result('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 1000 });
  await isp.result('location/create', example.location);
  await isp.result('location/sublocation_create', example.subLocation);
  const planid = await isp.result('plan/create', { ...example.plan, resellerid: 0 });
  const subplanid = await isp.result('plan/subplan_create', { ...example.subPlan, planid });
  for (let at = 0; at < SERVICES; at++) {
    const customerid = await isp.result('customer/create', { ...example.customer, resellerid: at % 2 && resellerid });
    // The wallet is to be the limit, not what a subscriber may owe.
    const own = { customerid, planid, subplanid, username: `user${at}`, password: 'hello', credit_limit: 100_000 };
    services.push(await isp.result('service/create', { ...example.service, ...own }));
  }
});
afterAll(async () => {
  for (const node of nodes) await node.stop();
  for (const site of sites) await site.remove();
  await database?.stop();
});

function siteOf(at: number): Installation {
  const site = sites[at % sites.length];
  if (!site) throw new Error('there is no node');
  return site;
}

/** Payments, top-ups and actions in turn; each has a key of its own. */
function callOf(number: number): Call {
  const serviceid = services[Math.floor(number / 4) % SERVICES] ?? 0;
  const key = `storm-${number}`;
  const calls: readonly [path: string, parameters: Parameters][] = [
    ['payment/new', { serviceid, amt: 10 + (number % 7), mode: 'Online', ref_no: key }],
    ['service/topup', { serviceid, gb: 1, amt: 100, type: 'Expiring' }],
    ['payment/new', { serviceid, amt: 20, mode: 'Online', ref_no: key }],
    ['service/action', { serviceid, action: number % 8 === 3 ? 'bill' : 'renew' }],
  ];
  const [path, parameters] = calls[number % 4] ?? ['', {}];
  return { path, parameters, key };
}

/** Asks one node and then the other, always with the same key, until one has answered. */
async function carriedOut(call: Call, first: number): Promise<Answer> {
  for (let at = first; ; at++) {
    const all = Object.entries({ ...credentials, ...call.parameters, idempotency_key: call.key });
    const body = new URLSearchParams(all.map(([name, value]): [string, string] => [name, String(value)]));
    try {
      const response = await fetch(`${siteOf(at).baseUrl}/api/${call.path}`, { method: 'POST', body });
      const answer = (await response.json()) as Omit<Answer, 'status'>;
      if (response.status < 500) return { ...answer, status: response.status };
    } catch {
      // Whether it was carried out is unknown.
    }
    repeated.add(call);
    await sleep(50);
  }
}

async function client(left: Call[], first: number): Promise<void> {
  for (let call = left.shift(); call; call = left.shift()) answers.set(call, await carriedOut(call, first));
}

async function killAfter(count: number, at: number): Promise<void> {
  while (answers.size < count) await sleep(5);
  await nodes[at]?.kill();
  nodes[at] = await siteOf(at).start(settings());
}

const answered = (path: string, status: number) =>
  [...answers].filter(([call, answer]) => call.path === path && answer.status === status);

/** How often each call was answered how, for who reads the output. */
function summary(): string {
  const counts = new Map<string, number>();
  for (const [{ path, parameters }, { status, error }] of answers) {
    const line = [path, parameters.action, status, error?.replaceAll(/-?\d[\d.]*/g, '…')].filter(Boolean).join(' ');
    counts.set(line, (counts.get(line) ?? 0) + 1);
  }
  return [...counts].map(([line, count]) => `${count} ${line}`).join('\n');
}

describe(`${CALLS} calls that move money, of ${CLIENTS} clients at two nodes`, () => {
  it(`are all answered, although a node is killed ${KILLS} times`, { timeout: 120_000 + KILLS * 30_000 }, async () => {
    const left = Array.from({ length: CALLS }, (_, number) => callOf(number));
    const clients = Array.from({ length: CLIENTS }, (_, at) => client(left, at));
    for (let kill = 0; kill < KILLS; kill++) await killAfter(((kill + 1) * CALLS) / (2 * KILLS + 1), kill % 2);
    await Promise.all(clients);
    process.stdout.write(`\n${summary()}\n${repeated.size} of ${CALLS} calls were repeated\n\n`);
    expect(answers.size).toBe(CALLS);
    expect(repeated.size, 'answers were lost').toBeGreaterThan(0);
    const strange = [...answers.values()].filter(({ status }) => status !== 200 && status !== 409);
    expect(strange).toEqual([]);
  });

  it('leave one payment for each key, and its id is what was answered', async () => {
    const stored = await database.query<{ id: number; ref: string }>('SELECT id, ref_no AS ref FROM crm.payment');
    const told = answered('payment/new', 200).map(([{ key }, { result }]) => `${key} ${result}`);
    expect(stored.map(({ id, ref }) => `${ref} ${id}`).sort()).toEqual(told.sort());
    expect(told.length, 'no payment is refused').toBe(Math.ceil(CALLS / 2));
  });

  it('leave one top-up for each that was answered with success', async () => {
    const done = answered('service/topup', 200).length;
    const [row] = await database.query("SELECT count(*)::int AS made FROM crm.ledger_entry WHERE kind = 'topup'");
    expect(row).toEqual({ made: done });
    expect(done).toBeGreaterThan(0);
  });

  it('never let the wallet fall below its limit, which stopped some of them', async () => {
    // An invoice and its commission are two rows of one entry; what counts is the balance after both.
    const [row] = await database.query<{ least: number }>(
      `SELECT min(balance)::float AS least
       FROM (SELECT DISTINCT ON (entry_id) balance FROM crm.wallet_txn ORDER BY entry_id, id DESC) last`,
    );
    expect(row?.least).toBeGreaterThanOrEqual(-LIMIT);
    const refused = answered('service/topup', 409).filter(([, { error }]) => error?.includes('below its limit'));
    expect(refused.length).toBeGreaterThan(0);
  });

  it('leave a correct ledger', async () => {
    const env = { PATH: process.env.PATH ?? '', DATA_DIR: siteOf(0).folder, ...settings() };
    const { code, stdout, stderr } = await run(process.execPath, [CLI, 'ledger', 'verify'], { env });
    expect({ code, stderr }, stdout).toEqual({ code: 0, stderr: '' });
    expect(stdout).toMatch(/The ledger is correct/);
  });
});
