import { Decimal } from 'decimal.js';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { verifyLedger } from '../../src/areas/money/billing/verify/verify.ts';
import { makeMessages } from '../../src/areas/subscribers/notices/make-messages.ts';
import { GatewaySimulator } from '../../src/demo/gateway-simulator/simulator.ts';
import { startReceiver } from '../areas/insight/webhooks/receiver.ts';
import { startMailServer } from '../areas/subscribers/notices/mail-server.ts';
import { Browser } from '../fixtures/browser.ts';
import { example, NAS_SECRET } from './support/example.ts';
import { type Received, StandInNas } from './support/nas.ts';
import { type FeedEvent, OnlineIsp } from './support/online-isp.ts';
import { attributeOf } from './support/packets.ts';
import { openCheckout } from './support/pay-page.ts';
import { Subscriber } from './support/subscriber.ts';
import { TimedNode } from './support/timed-node.ts';

const RATE = 'Mikrotik-Rate-Limit';
const ADDRESS = '10.0.0.9';
const noon = (day: string) => new Date(`${day}T12:00:00+05:30`);
const sum = (amounts: readonly (string | number)[]) =>
  amounts.reduce((all: Decimal, amt) => all.plus(amt), new Decimal(0)).toFixed(2);

const receiver = await startReceiver();
const mail = await startMailServer();
let node: TimedNode;
let nas: StandInNas;
let isp: OnlineIsp;
const simulator = new GatewaySimulator(() => node.now);
const sent = vi.spyOn(simulator, 'send');
let asha: Subscriber;
/** Of asha, in the walled garden. */
let browser: Browser;
let serviceid = 0;
let prepaidid = 0;

