import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll } from 'vitest';
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
  const nodes = [noticeDispatcher(api.kernel).start(), noticeDispatcher(api.kernel).start()];
  const stop = () => Promise.all(nodes.splice(0).map((each) => each.stop()));
  afterAll(stop);

  const messages = (filter: Record<string, string | number> = {}, as: Credentials = me) =>
    api.ok<Message[]>('notice/messages', { rows_limit: 100, ...filter }, as);
  const make = () => makeMessages(api.db, api.clock.now(), new AbortController().signal);
  async function settled(noticeid: number, count = 1): Promise<Message[]> {
    while ((await numberEvents(api.db)) > 0);
    let seen: Message[] = [];
    for (let left = 600; left > 0; left -= 1) {
      seen = await messages({ noticeid });
      if (seen.length >= count && seen.every(({ status }) => status !== 'Waiting')) return seen;
      await sleep(50);
    }
    throw new Error(`in half a minute: ${count} messages that wait no more, but there are ${JSON.stringify(seen)}`);
  }
  return {
    ...{ api, tenant, mail, provider, messages, settled, make, stop },
    /** Another node. */
    begin: () => nodes.push(noticeDispatcher(api.kernel).start()),
    notice: (fields: Record<string, string | number>) => api.ok<number>('notice/create', fields, me),
    numbered: async () => {
      while ((await numberEvents(api.db)) > 0);
    },
    pay: (amt = 100) => api.ok<number>('payment/new', { serviceid, amt, mode: 'Online' }, me),
    sql: (text: string, values: unknown[] = []) => api.db.pool.query(text, values),
  };
}
