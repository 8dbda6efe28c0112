import { setMaxListeners } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { selfSigned } from '../../../src/demo/simulator/self-signed.ts';
import { RouterSimulator } from '../../../src/routeros/simulator/simulator.ts';
import { median } from '../api/load.ts';
import { table } from '../api/table.ts';
import { logins } from './loads.ts';
import type { Measured } from './measured.ts';
import type { OurNode } from './our-node.ts';

export interface WatchedMatch {
  readonly node: OurNode;
  /** Its database. */
  readonly url: string;
  /** Path of the load generator. */
  readonly program: string;
  readonly rounds: number;
  readonly seconds: number;
}

/** The administrator's, for the node's `ADMIN_API_KEY`. */
export const WATCHERS_KEY = 'b'.repeat(50);
/** Of an ISP's staff, each of whom watches four times, which is the most that one may. */
const WATCHERS = 5;
const STREAMS = 4;
const ROUTER_IP = '127.82.0.1';
const USERNAME = 'user000001';
const PASSWORD = 'router secret';
/** Part of the p99 that nobody's watching may add. */
const MUST = 1.05;

/**
 * PAP log-ins while twenty people watch what a session carries, of a router that answers and of one that accepts connections and says
 * nothing, each against the same without them, in alternating rounds.
 */
export async function watched(match: WatchedMatch, say: (line: string) => void): Promise<void> {
  const { fingerprint, ...certificate } = selfSigned('bench-router');
  const router = await RouterSimulator.start({ ip: ROUTER_IP, certificate, password: PASSWORD });
  const rate = { 'rx-bits-per-second': '1500400', 'tx-bits-per-second': '20000000' };
  router.tables.set('/interface', [{ name: `<pppoe-${USERNAME}>`, type: 'pppoe-in', ...rate }]);
  const session = await openSessionOn(match, { port: router.port, fingerprint });
  const print = table(
    ['PAP', 'without/s', 'watched/s', 'RATE', 'p99', 'watched', 'P99', 'rates/s', 'asked/s', 'bad', 'goal'],
    say,
  );
  for (const isSilent of [false, true]) {
    router.misbehaviour = isSilent ? 'silent' : undefined;
    router.dropAll();
    const name = `20 watch a router that ${isSilent ? 'says nothing' : 'answers'}`;
    print([name, ...(await rounds(match, router, session))]);
  }
  await router.stop();
}

async function rounds(match: WatchedMatch, router: RouterSimulator, session: Watched): Promise<(string | number)[]> {
  const pairs: { quiet: Measured; under: Measured; rates: number; asked: number }[] = [];
  for (let round = 0; round < match.rounds; round++) {
    const before = round % 2 === 0 ? await load(match, round) : undefined;
    const watching = watch(match.node.ports.http, session);
    const asked = router.asked.length;
    const begun = performance.now();
    const under = await load(match, round);
    const seconds = (performance.now() - begun) / 1_000;
    const [rates, questions] = [watching.rates() / seconds, (router.asked.length - asked) / seconds];
    await watching.stop();
    pairs.push({ quiet: before ?? (await load(match, round)), under, rates, asked: questions });
  }
  const of = (figure: (pair: (typeof pairs)[number]) => number) => median(pairs.map(figure));
  const p99 = of(({ under, quiet }) => under.p99 / quiet.p99);
  return [
    of(({ quiet }) => Math.round(quiet.rate)),
    of(({ under }) => Math.round(under.rate)),
    of(({ under, quiet }) => under.rate / quiet.rate),
    of(({ quiet }) => quiet.p99),
    of(({ under }) => under.p99),
    p99,
    of(({ rates }) => rates),
    of(({ asked }) => asked),
    pairs.reduce((sum, { quiet, under }) => sum + quiet.bad + under.bad, 0),
    `${p99 <= MUST ? 'must' : 'MISSED'} p99 ${MUST}`,
  ];
}

