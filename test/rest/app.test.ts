import { once } from 'node:events';
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client';
import superjson, { type SuperJSONResult } from 'superjson';
import { describe, expect, it } from 'vitest';
import { fakeKernel, fakeOptions, type fakeRouter, ROW } from './fake-api.ts';
import { envelopeOf, type Served, sendRaw, serve } from './serve.ts';

const headers = { 'x-userid': '5', 'x-api-key': 'good' };

function clientOf({ origin }: Served, given: { headers?: Record<string, string>; batch?: boolean } = {}) {
  const options = { url: `${origin}/trpc`, transformer: superjson, headers: given.headers ?? headers };
  const links = [given.batch ? httpBatchLink({ ...options, maxURLLength: 100_000 }) : httpLink(options)];
  return createTRPCClient<typeof fakeRouter>({ links });
}

describe('the tRPC API', () => {
  it('has native types, dates included', async () => {
    const client = clientOf(await serve());
    expect(await client.thing.list.query({ rows_limit: 5 })).toEqual([ROW]);
    const input = { at: new Date('2026-01-31T18:30:00Z'), seen_at: { op: '>=', value: new Date(0) } } as const;
    expect(JSON.parse(await client.server.echo.query(input))).toMatchObject({ at: '2026-01-31T18:30:00.000Z' });
  });

  it('reports faults with kind and parameter', async () => {
    const client = clientOf(await serve());
    const fault = await client.thing.list.query({ rows_limit: 101 }).catch((error: unknown) => error);
    expect(fault).toBeInstanceOf(TRPCClientError);
    expect(fault).toMatchObject({
      message: 'rows_limit: must be a whole number from 1 to 100',
      data: { httpStatus: 400, kind: 'badInput', fields: [{ parameter: 'rows_limit' }] },
    });
  });

  it('is strict: an unknown key is an error', async () => {
    const client = clientOf(await serve());
    await expect(client.thing.list.query({ nonsense: 1 } as never)).rejects.toThrow(
      'nonsense: is not a parameter of this endpoint',
    );
  });

  it('requires credentials in the headers', async () => {
    const client = clientOf(await serve(), { headers: {} });
    await expect(client.thing.list.query({})).rejects.toMatchObject({ data: { httpStatus: 401 } });
  });

  it('accepts batches up to a limit', async () => {
    const client = clientOf(await serve(), { batch: true });
    const calls = (count: number) => Promise.all(Array.from({ length: count }, () => client.server.test.query()));
    expect(await calls(20)).toHaveLength(20);
    await expect(calls(21)).rejects.toThrow(/batch/i);
  });

  it('limits a body', async () => {
    const { origin } = await serve();
    const body = JSON.stringify({ json: { name: 'a'.repeat(1024 * 1024) } });
    const init = { method: 'POST', body, headers: { 'content-type': 'application/json' } };
    expect((await fetch(`${origin}/trpc/server.echo`, init)).status).toBe(413);
  });

  it.each([
    ['no JSON', '{"json":'],
    ['nothing that superjson writes', 'null'],
    ['a prototype', '{"json":{"a":{}},"meta":{"values":{"__proto__.polluted":["Date"]}}}'],
    ['a constructor', '{"json":{"a":{}},"meta":{"values":{"constructor.prototype.polluted":["Date"]}}}'],
    ['an equality to a prototype', '{"json":{"a":1},"meta":{"referentialEqualities":{"a":["__proto__.polluted"]}}}'],
    ['an unknown class', '{"json":{"how":{}},"meta":{"values":{"how":[["class","Nobody"]]}}}'],
    ['an unknown custom type', '{"json":{"how":{}},"meta":{"values":{"how":[["custom","nobody"]]}}}'],
    ['an unknown symbol', '{"json":{"how":"x"},"meta":{"values":{"how":[["symbol","nobody"]]}}}'],
    ['a type that does not exist', '{"json":{"how":"x"},"meta":{"values":{"how":["nonsense"]}}}'],
    ['no map', '{"json":{"how":1},"meta":{"values":{"how":["map"]}}}'],
    ['no big integer', '{"json":{"how":"x"},"meta":{"values":{"how":["bigint"]}}}'],
    ['no pattern', '{"json":{"how":"/(/"},"meta":{"values":{"how":["regexp"]}}}'],
    ['an address that is none', '{"json":{"how":"x"},"meta":{"values":{"how":["URL"]}}}'],
    ['meta of a wrong shape', '{"json":{"how":"x"},"meta":{"values":7}}'],
    ['a list', '[1]'],
    ['a date in place of a text', '{"json":{"how":"x"},"meta":{"values":{"how":["Date"]}}}'],
    ['what refers to itself', '{"json":{"how":{"a":null}},"meta":{"referentialEqualities":{"how":["how.a"]}}}'],
  ])('refuses a body that is %s with a sentence, and it is no error of the node', async (_, body) => {
    const { origin, lines } = await serve();
    const type = { 'content-type': 'application/json' };
    for (const path of ['thing.delete', 'server.echo', 'server.echo?batch=1']) {
      const isQuery = path.startsWith('server');
      const [procedure, batch] = path.split('?');
      const text = batch ? `{"0":${body}}` : body;
      const response = isQuery
        ? await fetch(`${origin}/trpc/${procedure}?${batch ? 'batch=1&' : ''}input=${encodeURIComponent(text)}`)
        : await fetch(`${origin}/trpc/${path}`, { method: 'POST', body: text, headers: { ...headers, ...type } });
      const said = await response.text();
      expect(response.status, `${path}: ${said}`).toBe(400);
      expect(said).toMatch(/"kind":"badInput"/);
      expect(response.headers.get('cache-control')).toBe('no-store');
    }
    expect(lines).toEqual([]);
    expect(Object.prototype).not.toHaveProperty('polluted');
  });

  it.each([
    ['%zz', 'the path is not valid percent-encoded UTF-8'],
    ['server.%zz', 'the path is not valid percent-encoded UTF-8'],
    ['%C3%28', 'the path is not valid percent-encoded UTF-8'],
    ['server.test,%?batch=1', 'the path is not valid percent-encoded UTF-8'],
    ['server.test?connectionParams=%7B', 'Not JSON-parsable query params'],
    ['server.test?connectionParams=1', 'Invalid connection params shape'],
  ])('says what is wrong with the address %s, which is no error of the node', async (path, sentence) => {
    const { origin, lines } = await serve();
    for (const method of ['GET', 'POST']) {
      const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {};
      const response = await fetch(`${origin}/trpc/${path}`, { method, ...body });
      const said = superjson.deserialize(((await response.json()) as { error: SuperJSONResult }).error);
      expect([response.status, said]).toEqual([
        400,
        expect.objectContaining({ message: sentence, data: expect.objectContaining({ kind: 'badInput', fields: [] }) }),
      ]);
    }
    expect(lines).toEqual([]);
  });

  it('reveals nothing about an unknown error', async () => {
    const { origin, lines } = await serve();
    const input = encodeURIComponent(JSON.stringify({ json: { how: 'error' } }));
    const response = await fetch(`${origin}/trpc/thing.delete?input=${input}`, { headers });
    expect(response.status).toBe(500);
    expect(await response.text()).not.toMatch(/SELECT|stack/);
    expect(lines).toHaveLength(1);
  });
});

