import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { verifyLedger } from '../../src/areas/money/billing/verify/verify.ts';
import { createLog } from '../../src/config/log.ts';
import { openDatabase } from '../../src/db/database.ts';
import type { SimulatedPayment } from '../../src/demo/gateway-simulator/book.ts';
import { GatewaySimulator } from '../../src/demo/gateway-simulator/simulator.ts';
import { type Received, startReceiver } from '../areas/insight/webhooks/receiver.ts';
import { startMailServer } from '../areas/subscribers/notices/mail-server.ts';
import { Api } from './support/api.ts';
import { HeldLock } from './support/held-lock.ts';
import { Installation, type Node } from './support/installation.ts';
import { OnlineIsp } from './support/online-isp.ts';
import { OwnDatabase } from './support/own-database.ts';
import { ADMIN_API_KEY } from './support/story.ts';

const NEVER = new Promise<void>(() => undefined);

const receiver = await startReceiver();
const mail = await startMailServer();
const simulator = new GatewaySimulator();
let database: OwnDatabase;
let first: Installation;
let second: Installation;
let node: Node;
let isp: OnlineIsp;
let api: Api;
/** Of the node that runs. */
let baseUrl = '';
let serviceid = 0;
/** Of the next answers of the receiver, how many it gives before it falls silent. */
let answersLeft = Number.POSITIVE_INFINITY;

