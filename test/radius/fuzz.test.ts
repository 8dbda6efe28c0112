import { expect, it } from 'vitest';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { Authority } from '../fixtures/certificates.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { startTestServer } from './fixtures/server.ts';
import { CoaLine } from './fuzz/coa-line.ts';
import { runFuzz } from './fuzz/fuzz-run.ts';

const PACKETS = 20_000;

it(`of ${PACKETS} packets no inauthentic one is answered, and the server continues`, {
  timeout: 240_000,
}, async () => {
  const db = await freshDatabase();
  const isp = await makeIsp(db);
  const plan = await makePlan(db, isp);
  const users = await Promise.all(Array.from({ length: 5 }, () => makeService(db, plan)));
  const witness = await makeService(db, plan);
  const coa = await CoaLine.open();
  await makeNas(db, isp, { ip: '127.0.0.1', requireMessageAuthenticator: 'yes', coaPort: coa.port });
  const authority = await Authority.create();
  const { certFile, keyFile } = await authority.issue({ names: 'DNS:radius.example.net' });
  const settings = { EAP_CERT: certFile, EAP_KEY: keyFile, EAP_CA: authority.certFile };
  const server = await startTestServer(db, { settings });
  const outcome = await runFuzz(
    {
      auth: server.authPort,
      acct: server.acctPort,
      secret: 'testing123',
      users,
      coa,
      witness: { username: witness.username, password: 'secret' },
    },
    { seed: 20_261_121, packets: PACKETS, authenticShare: 0.1 },
  );
  // Sessions are taken over; when their Disconnects are sent, and how many, depends on timing.
  await expect.poll(() => coa.asked).toBeGreaterThan(5);
  coa.close();
  expect(outcome.wrong + coa.wrong).toBe(0);
  expect(outcome.authentic).toBeGreaterThan(PACKETS / 12);
  expect(outcome.answers).toBeGreaterThan(outcome.authentic / 3);
  expect(await server.metric('lastmile_radius_packets_total', { outcome: 'fault' })).toBe(0);
  // More EAP conversations continued than were begun in between, one per hundred packets.
  const challenges = await server.metric('lastmile_radius_packets_total', { outcome: 'challenge' });
  expect(challenges).toBeGreaterThan(1.5 * (PACKETS / 100));
});