beforeAll(async () => {
  await simulator.listen(0);
  nas = await StandInNas.start(NAS_SECRET);
  node = await TimedNode.start(noon('2026-01-25'), {
    ...{ JOBS: 'on', GATEWAY_SIMULATOR_URL: simulator.url, OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' },
    TRUSTED_PROXIES: '127.0.0.0/8',
  });
  isp = await OnlineIsp.open(node, { receiver, simulator, coaPort: nas.port });
  serviceid = await isp.subscribe('asha', {}, { billing_start_day: 1 });
  await isp.api.result('isp/settings_update', { ispid: isp.id, portal: 'Connection' });
  asha = new Subscriber(node, 'asha', ADDRESS);
  browser = new Browser(node.baseUrl, { headers: { 'x-lastmile': 'portal', 'X-Forwarded-For': ADDRESS } });
});
afterAll(async () => {
  await simulator.close();
  await nas?.stop();
  await node?.stop();
});

const service = async (id: number) => (await isp.api.result('service/list', { serviceid: id }))[0];

/** Waits until the webhook was told all: a message is only good for minutes, and the clock is about to jump. */
async function heard(): Promise<void> {
  const untold = async () => (await isp.unnumbered(node)) + (await isp.feed()).length - isp.told.length;
  await expect.poll(untold, { timeout: 60_000, interval: 100 }).toBe(0);
}

async function goTo(day: string): Promise<void> {
  await heard();
  await node.until(noon(day));
}

/** Requests that the NAS gets about asha because of what is done, once there is one. */
async function askedOfNas(does: () => Promise<unknown>): Promise<Received> {
  const all = async () => (await nas.received()).filter((each) => attributeOf(each, 'User-Name') === 'asha');
  const before = (await all()).length;
  await does();
  const news = async () => (await all()).length;
  await expect.poll(news, { interval: 50 }).toBeGreaterThan(before);
  return (await all())[before] as Received;
}

/** Told in order: a moment builds on those before it. */
describe('a month of an ISP whose subscribers pay on the Internet', () => {
  it('begins with a login at the rate of the plan', async () => {
    expect(attributeOf(await asha.dialsIn(), RATE)).toBe('10240k/20480k');
  });

  it('has a second subscriber, in another state, who pays ahead at the counter', async () => {
    await goTo('2026-02-02');
    prepaidid = await isp.subscribe('ravindra', { state: 'Kerala' }, { prepaid_postpaid: 'Prepaid' });
    await isp.api.result('payment/new', { serviceid: prepaidid, amt: '588.82', mode: 'Online' });
    const ravindra = new Subscriber(node, 'ravindra');
    await expect.poll(async () => (await service(prepaidid)).status).toBe('Active');
    expect(attributeOf(await ravindra.dialsIn(), RATE)).toBe('10240k/20480k');
    await ravindra.hangsUp();
  });

  it('bills the postpaid one for 7 of 31 days', async () => {
    const [invoice, ...others] = await isp.api.result('invoice/list', { serviceid });
    expect(others).toEqual([]);
    expect(invoice).toMatchObject({
      ...{ issued_on: '2026-02-01', due_on: '2026-02-08', net: '112.68', tax: '20.28', total: '132.96' },
    });
  });

  it('reminds him by e-mail before the due date', async () => {
    await isp.noticeBy(mail.port);
    await goTo('2026-02-05');
    await makeMessages(node.db, node.now, new AbortController().signal);
    const subjects = () => mail.received.map(({ head }) => /^subject: (.*?)\r?$/im.exec(head)?.[1]);
    await expect.poll(subjects, { timeout: 60_000 }).toEqual(['due in 3 days']);
    expect(mail.received[0]).toMatchObject({ to: ['ravi@example.net'], text: 'Pay 132.96 by 8 Feb 2026' });
  });

  it('slows him down after the due date, also in his session', async () => {
    const asked = await askedOfNas(() => goTo('2026-02-09'));
    expect(asked.code).toBe('CoA-Request');
    expect(attributeOf(asked, RATE)).toBe('128k/256k');
    expect(await service(serviceid)).toMatchObject({ status: 'NP', os_amt: '132.96' });
    // A message that is overtaken by the next state would not be sent.
    const texts = () => mail.received.map(({ text }) => text);
    await expect.poll(texts, { timeout: 60_000 }).toContain('asha is slower now');
  });

  it('blocks him after the grace period, and tells him why', async () => {
    const asked = await askedOfNas(() => goTo('2026-02-17'));
    expect(asked.code).toBe('Disconnect-Request');
    expect(await service(serviceid)).toMatchObject({ status: 'NPD' });
    expect(attributeOf(await asha.dialsAgain(), 'Framed-Pool')).toBe('blocked_pool');
    const headers = { 'X-Forwarded-For': ADDRESS };
    const state = await fetch(`${node.baseUrl}/captive/api`, { headers });
    expect(await state.json()).toMatchObject({ captive: true });
    const page = await (await fetch(`${node.baseUrl}/captive`, { headers })).text();
    expect(page).toMatch(/Your Internet access is limited: .*(paid|due|payment)/);
    const [, address = ''] = /<a class="pay" href="([^"]*)"/.exec(page) ?? [];
    expect(address).toBe(`/my/${isp.id}/pay`);
    expect((await fetch(`${node.baseUrl}${address}`, { headers })).headers.get('content-type')).toMatch(/^text\/html/);
  });

  it('lets him sign in there with the password of his connection, and shows what he owes', async () => {
    await browser.ok('portal.sign_in', { ispid: isp.id, username: 'asha', password: 'hello' });
    await browser.ok('portal.choose_password', { new_password: 'battery staple' });
    expect(await browser.ok('portal.to_pay', { serviceid })).toMatchObject({ amount: '132.96', now: true });
  });

  it('takes his payment once, although his browser is lost and notifications come three times, and is fast within 5 s', async () => {
    const { online } = await browser.ok<{ online: { gateways: { gatewayid: number }[] } }>('portal.to_pay', {
      serviceid,
    });
    const gatewayid = online.gateways[0]?.gatewayid;
    const { pay_url } = await browser.ok<{ pay_url: string }>('portal.pay', { serviceid, amt: '132.96', gatewayid });
    const [{ id }] = await isp.api.result('payment/order/list', { serviceid });
    const asked = await askedOfNas(await openCheckout(pay_url, simulator.url));
    expect(asked.code).toBe('Disconnect-Request');
    expect(attributeOf(await asha.dialsAgain(), RATE)).toBe('10240k/20480k');
    expect(await isp.api.result('payment/order/list', { id })).toMatchObject([{ status: 'Paid', paid_amt: '132.96' }]);
    // Of two kinds, thrice at once and again after three seconds. A node may put off some of those at once.
    const answers = () => Promise.all(sent.mock.results.map(({ value }) => value));
    await expect.poll(async () => (await answers()).length, { timeout: 60_000 }).toBe(8);
    expect((await answers()).filter((status) => status === 200).length).toBeGreaterThanOrEqual(6);
    expect((await answers()).slice(-2)).toEqual([200, 200]);
    await isp.api.result('payment/order/check', { id });
    const payments = await isp.api.result('payment/list', { serviceid });
    expect(payments).toMatchObject([{ amt: '132.96', mode: 'Online', created_by: 'payment gateway' }]);
    expect(await service(serviceid)).toMatchObject({ status: 'Active', os_amt: '0.00' });
  });

  it('has told him by e-mail that he was slowed down, and sent him a receipt', async () => {
    await expect
      .poll(() => mail.received.map(({ text }) => text), { timeout: 60_000 })
      .toEqual(['Pay 132.96 by 8 Feb 2026', 'asha is slower now', 'Thank you for 132.96']);
    const [, slow, receipt] = mail.received;
    expect(slow?.files).toEqual([]);
    expect(receipt?.files).toHaveLength(1);
    expect(receipt?.files[0]?.content.toString('latin1', 0, 5)).toBe('%PDF-');
  });

  it('ends with a session that ends', async () => {
    await asha.hangsUp();
    const last = async () => (await isp.feed()).at(-1);
    await expect.poll(last, { timeout: 60_000 }).toMatchObject({ type: 'session.ended', serviceid });
    await heard();
  });
});

