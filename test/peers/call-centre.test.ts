import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { suggestIncidents } from '../../src/areas/care/incidents/suggest.ts';
import { countSessions } from '../../src/areas/insight/dashboard/count-sessions.ts';
import { verifyLedger } from '../../src/areas/money/billing/verify/verify.ts';
import { noteSilence } from '../../src/areas/network/sessions/note-silence.ts';
import { GatewaySimulator } from '../../src/demo/gateway-simulator/simulator.ts';
import { startReceiver } from '../areas/insight/webhooks/receiver.ts';
import { textOf } from '../areas/online/portal/codes.ts';
import type { Api, Parameters } from './support/api.ts';
import { Bot, type CareSettings, MenuCall, VoiceMenu } from './support/care-programs.ts';
import { example } from './support/example.ts';
import { OnlineIsp } from './support/online-isp.ts';
import { openCheckout } from './support/pay-page.ts';
import { account } from './support/radclient.ts';
import { TimedNode } from './support/timed-node.ts';

const MOBILE = '9811122233';
const SPELLINGS = [
  ...[MOBILE, `+91${MOBILE}`, `91${MOBILE}`, `0${MOBILE}`, `+91 98111 22233`, '098111-22233', `tel:+91${MOBILE}`],
  ...[`(+91) 98111.22233`, '९८१११२२२३३', `0091 ${MOBILE}`],
];
/** Subscribers who are online when the NAS goes silent. */
const ONLINE = 40;
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);
const minutes = (count: number) => count * 60_000;

const [hook, sms, graph] = [await startReceiver(), await startReceiver(), await startReceiver()];
let node: TimedNode;
let isp: OnlineIsp;
let menu: VoiceMenu;
let bot: Bot;
let technician: Api;
let technicianid = 0;
let nasid = 0;
let care: CareSettings;
const simulator = new GatewaySimulator(() => node.now);
const online: { readonly serviceid: number; readonly username: string }[] = [];

async function login(username: string, roles: string): Promise<Parameters> {
  const userid = await isp.api.result('auth/user/create', { ...example.login, username, roles, ispid: isp.id });
  return { userid, api_key: (await isp.api.result('auth/user/api_key_rotate', { id: userid })).api_key };
}

