import { Agent, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { numberEvents } from '../../src/areas/insight/events/number-events.ts';
import { setPin } from '../../src/areas/subscribers/customers/care-pin.ts';
import { SecretsKeys } from '../../src/config/secrets-keys.ts';
import type { Parameters } from './support/api.ts';
import { example, makeOffer, makeTenant, type Network, type Tenant } from './support/example.ts';
import { TimedNode } from './support/timed-node.ts';

/** How many numbers the script tries, and how many requests it has open. */
const NUMBERS = 10_000;
const AT_ONCE = 16;
/** Where the numbers of subscribers are among them: one before the limit, the others after. */
const KNOWN_AT = [60, 420, 1_000, 5_000, 9_990];
const PIN = '2583';
const HOUR_MS = 3_600_000;

const numberAt = (at: number) => `+9198${String(10_000_000 + at)}`;

interface Identified {
  readonly known: string;
  readonly level: string;
  readonly services: readonly unknown[];
}

let node: TimedNode;
let isp: Tenant;
let program: Parameters;
const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
beforeAll(async () => {
  node = await TimedNode.start(new Date('2026-01-25T12:00:00+05:30'));
  isp = await makeTenant(node.admin, { code: 'EXN', username: 'exn-admin' });
  await isp.api.result('isp/settings_update', { ispid: isp.id, event_feed: 'Y' });
  const offer = await makeOffer(isp.api);
  const login = { ...example.login, username: 'exn-voice', roles: 'CareLine', ispid: isp.id };
  const userid = await isp.api.result('auth/user/create', login);
  program = { userid, ...(await isp.api.result('auth/user/api_key_rotate', { id: userid })) };
  for (const at of KNOWN_AT) await subscribe(at, offer);
});
afterAll(async () => {
  agent.destroy();
  await node?.stop();
});

async function subscribe(at: number, { planid, subplanid }: Network): Promise<void> {
  const mobile = numberAt(at);
  const customerid = await isp.api.result('customer/create', { ...example.customer, resellerid: 0, mobile });
  const service = { ...example.service, customerid, planid, subplanid, username: `sub${at}`, password: 'hello' };
  await isp.api.result('service/create', service);
  const keys = { secretsKeys: new SecretsKeys(SECRETS_KEY), now: node.now };
  await node.db.transaction((tx) => setPin(tx, { ispId: isp.id, customerId: customerid }, PIN, keys));
}

/** As `TimedNode` sets it. */
const SECRETS_KEY = Buffer.from('5e'.repeat(32), 'hex');

let calls = 0;
/** What a program is told of a caller; of the whole answer, as somebody reads it who has the key. */
async function identify(fields: Parameters): Promise<Identified> {
  calls += 1;
  const given = Object.entries({ ...program, call_id: `script-${calls}`, ...fields });
  const body = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
  const headers = { 'Content-Type': 'application/x-www-form-urlencoded', 'Content-Length': body.length };
  const answer = await new Promise<string>((resolve, reject) => {
    const sent = request(`${node.baseUrl}/api/care/identify`, { method: 'POST', agent, headers }, (response) =>
      resolve(text(response)),
    );
    sent.on('error', reject).end(body);
  });
  const { result, error } = JSON.parse(answer) as { result: Identified; error: string | null };
  if (error !== null) throw new Error(error);
  return result;
}

it('a script of 10,000 numbers finds none of the subscribers after the limit', async () => {
  const found: number[] = [];
  let next = 0;
  const script = async () => {
    for (let at = next++; at < NUMBERS; at = next++) {
      const { known, level, services } = await identify({ from: numberAt(at) });
      if (known !== 'N' || level !== '0' || services.length > 0) found.push(at);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, script));
  expect(found).toEqual([KNOWN_AT[0]]);
  while ((await numberEvents(node.db)) > 0);
  const events = await isp.api.result('event/list', { type: 'care.trawled', rows_limit: 100 });
  expect(events).toHaveLength(1);
});

it('for an hour a known caller is level 0 by the number alone, and level 2 by the PIN', async () => {
  for (const at of KNOWN_AT) {
    expect(await identify({ from: numberAt(at) })).toMatchObject({ known: 'N', level: '0', services: [] });
    expect(await identify({ from: numberAt(at), pin: PIN })).toMatchObject({ known: 'Y', level: '2' });
  }
  node.now = new Date(node.now.getTime() + HOUR_MS - 1);
  expect(await identify({ from: numberAt(60) })).toMatchObject({ level: '0' });
  node.now = new Date(node.now.getTime() + 1);
  expect(await identify({ from: numberAt(60) })).toMatchObject({ known: 'Y', level: '1' });
});