describe('every response', () => {
  it('has the security headers, and does not reveal the software', async () => {
    const { origin } = await serve();
    for (const path of [
      '/',
      '/docs',
      '/panel',
      '/healthz',
      '/api/server/test',
      '/api/nowhere',
      '/trpc/server.test',
      '/nowhere',
    ]) {
      const { headers: sent } = await fetch(`${origin}${path}`);
      expect(sent.get('content-security-policy'), path).toContain("default-src 'none'");
      expect(sent.get('content-security-policy'), path).toContain("frame-ancestors 'none'");
      expect(sent.get('x-content-type-options'), path).toBe('nosniff');
      expect(sent.get('x-powered-by'), path).toBeNull();
      expect(sent.get('access-control-allow-origin'), path).toBeNull();
    }
  });

  it('on a page allows the script of that page only, under a new nonce each time', async () => {
    const { origin } = await serve();
    const nonces = await Promise.all(
      ['/docs', '/docs', '/panel', '/'].map(async (path) => {
        const response = await fetch(`${origin}${path}`);
        const policy = response.headers.get('content-security-policy') ?? '';
        const nonce = /script-src 'nonce-([^']+)'/.exec(policy)?.[1];
        expect(policy).toContain("connect-src 'self'");
        expect(policy).not.toMatch(/unsafe|https?:/);
        expect(await response.text()).toContain(nonce);
        return nonce;
      }),
    );
    expect(new Set(nonces).size).toBe(4);
  });

  it('outside the API is plain where there is nothing', async () => {
    const { origin, port } = await serve();
    const response = await fetch(`${origin}/nowhere`);
    expect([response.status, await response.text()]).toEqual([404, 'There is nothing at this address.\n']);
    for (const target of ['/%zz', '/docs/..%2f..%2fpackage.json', '/docs/package.json', '/trpc/%zz']) {
      const answer = await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect([target, answer.slice(9, 12)]).toEqual([target, expect.stringMatching(/^40[04]$/)]);
      expect(answer).not.toContain('node_modules');
    }
  });
});

