import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import express, { type Express, type Request, type Response } from 'express';
import { describe, expect, it } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { restApi } from '../../src/rest/rest-api.ts';
import { FailedLogins } from '../../src/rpc/failed-logins.ts';
import { startApi } from '../fixtures/api.ts';
import { atEnd } from '../fixtures/at-end.ts';
import { makeTenant } from '../fixtures/tenants.ts';
import { CREDENTIALS, fakeOptions } from './fake-api.ts';
import { envelopeOf, sendRaw } from './serve.ts';

const api = await startApi();
const tenant = await makeTenant(api);
const rest = () => restApi(appRouter, { kernel: api.kernel, failures: new FailedLogins(api.clock) });

async function listening(handle: RequestListener): Promise<string> {
  const server = createServer(handle);
  await once(server.listen(0, '127.0.0.1'), 'listening');
  atEnd(() => {
    server.close();
    server.closeAllConnections();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Somebody's app with routes before and after the API, and what they say to what they are asked. */
function foreignApp(mount: (app: Express) => void): Promise<string> {
  const app = express();
  app.get('/before', (_request, response) => void response.send('before'));
  mount(app);
  app.get('/after', (_request, response) => void response.send('after'));
  app.use((_request, response) => void response.status(404).send('theirs'));
  return listening(app);
}

const parsing = (app: Express) => app.use(express.json(), express.urlencoded({ extended: true }), express.text());
const APPS = {
  'before any body parser': [await foreignApp((app) => app.use(rest())), ''],
  'after body parsers': [await foreignApp((app) => parsing(app).use(rest())), ''],
  'after body parsers of another kind': [
    await foreignApp((app) => app.use(express.raw({ type: () => true }), rest())),
    '',
  ],
  'under a prefix, after body parsers': [await foreignApp((app) => parsing(app).use('/isp', rest())), '/isp'],
} as const;

type Fields = readonly (readonly [string, unknown])[];
const me = Object.entries(tenant.me);
const pairs = (fields: Fields) =>
  new URLSearchParams(fields.map(([name, value]): [string, string] => [name, String(value)]));
const form = (fields: Fields): RequestInit => ({ method: 'POST', body: pairs(fields) });
const json = (fields: Fields): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(Object.fromEntries(fields)),
  headers: { 'content-type': 'application/json; charset=utf-8' },
});
function multipart(fields: Fields): RequestInit {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, String(value));
  return { method: 'POST', body };
}

/** Without a length, and nothing in it. */
const chunked = {
  ...{ method: 'POST', duplex: 'half' as const },
  get body() {
    return new ReadableStream({ start: (to) => to.close() });
  },
};

