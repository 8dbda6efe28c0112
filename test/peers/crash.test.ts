import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api } from './support/api.ts';
import { example, makeNetwork, makeTenant, NAS_SECRET } from './support/example.ts';
import { Installation, type Node } from './support/installation.ts';
import { attributeOf, packetsIn } from './support/packets.ts';
import type { Running } from './support/process.ts';
import { type Attributes, account, stream } from './support/radclient.ts';
import { ADMIN_API_KEY } from './support/story.ts';

const MB = 2 ** 20;
/** More than a node takes in before it is killed. */
const RECORDS = 5_000;
const USERS = ['asha', 'bala', 'chitra', 'dev'];

/** An answer to an accounting packet promises that it is durable: a NAS forgets what was answered. */
describe('a node that is killed while it accounts', () => {
  let site: Installation;
  let node: Node;
  let isp: Api;
  const streams = new Map<string, Running>();

  beforeAll(async () => {
    site = await Installation.make();
    node = await site.start({ ADMIN_API_KEY });
    const admin = new Api(site.baseUrl, { userid: 1, api_key: ADMIN_API_KEY });
    isp = (await makeTenant(admin, { code: 'EXN', username: 'exn-admin' })).api;
    const network = await makeNetwork(isp);
    for (const username of [...USERS, 'starter']) {
      await isp.result('service/create', { ...example.service, ...network, username, password: 'hello' });
    }
  });
  afterAll(async () => {
    for (const running of streams.values()) running.signal('SIGKILL');
    await node?.stop();
    await site?.remove();
  });

  it('answers, until it is killed', async () => {
    const caller = { port: site.ports.acct, secret: NAS_SECRET };
    for (const username of USERS) streams.set(username, stream('acct', caller, updatesOf(username)));
    streams.set('starter', stream('acct', caller, starts()));
    while (answersIn(streams.get('starter')).length < 50) await sleep(20);
    await node.kill();
    // What was under way has arrived by then, or never will.
    await sleep(300);
    for (const running of streams.values()) {
      expect(running.outcome, 'it was killed in the middle').toBeUndefined();
      running.signal('SIGKILL');
      await running.ended;
    }
    for (const username of USERS) expect(answersIn(streams.get(username)).length).toBeGreaterThan(10);
  });

  it('starts again over the same data', async () => {
    node = await site.start();
    expect(node.output).not.toMatch(/api_key/);
  });

  it.each(USERS)('has every counter of %s that it answered', async (username) => {
    const answered = Number(answersIn(streams.get(username)).at(-1));
    const status = await isp.result('radius/user/status', { username });
    const sent = Number(sentIn(streams.get(username)).at(-1));
    expect(Number(status.ul_mb)).toBeGreaterThanOrEqual(answered / MB);
    expect(Number(status.ul_mb), 'and nothing that was not sent').toBeLessThanOrEqual(sent / MB);
    expect(Number(status.dl_mb), 'of the same record').toBe(2 * Number(status.ul_mb));
    expect(Number(status.session_duration)).toBe(Number(status.ul_mb));
  });

  it('has every session whose Start it answered, and each once', async () => {
    const answered = answersIn(streams.get('starter'));
    const stored: string[] = [];
    for (let offset = 0; ; offset += 100) {
      const rows = await isp.result('radius/user/session_log', { rows_limit: 100, rows_offset: offset });
      stored.push(...rows.map(({ sessionid }: { sessionid: string }) => sessionid));
      if (rows.length < 100) break;
    }
    expect(new Set(stored).size).toBe(stored.length);
    expect(stored).toEqual(expect.arrayContaining(answered));
  });

  it('goes on counting where it was', async () => {
    const [username = ''] = USERS;
    const caller = { port: site.ports.acct, secret: NAS_SECRET };
    await account(caller, { ...updatesOf(username)[RECORDS - 1] });
    expect(await isp.result('radius/user/status', { username })).toMatchObject({ ul_mb: `${RECORDS - 1}.00` });
    const [service] = await isp.result('service/list', { username });
    expect(Number(service.used_gb), 'nothing was counted twice').toBeCloseTo((3 * (RECORDS - 1)) / 1024, 2);
  });
});

/** A Start, and updates that grow by a megabyte up and two down with every second. */
function updatesOf(username: string): Attributes[] {
  const session = { 'User-Name': username, 'Acct-Session-Id': `id-${username}`, 'NAS-IP-Address': '127.0.0.1' };
  return Array.from({ length: RECORDS }, (_, second) => ({
    ...session,
    'Acct-Status-Type': second === 0 ? 'Start' : 'Interim-Update',
    'Acct-Session-Time': second,
    'Acct-Input-Gigawords': Math.floor((second * MB) / 2 ** 32),
    'Acct-Input-Octets': (second * MB) % 2 ** 32,
    'Acct-Output-Gigawords': Math.floor((2 * second * MB) / 2 ** 32),
    'Acct-Output-Octets': (2 * second * MB) % 2 ** 32,
  }));
}

function starts(): Attributes[] {
  return Array.from({ length: RECORDS }, (_, n) => ({
    'User-Name': 'starter',
    'Acct-Session-Id': `start-${n}`,
    'NAS-IP-Address': '127.0.0.1',
    'Acct-Status-Type': 'Start',
  }));
}

/** The marks of the packets that were answered: each is sent once the one before is. */
function answersIn(running: Running | undefined): string[] {
  const packets = packetsIn(running?.stdout ?? '');
  return packets.flatMap((packet, at) => {
    const request = packets[at - 1];
    return packet.direction === 'Received' && request ? [markOf(request)] : [];
  });
}

function sentIn(running: Running | undefined): string[] {
  return packetsIn(running?.stdout ?? '')
    .filter(({ direction }) => direction === 'Sent')
    .map(markOf);
}

/** Octets of an update, session id of a Start. */
function markOf(packet: Parameters<typeof attributeOf>[0]): string {
  const octets = attributeOf(packet, 'Acct-Input-Octets');
  const words = Number(attributeOf(packet, 'Acct-Input-Gigawords') ?? 0);
  return octets === undefined
    ? (attributeOf(packet, 'Acct-Session-Id') ?? '')
    : String(words * 2 ** 32 + Number(octets));
}
