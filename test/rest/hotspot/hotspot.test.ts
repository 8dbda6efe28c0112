import { afterAll, describe, expect, it } from 'vitest';
import { endCodes } from '../../../src/areas/online/hotspot/expire.ts';
import { dayOf } from '../../../src/core/zone.ts';
import { query, sql } from '../../../src/db/sql.ts';
import { startApi } from '../../fixtures/api.ts';
import { linesOf } from '../../fixtures/pdf-text.ts';
import { Shop } from '../../fixtures/subscriber.ts';
import { accounting } from '../../radius/fixtures/accounting.ts';
import type { Decoded, Pair } from '../../radius/fixtures/radius-package.ts';
import { startTestServer } from '../../radius/fixtures/server.ts';
import { TestNas } from '../../radius/fixtures/test-nas.ts';
import { browse, codesOf, HOSTS, HotspotNas, LOGIN, makeBatch, printed, routerOs } from './guest.ts';

const SECRET = 'uam-secret';
const api = await startApi({ TRUSTED_PROXIES: '127.0.0.1' });
const [shop, neighbour] = [await Shop.open(api), await Shop.open(api)];
api.clock.at = new Date(Math.floor(Date.now() / 1_000) * 1_000);
const server = await startTestServer(api.db, { clock: { now: () => api.clock.now() } });
const [here, elsewhere, theirs] = [
  await hotspotOf(shop, '127.9.7.1'),
  await hotspotOf(shop, '127.9.7.2', { hotspot_hosts: '10.6.50.1' }),
  await hotspotOf(neighbour, '127.9.7.3'),
];

async function hotspotOf(of: Shop, ip: string, more: Record<string, string> = {}): Promise<HotspotNas> {
  const nas = await TestNas.open({ ip });
  afterAll(() => nas.close());
  const fields = {
    resellerid: 0,
    name: ip,
    ip,
    secret: 'testing123',
    hotspot_hosts: HOSTS,
    uam_secret: SECRET,
    ...more,
  };
  await api.ok('radius/nas/create', fields, of.me);
  return new HotspotNas(server, nas);
}

let devices = 0;
/** A device of its own at an address of its own. */
function device() {
  devices += 1;
  const octets = [devices >> 8, devices & 255];
  const mac = `02:00:5e:77:${octets.map((octet) => octet.toString(16).padStart(2, '0')).join(':')}`;
  return { mac, from: `198.51.${octets.join('.')}` };
}

const pass = (seconds: number): void => {
  api.clock.at = new Date(api.clock.now().getTime() + seconds * 1_000);
};

/** The address that a guest with a code is sent to. */
async function ticketFor(code: string, { mac, from } = device()): Promise<URL> {
  const { to, text } = await browse(api, shop.ispid, { ...routerOs(mac), code }, { from });
  if (!to) throw new Error(text);
  return to;
}

const lastReason = async (): Promise<unknown> => {
  await expect.poll(async () => (await rejects())[0]?.username).toMatch(/^hs-/);
  return (await rejects())[0];
};
const rejects = () =>
  query<{ username: string; reason: string; kind: string }>(
    api.db.pool,
    sql`SELECT username, reason, kind FROM radius.auth_log WHERE response = 'Access-Reject' ORDER BY id DESC LIMIT 1`,
  );

const timeoutIn = (answer: Decoded | null) => answer?.attributes['Session-Timeout'];

