import { afterAll, expect, it } from 'vitest';
import { startEventFeed } from '../../../../src/areas/insight/events/event-feed.ts';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant, makeUser } from '../../../fixtures/tenants.ts';

const api = await startApi();
const tenant = await makeTenant(api);
await api.ok('isp/settings_update', { event_feed: 'Y' }, tenant.me);
const feed = startEventFeed(api.kernel);
afterAll(() => feed.stop());

interface Message {
  readonly id: string;
  readonly event: string;
  readonly data: { readonly data: Record<string, unknown> };
}

/** The messages of a stream as they come. */
async function* messages(
  parameters: Record<string, string>,
  signal: AbortSignal,
  { userid, api_key } = tenant.me,
): AsyncGenerator<Message> {
  const body = new URLSearchParams({ ...parameters, userid: String(userid), api_key });
  const response = await fetch(`${api.url}/api/event/stream`, { method: 'POST', body, signal });
  expect(response.headers.get('content-type')).toBe('text/event-stream');
  expect(response.headers.get('x-accel-buffering')).toBe('no');
  let text = '';
  for await (const part of response.body as unknown as AsyncIterable<Uint8Array>) {
    text += Buffer.from(part).toString();
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const fields = new Map(
        text
          .slice(0, end)
          .split('\n')
          .map((line) => [line.split(': ')[0] ?? '', line.slice(line.indexOf(': ') + 2)]),
      );
      text = text.slice(end + 2);
      if (fields.has('id'))
        yield {
          id: fields.get('id') ?? '',
          event: fields.get('event') ?? '',
          data: JSON.parse(fields.get('data') ?? ''),
        };
    }
  }
}

const other = await makeTenant(api);
await api.ok('isp/settings_update', { event_feed: 'Y' }, other.me);

const moveTo = (city: string) => api.ok('customer/update', { customerid: tenant.customerid, city }, tenant.me);

it('an event stream tells what happens, and goes on after the last event that the caller has', async () => {
  const closing = new AbortController();
  const stream = messages({ type: 'customer.*' }, closing.signal);
  const first = stream.next();
  await expect
    .poll(async () => {
      await moveTo(`Mysuru ${Math.random()}`);
      return Promise.race([first, undefined]);
    })
    .toBeTruthy();
  const { value } = await first;
  expect(value).toMatchObject({ event: 'customer.updated', data: { type: 'customer.updated', ispid: tenant.ispid } });
  closing.abort();
  await stream.return(undefined).catch(() => undefined);
  await moveTo('Hubballi');
  const again = new AbortController();
  const cities: unknown[] = [];
  await api.ok('customer/update', { customerid: other.customerid, city: 'Elsewhere' }, other.me);
  await moveTo('Belagavi');
  for await (const message of messages({ after: (value as Message).id, type: 'customer.*' }, again.signal)) {
    cities.push(message.data.data.city);
    if (cities.at(-1) === 'Belagavi') break;
  }
  again.abort();
  expect(cities.slice(-2)).toEqual(['Hubballi', 'Belagavi']);
  expect(cities).not.toContain('Elsewhere');
});

it('an event stream ends when its key does, and when its user may see other records', async () => {
  const [withdrawn, changed] = await Promise.all([1, 2].map(() => makeUser(api, tenant.me, { ispid: tenant.ispid })));
  if (!withdrawn || !changed) throw new Error('no users');
  const signal = new AbortController().signal;
  const streams = [withdrawn, changed].map((user) => messages({ after: '0', type: 'customer.*' }, signal, user));
  await moveTo('Dharwad');
  // Each has begun.
  await Promise.all(streams.map((stream) => stream.next()));
  const [key] = await api.ok<{ keyid: string }[]>('auth/user/keys', { id: withdrawn.userid }, tenant.me);
  await api.ok('auth/user/key_end', { id: withdrawn.userid, keyid: key?.keyid ?? '' }, tenant.me);
  await api.ok('auth/user/update', { id: changed.userid, roles: 'Support' }, tenant.me);
  for (const stream of streams) for await (const _ of stream);
});
