import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { createLog } from '../../src/config/log.ts';
import { refreshSessionsOfServices } from '../../src/core/network/effects.ts';
import { execute, query, sql } from '../../src/db/sql.ts';
import { Outbox } from '../../src/jobs/outbox.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { CoaNas } from './fixtures/coa-nas.ts';
import { startTestServer, until } from './fixtures/server.ts';

const SESSIONS = 100;
const PAUSE_MS = 1_000;

const db = await freshDatabase();
const isp = await makeIsp(db);
const server = await startTestServer(db, { pauseMs: PAUSE_MS });
const silentPlan = await makePlan(db, isp);
const livelyPlan = await makePlan(db, isp);
const outbox = await Outbox.start(
  { db, log: createLog('silent'), network: server.network },
  { firstPauseMs: 50, pollMs: 50 },
);

interface Site {
  readonly nas: CoaNas;
  readonly nasId: number;
  readonly services: number[];
}

let silent: Site;
let lively: Site;

async function openSite(ip: string, plan: Awaited<ReturnType<typeof makePlan>>): Promise<Site> {
  const nas = await CoaNas.open(ip);
  const { id: nasId } = await makeNas(db, isp, { ip, coaPort: nas.port });
  const services: number[] = [];
  for (let at = 0; at < SESSIONS; at++) {
    const { id, username } = await makeService(db, plan);
    services.push(id);
    await execute(
      db.pool,
      sql`INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at, updated_at)
          VALUES (${isp.id}, ${id}, ${nasId}, ${ip}, ${username}, ${`q${id}`}, now(), now())`,
    );
  }
  return { nas, nasId, services };
}

beforeAll(async () => {
  silent = await openSite('127.6.0.1', silentPlan);
  lively = await openSite('127.6.0.2', livelyPlan);
  silent.nas.disconnect = 'silence';
  await until(async () => (await server.metric('lastmile_radius_nases')) === 2);
});
beforeEach(() => {
  silent.nas.takeRequests();
  lively.nas.takeRequests();
});
afterAll(async () => {
  await outbox.stop();
  silent.nas.close();
  lively.nas.close();
});

/** The access granted to these sessions is unknown, so each is disconnected. */
const move = (...places: Site[]) =>
  refreshSessionsOfServices(
    db.pool,
    places.flatMap(({ services }) => services),
  );
const waiting = () =>
  query<{ id: number; attempts: number; reason: string | null }>(
    db.pool,
    sql`SELECT (payload->>'serviceId')::int AS id, attempts, last_error AS reason FROM crm.outbox ORDER BY 1`,
  );

it('a silent NAS is paused after a few requests, and requests to others are carried out meanwhile', async () => {
  await move(silent, lively);
  await until(() => lively.nas.requests.length === SESSIONS);
  await until(async () => (await waiting()).filter(({ reason }) => reason === 'the NAS never answers').length > 80);
  expect(silent.nas.requests.length).toBeLessThan(25);
  expect(await server.metric('lastmile_radius_unresponsive_nases')).toBe(1);
  // An answer arrives shortly before its request is taken from the outbox.
  await until(async () => (await waiting()).length <= silent.services.length);
  const left = await waiting();
  expect(left.map(({ id }) => id)).toEqual(silent.services);
});

it('meanwhile a request is sent only with evenIfPaused; any other fails at once', async () => {
  const [session] = await query<{ nasId: number; username: string; acctSessionId: string; framedIp: null }>(
    db.pool,
    sql`SELECT nas_id AS "nasId", username, acct_session_id AS "acctSessionId", NULL AS "framedIp"
        FROM radius.session WHERE nas_id = ${silent.nasId} LIMIT 1`,
  );
  if (!session) throw new Error('there is no session');
  const requests = () => silent.nas.requests.filter(({ session: id }) => id === session.acctSessionId).length;
  const before = requests();
  expect(await server.network.disconnect(session, { evenIfPaused: true })).toMatchObject({ result: 'silent' });
  const some = [silent, lively].map(({ services }) => services[0] ?? 0);
  expect([...(await server.network.paused(some)).keys()]).toEqual(some.slice(0, 1));
  expect(requests()).toBe(before + 1);
  expect(await server.network.disconnect(session)).toEqual({ result: 'silent', retryAfterMs: expect.any(Number) });
  expect(requests()).toBe(before + 1);
});

it('when it answers again, all that waits for it is carried out, and waiting used up no attempts', async () => {
  expect(Math.max(...(await waiting()).map(({ attempts }) => attempts))).toBeLessThan(4);
  silent.nas.disconnect = 'ack';
  await until(async () => {
    // Those that are not being carried out need not wait for the end of their pause; those that are due are left alone,
    // because a node that takes rows skips locked ones.
    await execute(
      db.pool,
      sql`UPDATE crm.outbox SET available_at = now()
          WHERE available_at > now() AND available_at < now() + interval '50 seconds'`,
    );
    return (await waiting()).length === 0;
  });
  expect(new Set(silent.nas.requests.map(({ session }) => session)).size).toBe(SESSIONS);
  expect(await server.metric('lastmile_radius_unresponsive_nases')).toBe(0);
});
