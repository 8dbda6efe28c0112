import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import { query, sql } from '../../src/db/sql.ts';
import { ChargeableIdentities } from '../../src/radius/state/directory/chargeable-identities.ts';
import { makeNas } from '../factories/network.ts';
import { makePlan } from '../factories/plans.ts';
import { makeService } from '../factories/services.ts';
import { makeIsp } from '../factories/tenants.ts';
import { freshDatabase } from '../fixtures/database.ts';
import { accounting } from './fixtures/accounting.ts';
import type { Pair } from './fixtures/radius-package.ts';
import { startTestServer } from './fixtures/server.ts';
import { TestNas } from './fixtures/test-nas.ts';

const db = await freshDatabase();
const isp = await makeIsp(db);
const plan = await makePlan(db, isp);
const nasRow = await makeNas(db, isp);
const foreignRow = await makeNas(db, await makeIsp(db));
const servers = [await startTestServer(db), await startTestServer(db)] as const;
let nas: TestNas;
let foreign: TestNas;
beforeAll(async () => {
  nas = await TestNas.open(nasRow);
  foreign = await TestNas.open(foreignRow);
});
afterAll(() => {
  nas.close();
  foreign.close();
});

const ASKED: Pair = [89, Buffer.of(0)];

async function identityOf(username: string, more: readonly Pair[] = [ASKED], server = servers[0]) {
  const login: Pair[] = [['User-Name', username], ['User-Password', 'secret'], ...more];
  const answer = await nas.ask(server.authPort, nas.accessRequest(login));
  expect(answer?.code).toBe('Access-Accept');
  const found = (answer?.raw_attributes ?? []).filter(([type]) => type === 89).map(([, value]) => value.toString());
  expect(found.length).toBeLessThan(2);
  return found[0];
}

describe('Chargeable-User-Identity', () => {
  it('is sent where it is asked for: the same each time and on each node, another one for each operator and service', async () => {
    const [one, two] = [await makeService(db, plan), await makeService(db, plan)];
    const at = (operator: string): Pair[] => [ASKED, [126, Buffer.from(operator)]];
    expect(await identityOf(one.username, [])).toBeUndefined();
    const identity = await identityOf(one.username);
    expect(identity).toMatch(/^[0-9a-f]{32}$/);
    const others = [
      await identityOf(one.username, at('1north.example')),
      await identityOf(one.username, at('1south.example')),
      await identityOf(two.username),
    ];
    expect(new Set([identity, ...others]).size).toBe(4);
    expect(await identityOf(one.username, at('1north.example'), servers[1])).toBe(others[0]);
    expect(await identityOf(one.username, [[89, Buffer.from(identity ?? '')]])).toBe(identity);
  });

  it('finds the service in accounting where Class is missing, whatever its name, but never one of another ISP', async () => {
    const { id, username } = await makeService(db, plan);
    const identity = await identityOf(username);
    // The node that gets the accounting has heard of the service.
    expect(await identityOf(username, [ASKED], servers[1])).toBe(identity);
    const start = (session: string) =>
      accounting({
        ...{ type: 'Start', username: 'anonymous@hotspot.example', session, at: Date.now() },
        more: [[89, Buffer.from(identity ?? '')]],
      });
    await nas.ask(servers[1].acctPort, nas.accountingRequest(start('own')));
    await foreign.ask(servers[1].acctPort, foreign.accountingRequest(start('foreign')));
    const found = await query(
      db.pool,
      sql`SELECT acct_session_id AS session, service_id AS service FROM radius.session ORDER BY 1 DESC`,
    );
    expect(found).toEqual([
      { session: 'own', service: id },
      { session: 'foreign', service: null },
    ]);
  });

  it('is read with the key before too, and what others have made is none', () => {
    const [old, young] = [randomBytes(32), randomBytes(32)];
    const identity = new ChargeableIdentities(new SecretsKeys(old)).of(4_294_967_295, Buffer.alloc(0));
    const rotated = new ChargeableIdentities(new SecretsKeys(young, old));
    expect(rotated.serviceIn(identity.toUpperCase())).toBe(4_294_967_295);
    expect(rotated.of(4_294_967_295, Buffer.alloc(0))).not.toBe(identity);
    for (const other of ['', '0'.repeat(32), identity.slice(1), `${identity}0`, 'x'.repeat(32)])
      expect(rotated.serviceIn(other)).toBeNull();
    expect(new ChargeableIdentities(new SecretsKeys(young)).serviceIn(identity)).toBeNull();
  });
});