describe('a guest with a code', () => {
  it('is let in by RouterOS with CHAP, and the code makes a service that books no money', async () => {
    const guest = device();
    const [code = ''] = await codesOf(shop);
    const shown = await browse(api, shop.ispid, routerOs(guest.mac), guest);
    expect(shown.status).toBe(200);
    expect(shown.text).toContain('<label for="code">');
    expect(shown.text).not.toContain('<script');
    expect(Buffer.byteLength(shown.text)).toBeLessThan(20_000);
    expect(shown.headers.get('content-security-policy')).toContain("form-action 'self' http://10.5.50.1");

    const to = await ticketFor(code, guest);
    expect(`${to.origin}${to.pathname}`).toBe(LOGIN);
    expect(to.searchParams.get('dst')).toBe('http://news.example.org/?a=1&b=2');
    const answer = await here.byChap(to, guest.mac.toUpperCase().replaceAll(':', '-'));
    expect(answer?.code).toBe('Access-Accept');
    expect(answer?.attributes['User-Name']).toMatch(/^guest-/);
    const [row] = await api.ok<Record<string, string>[]>('hotspot/code_list', {}, shop.me);
    expect(row).toMatchObject({ status: 'Used', username: answer?.attributes['User-Name'] });
    const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id: Number(row?.serviceid) } });
    expect([service.status, service.osAmt.toFixed(2)]).toEqual(['Active', '0.00']);
    // The day of the plan may end before the code does.
    expect(timeoutIn(answer)).toBeLessThanOrEqual(24 * 3_600);
  });

  it('is let in with PAP where the NAS asks for no CHAP', async () => {
    const { mac, from } = device();
    const [code = ''] = await codesOf(shop);
    const { 'chap-id': _, 'chap-challenge': __, ...plain } = routerOs(mac);
    const { to } = await browse(api, shop.ispid, { ...plain, code }, { from });
    expect((await here.byPap(to as URL, mac))?.code).toBe('Access-Accept');
  });

  it('is let in by CoovaChilli, whose portal has a secret or none', async () => {
    const challenge = Buffer.from('5b1d296db7826a655411dcd83ee25154', 'hex');
    const uam = { res: 'notyet', uamip: '10.1.0.1', uamport: '3990', challenge: challenge.toString('hex'), nasid: '' };
    for (const secret of [SECRET, null]) {
      await api.ok('radius/nas/update', { id: await idOf('127.9.7.1'), uam_secret: secret ?? '' }, shop.me);
      const { mac, from } = device();
      const [code = ''] = await codesOf(shop);
      const asked = { ...uam, mac: mac.toUpperCase().replaceAll(':', '-'), userurl: 'http://captive.example.org/x' };
      expect((await browse(api, shop.ispid, asked, { from, method: 'GET' })).text).toContain('name="challenge"');
      const { to } = await browse(api, shop.ispid, { ...asked, code }, { from });
      expect(`${to?.origin}${to?.pathname}`).toBe('http://10.1.0.1:3990/logon');
      expect(to?.searchParams.get('userurl')).toBe('http://captive.example.org/x');
      expect((await here.byUam(to as URL, mac, challenge, secret))?.code).toBe('Access-Accept');
    }
    await api.ok('radius/nas/update', { id: await idOf('127.9.7.1'), uam_secret: SECRET }, shop.me);
    const after = await browse(api, shop.ispid, { ...uam, res: 'success', mac: '' }, { method: 'GET' });
    expect(after.text).toContain('You are online.');
  });

  it('comes again with the same device while the code is valid, and nobody else does', async () => {
    const guest = device();
    const [code = ''] = await codesOf(shop, { valid_hours: 2 });
    await here.byChap(await ticketFor(code, guest), guest.mac);
    const services = await api.db.prisma.service.count();
    expect(
      (await here.byChap(await ticketFor(` ${code.slice(0, 7)} - ${code.slice(7)}`, guest), guest.mac))?.code,
    ).toBe('Access-Accept');
    const other = device();
    const refused = await browse(api, shop.ispid, { ...routerOs(other.mac), code }, other);
    expect([refused.status, refused.to]).toEqual([200, null]);
    expect(refused.text).toContain('This code does not work');
    pass(2 * 3_600);
    const late = await browse(api, shop.ispid, { ...routerOs(guest.mac), code }, guest);
    expect(late.text).toContain('This code does not work');
    expect(await api.db.prisma.service.count()).toBe(services);
  });

  it('need not enter it again where the batch remembers devices', async () => {
    const guest = device();
    const [code = ''] = await codesOf(shop, { remember_devices: 'Y' });
    await ticketFor(code, guest);
    const page = await browse(api, shop.ispid, routerOs(guest.mac), guest);
    expect(page.text).toContain('name="known"');
    const { to } = await browse(api, shop.ispid, { ...routerOs(guest.mac), known: '1' }, guest);
    expect((await here.byChap(to as URL, guest.mac))?.code).toBe('Access-Accept');
    // What somebody else claims is of no use to their own device.
    const { to: claimed } = await browse(api, shop.ispid, { ...routerOs(guest.mac), known: '1' }, device());
    expect((await here.byChap(claimed as URL, device().mac))?.code).toBe('Access-Reject');
    const stranger = device();
    expect((await browse(api, shop.ispid, { ...routerOs(stranger.mac), known: '1' }, stranger)).to).toBeNull();
  });

  it('reads the page in Hindi, and writes the code in its digits', async () => {
    const guest = device();
    const [code = ''] = await codesOf(shop);
    const page = await browse(api, shop.ispid, { ...routerOs(guest.mac), lang: 'hi' }, guest);
    expect(page.text).toContain('<html lang="hi">');
    expect(page.text).toContain('आपका कोड');
    const hindi = code.replace(/\d/g, (digit) => String.fromCharCode(0x966 + Number(digit)));
    expect(await ticketFor(hindi, guest)).not.toBeNull();
  });
});

