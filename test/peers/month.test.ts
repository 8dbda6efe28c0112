import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Api, Parameters } from './support/api.ts';
import { example, makeTenant, NAS_SECRET } from './support/example.ts';
import { attributeOf } from './support/packets.ts';
import { answered } from './support/radclient.ts';
import { TimedNode } from './support/timed-node.ts';

const SETTINGS = { timezone: 'Asia/Kolkata', currency: 'INR', taxes: 'CGST:9,SGST:9', np_dl: 256, np_ul: 128 };
const FRANCHISEE = {
  ...{ type: 'Franchisee', name: 'South Net', code: 'SOUTH', invoice_by: 'ISP', payment_by: 'ISP+Reseller' },
  ...{ mobile: '9800000004', email: 'south@example.net', commission_percent: 10, credit_limit: 100 },
};
/** Where each dials in from. */
const MAC: Record<string, string> = {
  ravi: '02-00-5E-30-00-01',
  asha: '02-00-5E-30-00-02',
  mina: '02-00-5E-30-00-03',
};

/** A moment in India; noon unless told. */
const moment = (day: string, time = '12:00:00') => new Date(`${day}T${time}+05:30`);
const inIndia = (at: Date) => new Date(at.getTime() + 5.5 * 3_600_000).toISOString().slice(0, 16).replace('T', ' ');

let node: TimedNode;
let isp: Api;
let resellerid = 0;
const services = new Map<string, number>();
/** All that was told, for who reads the output. */
const told: string[] = [];