describe('at the end', () => {
  it('GSTR-1 of the month, exported by the accountant, sums to its invoices and to the ledger', async () => {
    const login = {
      ...example.login,
      username: 'exn-accounts',
      groupname: 'Employee',
      roles: 'Accounts',
      resellerid: 0,
    };
    const userid = await isp.api.result('auth/user/create', { ...login, ispid: isp.id });
    const { api_key } = await isp.api.result('auth/user/api_key_rotate', { id: userid });
    const accountant = isp.api.as(userid, api_key);
    // biome-ignore lint/suspicious/noExplicitAny: the file is not an answer of the API
    const gstr1: any = await accountant.call('tax/gstr1', { month: '2026-02' });
    const rows: Record<string, string | number>[] = gstr1.b2cs;
    const of = (...fields: string[]) => sum(rows.flatMap((row) => fields.map((field) => row[field] ?? 0)));
    expect(rows.map(({ sply_ty, pos }) => `${sply_ty} ${pos}`).sort()).toEqual(['INTER 32', 'INTRA 29']);
    const invoices: Record<string, string>[] = await accountant.result('invoice/list', {});
    expect(of('txval')).toBe(sum(invoices.map(({ net = '' }) => net)));
    expect(of('iamt', 'camt', 'samt')).toBe(sum(invoices.map(({ tax = '' }) => tax)));
    const posted = await isp.posted(node, '2026-02');
    expect(posted).toMatchObject({ txval: of('txval'), iamt: of('iamt'), camt: of('camt'), samt: of('samt') });
  });

  it('the webhook was told the whole feed, each event once and in order', async () => {
    const feed = await isp.feed();
    const brief = ({ id, type, serviceid: of }: FeedEvent) => `${id} ${type} ${of}`;
    expect(isp.told.map(brief)).toEqual(feed.map(brief));
    const ids = feed.map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].sort((one, other) => one - other));
    const ours = feed.filter((event) => event.serviceid === serviceid);
    const story = ours.map(({ type, data }) => (type === 'service.status_changed' ? `${type} ${data.status}` : type));
    expect(story.filter((type) => !/^service\.(updated|created)$/.test(type))).toEqual([
      ...['service.status_changed Active', 'service.renewed', 'session.opened', 'invoice.issued', 'service.renewed'],
      ...['service.status_changed NP', 'service.status_changed NPD', 'session.ended', 'session.opened'],
      ...['invoice.paid', 'payment.received', 'service.status_changed Active'],
      ...['session.ended', 'session.opened', 'session.ended'],
    ]);
  });

  it('payments are the same in the feed, the list and the ledger, which is clean', async () => {
    const fed = (await isp.feed()).filter(({ type }) => type === 'payment.received');
    expect(fed.map(({ data }) => data.amt)).toEqual(['588.82', '132.96']);
    const listed: { amt: string }[] = await isp.api.result('payment/list', {});
    expect(sum(listed.map(({ amt }) => amt))).toBe('721.78');
    expect(await isp.posted(node, '2026-02')).toMatchObject({ bank: '721.78' });
    const findings = await verifyLedger(node.db);
    expect(findings.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