const idOf = async (ip: string): Promise<number> =>
  (await api.db.prisma.nas.findFirstOrThrow({ where: { ip }, select: { id: true } })).id;

describe('a ticket', () => {
  it('is good once', async () => {
    const guest = device();
    const to = await ticketFor((await codesOf(shop))[0] as string, guest);
    const answers = await Promise.all(Array.from({ length: 12 }, () => here.byChap(to, guest.mac)));
    expect(answers.filter((answer) => answer?.code === 'Access-Accept')).toHaveLength(1);
    await expect.poll(lastReason).toMatchObject({ kind: 'bad_ticket', reason: 'the hotspot ticket has been used' });
  });

  it('is good for its device, at its NAS, for a minute', async () => {
    const guest = device();
    const codes = await codesOf(shop, { count: 4 });
    const next = async () => ticketFor(codes.shift() as string, device());
    const reject = async (asking: Promise<Decoded | null>, reason: string) => {
      expect((await asking)?.code).toBe('Access-Reject');
      await expect.poll(lastReason).toMatchObject({ kind: 'bad_ticket', reason });
    };
    await reject(here.byChap(await next(), guest.mac), 'the hotspot ticket is for another device');
    const own = device();
    const [to, late] = [await ticketFor(codes.shift() as string, own), device()];
    await reject(elsewhere.byChap(to, own.mac), 'the hotspot ticket is for another NAS');
    await reject(theirs.byChap(to, own.mac), 'the hotspot ticket is unknown here');
    expect((await here.byChap(to, own.mac))?.code).toBe('Access-Accept');
    const slow = await ticketFor(codes.shift() as string, late);
    pass(61);
    await reject(here.byChap(slow, late.mac), 'the hotspot ticket has expired');
    slow.searchParams.set('username', `hs-${'A'.repeat(22)}`);
    await reject(here.byChap(slow, late.mac), 'the hotspot ticket is not one of this node');
  });
});