function load({ node, program, seconds }: WatchedMatch, number: number): Promise<Measured> {
  const target = { auth: node.ports.auth, acct: node.ports.acct, pids: { node: node.pid } };
  return logins()({ side: 'ours', target, program, number, seconds });
}

interface Watched {
  /** Of the session. */
  readonly id: string;
  readonly watchers: readonly Fields[];
}

/** Registers the router, with a session on it. */
async function openSessionOn(
  { node, url }: WatchedMatch,
  { port, fingerprint }: { port: number; fingerprint: string },
) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  // The NAS that is there was given its id.
  await client.query(`SELECT setval(pg_get_serial_sequence('radius.nas', 'id'), 100)`);
  const nas = { ispid: 1, resellerid: 0, name: 'Router', ip: ROUTER_IP, secret: 'testing123', api_port: port };
  const login = { api_enable: 'on', api_username: 'lastmile', api_password: PASSWORD };
  const id = await result<number>(node.ports.http, 'radius/nas/create', { ...nas, ...login });
  await result(node.ports.http, 'radius/nas/api_pin', { id, fingerprint: fingerprint.replace('sha256:', '') });
  const { rows } = await client.query(
    `INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, class, ip, started_at, updated_at)
     SELECT isp_id, id, $1, $2, username, 'watched', 'watched', '100.64.0.1', now(), now() FROM crm.service WHERE username = $3
     RETURNING id`,
    [id, ROUTER_IP, USERNAME],
  );
  await client.end();
  return { id: String(rows[0].id), watchers: await staff(node.ports.http) };
}

type Fields = Readonly<Record<string, string | number>>;

const ADMINISTRATOR: Fields = { userid: 1, api_key: WATCHERS_KEY };

function call(port: number, path: string, fields: Fields, signal?: AbortSignal) {
  const body = new URLSearchParams(
    Object.entries(fields).map(([name, value]) => [name, String(value)] as [string, string]),
  );
  return fetch(`http://127.0.0.1:${port}/api/${path}`, { method: 'POST', body, signal: signal ?? null });
}

/** The result of a call by the administrator. */
async function result<T>(port: number, path: string, fields: Fields): Promise<T> {
  const response = await call(port, path, { ...fields, ...ADMINISTRATOR });
  if (!response.ok) throw new Error(`${path} got ${response.status}: ${await response.text()}`);
  return ((await response.json()) as { result: T }).result;
}

async function staff(port: number): Promise<Fields[]> {
  const people: Fields[] = [];
  for (let number = 0; number < WATCHERS; number++) {
    const user = { username: `watcher${number}`, password: 'correct horse', groupname: 'ISP', roles: 'Support' };
    const userid = await result<number>(port, 'auth/user/create', { ...user, ispid: 1, cash_limit: 0 });
    const { api_key } = await result<{ api_key: string }>(port, 'auth/user/api_key_rotate', { id: userid });
    people.push({ userid, api_key });
  }
  return people;
}

/** Watches it all the time; where a stream ends or is refused, again after a second, as the console does. */
function watch(port: number, { id, watchers }: Watched): { rates(): number; stop(): Promise<unknown> } {
  const over = new AbortController();
  setMaxListeners(0, over.signal);
  let rates = 0;
  const one = async (watcher: Fields) => {
    while (!over.signal.aborted) {
      const response = await call(port, 'session/throughput', { id, ...watcher }, over.signal);
      if (response.ok && response.body)
        for await (const part of response.body.pipeThrough(new TextDecoderStream()))
          rates += part.split('event: rate').length - 1;
      else await response.arrayBuffer();
      await sleep(1_000);
    }
  };
  const running = watchers.flatMap((watcher) =>
    Array.from({ length: STREAMS }, () => one(watcher).catch(() => undefined)),
  );
  return {
    rates: () => rates,
    stop: () => {
      over.abort();
      return Promise.all(running);
    },
  };
}
