import { getEventListeners } from 'node:events';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createClient, isLastmileError, LastmileError } from '../../clients/typescript/src/index.ts';
import { brokenConnection, clientOf, fault, page, result, silence } from './fake-fetch.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** What a call fails with, all waiting skipped. */
async function failureOf(call: Promise<unknown>): Promise<LastmileError> {
  const outcome = call.then(
    () => new Error('it succeeded'),
    (error: unknown) => error,
  );
  await vi.runAllTimersAsync();
  const error = await outcome;
  if (!isLastmileError(error)) throw error;
  return error;
}

/** The result of a call, with all pauses skipped. */
async function resultOf<T>(call: Promise<T>): Promise<T> {
  const settled = Promise.allSettled([call]);
  await vi.runAllTimersAsync();
  await settled;
  return call;
}

const customer = { type: 'Individual', name: 'Ravi', mobile: '98000', email: 'r@example.net' } as const;
const newCustomer = { ...customer, zipcode: '1', state: 'S', city: 'C', street: 'S' };

describe('a request', () => {
  it('goes to the tRPC API below the base URL and carries the credentials in headers, the input in its body', async () => {
    const options = { baseUrl: 'https://example.net/crm/', userid: 7, apiKey: 'k', headers: { 'x-tag': 't' } };
    const [client, sent] = clientOf([result([])], options);
    await client.customer.list.query({ customerid: 3 });
    expect(sent[0]?.url.href).toBe('https://example.net/crm/trpc/customer.list');
    expect(sent[0]?.method).toBe('POST');
    expect(sent[0]?.input).toEqual({ customerid: 3 });
    expect(Object.fromEntries(sent[0]?.headers ?? [])).toMatchObject({
      'x-userid': '7',
      'x-api-key': 'k',
      'x-tag': 't',
    });
  });

  it('carries no credentials where none are given', async () => {
    const [client, sent] = clientOf([result('OK')]);
    expect(await client.server.test.query()).toBe('OK');
    expect([...(sent[0]?.headers.keys() ?? [])]).toEqual(['content-type']);
  });

  it('leaves neither a timer nor a listener behind', async () => {
    const [client] = clientOf([result('OK')]);
    const { signal } = new AbortController();
    await client.server.test.query(undefined, { signal });
    expect(vi.getTimerCount()).toBe(0);
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('returns instants as Dates', async () => {
    const [client] = clientOf([result([{ created_at: new Date(0) }])]);
    expect(await client.customer.list.query({})).toEqual([{ created_at: new Date(0) }]);
  });
});

describe('a client', () => {
  it('rejects an invalid base URL and incomplete credentials', () => {
    expect(() => createClient({ baseUrl: 'crm' })).toThrow(TypeError);
    expect(() => createClient({ baseUrl: 'https://example.net', userid: 7 })).toThrow(
      'userid and apiKey must be given together',
    );
    expect(() => createClient({ baseUrl: 'https://example.net', apiKey: 'k' })).toThrow(TypeError);
  });
});

describe('a read', () => {
  it.each([
    ['a broken connection', brokenConnection],
    ['a busy node', fault('tooMany', 429)],
    ['a node without its database', fault('unavailable', 503)],
    ['a proxy without its node', page(502)],
    ['a proxy that limits', page(429)],
  ])('is repeated after %s', async (_, failure) => {
    const [client, sent] = clientOf([failure, failure, result('OK')]);
    expect(await resultOf(client.server.test.query())).toBe('OK');
    expect(sent).toHaveLength(3);
  });

  it('fails after the retries, with the last error', async () => {
    const [client, sent] = clientOf([brokenConnection], { retries: 4 });
    expect(await failureOf(client.server.test.query())).toMatchObject({ kind: 'network', status: null });
    expect(sent).toHaveLength(5);
  });

  it('doubles the pause before each further attempt, less a random half, up to 5 seconds', async () => {
    for (const [chance, share] of [
      [0, 0.5],
      [0.999_999, 1],
    ] as const) {
      vi.spyOn(Math, 'random').mockReturnValue(chance);
      const waits = vi.spyOn(globalThis, 'setTimeout');
      const [client] = clientOf([brokenConnection], { retries: 6, timeoutMs: 777 });
      await failureOf(client.server.test.query());
      const delays = waits.mock.calls.map(([, delay]) => Math.round(delay ?? 0)).filter((delay) => delay !== 777);
      expect(delays).toEqual([250, 500, 1000, 2000, 4000, 5000].map((longest) => longest * share));
      vi.restoreAllMocks();
    }
  });

  it.each(['badInput', 'unauthenticated', 'forbidden', 'notFound', 'internal', 'nasRefused'])(
    'is not repeated after %s',
    async (kind) => {
      const [client, sent] = clientOf([fault(kind, 400)]);
      expect((await failureOf(client.server.test.query())).kind).toBe(kind);
      expect(sent).toHaveLength(1);
    },
  );
});

describe('a mutation', () => {
  it.each([brokenConnection, fault('tooMany', 429), fault('unavailable', 503), page(502)])(
    'is sent once, whatever becomes of it (%#)',
    async (failure) => {
      const [client, sent] = clientOf([failure]);
      await failureOf(client.customer.create.mutate(newCustomer));
      expect(sent).toHaveLength(1);
    },
  );
});

describe('a mutation with a key', () => {
  const payment = { serviceid: 1, amt: '10.00', mode: 'Online', idempotency_key: 'k' } as const;

  it.each([
    ['a broken connection', brokenConnection],
    ['a node without its database', fault('unavailable', 503)],
    ['a proxy without its node', page(502)],
  ])('is repeated after %s, with the same key', async (_, failure) => {
    const [client, sent] = clientOf([failure, failure, result(7)]);
    expect(await resultOf(client.payment.new.mutate(payment))).toBe(7);
    expect(sent.map(({ input }) => input)).toEqual([payment, payment, payment]);
  });

  it.each(['badInput', 'conflict', 'internal'])('is not repeated after %s', async (kind) => {
    const [client, sent] = clientOf([fault(kind, 400)]);
    expect((await failureOf(client.payment.new.mutate(payment))).kind).toBe(kind);
    expect(sent).toHaveLength(1);
  });
});

describe('an error', () => {
  it('contains the message of the node, parameter by parameter', async () => {
    const fields = [{ parameter: 'email', problem: 'must be an e-mail address' }];
    const [client] = clientOf([fault('badInput', 400, fields)]);
    const error = await failureOf(client.customer.create.mutate(newCustomer));
    expect(error).toMatchObject({ name: 'LastmileError', kind: 'badInput', status: 400, fields });
    expect(error.message).toBe('it is badInput');
    expect(error).toBeInstanceOf(LastmileError);
  });

  it('names the reason of a lost connection', async () => {
    const [client] = clientOf([brokenConnection], { retries: 0 });
    const error = await failureOf(client.server.test.query());
    expect(error.message).toBe('cannot reach https://crm.example.net/trpc: read ECONNRESET');
  });

  it.each([
    ['a login page', page(200), 200],
    ['another program’s missing page', page(404), 404],
    ['JSON that is not tRPC’s', () => Response.json({ message: 'hello' }), 200],
  ])('tells %s from a node', async (_, reply, status) => {
    const [client] = clientOf([reply]);
    expect(await failureOf(client.server.test.query())).toMatchObject({ kind: 'protocol', status });
  });

  it('detects a truncated JSON answer', async () => {
    const headers = { 'content-type': 'application/json' };
    const [client] = clientOf([() => new Response('{"result":', { headers })]);
    expect((await failureOf(client.server.test.query())).kind).toBe('protocol');
  });

  it('of a node that does not answer in time is a timeout, and aborts the request', async () => {
    const [client, sent] = clientOf([silence], { timeoutMs: 300 });
    const error = await failureOf(client.server.test.query());
    expect(error).toMatchObject({ kind: 'timeout', message: 'server.test: no answer within 300 ms' });
    expect(sent).toHaveLength(1);
    expect(sent[0]?.signal?.aborted).toBe(true);
  });
});

describe('a signal', () => {
  it('that is already aborted prevents the request', async () => {
    const [client, sent] = clientOf([result('OK')]);
    const error = await failureOf(
      client.server.test.query(undefined, { signal: AbortSignal.abort('changed my mind') }),
    );
    expect(error).toMatchObject({ kind: 'aborted', status: null, cause: 'changed my mind' });
    expect(sent).toHaveLength(0);
  });

  it('ends a request in progress', async () => {
    const [client, sent] = clientOf([silence]);
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 50);
    const error = await failureOf(client.customer.create.mutate(newCustomer, { signal: controller.signal }));
    expect(error.kind).toBe('aborted');
    expect(sent[0]?.signal?.aborted).toBe(true);
  });

  it('ends the wait between two attempts', async () => {
    const [client, sent] = clientOf([brokenConnection], { retries: 9 });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 10);
    const error = await failureOf(client.server.test.query(undefined, { signal: controller.signal }));
    expect(error.kind).toBe('aborted');
    expect(sent).toHaveLength(1);
  });
});