describe('the page', () => {
  it.each([
    ['a host of nobody', { 'link-login-only': 'http://evil.example.org/login' }],
    ['another port', { 'link-login-only': 'http://10.5.50.1:8080/login' }],
    ['another page', { 'link-login-only': 'http://10.5.50.1/logout' }],
    ['a user in the address', { 'link-login-only': 'http://10.5.50.1@evil.example.org/login' }],
    ['an address in other notation', { 'link-login-only': 'http://0x0a.5.50.1/login' }],
    ['a backslash', { 'link-login-only': 'http://10.5.50.1\\@evil.example.org/login' }],
    ['a path that goes up', { 'link-login-only': 'http://10.5.50.1/a/../login' }],
    ['a query', { 'link-login-only': 'http://10.5.50.1/login?x=/login' }],
    ['a fragment', { 'link-login-only': 'http://10.5.50.1/#/login' }],
    ['a script', { 'link-login-only': 'javascript:alert(1)//login' }],
    ['another protocol', { 'link-login-only': 'ftp://10.5.50.1/login' }],
    ['no device', { mac: '' }],
    ['a device that is none', { mac: '02:00:5e:77' }],
    ['a challenge of no octets', { 'chap-challenge': '\\999' }],
    ['half a challenge', { 'chap-id': '' }],
    ['a value that is too long', { 'link-orig': `http://example.org/${'a'.repeat(2_100)}` }],
    ['a portal of nobody', { uamip: '10.9.9.9', uamport: '3990', challenge: 'ab'.repeat(16) }],
    ['a port of no portal', { uamip: '10.1.0.1', uamport: '0', challenge: 'ab'.repeat(16) }],
  ])('answers 400 with one sentence to %s', async (_, bad) => {
    const guest = device();
    const { status, text, to } = await browse(api, shop.ispid, { ...routerOs(guest.mac), ...bad, code: '1' }, guest);
    expect([status, to]).toEqual([400, null]);
    expect(text).toMatch(/^[^\n]+\n$/);
  });

  it('takes the address of a device in every notation', async () => {
    const plain = device().mac.replaceAll(':', '');
    for (const mac of [
      plain,
      plain.toUpperCase(),
      plain.replace(/(....)(?=.)/g, '$1.'),
      plain.replace(/(..)(?=.)/g, '$1-'),
    ])
      expect((await browse(api, shop.ispid, routerOs(mac))).status, mac).toBe(200);
  });

  it('refuses what is too large or not in UTF-8, and is nowhere else', async () => {
    const page = `${api.url}/hotspot/${shop.ispid}`;
    const send = async (body: string, type = 'application/x-www-form-urlencoded') =>
      (await fetch(page, { method: 'POST', body, headers: { 'content-type': type } })).status;
    expect(await send(`x=${'a'.repeat(17_000)}`)).toBe(413);
    expect(await send('mac=%ff%fe')).toBe(400);
    expect(await send('{}', 'application/json')).toBe(400);
    for (const path of ['/abc', '/0', '/999999', '/99999999999'])
      expect((await fetch(`${api.url}/hotspot${path}`)).status, path).toBe(404);
    expect((await browse(api, shop.ispid, {}, { method: 'GET' })).text).toContain('works only on the Wi-Fi');
  });

  it('redeems nothing by an address alone', async () => {
    const guest = device();
    const [code = ''] = await codesOf(shop);
    const { to, status } = await browse(api, shop.ispid, { ...routerOs(guest.mac), code }, { ...guest, method: 'GET' });
    expect([to, status]).toEqual([null, 200]);
    expect(await ticketFor(code, guest)).not.toBeNull();
  });

  it('says what the NAS refused, and lets nothing of what is sent be read as HTML', async () => {
    const nasty = '"><script>alert(1)</script>';
    const guest = device();
    const { text } = await browse(api, shop.ispid, { ...routerOs(guest.mac), ip: nasty, error: nasty }, guest);
    expect(text).toContain('The hotspot did not let you in');
    expect(text).not.toContain('<script');
  });
});