const settings = () => ({
  ...{ DATABASE_URL: database.url, SECRETS_KEY: '5e'.repeat(32), ADMIN_API_KEY, NAS_ALLOWED_NETWORKS: '127.0.0.0/8' },
  ...{ GATEWAY_SIMULATOR_URL: simulator.url, OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8', LOG_LEVEL: 'warn' },
  // Two nodes of one installation: what one has handed out leads to the other as well.
  PUBLIC_URL: first.baseUrl,
});

beforeAll(async () => {
  await simulator.listen(0);
  database = await OwnDatabase.make();
  first = await Installation.make();
  second = await Installation.make();
  node = await first.start(settings());
  baseUrl = first.baseUrl;
  const site = { admin: new Api(first.baseUrl, { userid: 1, api_key: ADMIN_API_KEY }), now: new Date() };
  isp = await OnlineIsp.open(site, { receiver, simulator, coaPort: 3799 });
  api = isp.api;
  await isp.noticeBy(mail.port);
  serviceid = await isp.subscribe('asha', {}, {});
  const verify = receiver.answer;
  receiver.answer = (message) => {
    answersLeft -= 1;
    return answersLeft < 0 ? undefined : verify(message);
  };
});
afterAll(async () => {
  await simulator.close();
  await node?.kill();
  await first?.remove();
  await second?.remove();
  await database?.stop();
});
afterEach(async ({ task }) => {
  if (task.result?.state === 'fail') process.stderr.write(`${node?.complaints}\n`);
  await HeldLock.endAll();
});

/** Whether every event has been delivered. */
async function caughtUp(): Promise<boolean> {
  const [row] = await database.query<{ late: boolean }>(
    `SELECT EXISTS (SELECT FROM crm.unnumbered_event) OR EXISTS (
       SELECT FROM crm.webhook w JOIN crm.event e ON e.isp_id = w.isp_id AND e.id > w.cursor) AS late`,
  );
  return row?.late === false;
}

/** As much time passes as the leases of a dead node and the intervals of jobs take. */
async function waitOutLeases(): Promise<void> {
  await database.query(`UPDATE crm.webhook SET leased_until = now(), retry_at = NULL WHERE leased_until IS NOT NULL`);
  await database.query(`UPDATE crm.notice_message SET leased_until = now() WHERE leased_until IS NOT NULL`);
  await database.query(`DELETE FROM pgboss.job WHERE name = 'reconcile-orders'`);
}

/** Money at the counter: an event, which the webhook is told of and the subscriber by e-mail. */
async function takesAtCounter(amt: string): Promise<void> {
  await api.result('payment/new', { serviceid, amt, mode: 'Online' });
}

/** What a subscriber has paid at the provider, who has told nobody yet. */
async function paidAtProvider(amt: string): Promise<{ orderId: number; payment: SimulatedPayment }> {
  const order = await api.result('payment/order/create', { serviceid, purpose: 'Advance', amt });
  return { orderId: order.id, payment: simulator.book.pay(order.order_no) };
}

/** The provider tells the node of a payment. @returns the status of each answer; 0: none */
const tells = (payment: SimulatedPayment): Promise<number[]> => {
  const { pathname } = new URL(simulator.notificationUrls.razorpay ?? '');
  const url = `${baseUrl}${pathname}`;
  return Promise.all(simulator.notificationsOf(payment, 'captured').map((each) => simulator.send(url, each)));
};

const orderStatus = async (id: number): Promise<string> => (await api.result('payment/order/list', { id }))[0].status;

const paymentsOf = async (payment: SimulatedPayment): Promise<{ amt: string; status: string }[]> =>
  (await api.result('payment/list', { serviceid })).filter(({ ref_no }: { ref_no: string }) => ref_no === payment.id);

/** The Message-IDs of what the mail server got about an amount. */
const mailsOf = (amt: string): (string | undefined)[] =>
  mail.received
    .filter(({ text }) => text === `Thank you for ${amt}`)
    .map(({ head }) => /^message-id: (.*?)\r?$/im.exec(head)?.[1]);

const messageStatus = async (amt: string): Promise<string[]> => {
  const rows = await database.query<{ status: string }>(
    `SELECT m.status FROM crm.notice_message m JOIN crm.payment p ON p.id = m.subject_id WHERE p.amt = ${amt}`,
  );
  return rows.map(({ status }) => status);
};

const idOf = ({ headers }: Received): number => Number(String(headers['webhook-id']).replace('evt_', ''));
const amtOf = ({ body }: Received): string | undefined => JSON.parse(body).data?.amt;
/** The ids under which the receiver got an event of this amount. */
const toldOf = (amt: string): number[] =>
  receiver.received
    .filter((each) => JSON.parse(each.body).type === 'payment.received' && amtOf(each) === amt)
    .map(idOf);

describe('a node that is killed while others have its requests and have not answered', () => {
  let paid: Awaited<ReturnType<typeof paidAtProvider>>;

  it('waits for the provider, the mail server, and the receiver of its second message', async () => {
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    paid = await paidAtProvider('100.00');
    mail.hold = NEVER;
    answersLeft = 1;
    await takesAtCounter('11.00');
    await expect.poll(() => mailsOf('11.00').length, { timeout: 60_000 }).toBe(1);
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    await takesAtCounter('12.00');
    await expect.poll(() => answersLeft, { timeout: 60_000 }).toBeLessThan(0);
    simulator.mood.interface = 'silent';
    const asked = simulator.calls.length;
    expect(await tells(paid.payment), 'the news are noted, though not settled').toEqual([200, 200]);
    expect(simulator.calls.length).toBeGreaterThan(asked);
    const opening = api.call('payment/order/create', { serviceid, purpose: 'Advance', amt: '55.00' });
    opening.catch(() => undefined);
    await expect.poll(() => simulator.calls.at(-1)).toBe('POST /v1/orders');
    await node.kill();
    await expect(opening).rejects.toThrow();
  });

  it('is started again', async () => {
    mail.hold = Promise.resolve();
    answersLeft = Number.POSITIVE_INFINITY;
    simulator.mood.interface = 'well';
    await waitOutLeases();
    node = await first.start(settings());
  });

  it('has the payment recorded once by its job, though the provider tells nothing any more', async () => {
    await expect.poll(() => orderStatus(paid.orderId), { timeout: 60_000, interval: 200 }).toBe('Paid');
    expect(await paymentsOf(paid.payment)).toMatchObject([{ amt: '100.00' }]);
  });

  it('opens the order that it was about to open', async () => {
    const order = await api.result('payment/order/create', { serviceid, purpose: 'Advance', amt: '55.00' });
    expect(order.status).toBe('Open');
    const orders: { amt: string; status: string }[] = await api.result('payment/order/list', { serviceid });
    const ofThis = orders.filter(({ amt }) => amt === '55.00').map(({ status }) => status);
    expect(ofThis.sort(), 'the first one has no address that anybody knows').toEqual(['New', 'Open']);
  });

  it('sends the notice again under the same Message-ID', async () => {
    await expect.poll(() => mailsOf('11.00').length, { timeout: 60_000 }).toBe(2);
    expect(new Set(mailsOf('11.00')).size).toBe(1);
    await expect.poll(() => messageStatus('11.00')).toEqual(['Sent']);
    await expect.poll(() => messageStatus('12.00'), { timeout: 60_000 }).toEqual(['Sent']);
    // It waited for the first one, or was held like it: at most the one repetition, and never a new Message-ID.
    expect(mailsOf('12.00').length).toBeLessThanOrEqual(2);
    expect(new Set(mailsOf('12.00')).size).toBe(1);
  });

  it('delivers again what was not answered, and not what was', async () => {
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    expect(toldOf('11.00')).toHaveLength(1);
    const [id, ...again] = toldOf('12.00');
    expect(again).toEqual([id]);
  });
});

describe('a node that is killed after others have answered, before it could commit that', () => {
  let paid: Awaited<ReturnType<typeof paidAtProvider>>;
  const locks: HeldLock[] = [];

  it('waits for locks that keep it from committing', async () => {
    paid = await paidAtProvider('200.00');
    let take = () => {};
    mail.hold = new Promise((resolve) => {
      take = resolve;
    });
    const ofDelivery = await HeldLock.take(database.url, 'LOCK TABLE crm.webhook_delivery IN SHARE MODE');
    await takesAtCounter('21.00');
    await expect.poll(() => mailsOf('21.00').length, { timeout: 60_000 }).toBe(1);
    const ofMessage = await HeldLock.take(
      database.url,
      `SELECT FROM crm.notice_message WHERE status = 'Waiting' FOR UPDATE`,
    );
    take();
    // The payment is in the ledger of this transaction by then.
    const ofPayment = await HeldLock.take(database.url, 'LOCK TABLE crm.gateway_payment IN SHARE MODE');
    locks.push(ofDelivery, ofMessage, ofPayment);
    const told = tells(paid.payment);
    await HeldLock.keepWaiting(locks);
    expect(toldOf('21.00')).toHaveLength(1);
    await node.kill();
    await told;
    for (const lock of locks) await lock.endWithThoseWaiting();
    expect(await messageStatus('21.00')).toEqual(['Waiting']);
  });

  it('is replaced by another node', async () => {
    await waitOutLeases();
    node = await second.start(settings());
    baseUrl = second.baseUrl;
    api = api.at(baseUrl);
  });

  it('has the payment recorded once by that', async () => {
    await expect.poll(() => orderStatus(paid.orderId), { timeout: 60_000, interval: 200 }).toBe('Paid');
    expect(await paymentsOf(paid.payment)).toMatchObject([{ amt: '200.00' }]);
  });

  it('has its notice sent a second time under the same Message-ID, and no third time', async () => {
    await expect.poll(() => messageStatus('21.00'), { timeout: 60_000 }).toEqual(['Sent']);
    const [id, ...again] = mailsOf('21.00');
    expect(id).toMatch(/^<.+@example\.net>$/);
    expect(again).toEqual([id]);
  });

  it('has its event delivered a second time under the same id', async () => {
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    const [id, ...again] = toldOf('21.00');
    expect(again).toEqual([id]);
  });
});

describe('a node that is killed before it asks others', () => {
  let paid: Awaited<ReturnType<typeof paidAtProvider>>;

  it('waits for locks that keep it from noting the news, from sending the notice, and from calling the webhook', async () => {
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    paid = await paidAtProvider('300.00');
    const ofOrder = await HeldLock.take(
      database.url,
      `SELECT FROM crm.payment_order WHERE id = ${paid.orderId} FOR UPDATE`,
    );
    const ofSender = await HeldLock.take(database.url, 'LOCK TABLE crm.notice_sender IN ACCESS EXCLUSIVE MODE');
    const ofWebhook = await HeldLock.take(database.url, 'LOCK TABLE crm.webhook IN SHARE MODE');
    await takesAtCounter('31.00');
    await HeldLock.keepWaiting([ofSender, ofWebhook]);
    const told = tells(paid.payment);
    await HeldLock.keepWaiting([ofOrder, ofSender, ofWebhook]);
    await node.kill();
    expect(await told, 'the provider knows that its news were not taken').toEqual([0, 0]);
    for (const lock of [ofOrder, ofSender, ofWebhook]) await lock.endWithThoseWaiting();
    expect(mailsOf('31.00')).toEqual([]);
    expect(toldOf('31.00')).toEqual([]);
  });

  it('is started again', async () => {
    await waitOutLeases();
    node = await second.start(settings());
  });

  it('records the payment once, although the provider repeats its news thrice', async () => {
    const statuses = await Promise.all([tells(paid.payment), tells(paid.payment), tells(paid.payment)]);
    expect(statuses.flat()).toContain(200);
    await expect.poll(() => orderStatus(paid.orderId), { timeout: 60_000, interval: 200 }).toBe('Paid');
    expect(await paymentsOf(paid.payment)).toMatchObject([{ amt: '300.00' }]);
  });

  it('sends the notice once', async () => {
    await expect.poll(() => messageStatus('31.00'), { timeout: 60_000 }).toEqual(['Sent']);
    expect(mailsOf('31.00')).toHaveLength(1);
  });

  it('calls the webhook once', async () => {
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    expect(toldOf('31.00')).toHaveLength(1);
  });
});

describe('a node that is killed after a receiver has accepted many messages, before it could commit any', () => {
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n + 1);
  const numbers = (): number[] => receiver.received.map(({ body }) => JSON.parse(body).data?.n).filter(Boolean);

  it('waits with the next messages, and for a lock that keeps it from committing', async () => {
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    const lock = await HeldLock.take(database.url, 'LOCK TABLE crm.webhook_delivery IN SHARE MODE');
    await database.query(
      `SELECT crm.note_event((SELECT min(id) FROM crm.isp), NULL, 'customer.updated', n, NULL, NULL, jsonb_build_object('n', n))
       FROM generate_series(1, 150) n`,
    );
    await expect.poll(() => numbers().length, { timeout: 60_000 }).toBe(100);
    await HeldLock.keepWaiting([lock]);
    await node.kill();
    await lock.endWithThoseWaiting();
    expect(numbers()).toEqual(upTo(100));
  });

  it('is replaced by another node', async () => {
    await waitOutLeases();
    node = await first.start(settings());
    baseUrl = first.baseUrl;
    api = api.at(baseUrl);
  });

  it('has those delivered again that it had not noted, and all others once, in order', async () => {
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    expect(numbers()).toEqual([...upTo(100), ...upTo(150)]);
  });
});

