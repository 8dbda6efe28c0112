import { afterAll, describe, expect, it } from 'vitest';
import { numberEvents } from '../../../../src/areas/insight/events/number-events.ts';
import { webhookDispatcher } from '../../../../src/areas/insight/webhooks/dispatcher.ts';
import { claimWebhooks } from '../../../../src/areas/insight/webhooks/progress.ts';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant, makeUser } from '../../../fixtures/tenants.ts';
import { type Receiver, startReceiver, verified } from './receiver.ts';

const api = await startApi({ OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
const tenant = await makeTenant(api);
const other = await makeTenant(api);
const dispatchers = [webhookDispatcher(api.kernel).start(), webhookDispatcher(api.kernel).start()];
afterAll(() => Promise.all(dispatchers.map((each) => each.stop())));

interface Hook {
  readonly id: number;
  readonly secret: string;
}

async function create(receiver: Receiver, fields: Record<string, string | number> = {}, as = tenant.me): Promise<Hook> {
  const { id, secret } = await api.ok<Hook>('webhook/create', { url: receiver.url, ...fields }, as);
  return { id: Number(id), secret };
}
const remove = (id: number, as = tenant.me) => api.ok('webhook/delete', { id }, as);
const state = async (id: number, as = tenant.me) =>
  (await api.ok<Record<string, string | null>[]>('webhook/list', { id }, as))[0];
/** A receiver has a message a moment before the node notes what came of it. */
const noted = (id: number) => expect.poll(() => state(id));
const numbered = async () => {
  while ((await numberEvents(api.db)) > 0);
};

/** So many events of the ISP, each about the customer with its number. */
async function tell(count: number, from = 1, ispid = tenant.ispid): Promise<void> {
  await api.db.pool.query(
    `SELECT crm.note_event($1, NULL, 'customer.updated', n, NULL, NULL, jsonb_build_object('n', n))
     FROM generate_series($2::int, $2::int + $3::int - 1) n`,
    [ispid, from, count],
  );
  await numbered();
}

const messagesTo = (receiver: Receiver) => expect.poll(() => receiver.received.length);

const numbers = (receiver: Receiver, secret: string) =>
  receiver.received.map((each) => (verified(each, secret).data as { n: number }).n);

describe('webhooks', () => {
  it('send every event in order, signed so that the library of Standard Webhooks verifies it', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await create(receiver, { type: 'customer.*' });
    await api.ok('customer/update', { customerid: tenant.customerid, city: 'Mysuru' }, tenant.me);
    await tell(45);
    await messagesTo(receiver).toBeGreaterThanOrEqual(46);
    const [first, ...rest] = receiver.received.map((each) => verified(each, secret));
    expect(first).toMatchObject({
      ...{ type: 'customer.updated', version: 1, ispid: tenant.ispid, customerid: tenant.customerid },
      ...{ procedure: 'customer.update', data: { city: 'Mysuru' }, timestamp: expect.stringMatching(/^\d{4}-.*Z$/) },
    });
    expect(rest.map(({ data }) => (data as { n: number }).n)).toEqual(Array.from({ length: 45 }, (_, n) => n + 1));
    expect(receiver.received.map(({ headers }) => headers['webhook-id'])).toEqual(
      [first, ...rest].map((event) => `evt_${event?.id}`),
    );
    expect(() => verified(receiver.received[0] as never, `whsec_${Buffer.alloc(32).toString('base64')}`)).toThrow();
    await noted(id).toMatchObject({ cursor: String(rest.at(-1)?.id) });
    const sent = await api.ok<{ http_status: string }[]>(
      'webhook/deliveries',
      { webhookid: id, rows_limit: 1 },
      tenant.me,
    );
    expect(sent).toMatchObject([{ http_status: '204', attempt: 1, error: null }]);
    await remove(id);
  });

  it('repeat what was not accepted before anything later, without delaying another webhook', async () => {
    const [broken, fine] = [await startReceiver(), await startReceiver()];
    broken.answer = () => 500;
    const hooks = [await create(broken), await create(fine)] as const;
    await tell(3);
    await messagesTo(broken).toBe(1);
    await messagesTo(fine).toBe(3);
    await noted(hooks[0].id).toMatchObject({ attempts: 1, last_error: 'HTTP 500', status: 'Enabled' });
    broken.answer = () => 200;
    await api.db.pool.query('UPDATE crm.webhook SET retry_at = now() WHERE id = $1', [hooks[0].id]);
    await messagesTo(broken).toBe(4);
    expect(numbers(broken, hooks[0].secret)).toEqual([1, 1, 2, 3]);
    await noted(hooks[0].id).toMatchObject({ attempts: 0, last_error: null, failing_since: null });
    for (const { id } of hooks) await remove(id);
  });

  it('are disabled after a day of failures, which is an event and in the list, and go on where they stopped', async () => {
    const [gone, witness] = [await startReceiver(), await startReceiver()];
    gone.answer = () => 503;
    const { id, secret } = await create(gone, { type: 'customer.updated' });
    const { id: watching } = await create(witness, { type: 'webhook.disabled' });
    await tell(2);
    await messagesTo(gone).toBe(1);
    await noted(id).toMatchObject({ attempts: 1 });
    await api.db.pool.query(
      `UPDATE crm.webhook SET retry_at = now(), failing_since = now() - interval '25 hours' WHERE id = $1`,
      [id],
    );
    await noted(id).toMatchObject({ status: 'Disabled' });
    await numbered();
    await messagesTo(witness).toBe(1);
    expect(JSON.parse(witness.received[0]?.body ?? '{}')).toMatchObject({
      data: { id, url: gone.url, error: 'HTTP 503' },
    });
    gone.answer = () => 200;
    await api.ok('webhook/update', { id, status: 'Enabled' }, tenant.me);
    await messagesTo(gone).toBe(4);
    expect(numbers(gone, secret).slice(-2)).toEqual([1, 2]);
    for (const each of [id, watching]) await remove(each);
  });

  it('are disabled at once by a receiver that says it is gone', async () => {
    const receiver = await startReceiver();
    receiver.answer = () => 410;
    const { id } = await create(receiver);
    await tell(1);
    await noted(id).toMatchObject({ status: 'Disabled' });
    await remove(id);
  });

  it('are signed by both secrets while a rotation overlaps, and by the new one alone afterwards', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await create(receiver, { type: 'customer.*' });
    const rotated = await api.ok<Hook>('webhook/rotate', { id, overlap_hours: 1 }, tenant.me);
    await tell(1);
    await messagesTo(receiver).toBe(1);
    for (const each of [secret, rotated.secret]) expect(numbers(receiver, each)).toEqual([1]);
    await api.db.pool.query(`UPDATE crm.webhook SET previous_until = now() WHERE id = $1`, [id]);
    await tell(1, 2);
    await messagesTo(receiver).toBe(2);
    expect(() => verified(receiver.received[1] as never, secret)).toThrow();
    expect(verified(receiver.received[1] as never, rotated.secret).data).toEqual({ n: 2 });
    await remove(id);
  });

  it('are taken over from a node that died, and nothing is lost', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await create(receiver, { type: 'customer.*' });
    await Promise.all(dispatchers.map((each) => each.stop()));
    await tell(2);
    const [claimed] = await claimWebhooks(api.db, { limit: 100, without: [] });
    expect(claimed?.id).toBe(id);
    const survivor = webhookDispatcher(api.kernel).start();
    const witness = await startReceiver();
    const later = await create(witness, { type: 'customer.*' });
    await tell(1, 3);
    await messagesTo(witness).toBe(1);
    expect(receiver.received).toEqual([]);
    await api.db.pool.query(`UPDATE crm.webhook SET leased_until = now() - interval '1 ms' WHERE id = $1`, [id]);
    await messagesTo(receiver).toBe(3);
    expect(numbers(receiver, secret)).toEqual([1, 2, 3]);
    await survivor.stop();
    dispatchers.splice(0, 2, webhookDispatcher(api.kernel).start(), webhookDispatcher(api.kernel).start());
    for (const each of [id, later.id]) await remove(each);
  });

  it('tell again from an event or a time on, with the ids of the first time', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await create(receiver, { type: 'customer.*' });
    await tell(3);
    await messagesTo(receiver).toBe(3);
    const [first, , last] = receiver.received.map((each) => verified(each, secret).id);
    await noted(id).toMatchObject({ cursor: String(last) });
    await api.ok('webhook/replay', { id, after: first ?? 0 }, tenant.me);
    await messagesTo(receiver).toBe(5);
    expect(numbers(receiver, secret)).toEqual([1, 2, 3, 2, 3]);
    const ids = receiver.received.map(({ headers }) => headers['webhook-id']);
    expect(ids.slice(3)).toEqual(ids.slice(1, 3));
    await api.ok('webhook/replay', { id, from: '2090-01-01 00:00:00' }, tenant.me);
    await noted(id).toMatchObject({ cursor: String(last) });
    const both = await api.call('webhook/replay', { id }, tenant.me);
    expect(both).toMatchObject({ status: 400, error: expect.stringContaining('give either after or from') });
    await remove(id);
  });

  it('send a test at once and say what came of it', async () => {
    const receiver = await startReceiver();
    const { id, secret } = await create(receiver);
    expect(await api.ok('webhook/test', { id }, tenant.me)).toMatchObject({
      accepted: 'Y',
      http_status: '204',
      error: null,
    });
    expect(verified(receiver.received[0] as never, secret)).toMatchObject({ type: 'webhook.test' });
    receiver.answer = () => 302;
    receiver.headers = { location: 'http://127.0.0.1:1/' };
    expect(await api.ok('webhook/test', { id }, tenant.me)).toMatchObject({
      ...{ accepted: 'N', error: 'HTTP 302: redirects are not followed' },
    });
    await remove(id);
  });

  it('of a reseller tell of its own events only', async () => {
    const receiver = await startReceiver();
    const { ispid, resellerid, customerid, me } = tenant;
    const reseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
    const { id, secret } = await create(receiver, {}, reseller);
    await tell(2);
    await api.ok('customer/update', { customerid, city: 'Hubballi' }, me);
    await numbered();
    // In order: the events of the ISP came before.
    await messagesTo(receiver).toBe(1);
    expect(receiver.received.map((each) => verified(each, secret).data)).toMatchObject([{ city: 'Hubballi' }]);
    await remove(id, reseller);
  });

  it('are limited in number, and seen and changed by their own ISP only', async () => {
    const receiver = await startReceiver();
    const { id } = await create(receiver);
    for (const path of ['update', 'delete', 'rotate', 'test', 'replay']) {
      const answer = await api.call(`webhook/${path}`, { id, ...(path === 'replay' ? { after: 0 } : {}) }, other.me);
      expect(answer).toMatchObject({ status: 404, error: `there is no webhook ${id}` });
    }
    const more = await Promise.all(
      Array.from({ length: 25 }, () => api.call('webhook/create', { url: receiver.url }, tenant.me)),
    );
    expect(more.filter(({ status }) => status === 200)).toHaveLength(19);
    expect(more.find(({ status }) => status !== 200)?.error).toBe(
      'an ISP can have at most 20 webhooks; delete one first',
    );
    const all = await api.ok<{ id: string }[]>('webhook/list', { rows_limit: 100 }, tenant.me);
    for (const each of all) await remove(Number(each.id));
  });
});
