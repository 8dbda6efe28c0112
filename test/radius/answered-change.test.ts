import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../fixtures/api.ts';
import { Shop, type Subscriber } from '../fixtures/subscriber.ts';
import type { Decoded } from './fixtures/radius-package.ts';
import { startTestServer, type TestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const api = await startApi();
const shop = await Shop.open(api, { settings: { blocked_mode: 'reject' } });
// Sessions are judged by the time of their packets.
api.clock.at = undefined;

let server: TestServer;
let nas: TestNas;
let subscriber: Subscriber;
beforeAll(async () => {
  server = await startTestServer(api.db);
  api.network.caughtUp = () => server.network.caughtUp();
  nas = await newNas('127.9.0.1');
  subscriber = await shop.subscribe({ prepaid_postpaid: 'Postpaid', password: 'first' });
});
afterAll(() => nas.close());

async function newNas(ip: string): Promise<TestNas> {
  const opened = await TestNas.open({ ip });
  await api.ok('radius/nas/create', { resellerid: 0, name: ip, ip, secret: 'testing123' }, shop.me);
  return opened;
}

const request = (password: string, from = nas, who = subscriber): Buffer =>
  from.accessRequest([
    ['User-Name', who.username],
    ['User-Password', password],
  ]);

/** A packet right after the answer of the call. */
const logIn = (password: string, from = nas, who = subscriber): Promise<Decoded | null> =>
  from.ask(server.authPort, request(password, from, who));

/** The octets of the answer. */
const accept = (): Promise<Buffer | null> => nas.exchange(server.authPort, request('first'));

const update = (fields: Record<string, string | number>) =>
  api.ok('service/update', { serviceid: subscriber.id, ...fields }, shop.me);

const ROUNDS = 50;
const rounds = Array.from({ length: ROUNDS }, (_, round) => round);

describe('an answered change holds for the very next packet', { timeout: 120_000 }, () => {
  it('a new password', async () => {
    for (const round of rounds) {
      await update({ password: `new${round}` });
      expect((await logIn(`new${round}`))?.code, `round ${round}`).toBe('Access-Accept');
    }
    await update({ password: 'first' });
  });

  it('a suspended service, and a resumed one', async () => {
    for (const round of rounds) {
      expect((await subscriber.act('suspend')).error).toBeNull();
      expect((await logIn('first'))?.code, `suspended, round ${round}`).toBe('Access-Reject');
      expect((await subscriber.act('restore')).error).toBeNull();
      expect((await logIn('first'))?.code, `restored, round ${round}`).toBe('Access-Accept');
    }
  });

  it('a renewal', async () => {
    const prepaid = { prepaid_postpaid: 'Prepaid', password: 'first' };
    for (const round of rounds.slice(0, 10)) {
      const renewed = await shop.subscribe(prepaid);
      expect((await logIn('first', nas, renewed))?.code, `unpaid, round ${round}`).toBe('Access-Reject');
      await renewed.pay(499);
      await renewed.act('renew');
      expect((await logIn('first', nas, renewed))?.code, `round ${round}`).toBe('Access-Accept');
    }
  });

  it('another plan, and another speed of the plan', async () => {
    for (const round of rounds.slice(0, 10)) {
      const plan = await shop.plan({ bw_mgmt: 'Radius', bw1_dl: 3000 + round, bw1_ul: 1000 });
      expect((await subscriber.changePlan(plan, 'immediately')).error).toBeNull();
      expect((await accept())?.includes(`1000k/${3000 + round}k`), `round ${round}`).toBe(true);
      await api.ok('plan/update', { id: plan.planid, bw1_dl: 5000 + round, bw1_ul: 1000 }, shop.me);
      expect((await accept())?.includes(`1000k/${5000 + round}k`), `updated, round ${round}`).toBe(true);
    }
  });

  it('a new NAS', async () => {
    for (const round of rounds.slice(0, 20)) {
      const added = await newNas(`127.9.1.${round + 1}`);
      // The server does not answer unknown NASes.
      expect((await logIn('wrong', added))?.code, `round ${round}`).toBe('Access-Reject');
      added.close();
    }
  });
});