describe('codes', () => {
  it('that twenty redeem at once make one service', async () => {
    const guest = device();
    const [code = ''] = await codesOf(shop);
    const before = await api.db.prisma.service.count();
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, at) =>
        browse(
          api,
          shop.ispid,
          { ...routerOs(at < 10 ? guest.mac : device().mac), code },
          { from: `203.0.113.${at + 1}` },
        ),
      ),
    );
    expect(await api.db.prisma.service.count()).toBe(before + 1);
    expect(answers.filter(({ to }) => to !== null).length).toBeGreaterThan(0);
    const [row] = await api.ok<Record<string, string>[]>(
      'hotspot/code_list',
      { status: 'Used', rows_limit: 1 },
      shop.me,
    );
    expect(row?.serviceid).not.toBeNull();
  });

  it('that nobody has are tried five times, also twelve at once, by a device, and fifty times from an address', async () => {
    const [code = ''] = await codesOf(shop);
    const wrong = '00000000000000';
    const guess = (mac: string, from: string) => browse(api, shop.ispid, { ...routerOs(mac), code: wrong }, { from });
    const { mac, from } = device();
    const at = await Promise.all(Array.from({ length: 12 }, () => guess(mac, from)));
    expect(at.filter(({ status }) => status === 429)).toHaveLength(7);
    expect(at.find(({ status }) => status === 429)?.text).toContain('Too many wrong codes. Try again in 15 minutes.');
    expect((await browse(api, shop.ispid, { ...routerOs(mac), code }, { from })).status).toBe(429);
    // Others at the same place are let in, and the device itself elsewhere, since somebody else may have named it.
    expect(await ticketFor(code, { mac: device().mac, from })).not.toBeNull();
    expect((await guess(mac, device().from)).status).toBe(200);
    const crowd = await Promise.all(Array.from({ length: 50 }, () => guess(device().mac, from)));
    expect(crowd.filter(({ status }) => status === 429)).toHaveLength(5);
    // A digit that was mistyped is no guess.
    const typing = device();
    for (let times = 0; times < 8; times += 1)
      await browse(api, shop.ispid, { ...routerOs(typing.mac), code: '00000000000001' }, typing);
    expect(await api.db.prisma.hotspotGuess.count({ where: { source: { contains: typing.mac } } })).toBe(0);
    expect((await browse(api, shop.ispid, { ...routerOs(typing.mac), code: wrong }, typing)).status).toBe(200);
    pass(15 * 60);
    expect((await guess(mac, from)).status).toBe(200);
  });

  it('are not taken for an hour after a thousand wrong ones at an ISP, of which its systems are told', async () => {
    await api.ok('isp/settings_update', { ispid: neighbour.ispid, event_feed: 'Y' }, neighbour.me);
    await query(
      api.db.pool,
      sql`INSERT INTO crm.hotspot_guess (isp_id, source, count, since)
          VALUES (${neighbour.ispid}, 'all', 999, ${api.clock.now()}::timestamptz)`,
    );
    const [guest, other] = [device(), device()];
    const guess = { ...routerOs(guest.mac), code: '00000000000000' };
    expect((await browse(api, neighbour.ispid, guess, guest)).status).toBe(200);
    expect((await browse(api, neighbour.ispid, { ...routerOs(other.mac), code: '1' }, other)).status).toBe(429);
    const told = await query(
      api.db.pool,
      sql`SELECT data -> 'guesses' AS guesses FROM crm.unnumbered_event WHERE type = 'hotspot.guessed'
          UNION ALL SELECT data -> 'guesses' FROM crm.event WHERE type = 'hotspot.guessed'`,
    );
    expect(told).toEqual([{ guesses: 1000 }]);
    pass(3_600);
    expect((await browse(api, neighbour.ispid, { ...routerOs(other.mac), code: '1' }, other)).status).toBe(200);
  });

  it('of another ISP, void or past their last day are like those that nobody has', async () => {
    const batchid = await makeBatch(shop, { count: 2 });
    const file = (await api.call('hotspot/batch_print', { id: batchid }, shop.me)).result;
    const [code = ''] = printed(file);
    const guest = device();
    const at = async (ispid: number) => (await browse(api, ispid, { ...routerOs(guest.mac), code }, guest)).text;
    expect(await at(neighbour.ispid)).toContain('This code does not work');
    await api.ok('hotspot/batch_void', { id: batchid }, shop.me);
    expect(await at(shop.ispid)).toContain('This code does not work');
    const [late = ''] = await codesOf(shop, { use_until: dayOf(api.clock.now(), 'Asia/Kolkata') });
    pass(2 * 86_400);
    expect((await browse(api, shop.ispid, { ...routerOs(guest.mac), code: late }, guest)).text).toContain(
      'does not work',
    );
    await endCodes(api.kernel, new AbortController().signal);
    expect(await api.ok('hotspot/code_list', { status: 'Expired', batchid: batchid + 1 }, shop.me)).toHaveLength(1);
  });

  it('are printed for an hour, and are in no list', async () => {
    const id = await makeBatch(shop, { count: 3 });
    const first = await api.call('hotspot/batch_print', { id }, shop.me);
    expect([first.status, first.headers.get('content-type')]).toEqual([200, 'text/csv']);
    pass(3_000);
    expect((await api.call('hotspot/batch_print', { id }, shop.me)).result).toEqual(first.result);
    const sheet = await api.call('hotspot/batch_sheet', { id, from_serial: 2 }, shop.me);
    expect([sheet.status, sheet.headers.get('content-type')]).toEqual([200, 'application/pdf']);
    expect(
      linesOf(sheet.result as Buffer)
        .flat()
        .join(' '),
    ).toContain('No. 3');
    const lists = [await api.call('hotspot/code_list', {}, shop.me), await api.call('hotspot/batch_list', {}, shop.me)];
    for (const code of printed(first.result)) expect(JSON.stringify(lists)).not.toContain(code);
    pass(700);
    expect((await api.call('hotspot/batch_print', { id }, shop.me)).status).toBe(409);
    await endCodes(api.kernel, new AbortController().signal);
    expect(await api.db.prisma.hotspotCode.count({ where: { batchId: id, codeEnc: { not: null } } })).toBe(0);
    expect(await ticketFor(printed(first.result)[0] as string)).not.toBeNull();
  });

  it('need a sub plan that is free of charge', async () => {
    const { planid, subplanid } = shop;
    await expect(makeBatch(shop, { planid, subplanid })).rejects.toThrow('subplanid: must be free of charge');
  });

  it('end with their service', async () => {
    const guest = device();
    const [code = ''] = await codesOf(shop, { valid_hours: 1 });
    const answer = await here.byChap(await ticketFor(code, guest), guest.mac);
    expect(timeoutIn(answer)).toBeLessThanOrEqual(3_600);
    pass(3_601);
    await endCodes(api.kernel, new AbortController().signal);
    const username = String(answer?.attributes['User-Name']);
    const service = await api.db.prisma.service.findFirstOrThrow({ where: { username } });
    expect(service.status).toBe('Suspend');
  });
});

