import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { readConfig } from '../../../src/config/config.ts';
import { callsOf } from '../../fixtures/assistant.ts';
import { fakeKernel, ROW } from '../fake-api.ts';
import { type Served, sendRaw, serve } from '../serve.ts';

const KEY = { 'x-userid': '5', 'x-api-key': 'good' };
const JSON_TYPE = { 'content-type': 'application/json' };
const PING = { jsonrpc: '2.0', id: 7, method: 'ping' };

/** A message as a program sends it that has no SDK. */
async function post(
  { origin }: Pick<Served, 'origin'>,
  message: unknown,
  headers: Record<string, string> = {},
): Promise<{ status: number; headers: Headers; body: unknown; said: string }> {
  const body = typeof message === 'string' ? message : JSON.stringify(message);
  const response = await fetch(`${origin}/mcp`, {
    method: 'POST',
    headers: { ...KEY, ...JSON_TYPE, ...headers },
    body,
  });
  const text = await response.text();
  const answer = text === '' ? undefined : JSON.parse(text);
  return { status: response.status, headers: response.headers, body: answer, said: answer?.error?.message ?? '' };
}

/** A server with other settings than the default ones. */
function serveWith(settings: Record<string, string>): Promise<Served> {
  const { kernel } = fakeKernel();
  return serve({}, { kernel: { ...kernel, config: readConfig(settings) } });
}

async function connect({ origin }: Served) {
  const client = new Client({ name: 'a test', version: '1.0.0' });
  await client.connect(
    new StreamableHTTPClientTransport(new URL('/mcp', origin), { requestInit: { headers: KEY } }) as never,
  );
  onTestFinished(() => client.close());
  return callsOf(client);
}

describe('the SDK’s own client', () => {
  it('is told what the server is, and lists its tools', async () => {
    const { client, tools } = await connect(await serve());
    expect(client.getServerVersion()).toMatchObject({ name: 'lastmile', title: 'Lastmile' });
    expect(client.getInstructions()).toContain('is called twice');
    // `thing.file` is none.
    expect(await tools()).toEqual([
      ...['server_test', 'server_echo', 'thing_list', 'thing_update', 'thing_delete', 'thing_broken'],
    ]);
  });

  it('gets results in their documented form, as structure and as text', async () => {
    const { call } = await connect(await serve());
    const { text, ...answer } = await call('thing_list', { rows_limit: 5 });
    expect(answer).toMatchObject({
      failed: false,
      result: [{ id: String(ROW.id), amt: '12.50', active: 'Y', free: 3 }],
    });
    expect(JSON.parse(text)).toEqual({ result: answer.result });
    expect(await call('server_test')).toMatchObject({ failed: false, result: 'OK' });
  });

  it('may send numbers, truth values and lists, as in a JSON body of the REST API', async () => {
    const { call } = await connect(await serve());
    const { result } = await call('server_echo', { id: 7, show_count: '1', roles: ['Admin', 'Sales'], force: true });
    expect(JSON.parse(String(result))).toMatchObject({
      id: 7,
      show_count: true,
      roles: ['Admin', 'Sales'],
      force: true,
    });
  });

  it('gets faults as tool errors, with the sentence and the code of the REST API', async () => {
    const { call } = await connect(await serve());
    expect(await call('thing_list', { rows_limit: '101' })).toMatchObject({
      failed: true,
      status: 400,
      error: 'rows_limit: must be a whole number from 1 to 100',
    });
    expect(await call('thing_list', { nonsense: '1', userid: '6' })).toMatchObject({
      failed: true,
      status: 400,
      error: 'nonsense, userid: this tool has no such parameter',
    });
  });

  it('learns nothing about an error of the node', async () => {
    const { lines, ...served } = await serve();
    const { call } = await connect({ lines, ...served });
    expect(await call('thing_broken')).toMatchObject({ failed: true, status: 500, error: 'internal error' });
    expect(lines).toHaveLength(1);
  });

  it('is told that there is no such tool, also of a call that is left out', async () => {
    const { call } = await connect(await serve());
    for (const name of ['thing_file', 'nothing', '__proto__'])
      await expect(call(name)).rejects.toThrow(`there is no tool ${name}`);
  });
});

describe('a caller without a right key', () => {
  it.each([
    ['malformed', '{'],
    ['far too large', 'a'.repeat(1024 * 1024)],
    ['a batch', [PING, PING]],
  ])('is refused before the body is parsed, here %s', async (_, message) => {
    const served = await serve();
    for (const key of [{}, { authorization: 'Bearer nonsense' }, { 'x-userid': '5', 'x-api-key': 'bad' }]) {
      const headers = { 'x-userid': '', 'x-api-key': '', ...key };
      const { status, headers: sent, body } = await post(served, message, headers);
      expect([status, sent.get('www-authenticate')]).toEqual([401, 'Bearer']);
      expect(body).toMatchObject({ jsonrpc: '2.0', id: null, error: { data: { status: 401 } } });
    }
  });

  it('is told how to send one', async () => {
    const { said } = await post(await serve(), PING, { 'x-userid': '', 'x-api-key': '' });
    expect(said).toBe('send Authorization: Bearer followed by the id of a login user, a dot and its API key');
  });
});

