import { Agent, request } from 'node:http';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { serve } from './serve.ts';

const REQUESTS = 10_000;
const AT_ONCE = 20;

interface Rubbish {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly headers: Record<string, string>;
  readonly body: Buffer;
}

const ascii = fc.stringMatching(/^[!-~]{0,40}$/);
const names = fc.oneof(
  fc.constantFrom('id', 'how', 'rows_limit', 'name', 'userid', '__proto__', 'constructor', 'toString', 'lc', ''),
  fc.string(),
);
const json = fc.oneof(
  fc.dictionary(names, fc.jsonValue({ maxDepth: 3 })).map((value) => JSON.stringify(value)),
  fc.json(),
  fc.constant('['.repeat(100_000)),
  fc.constant(`{"how":${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}}`),
);
const fields = fc
  .array(fc.tuple(names, fc.string({ unit: 'binary' })))
  .map((pairs) => new URLSearchParams(pairs).toString());
const query = fc.oneof(
  fields,
  ascii.map((text) => text.replace(/#/g, '')),
);
const body = fc.oneof(
  { weight: 4, arbitrary: fc.oneof(fields, json, ascii).map((text) => Buffer.from(text)) },
  { weight: 1, arbitrary: fc.uint8Array({ maxLength: 300 }).map((bytes) => Buffer.from(bytes)) },
);
const type = fc.constantFrom(
  'application/x-www-form-urlencoded',
  'application/json',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary="',
  'text/plain',
  ';',
);
/** Each lacks something: an endpoint, a method it takes, credentials, or the one parameter it needs. */
const rubbish: fc.Arbitrary<Rubbish> = fc.oneof(
  fc.record({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constant('/api/thing/delete'),
    query,
    headers: type.map((media) => ({ 'content-type': media, 'x-userid': '5', 'x-api-key': 'good' })),
    body,
  }),
  fc.record({
    method: fc.constantFrom('GET', 'POST'),
    path: fc.constant('/api/thing/list'),
    query,
    headers: fc.record({ 'content-type': type, 'x-userid': ascii.map((text) => text.trim()) }),
    body,
  }),
  fc.record({
    method: fc.constantFrom('PUT', 'PATCH', 'DELETE', 'OPTIONS'),
    path: fc.constant('/api/server/test'),
    query,
    headers: fc.constant({}),
    body,
  }),
  fc.record({
    method: fc.constantFrom('GET', 'POST', 'PUT'),
    path: ascii.map((text) => `/api/${text.replace(/[?#]/g, '')}`),
    query,
    headers: fc.constant({}),
    body,
  }),
);

it('answers each of ten thousand malformed requests with a 4xx envelope', { timeout: 240_000 }, async () => {
  const { port, lines, origin } = await serve();
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE });
  const send = (given: Rubbish) =>
    new Promise<{ status: number; text: string }>((resolve, reject) => {
      const { method } = given;
      // Node sends no length with a GET, so the bytes after it would be the next request.
      const headers = { ...given.headers, 'content-length': given.body.length };
      const path = `${given.path}?${given.query}`;
      const sent = request({ host: '127.0.0.1', port, agent, method, path, headers }, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (chunk) => {
          text += chunk;
        });
        response.on('end', () => resolve({ status: response.statusCode ?? 0, text }));
      });
      sent.on('error', reject).end(given.body);
    });

  const requests = fc.sample(rubbish, { numRuns: REQUESTS, seed: 20260131 });
  const statuses = new Map<number, number>();
  const next = requests.values();
  const worker = async () => {
    for (const given of next) {
      const { status, text } = await send(given);
      const shown = `${given.method} ${given.path}?${given.query} -> ${status} ${text}`;
      expect(status, shown).toBeGreaterThanOrEqual(400);
      expect(status, shown).toBeLessThan(500);
      expect(JSON.parse(text), shown).toEqual({ result: null, error: expect.stringMatching(/./s) });
      statuses.set(status, (statuses.get(status) ?? 0) + 1);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
  agent.destroy();
  // Every way to fail was walked, nothing of it was worth a line in the log, and the node is well.
  expect([...statuses.keys()].sort()).toEqual(expect.arrayContaining([400, 401, 404, 405]));
  expect(lines).toEqual([]);
  expect((await fetch(`${origin}/api/server/test`)).status).toBe(200);
});