describe('an address in absolute form', () => {
  const get = (port: number, target: string) =>
    sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);

  it('names the same as one without a host', async () => {
    const { port } = await serve();
    expect(await get(port, 'http://isp.example/api/server/test')).toContain('{"result":"OK","error":null}');
    expect(await get(port, 'http://isp.example/api')).toContain('"error":"there is no endpoint /api"');
    expect(await get(port, 'http://isp.example/healthz')).toContain('{"status":"ok"}');
    expect(await get(port, '//isp.example/api/server/test')).toContain('There is nothing at this address.');
  });

  it('with a host that cannot be is refused in plain text, and is no error of the node', async () => {
    const { port, lines } = await serve();
    for (const target of ['http://[/api/server/test', 'http://[::1/panel']) {
      const answer = await get(port, target);
      expect([answer.slice(9, 12), answer]).toEqual(['400', expect.stringContaining('The address is not valid.\n')]);
      expect(answer).toContain("default-src 'none'");
      expect(answer).not.toContain('<');
    }
    expect(lines).toEqual([]);
  });
});

describe('an address whose percent-encoding is broken', () => {
  it.each(['/captive/%', '/captive/%C3%28/api', '/pay/%zz', '/pay/%zz/return', '/logo/%'])(
    'is refused by %s with a sentence, and is no error of the node',
    async (path) => {
      const { origin, lines } = await serve();
      const response = await fetch(origin + path);
      expect([response.status, response.headers.get('content-type'), await response.text()]).toEqual([
        ...[400, 'text/plain; charset=utf-8', 'The address is not valid percent-encoded UTF-8.\n'],
      ]);
      expect(lines).toEqual([]);
    },
  );

  it.each(['/panel%', '/docs/%', '/%', '/integrations/libreqos/%'])('names nothing at %s', async (path) => {
    const { origin, lines } = await serve();
    const response = await fetch(origin + path);
    expect([response.status, await response.text()]).toEqual([404, 'There is nothing at this address.\n']);
    expect(lines).toEqual([]);
  });

  it('is no endpoint of the REST API, and a parameter of that kind is named', async () => {
    const { origin } = await serve();
    for (const [path, status, error] of [
      ['/api/%', 404, 'there is no endpoint /api/%'],
      ['/api/server/test?x=%ff', 400, 'x: is not valid UTF-8'],
    ] as const) {
      const response = await fetch(origin + path);
      expect([response.status, await envelopeOf(response)]).toEqual([status, { result: null, error }]);
    }
  });
});

describe('the docs page', () => {
  it('consists of our own files only', async () => {
    const { origin } = await serve();
    const page = await (await fetch(`${origin}/docs`)).text();
    const sources = [...page.matchAll(/(?:src|href|url)[=:] ?["']([^"']+)["']/g)].map(([, source]) => source);
    expect(sources).toContain('/openapi.json');
    for (const source of sources) {
      const response = await fetch(`${origin}${source}`);
      expect([source, response.status]).toEqual([source, 200]);
    }
  });
});