const CALLS: readonly (readonly [string, string, RequestInit])[] = [
  ['a form', '/plan/list', form(me)],
  ['JSON', '/plan/list', json(me)],
  ['a multipart form', '/plan/list', multipart(me)],
  ['an address', `/plan/list/?${pairs(me)}`, {}],
  ['the misspelt alias', '/radius/user/sessoin_log', form(me)],
  ['the name it is an alias of', '/radius/user/session_log', json(me)],
  ['the short alias', '/plan/subplan', json(me)],
  [
    'numbers and arrays of JSON',
    '/service/list',
    json([...me, ['id', tenant.serviceid], ['status', ['Active', 'NP']]]),
  ],
  ['a name given twice', '/plan/list', form([...me, ['id', 999_999], ['id', tenant.planid]])],
  ['a parameter that it does not know', '/plan/list', form([...me, ['a[b]', '1'], ['cache', 'no']])],
  ['no body at all', '/server/test', { method: 'POST' }],
  ['an empty body', '/server/test', chunked],
  ['a file', '/subscriber/export', form(me)],
  ['an invoice that does not exist', '/invoice/pdf', json([...me, ['id', 999_999]])],
  ['what no endpoint takes', '/plan/list', form([...me, ['rows_limit', 'many']])],
  ['deep JSON', '/plan/list', json([...me, ['id', JSON.parse('['.repeat(12) + ']'.repeat(12))]])],
  ['a wrong key', '/plan/list', form([...me, ['api_key', 'guess']])],
  ['no credentials', '/plan/list', { method: 'POST' }],
  ['another method', '/plan/list', { method: 'PUT' }],
  ['a preflight', '/plan/list', { method: 'OPTIONS' }],
  ['HEAD', '/plan/list', { method: 'HEAD' }],
  ['another media type', '/plan/list', { method: 'POST', body: '<a/>', headers: { 'content-type': 'text/xml' } }],
  ['text in place of a form', '/plan/list', { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' } }],
];
const HEADERS = [
  'content-type',
  'content-disposition',
  'cache-control',
  'allow',
  'x-ignored-parameters',
  'retry-after',
];

async function answerOf(base: string, path: string, init: RequestInit) {
  const response = await fetch(`${base}/api${path}`, init);
  const headers = Object.fromEntries(HEADERS.map((name) => [name, response.headers.get(name)]));
  return { status: response.status, headers, body: await response.text() };
}

describe.each(Object.entries(APPS))('the REST API in another Express app, %s', (_, [origin, prefix]) => {
  it.each(CALLS)('answers %s as a node does', async (_name, path, init) => {
    const ours = await answerOf(api.url, path, init);
    expect(await answerOf(origin + prefix, path, init)).toEqual(
      // How an app's parser names the fields of `a[b]` is its own.
      path === '/plan/list' && ours.headers['x-ignored-parameters']?.includes('%5B')
        ? { ...ours, headers: { ...ours.headers, 'x-ignored-parameters': expect.stringContaining('cache') } }
        : ours,
    );
  });

  it('answers unknown paths below /api with the envelope, and leaves all others to the app', async () => {
    const said = async (path: string) => (await fetch(origin + path)).text();
    for (const path of [`${prefix}/api/nowhere`, `${prefix}/api`, `${prefix}/api/%zz`])
      expect(JSON.parse(await said(path))).toEqual({ result: null, error: `there is no endpoint ${path}` });
    expect([await said('/before'), await said('/after')]).toEqual(['before', 'after']);
    for (const path of [
      '/nowhere',
      `${prefix}/apis`,
      `${prefix}/API/server/test`,
      '/x/api/server/test',
      '/console/file',
    ])
      expect([path, await said(path)]).toEqual([path, 'theirs']);
  });

  it('changes what it is told to', async () => {
    const name = `Plan of ${origin}`;
    const done = await answerOf(origin + prefix, '/plan/update', json([...me, ['id', tenant.planid], ['name', name]]));
    expect(JSON.parse(done.body)).toEqual({ result: 'done', error: null });
    expect(await api.ok('plan/list', { id: tenant.planid }, tenant.me)).toMatchObject([{ name }]);
  });
});

describe('an error', () => {
  it('never becomes a page of Express', async () => {
    const { options, lines } = fakeOptions();
    const swallowing = express();
    // It reads the body and keeps it.
    swallowing.use((request: Request, _response: Response, next: () => void) => void request.resume().on('end', next));
    swallowing.use(restApi(options.router, options));
    const origin = await listening(swallowing);
    const response = await fetch(`${origin}/api/thing/list`, form(Object.entries(CREDENTIALS)));
    expect([response.status, await envelopeOf(response)]).toEqual([500, { result: null, error: 'internal error' }]);
    expect(lines.join('')).toContain('has read the body');
  });

  it('of a file that has begun ends the connection, also in an app', async () => {
    const { options, lines } = fakeOptions();
    const origin = await listening(express().use(restApi(options.router, options)));
    const late = fetch(`${origin}/api/thing/file`, form([...Object.entries(CREDENTIALS), ['fails', 'late']]));
    await expect(late.then((response) => response.text())).rejects.toThrow();
    expect(lines.join('')).toContain('pg_dump died');
  });

  it('of JSON that is nested without end is an envelope', async () => {
    const { options, lines } = fakeOptions();
    const origin = await listening(parsing(express()).use(restApi(options.router, options)));
    const body = `{"how":${'['.repeat(40_000)}${']'.repeat(40_000)}}`;
    const headers = { 'content-type': 'application/json', 'x-userid': '5', 'x-api-key': 'good' };
    const response = await fetch(`${origin}/api/thing/delete`, { method: 'POST', body, headers });
    expect([response.status, (await envelopeOf(response)).result]).toEqual([400, null]);
    expect(lines).toEqual([]);
  });
});

it('needs no app: it takes the request and the response of Node', async () => {
  const router = rest();
  const origin = await listening((request, response) =>
    router(request as Request, response as Response, () => void response.writeHead(404).end('none')),
  );
  expect(await answerOf(origin, '/server/test', {})).toEqual(await answerOf(api.url, '/server/test', {}));
  const absolute = await sendRaw(
    Number(new URL(origin).port),
    `GET http://isp.example/api/server/test HTTP/1.1\r\nHost: isp.example\r\nConnection: close\r\n\r\n`,
  );
  expect(absolute).toContain('{"result":"OK","error":null}');
  expect(await (await fetch(`${origin}/elsewhere`)).text()).toBe('none');
});