beforeAll(async () => {
  node = await TimedNode.start(moment('2026-01-10'));
  const tenant = await makeTenant(node.admin, { code: 'EXN', username: 'exn-admin' });
  isp = tenant.api;
  await isp.result('isp/settings_update', { ispid: tenant.id, ...SETTINGS });
  await isp.result('location/create', example.location);
  await isp.result('location/sublocation_create', example.subLocation);
  await isp.result('radius/nas/create', { resellerid: 0, name: 'Core 1', ip: '127.0.0.1', secret: NAS_SECRET });
  const planid = await isp.result('plan/create', { ...example.plan, resellerid: 0 });
  const subplanid = await isp.result('plan/subplan_create', { ...example.subPlan, planid });
  resellerid = await isp.result('reseller/create', FRANCHISEE);
  await isp.result('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 400 });
  const subscribe = async (username: string, owner: number, terms: Parameters) => {
    const customerid = await isp.result('customer/create', { ...example.customer, resellerid: owner });
    const service = { ...example.service, customerid, planid, subplanid, username, password: 'hello', ...terms };
    services.set(username, await isp.result('service/create', service));
  };
  await subscribe('ravi', 0, { prepaid_postpaid: 'Prepaid' });
  await subscribe('asha', 0, { billing_start_day: 1 });
  await subscribe('mina', resellerid, {});
});
afterAll(async () => {
  process.stdout.write(`\n${told.join('\n')}\n\n`);
  await node?.stop();
});

const pay = (username: string, amt: string) =>
  isp.result('payment/new', { serviceid: services.get(username) ?? 0, amt, mode: 'Online' });

/** What a login gets: the rate, up before down, and the end of its session; or where those are sent who have to pay. */
async function access(username: string): Promise<string> {
  const line = { 'NAS-IP-Address': '127.0.0.1', 'NAS-Port-Id': username, 'Calling-Station-Id': MAC[username] ?? '' };
  const answer = await answered('auth', node.authNas, { 'User-Name': username, 'User-Password': 'hello', ...line });
  if (answer.code !== 'Access-Accept') return attributeOf(answer, 'Reply-Message') ?? answer.code;
  const timeout = attributeOf(answer, 'Session-Timeout');
  const until = timeout && ` until ${inIndia(new Date(node.now.getTime() + Number(timeout) * 1000))}`;
  return `${attributeOf(answer, 'Framed-Pool') ?? attributeOf(answer, 'Mikrotik-Rate-Limit')}${until ?? ''}`;
}

async function standing([username, serviceid]: [string, number]): Promise<string> {
  const [{ status, valid_from, valid_upto, os_amt }] = await isp.result('service/list', { serviceid });
  const validity = `${valid_from ?? '-'} ${valid_upto ?? '-'}`;
  return `${username}: ${status} ${validity} ${os_amt}, ${await access(username)}`;
}

const wallet = async () => `wallet: ${(await isp.result('reseller/list', { resellerid }))[0].wallet}`;

/** All of a moment, once RADIUS has heard of what was done. */
async function expectAll(...expected: string[]): Promise<void> {
  const rows = async () => [...(await Promise.all([...services].map(standing))), await wallet()];
  await expect.poll(rows, { timeout: 60_000, interval: 200 }).toEqual(expected);
  told.push(inIndia(node.now), ...expected.map((row) => `  ${row}`));
}

/** Told in order: a moment builds on those before it. */
describe('a month in the life of three subscribers, by curl and radclient', () => {
  it('starts: postpaid is let in, prepaid waits for the first payment', async () => {
    await expectAll(
      'ravi: NewRequest - - 0.00, the service has not begun yet',
      'asha: Active 2026-01-10 2026-01-31 0.00, 10240k/20480k until 2026-02-01 00:00',
      'mina: Active 2026-01-10 2026-02-09 0.00, 10240k/20480k until 2026-02-10 00:00',
      'wallet: 400.00',
    );
  });

  it('begins for the prepaid one, too, once 588.82 are there', async () => {
    await pay('ravi', '600.00');
    await expectAll(
      'ravi: Active 2026-01-10 2026-02-09 -11.18, 10240k/20480k until 2026-02-10 00:00',
      'asha: Active 2026-01-10 2026-01-31 0.00, 10240k/20480k until 2026-02-01 00:00',
      'mina: Active 2026-01-10 2026-02-09 0.00, 10240k/20480k until 2026-02-10 00:00',
      'wallet: 400.00',
    );
  });

  it('bills the days until the day on which billing starts', async () => {
    await node.until(moment('2026-02-01'));
    // 22 of 31 days of 499.00 are 354.13, and 18 percent on it.
    await expectAll(
      'ravi: Active 2026-01-10 2026-02-09 -11.18, 10240k/20480k until 2026-02-10 00:00',
      'asha: Active 2026-02-01 2026-02-28 417.87, 10240k/20480k until 2026-03-01 00:00',
      'mina: Active 2026-01-10 2026-02-09 0.00, 10240k/20480k until 2026-02-10 00:00',
      'wallet: 400.00',
    );
  });

  it('is slowed down after the due date', async () => {
    await node.until(moment('2026-02-08'));
    await expectAll(
      'ravi: Active 2026-01-10 2026-02-09 -11.18, 10240k/20480k until 2026-02-10 00:00',
      'asha: Active 2026-02-01 2026-02-28 417.87, 10240k/20480k until 2026-03-01 00:00',
      'mina: Active 2026-01-10 2026-02-09 0.00, 10240k/20480k until 2026-02-10 00:00',
      'wallet: 400.00',
    );
    await node.until(moment('2026-02-09'));
    await expectAll(
      'ravi: Active 2026-01-10 2026-02-09 -11.18, 10240k/20480k until 2026-02-10 00:00',
      'asha: NP 2026-02-01 2026-02-28 417.87, 128k/256k until 2026-02-17 00:00',
      'mina: Active 2026-01-10 2026-02-09 0.00, 10240k/20480k until 2026-02-10 00:00',
      'wallet: 400.00',
    );
  });

  it('lasts to the last second of the validity', async () => {
    node.now = moment('2026-02-09', '23:59:59');
    await expectAll(
      'ravi: Active 2026-01-10 2026-02-09 -11.18, 10240k/20480k until 2026-02-10 00:00',
      'asha: NP 2026-02-01 2026-02-28 417.87, 128k/256k until 2026-02-17 00:00',
      'mina: Active 2026-01-10 2026-02-09 0.00, 10240k/20480k until 2026-02-10 00:00',
      'wallet: 400.00',
    );
  });

  it('and not a second longer, although services have not been advanced', async () => {
    node.now = moment('2026-02-10', '00:00:00');
    await expectAll(
      'ravi: Active 2026-01-10 2026-02-09 -11.18, blocked_pool',
      'asha: NP 2026-02-01 2026-02-28 417.87, 128k/256k until 2026-02-17 00:00',
      'mina: Active 2026-01-10 2026-02-09 0.00, 10240k/20480k',
      'wallet: 400.00',
    );
  });

  it('is over for who has not paid ahead enough, and where the wallet of the franchisee does not bear the next', async () => {
    await node.until(moment('2026-02-10'));
    await expectAll(
      'ravi: NPD 2026-01-10 2026-02-09 -11.18, blocked_pool',
      'asha: NP 2026-02-01 2026-02-28 417.87, 128k/256k until 2026-02-17 00:00',
      'mina: NPD 2026-01-10 2026-02-09 0.00, blocked_pool',
      'wallet: 400.00',
    );
  });

  it('begins anew on the day of the payment, and with a wallet that bears it', async () => {
    await node.until(moment('2026-02-12'));
    await pay('ravi', '577.64');
    await isp.result('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 500 });
    await node.until(moment('2026-02-13'));
    await expectAll(
      'ravi: Active 2026-02-12 2026-03-11 0.00, 10240k/20480k until 2026-03-12 00:00',
      'asha: NP 2026-02-01 2026-02-28 417.87, 128k/256k until 2026-02-17 00:00',
      'mina: NPD 2026-01-10 2026-02-09 588.82, blocked_pool',
      'wallet: 361.08',
    );
  });

  it('goes on for the customer of the franchisee when the bill is paid, and the wallet gets what the ISP took', async () => {
    await node.until(moment('2026-02-14'));
    await pay('mina', '588.82');
    await expectAll(
      'ravi: Active 2026-02-12 2026-03-11 0.00, 10240k/20480k until 2026-03-12 00:00',
      'asha: NP 2026-02-01 2026-02-28 417.87, 128k/256k until 2026-02-17 00:00',
      'mina: Active 2026-02-14 2026-03-13 0.00, 10240k/20480k until 2026-03-14 00:00',
      'wallet: 949.90',
    );
  });

  it('is blocked after the grace period, and unblocked by the payment', async () => {
    await node.until(moment('2026-02-17'));
    await expectAll(
      'ravi: Active 2026-02-12 2026-03-11 0.00, 10240k/20480k until 2026-03-12 00:00',
      'asha: NPD 2026-02-01 2026-02-28 417.87, blocked_pool',
      'mina: Active 2026-02-14 2026-03-13 0.00, 10240k/20480k until 2026-03-14 00:00',
      'wallet: 949.90',
    );
    await pay('asha', '417.87');
    await expectAll(
      'ravi: Active 2026-02-12 2026-03-11 0.00, 10240k/20480k until 2026-03-12 00:00',
      'asha: Active 2026-02-01 2026-02-28 0.00, 10240k/20480k until 2026-03-01 00:00',
      'mina: Active 2026-02-14 2026-03-13 0.00, 10240k/20480k until 2026-03-14 00:00',
      'wallet: 949.90',
    );
  });

  it('leaves these invoices, and this in the wallet', async () => {
    const invoices: Record<string, string>[] = await isp.result('invoice/list', {});
    const lines = invoices.map((each) =>
      [each.username, each.issued_on, each.due_on, each.net, each.tax, each.total, each.paid_amt].join(' '),
    );
    expect(lines).toEqual([
      'ravi 2026-01-10 2026-01-17 499.00 89.82 588.82 588.82',
      'asha 2026-02-01 2026-02-08 354.13 63.74 417.87 417.87',
      'ravi 2026-02-12 2026-02-19 499.00 89.82 588.82 588.82',
      'mina 2026-02-13 2026-02-20 499.00 89.82 588.82 588.82',
    ]);
    const moves: Record<string, string>[] = await isp.result('reseller/wallet_txn', { resellerid });
    const moved = moves.map(({ txn_code, amt, balance }) => `${txn_code} ${amt} ${balance}`);
    // 588.82 are billed, and ten percent of 499.00 come back.
    expect(moved).toEqual([
      'Topup 400.00 400.00',
      'Topup 500.00 900.00',
      'Invoice -588.82 311.18',
      'Adj 49.90 361.08',
      'Payment 588.82 949.90',
    ]);
    told.push('invoices: issued, due, net, tax, total, paid', ...lines.map((line) => `  ${line}`));
    told.push('wallet', ...moved.map((line) => `  ${line}`));
  });
});