describe('health', () => {
  const status = async (origin: string, path: string) => (await fetch(origin + path)).status;

  it('is alive, and ready when everything it needs works', async () => {
    const { origin } = await serve();
    expect(await status(origin, '/healthz')).toBe(200);
    const ready = await fetch(`${origin}/readyz`);
    expect([ready.status, await ready.json()]).toEqual([
      200,
      { status: 'ok', checks: { running: true, database: true, radius: true, accounting: true } },
    ]);
  });

  const without = (name: string, check: () => boolean | Promise<boolean> = () => false) =>
    serve({}, { readiness: { ...fakeOptions().options.readiness, [name]: check } });

  it.each([
    ['database', 503, 200],
    ['radius', 200, 503],
    ['accounting', 200, 503],
  ])('without %s is alive, and ready for what needs it not: API %i, RADIUS %i', async (name, api, radius) => {
    const { origin } = await without(name);
    expect(await status(origin, '/healthz')).toBe(200);
    expect(await status(origin, '/readyz')).toBe(503);
    expect(await status(origin, '/readyz/api')).toBe(api);
    expect(await status(origin, '/readyz/radius')).toBe(radius);
  });

  it('is not ready when a check throws, or does not answer in two seconds', async () => {
    const never = await without('database', () => new Promise(() => undefined));
    const throws = await without('database', () => Promise.reject(new Error('password=hunter2')));
    const answers = await Promise.all([never, throws].map(({ origin }) => fetch(`${origin}/readyz`)));
    expect(answers.map(({ status }) => status)).toEqual([503, 503]);
    expect(await answers[1]?.text()).not.toContain('hunter2');
    expect(await status(never.origin, '/readyz/radius')).toBe(200);
  });

  it('is not ready while it stops', async () => {
    const { kernel } = fakeKernel();
    kernel.lifecycle.mode = 'stopping';
    const { origin } = await serve({}, { kernel });
    for (const path of ['/readyz', '/readyz/api', '/readyz/radius']) expect(await status(origin, path)).toBe(503);
  });
});

describe('metrics', () => {
  it('count requests by procedure, never by what a caller writes', async () => {
    const { origin } = await serve();
    const input = encodeURIComponent('{"json":{}}');
    for (const path of [
      '/api/thing/lsit',
      '/api/rubbish-1',
      '/trpc/thing.list',
      '/trpc/rubbish-2',
      `/trpc/server.test,thing.list?batch=1&input=${input}`,
      '/rubbish-3',
      '/docs/rubbish-4',
      '/docs',
    ]) {
      await (await fetch(`${origin}${path}`, { headers })).text();
    }
    const text = await (await fetch(`${origin}/metrics`)).text();
    for (const line of [
      'lastmile_http_requests_total{api="rest",route="thing.list",status="200"} 1',
      'lastmile_http_requests_total{api="rest",route="unknown",status="404"} 1',
      'lastmile_http_requests_total{api="trpc",route="unknown",status="404"} 1',
      'lastmile_http_requests_total{api="page",route="unknown",status="404"} 1',
      'lastmile_http_requests_total{api="page",route="/docs",status="404"} 1',
      'lastmile_http_request_seconds_count{api="trpc",route="batch"} 1',
    ])
      expect(text).toContain(line);
    expect(text).not.toContain('rubbish');
  });
});

describe('stopping', () => {
  it('answers requests in flight, closes idle connections and accepts no more', async () => {
    const { server, origin, close, port } = await serve();
    // An idle connection that would live for a minute, which is longer than this test may take.
    await (await fetch(`${origin}/api/server/test`)).text();
    const inFlight = once(server, 'request');
    const late = sendRaw(
      port,
      'GET /api/thing/delete?how=late HTTP/1.1\r\nHost: a\r\nx-userid: 5\r\nx-api-key: good\r\n\r\n',
    );
    await inFlight;
    await close();
    expect(await late).toContain('{"result":"late","error":null}');
    await expect(fetch(`${origin}/healthz`)).rejects.toThrow();
  }, 60_000);

  it('does not wait for ever for a client that never finishes', async () => {
    const { server, close, port } = await serve();
    const begun = once(server, 'request');
    const stuck = sendRaw(port, 'POST /api/server/test HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\nab').catch(
      () => '',
    );
    await begun;
    await close(200);
    expect(await stuck).toBe('');
  });
});