describe('a page of another site', () => {
  it.each([
    ['has an origin of its own', { origin: 'https://evil.example' }],
    ['has none that it tells', { origin: 'null' }],
    ['sends nonsense', { origin: 'evil' }],
    ['is on another port of this machine', { origin: 'http://127.0.0.1:1' }],
  ])('is refused if it %s', async (_, headers) => {
    expect(await post(await serve(), PING, headers)).toMatchObject({
      status: 403,
      said: 'a page of another site may not call this address',
    });
  });

  it('is refused although its name has been pointed at this node', async () => {
    const { port } = await serve();
    const lines = ['POST /mcp HTTP/1.1', 'Host: evil.example', 'Origin: http://evil.example', 'Content-Length: 0'];
    const refused = await sendRaw(port, `${[...lines, 'Connection: close'].join('\r\n')}\r\n\r\n`);
    expect(refused).toMatch(/^HTTP\/1\.1 403 /);
  });

  it('is not a page of the public address, or of this machine', async () => {
    const served = await serveWith({ PUBLIC_URL: 'https://isp.example.net' });
    for (const origin of ['https://isp.example.net', served.origin])
      expect(await post(served, PING, { origin })).toMatchObject({ status: 200, body: { id: 7, result: {} } });
  });
});

describe('a message', () => {
  it.each(['GET', 'DELETE', 'PUT', 'OPTIONS'])('is not sent with %s', async (method) => {
    const { origin } = await serve();
    const response = await fetch(`${origin}/mcp`, { method, headers: KEY });
    expect([response.status, response.headers.get('allow')]).toEqual([405, 'POST']);
  });

  it.each([
    [413, 'of more than 256 kB', `"${'a'.repeat(300_000)}"`, 'a request body can have at most 262144 bytes'],
    [400, 'nested deeply', `${'['.repeat(5_000)}${']'.repeat(5_000)}`, 'the body is nested more than 16 levels deep'],
    [400, 'of many values', `[${'1,'.repeat(20_000)}1]`, 'the body has more than 10000 values'],
    [400, 'that is cut off', '{"jsonrpc":', 'the body is not valid JSON'],
    [400, 'in a batch of a thousand', Array.from({ length: 1_000 }, () => PING), 'not a batch'],
    [400, 'in an empty batch', [], 'not a batch'],
    [400, 'that is null', 'null', 'Invalid JSON-RPC message'],
    [400, 'of another version of JSON-RPC', { ...PING, jsonrpc: '1.0' }, 'Invalid JSON-RPC message'],
    [400, 'whose arguments are no object', toolCall('thing_list', [1]), 'params: are not what tools/call takes'],
    [400, 'without a tool', { ...PING, method: 'tools/call' }, 'params: are not what tools/call takes'],
    [
      400,
      'with a cursor that is no text',
      { ...PING, method: 'tools/list', params: { cursor: 1 } },
      'tools/list takes',
    ],
    [400, 'that begins badly', { ...PING, method: 'initialize', params: {} }, 'params: are not what initialize takes'],
  ])('gets %i if it is one %s', async (status, _, message, sentence) => {
    const { lines, ...served } = await serve();
    const answer = await post(served, message);
    expect(answer.status).toBe(status);
    expect(answer.said).toContain(sentence);
    expect(lines).toEqual([]);
  });

  it('must be JSON, and not compressed', async () => {
    const served = await serve();
    expect(await post(served, PING, { 'content-type': 'text/plain' })).toMatchObject({
      status: 400,
      said: 'Content-Type: must be application/json',
    });
    expect(await post(served, PING, { 'content-encoding': 'gzip' })).toMatchObject({
      status: 400,
      said: 'Content-Encoding: a body must not be compressed',
    });
  });

  it('of an unknown version of the protocol is refused; a first one is answered with a version that the node knows', async () => {
    const served = await serve();
    expect(await post(served, PING, { 'mcp-protocol-version': '1999-01-01' })).toMatchObject({ status: 400 });
    const params = { protocolVersion: '1999-01-01', capabilities: {}, clientInfo: { name: 'old', version: '1' } };
    const { body } = await post(served, { ...PING, method: 'initialize', params });
    expect(body).toMatchObject({ id: 7, result: { protocolVersion: '2025-11-25', capabilities: { tools: {} } } });
  });

  it('that nobody waits for gets 202, and one of an unknown method an error', async () => {
    const served = await serve();
    expect(await post(served, { jsonrpc: '2.0', method: 'notifications/initialized' })).toMatchObject({ status: 202 });
    const cancelled = { jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 7 } };
    expect(await post(served, cancelled)).toMatchObject({ status: 202 });
    expect(await post(served, { ...PING, method: 'nonsense' })).toMatchObject({ body: { error: { code: -32_601 } } });
  });

  it('needs no Accept, and its answer may not be cached', async () => {
    const { status, headers } = await post(await serve(), PING, { accept: '*/*' });
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(headers.get('content-security-policy')).toContain("default-src 'none'");
  });

  it('gets 503 while the database is away, and is asked to come again', async () => {
    const { status, headers } = await post(await serve({ down: true }), PING);
    expect([status, headers.get('retry-after')]).toEqual([503, '5']);
  });
});

describe('the metrics', () => {
  it('count the messages as calls of an API of their own', async () => {
    const served = await serve();
    await post(served, PING);
    await post(served, 'null');
    const metrics = await (await fetch(`${served.origin}/metrics`)).text();
    for (const status of [200, 400])
      expect(metrics).toContain(`lastmile_http_requests_total{api="mcp",route="/mcp",status="${status}"} 1`);
  });
});

describe('a node with MCP=off', () => {
  it('has nothing at the address', async () => {
    const { origin } = await serveWith({ MCP: 'off' });
    expect((await fetch(`${origin}/mcp`, { method: 'POST', headers: KEY })).status).toBe(404);
  });
});

function toolCall(name: string, given: unknown) {
  return { ...PING, method: 'tools/call', params: { name, arguments: given } };
}
