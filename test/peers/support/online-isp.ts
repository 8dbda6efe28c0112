import { vi } from 'vitest';
import { SIMULATOR_KEYS } from '../../../src/demo/gateway-simulator/keys.ts';
import type { GatewaySimulator } from '../../../src/demo/gateway-simulator/simulator.ts';
import { type Received, type Receiver, verified } from '../../areas/insight/webhooks/receiver.ts';
import { GST_SELLER } from '../../fixtures/tax.ts';
import type { Api, Parameters } from './api.ts';
import { example, makeTenant, NAS_SECRET, type Tenant } from './example.ts';
import type { TimedNode } from './timed-node.ts';

const SETTINGS = { timezone: 'Asia/Kolkata', currency: 'INR', taxes: 'CGST:9,SGST:9', np_dl: 256, np_ul: 128 };
const FEED = { event_feed: 'Y', session_events: 'Y' };

/** Where the ISP is made: a node and the time there. */
type Site = Pick<TimedNode, 'admin' | 'now'>;

export interface FeedEvent {
  readonly id: number;
  readonly type: string;
  readonly serviceid: number | null;
  readonly data: Record<string, string>;
}

/** A registered seller in Karnataka with a gateway at the simulated Razorpay and a webhook, which is told of everything. */
export class OnlineIsp {
  readonly id: number;
  readonly api: Api;
  readonly credentials: Parameters;
  /** What the webhook was told, each message verified when it came. */
  readonly told: FeedEvent[] = [];
  readonly #plan: Parameters;

  private constructor({ id, api, credentials }: Tenant, plan: Parameters) {
    this.id = id;
    this.api = api;
    this.credentials = credentials;
    this.#plan = plan;
  }

  static async open(
    node: Site,
    { receiver, simulator, coaPort }: { receiver: Receiver; simulator: GatewaySimulator; coaPort: number },
  ): Promise<OnlineIsp> {
    const tenant = await makeTenant(node.admin, { code: 'EXN', username: 'exn-admin' });
    const { id, api } = tenant;
    await api.result('isp/settings_update', { ispid: id, ...SETTINGS, ...FEED });
    const { secret } = await api.result('webhook/create', { url: receiver.url });
    await api.result('tax/seller_set', { ispid: id, ...GST_SELLER });
    await api.result('location/create', example.location);
    await api.result('location/sublocation_create', example.subLocation);
    const nas = { resellerid: 0, name: 'Core 1', ip: '127.0.0.1', secret: NAS_SECRET, coa_port: coaPort };
    await api.result('radius/nas/create', nas);
    const { keyId, keySecret, webhookSecret } = SIMULATOR_KEYS.razorpay;
    const keys = { key_id: keyId, key_secret: keySecret, webhook_secret: webhookSecret };
    const gateway = { provider: 'Razorpay', name: 'Gateway', environment: 'Simulator', ...keys };
    const { url } = await api.result('payment/gateway/webhook', {
      id: await api.result('payment/gateway/create', gateway),
    });
    simulator.notificationUrls.razorpay = url;
    const planid = await api.result('plan/create', { ...example.plan, resellerid: 0 });
    const subplanid = await api.result('plan/subplan_create', { ...example.subPlan, planid });
    const isp = new OnlineIsp(tenant, { planid, subplanid });
    receiver.answer = (message) => {
      isp.told.push(verifiedAt(node.now, message, secret));
      return 204;
    };
    return isp;
  }

  /** A service of a customer of its own; the password is `hello`. Returns its id. */
  async subscribe(username: string, customer: Parameters, terms: Parameters): Promise<number> {
    const customerid = await this.api.result('customer/create', { ...example.customer, resellerid: 0, ...customer });
    const service = { ...example.service, customerid, ...this.#plan, username, password: 'hello', ...terms };
    return this.api.result('service/create', service);
  }

  /** Writes notices that go out by the mail server at this port: before an invoice is due, on NP, and receipts. */
  async noticeBy(port: number): Promise<void> {
    const smtp = { host: '127.0.0.1', port, from: 'billing@example.net', username: 'isp', secret: 'letmein' };
    await this.api.result('notice/sender_set', { channel: 'email', ...smtp });
    const notices: Parameters[] = [
      { on: 'before_due', days: 3, subject: 'due in {days} days', body: 'Pay {amt} by {due_on}' },
      { on: 'np', subject: 'slower', body: '{username} is slower now' },
      { on: 'payment_received', attach: 'Y', subject: 'receipt', body: 'Thank you for {amt}' },
    ];
    for (const notice of notices) await this.api.result('notice/create', { channel: 'email', ...notice });
  }

  /** All events that are kept, as a program reads them that asks for them page by page. */
  async feed(): Promise<FeedEvent[]> {
    const events: FeedEvent[] = [];
    for (;;) {
      const page = await this.api.result('event/list', { after: events.at(-1)?.id ?? 0, rows_limit: 20 });
      if (page.length === 0) return events;
      // A list writes numbers as text.
      const numbered = ({ id, serviceid, ...event }: FeedEvent) => ({
        ...{ id: Number(id), serviceid: serviceid === null ? null : Number(serviceid) },
        ...event,
      });
      events.push(...page.map(numbered));
    }
  }

  /** How many events have no place in the feed yet. */
  async unnumbered({ db }: TimedNode): Promise<number> {
    const { rows } = await db.pool.query('SELECT count(*)::int AS waiting FROM crm.unnumbered_event');
    return rows[0].waiting;
  }

  /** What the ledger posted in a month (`yyyy-mm`): net sales, the taxes on them, and money received. */
  async posted({ db }: TimedNode, month: string): Promise<Record<string, string>> {
    const { rows } = await db.pool.query(
      `SELECT coalesce(-sum(l.amt) FILTER (WHERE a.name LIKE 'revenue:%'), 0) AS txval,
         coalesce(-sum(l.amt) FILTER (WHERE a.name = 'tax: IGST'), 0) AS iamt,
         coalesce(-sum(l.amt) FILTER (WHERE a.name = 'tax: CGST'), 0) AS camt,
         coalesce(-sum(l.amt) FILTER (WHERE a.name = 'tax: SGST'), 0) AS samt,
         coalesce(sum(l.amt) FILTER (WHERE a.name = 'bank' AND e.kind = 'payment'), 0) AS bank
       FROM crm.ledger_line l JOIN crm.ledger_entry e ON e.id = l.entry_id JOIN crm.ledger_account a ON a.id = l.account_id
       WHERE e.isp_id = $1 AND to_char(e.posted_on, 'YYYY-MM') = $2`,
      [this.id, month],
    );
    return rows[0];
  }
}

/** The library compares the time of the message with that of the process, which is not the node's. @throws as `verified` */
function verifiedAt(now: Date, message: Received, secret: string): FeedEvent {
  vi.useFakeTimers({ toFake: ['Date'], now });
  try {
    return verified(message, secret) as FeedEvent;
  } finally {
    vi.useRealTimers();
  }
}