describe('after four kills', () => {
  it('the receiver was told the whole feed, in order, and again from where a kill had left it', async () => {
    await expect.poll(caughtUp, { timeout: 60_000, interval: 100 }).toBe(true);
    const ids = receiver.received.map(idOf);
    const feed = await database.query<{ id: string }>('SELECT id FROM crm.event ORDER BY id');
    expect([...new Set(ids)]).toEqual(feed.map(({ id }) => Number(id)));
    const places = new Map(feed.map(({ id }, place) => [Number(id), place]));
    const steps = ids.slice(1).map((id, index) => (places.get(id) ?? 0) - (places.get(ids[index] ?? 0) ?? 0));
    expect(steps.filter((step) => step > 1)).toEqual([]);
    expect(steps.filter((step) => step < 1).length).toBeLessThanOrEqual(4);
  });

  it('every payment is there once, and every subscriber was told of each', async () => {
    const paid = ['100.00', '11.00', '12.00', '200.00', '21.00', '300.00', '31.00'];
    const listed: { amt: string }[] = await api.result('payment/list', { serviceid });
    expect(listed.map(({ amt }) => amt).sort()).toEqual([...paid].sort());
    for (const amt of paid) await expect.poll(() => messageStatus(amt), { timeout: 60_000 }).toEqual(['Sent']);
    for (const amt of paid) expect(mailsOf(amt).length, amt).toBeGreaterThan(0);
  });

  it('the ledger is clean', async () => {
    const db = await openDatabase({ url: database.url, log: createLog('error'), connections: 2 });
    const findings = await verifyLedger(db);
    await db.close();
    expect(findings.flatMap(({ problems }) => problems)).toEqual([]);
  });
});