describe('the time of a plan', () => {
  it('of an hour ends in the second sitting, whichever name the NAS reports', async () => {
    const guest = device();
    const plan = await shop.plan({ amt1: 0, time_limit_min: 60 });
    const [code = ''] = await codesOf(shop, { ...plan, valid_hours: 48 });
    const sit = async () => {
      const to = await ticketFor(code, guest);
      return { answer: await here.byChap(to, guest.mac), name: to.searchParams.get('username') as string };
    };
    const report = (
      type: 'Start' | 'Stop',
      session: string,
      { answer, name }: Awaited<ReturnType<typeof sit>>,
      seconds = 0,
    ) => {
      const more: Pair[] = [
        ['Class', answer?.attributes.Class as Buffer],
        ['Calling-Station-Id', guest.mac],
      ];
      const at = api.clock.now().getTime();
      return here.nas.ask(
        server.acctPort,
        here.nas.accountingRequest(accounting({ type, username: name, session, at, seconds, more })),
      );
    };
    const first = await sit();
    expect(timeoutIn(first.answer)).toBe(3_600);
    await report('Start', 'hour-1', first);
    pass(2_000);
    await report('Stop', 'hour-1', first, 2_000);
    pass(7_200);
    const second = await sit();
    expect(Math.abs(Number(timeoutIn(second.answer)) - 1_600)).toBeLessThanOrEqual(5);
    await report('Start', 'hour-2', second);
    pass(1_600);
    await report('Stop', 'hour-2', second, 1_600);
    expect((await sit()).answer?.code).toBe('Access-Reject');
    await expect
      .poll(async () => (await rejects())[0])
      .toMatchObject({ kind: 'not_entitled', reason: 'the time of the plan is used up' });
  });
});