beforeAll(async () => {
  await simulator.listen(0);
  const urls = { GATEWAY_SIMULATOR_URL: simulator.url, OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' };
  node = await TimedNode.start(noon('2026-01-25'), { JOBS: 'on', ...urls });
  isp = await OnlineIsp.open(node, { receiver: hook, simulator, coaPort: 3799 });
  const request = { headers: 'content-type: application/json', body: '{"to":"{to}","text":"{text}"}' };
  await isp.api.result('notice/sender_set', { channel: 'sms', url: sms.url, ...request, country_code: 91 });
  await isp.api.result('notice/create', { on: 'pay_link', channel: 'sms', body: 'Pay {amt}: {pay_url}' });
  sms.answer = () => 200;
  const program = await login('exn-voice', 'CareLine');
  const field = await login('exn-field', 'Field');
  technicianid = Number(field.userid);
  technician = isp.api.as(technicianid, String(field.api_key));
  const queueid = await isp.api.result('ticket/queue_create', { name: 'First line' });
  const categoryid = await isp.api.result('ticket/category_create', { name: 'No Internet' });
  care = { baseUrl: node.baseUrl, program, queueid, categoryid };
  [menu, bot] = [await VoiceMenu.start(care), await Bot.start(care, graph)];
  [{ id: nasid }] = await isp.api.result('radius/nas/list', {});
});
afterAll(async () => {
  await Promise.all([menu?.stop(), bot?.stop()]);
  await simulator.close();
  await node?.stop();
});

const service = async (id: number) => (await isp.api.result('service/list', { serviceid: id }))[0];
const minutesBetween = (from = '', to = '') => (Date.parse(to) - Date.parse(from)) / minutes(1);
const pass = (ms: number) => {
  node.now = new Date(node.now.getTime() + ms);
};

describe('a caller whose connection is blocked', () => {
  let asha = 0;
  beforeAll(async () => {
    asha = await isp.subscribe('asha', { mobile: MOBILE }, { billing_start_day: 1 });
    await node.until(noon('2026-02-17'));
  });

  it('is known by ten spellings of the number', async () => {
    const { userid, api_key } = care.program;
    const program = isp.api.as(Number(userid), String(api_key));
    for (const [at, from] of SPELLINGS.entries())
      expect([from, await program.result('care/identify', { call_id: `spelling-${at}`, from })]).toMatchObject([
        from,
        { known: 'Y', level: '1', services: [{ serviceid: String(asha) }] },
      ]);
  });

  it('hears why, is sent a link, pays while the call lasts, and hears that it works', async () => {
    const call = new MenuCall(menu, 'CA1', `+91${MOBILE}`);
    expect(await call.say()).toMatch(
      /^Welcome\. Your connection has been blocked since .*For a payment link, press 1\./,
    );
    expect(call.twiml).toContain('<Say language="hi-IN">हिंदी के लिए 9 दबाएँ।</Say>');
    expect(await call.say('1')).toMatch(/^A payment link is on its way to your number that ends in 2 3 3\./);
    await expect.poll(() => sms.received.length).toBe(1);
    const [, payUrl = ''] = /^Pay 132\.96: (.*)$/.exec(textOf(sms.received[0])) ?? [];
    const pay = await openCheckout(payUrl, simulator.url);
    await pay();
    await expect.poll(async () => (await service(asha)).status).toBe('Active');
    const again = new MenuCall(menu, 'CA2', `+91${MOBILE}`);
    expect(await again.say()).not.toContain('blocked');
  });

  it('hears it in Hindi, and what is due only with the PIN; an agent gets who presses something else', async () => {
    const call = new MenuCall(menu, 'CA3', `+91${MOBILE}`);
    await call.say();
    expect(await call.say('9')).toMatch(/बकाया राशि सुनने के लिए 5 दबाएँ/);
    expect(await call.say('5')).toContain('पिन');
    expect(await call.say('1111')).toMatch(/^यह सही नहीं था।/);
    await call.say('7');
    expect(call.twiml).toMatch(/<Dial>\+911234567890<\/Dial><\/Response>$/);
  });

  it('is not known by the programs, if somebody else than Twilio and Meta calls them', async () => {
    const fields = { CallSid: 'CA4', From: `+91${MOBILE}` };
    expect(await menu.ask('/call', fields, 'another-token')).toEqual({ status: 403, twiml: '' });
    expect((await bot.post({ entry: [] }, 'another-secret')).status).toBe(403);
    expect((await bot.get('hub.verify_token=guess&hub.challenge=42')).status).toBe(403);
    expect(await (await bot.get('hub.verify_token=letmein&hub.challenge=42')).text()).toBe('42');
  });

  it('writes by WhatsApp instead, complains, and has one docket, also if Meta sends it twice', async () => {
    const hello = await bot.hears(`91${MOBILE}`, { text: 'my internet?' });
    expect(hello).toMatchObject({ to: `91${MOBILE}`, buttons: ['ticket', 'person'] });
    expect(hello.text).toMatch(/\n\nWrite your PIN to see what is due\.$/);
    const complaint = await bot.hears(`91${MOBILE}`, { button: 'ticket' }, 'wamid.twice');
    const [, docket = ''] = /^Your complaint has the number (\d{11})\./.exec(complaint.text) ?? [];
    expect(await isp.api.result('ticket/get', { docket })).toMatchObject({ serviceid: String(asha), source: 'Voice' });
    const sent = graph.received.length;
    await bot.hears(`91${MOBILE}`, { button: 'ticket' }, 'wamid.twice');
    expect(graph.received.length).toBe(sent);
    expect(await bot.hears('919700000001', { text: 'hello' })).toMatchObject({ buttons: ['person'] });
  });
});

describe('a NAS that goes silent', () => {
  const session = ({ username }: { username: string }, type: string) =>
    account(node.acctNas, {
      ...{ 'User-Name': username, 'Acct-Session-Id': `s-${username}`, 'NAS-IP-Address': '127.0.0.1' },
      ...{ 'NAS-Port-Id': username, 'Acct-Status-Type': type, 'Acct-Session-Time': type === 'Start' ? 0 : 60 },
    });
  const parts = () => ({ db: node.db, clock: { now: () => node.now } });
  const file = async ({ serviceid }: { serviceid: number }): Promise<number> => {
    const filed = { serviceid, categoryid: care.categoryid, text: 'no Internet', source: 'Voice' };
    return Number((await isp.api.result('ticket/create', filed)).id);
  };
  const tickets: number[] = [];
  let incident = 0;

  it('is suggested as an incident, which concerns who was online there', async () => {
    for (let at = 0; at < ONLINE; at += 1) {
      const username = `sub${at}`;
      const serviceid = await isp.subscribe(username, { mobile: `97111${String(10_000 + at)}` }, {});
      online.push({ serviceid, username });
    }
    for (const each of online) await session(each, 'Start');
    await expect.poll(async () => (await isp.api.result('radius/user/online', { show_count: 1 })) >= ONLINE).toBe(true);
    pass(minutes(60));
    await expect
      .poll(async () => {
        await countSessions(parts());
        await noteSilence(parts());
        await suggestIncidents(parts());
        return (await isp.api.result('incident/list', { status: 'Suggested' })).length;
      })
      .toBe(1);
    for (const each of online.slice(0, ONLINE / 2)) tickets.push(await file(each));
    const { count } = await isp.api.result('incident/preview', { nasid });
    expect(count).toBe(ONLINE);
    [{ id: incident }] = await isp.api.result('incident/list', { status: 'Suggested' });
    await isp.api.result('incident/move', { id: incident, report: 'open', count });
    for (const each of online.slice(ONLINE / 2)) tickets.push(await file(each));
  });

  it('has all forty complaints linked, of before and after, and the menu says what it is', async () => {
    const { tickets: counts } = await isp.api.result('incident/get', { id: incident });
    expect(counts).toEqual({ pending: ONLINE, resolved: 0 });
    const call = new MenuCall(menu, 'CA5', '+919711110000');
    expect(await call.say()).toMatch(/disturbance|outage|fault/i);
  });

  it('is visited: what the technician’s telephone sends twice, hours later, stands once', async () => {
    const [id = 0] = tickets;
    await isp.api.result('ticket/move', { id, report: 'take' });
    const window = { day: '2026-02-17', hours: '09:00-23:00', technicianid };
    const visit = await isp.api.result('visit/create', { ticketid: id, kind: 'Repair', ...window });
    const at = '2026-02-17 13:05:00';
    for (const _ of [1, 2])
      for (const state of ['OnWay', 'Started', 'Done'])
        await technician.result('visit/move', { id: visit, state, done_at: at, client_ref: `phone-${state}` });
    const { state, history } = await isp.api.result('visit/get', { id: visit });
    expect(state).toBe('Done');
    expect(history.filter((each: { action: string }) => each.action === 'move')).toHaveLength(3);
    expect(await isp.api.result('ticket/get', { id })).toMatchObject({ status: 'Open' });
  });

  it('is heard again: the incident is resolved with its complaints, and compensated once', async () => {
    pass(minutes(90));
    for (const each of online.slice(0, 2)) await session(each, 'Interim-Update');
    await isp.api.result('incident/move', { id: incident, report: 'resolve', reason: 'power' });
    expect((await isp.api.result('incident/get', { id: incident })).tickets).toEqual({
      pending: 0,
      resolved: ONLINE,
    });
    const day = { from: '2026-02-17', to: '2026-02-17' };
    const listed = await isp.api.result('ticket/list', { incidentid: incident, rows_limit: 100 });
    const taken: number[] = listed.map((each: Record<string, string>) =>
      minutesBetween(each.created_at, each.resolved_at),
    );
    expect(taken).toHaveLength(ONLINE);
    const { rows } = await isp.api.result('report/tickets_by_nas', day);
    const mean = Math.round(taken.reduce((sum, each) => sum + each, 0) / ONLINE);
    expect(rows).toMatchObject([{ nasid: String(nasid), tickets: ONLINE, resolved: ONLINE, resolution_min: mean }, {}]);
    const terms = { id: incident, compensation: 'Days', actual: 'Y' };
    expect(await isp.api.result('incident/compensate', terms)).toMatchObject({ credited: ONLINE, left: 0 });
    expect(await isp.api.result('incident/compensate', terms)).toMatchObject({ credited: 0, left: 0 });
    expect((await verifyLedger(node.db)).flatMap(({ problems }) => problems)).toEqual([]);
  });
});
