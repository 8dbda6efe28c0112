import { afterAll, expect } from 'vitest';
import { numberEvents } from '../../../../src/areas/insight/events/number-events.ts';
import { noticeDispatcher } from '../../../../src/areas/subscribers/notices/dispatcher.ts';
import { makeMessages } from '../../../../src/areas/subscribers/notices/make-messages.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { makeTenant } from '../../../fixtures/tenants.ts';
import { startReceiver } from '../../insight/webhooks/receiver.ts';
import { startMailServer } from './mail-server.ts';

export interface Message {
  readonly id: string;
  readonly noticeid: string;
  readonly status: string;
  readonly reason: string | null;
  readonly attempts: number;
  readonly address: string | null;
  readonly body: string | null;
}

/** A tenant that sends e-mail to a server and text messages to a provider, both on this machine; two nodes send. */
export async function workshop() {
  const api = await startApi({ OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
  const tenant = await makeTenant(api);
  const [mail, provider] = [await startMailServer(), await startReceiver()];
  provider.answer = () => 200;
  const { me, serviceid } = tenant;
  await api.ok('isp/settings_update', { timezone: 'Asia/Kolkata', currency: 'INR' }, me);
  const smtp = { host: '127.0.0.1', port: mail.port, from: 'billing@example.net', username: 'isp', secret: 'letmein' };
  await api.ok('notice/sender_set', { channel: 'email', ...smtp }, me);
  const http = {
    ...{ url: `${provider.url}?to={to}`, headers: 'authorization: Bearer {secret}\ncontent-type: application/json' },
    ...{
      body: '{"message":"{text}","template":"{dlt_template_id}","ref":"{message_id}"}',
      secret: 'k3y',
      country_code: 91,
    },
  };
  await api.ok('notice/sender_set', { channel: 'sms', ...http }, me);
  const nodes: { readonly dispatcher: ReturnType<typeof noticeDispatcher>; readonly looks: () => number }[] = [];
  /** Another node. It asks the clock each time it looks for messages, and for each that it sends. */
  function begin(): void {
    let looks = 0;
    const now = () => {
      looks += 1;
      return api.clock.now();
    };
    nodes.push({ dispatcher: noticeDispatcher({ ...api.kernel, clock: { now } }).start(), looks: () => looks });
  }
  const stop = () => Promise.all(nodes.splice(0).map(({ dispatcher }) => dispatcher.stop()));
  afterAll(stop);
  begin();
  begin();
  /** Resolves when each node has looked for messages anew, and found none to send. */
  async function looked(): Promise<void> {
    const before = new Map(nodes.map((node) => [node, node.looks()]));
    await expect.poll(() => nodes.every((node) => node.looks() > (before.get(node) ?? 0) + 1)).toBe(true);
  }

  const messages = (filter: Record<string, string | number> = {}, as: Credentials = me) =>
    api.ok<Message[]>('notice/messages', { rows_limit: 100, ...filter }, as);
  const make = () => makeMessages(api.db, api.clock.now(), new AbortController().signal);
  async function settled(noticeid: number, count = 1): Promise<Message[]> {
    while ((await numberEvents(api.db)) > 0);
    let seen: Message[] = [];
    const left = async () => {
      seen = await messages({ noticeid });
      const waiting = seen.filter(({ status }) => status === 'Waiting');
      return { waiting, missing: Math.max(0, count - seen.length) };
    };
    await expect.poll(left).toEqual({ waiting: [], missing: 0 });
    return seen;
  }
  return {
    ...{ api, tenant, mail, provider, messages, settled, make, begin, stop, looked },
    notice: (fields: Record<string, string | number>) => api.ok<number>('notice/create', fields, me),
    numbered: async () => {
      while ((await numberEvents(api.db)) > 0);
    },
    pay: (amt = 100) => api.ok<number>('payment/new', { serviceid, amt, mode: 'Online' }, me),
    sql: (text: string, values: unknown[] = []) => api.db.pool.query(text, values),
  };
}
