import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { connect } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_BODY_BYTES } from '../../src/rest/body.ts';
import { CREDENTIALS } from './fake-api.ts';
import { envelopeOf, type Served, sendRaw, serve } from './serve.ts';

interface Sent {
  readonly query?: string;
  readonly body?: string | FormData | Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

/** The native input that the endpoint got, or the error, and the names it ignored. */
async function echo({ origin }: Served, { query = '', body, type = 'application/x-www-form-urlencoded' }: Sent) {
  const headers: Record<string, string> = body instanceof FormData ? {} : { 'content-type': type };
  const init = body === undefined ? {} : { method: 'POST', body, headers };
  const response = await fetch(`${origin}/api/server/echo?${query}`, init);
  const { result, error } = await envelopeOf(response);
  const { rows_limit, show_count, ...input } = typeof result === 'string' ? JSON.parse(result) : {};
  return { status: response.status, input, error, ignored: response.headers.get('x-ignored-parameters') };
}

describe('parameters', () => {
  it('come from the query and the body, and the body takes precedence', async () => {
    const node = await serve();
    const { input } = await echo(node, { query: 'id=1&owner=3', body: 'id=2' });
    expect(input).toEqual({ id: 2, owner: 3 });
  });

  it('come from a form, from multipart and from JSON', async () => {
    const node = await serve();
    const multipart = new FormData();
    multipart.set('name', 'Ravi %');
    multipart.set('force', 'Y');
    multipart.set('file', new Blob(['ignored']), 'a.txt');
    const wanted = { name: 'Ravi %', force: true };
    expect((await echo(node, { body: 'name=Ravi+%25&force=Y' })).input).toEqual(wanted);
    expect((await echo(node, { body: multipart })).input).toEqual(wanted);
    const json = { type: 'application/json; charset=utf-8', body: '{"name":"Ravi %","force":true}' };
    expect((await echo(node, json)).input).toEqual(wanted);
  });

  it('accept numbers, booleans, arrays and nulls in JSON', async () => {
    const node = await serve();
    const body = JSON.stringify({ id: 5, force: false, roles: ['Admin', 'Sales'], amt: 1.5, name: null, snmp: 'on' });
    const { input } = await echo(node, { body, type: 'application/json' });
    expect(input).toEqual({ id: 5, force: false, roles: ['Admin', 'Sales'], amt: '1.5', snmp: true });
  });

  it('count as absent when they are empty', async () => {
    const node = await serve();
    const { input, error } = await echo(node, { query: 'id=&kind=&day=', body: 'name=&used_gb=' });
    expect([input, error]).toEqual([{}, null]);
  });

  it('clear a field in an update when they are empty, if it can be empty', async () => {
    const { origin } = await serve();
    const update = async (fields: Record<string, string>) =>
      envelopeOf(await fetch(`${origin}/api/thing/update?${new URLSearchParams({ ...CREDENTIALS, ...fields })}`));
    expect(await update({ id: '7', notes: '' })).toEqual({ result: '{"id":7,"notes":null}', error: null });
    expect((await update({ id: '7', name: '' })).error).toBe('name: must be a text of 1 to 200 characters');
    expect((await update({ id: '' })).error).toMatch(/^id: must be/);
  });

  it('that are unknown are ignored and listed', async () => {
    const node = await serve();
    const { status, ignored } = await echo(node, { query: '_=1&naïve=2&a,b=3&__proto__=4&constructor=5' });
    expect([status, ignored]).toEqual([200, '_, na%C3%AFve, a%2Cb, __proto__, constructor']);
  });

  it.each([
    ['strict=Y', {}],
    ['', { prefer: 'return=minimal, handling=strict' }],
  ])('that are unknown are refused if the caller says so: %s %o', async (query, headers) => {
    const { origin } = await serve();
    const ask = async (more: string) =>
      envelopeOf(await fetch(`${origin}/api/server/echo?${query}&${more}`, { headers: { ...headers } }));
    expect(await ask('id=1')).toMatchObject({ error: null });
    expect(await ask('nmae=Ravi&__proto__=1')).toEqual({
      result: null,
      error: 'nmae, __proto__: this endpoint has no such parameter',
    });
  });

  it('are as strict as strict says, Y or N', async () => {
    const node = await serve();
    expect(await echo(node, { query: 'strict=N&_=1' })).toMatchObject({ status: 200, ignored: '_' });
    expect((await echo(node, { query: 'strict=maybe' })).error).toBe('strict: must be Y or N');
  });

  it('that are unknown never break the header, whatever they are called', async () => {
    const node = await serve();
    const body = JSON.stringify({
      [`${'x'.repeat(59)}😀`]: 1,
      '\ud800': 2,
      '\r\nX-Evil: 1': 3,
      ['n'.repeat(9_000)]: 4,
    });
    const { status, ignored } = await echo(node, { body, type: 'application/json' });
    expect(status).toBe(200);
    expect(ignored).not.toMatch(/[\r\n]/);
    expect(ignored?.length).toBeLessThan(500);
  });

  it('given twice count by their last value', async () => {
    const node = await serve();
    expect((await echo(node, { query: 'id=1&id=2', body: 'owner=3&owner=4' })).input).toEqual({ id: 2, owner: 4 });
  });

  it('keep a % that starts no escape, since wildcards are often not escaped', async () => {
    const node = await serve();
    expect((await echo(node, { query: 'name=%ravi%' })).input).toEqual({ name: '%ravi%' });
  });

  it('are rejected if not UTF-8', async () => {
    const node = await serve();
    expect((await echo(node, { query: 'name=%ff' })).error).toBe('name: is not valid UTF-8');
    const latin1 = new Uint8Array(Buffer.from('name=\xe9', 'latin1'));
    expect((await echo(node, { body: latin1 })).error).toBe('the body is not valid UTF-8');
  });

  it('accept lc and location_code interchangeably, the documented name first', async () => {
    const node = await serve();
    expect((await echo(node, { query: 'lc=BLR' })).input).toEqual({ location_code: 'BLR' });
    expect(await echo(node, { query: 'lc=BLR&location_code=DEL' })).toMatchObject({
      input: { location_code: 'DEL' },
      ignored: 'lc',
    });
  });

  it('are read from the body of a GET as well', async () => {
    const { port } = await serve();
    const answer = await sendRaw(
      port,
      'GET /api/server/echo HTTP/1.1\r\nHost: a\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: 8\r\n\r\n{"id":3}',
    );
    expect(answer).toContain('\\"id\\":3');
  });

  it('are limited in number', async () => {
    const node = await serve();
    const query = Array.from({ length: 201 }, (_, at) => `p${at}=1`).join('&');
    expect(await echo(node, { query })).toMatchObject({
      status: 400,
      error: 'a request can have at most 200 parameters',
    });
  });
});

describe('a body', () => {
  it('that is malformed is bad input, with a sentence', async () => {
    const node = await serve();
    const bodies: [Sent, RegExp][] = [
      [{ body: '{"a":', type: 'application/json' }, /not valid JSON/],
      [{ body: '[1]', type: 'application/json' }, /must be one object/],
      [{ body: 'null', type: 'application/json' }, /must be one object/],
      [{ body: 'x', type: 'multipart/form-data; boundary=y' }, /not valid multipart/],
      [{ body: 'x', type: 'multipart/form-data' }, /not valid multipart/],
      [{ body: '<a/>', type: 'text/xml' }, /^Content-Type: must be/],
    ];
    for (const [sent, error] of bodies) {
      const answer = await echo(node, sent);
      expect(answer.status).toBe(400);
      expect(answer.error).toMatch(error);
    }
  });

  it('that is compressed is rejected', async () => {
    const { origin } = await serve();
    const init = { method: 'POST', body: 'id=1', headers: { 'content-encoding': 'gzip' } };
    expect((await envelopeOf(await fetch(`${origin}/api/server/echo`, init))).error).toMatch(/^Content-Encoding/);
  });

  it('that is too large gets a response, and the connection stays open', async () => {
    const { origin } = await serve();
    for (const size of [MAX_BODY_BYTES + 1, 10 * MAX_BODY_BYTES]) {
      const response = await fetch(`${origin}/api/server/echo`, { method: 'POST', body: 'a'.repeat(size) });
      expect([response.status, response.headers.get('connection')]).toEqual([413, 'keep-alive']);
      expect((await envelopeOf(response)).error).toBe('a request body can have at most 262144 bytes');
    }
  });

  it('without an end is abandoned', async () => {
    const { port } = await serve();
    const head = 'POST /api/server/echo HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n';
    const chunk = `10000\r\n${'a'.repeat(0x10000)}\r\n`;
    const answer = await sendRaw(port, head, ...Array.from({ length: 80 }, () => chunk)).catch(() => 'reset');
    expect(answer).toMatch(/413 Payload Too Large|reset/);
  });

  it('that is truncated only closes the connection', async () => {
    const { server, port, lines, origin } = await serve();
    const begun = once(server, 'request');
    const socket = connect(port, '127.0.0.1', () => {
      socket.write('POST /api/server/echo HTTP/1.1\r\nHost: a\r\nContent-Length: 100\r\n\r\nid=1');
    });
    const [request] = (await begun) as [IncomingMessage];
    const gone = new Promise((resolve) => request.socket.once('close', resolve));
    socket.destroy();
    await gone;
    expect(lines).toEqual([]);
    expect((await fetch(`${origin}/api/server/test`)).status).toBe(200);
  });
});

describe('what strangers may have parsed', () => {
  afterEach(() => {
    vi.restoreAllMocks();
  });

  it('is a thousand pairs of a query or a form', async () => {
    const node = await serve();
    const pairs = (count: number) => Array.from({ length: count }, () => 'id=1').join('&');
    expect(await echo(node, { body: pairs(1_000) })).toMatchObject({ status: 200, input: { id: 1 } });
    const error = 'a request can have at most 1000 pairs of name and value';
    for (const sent of [{ body: pairs(1_001) }, { query: pairs(1_001) }])
      expect(await echo(node, sent)).toMatchObject({ status: 400, error });
  });

  it.each([
    ['the body is nested more than 16 levels deep', `{"id":${'['.repeat(100_000)}`],
    ['the body is nested more than 16 levels deep', `{"id":${'{"a":'.repeat(100)}1${'}'.repeat(100)}}`],
    ['the body has more than 10000 values', `{"id":[${'1,'.repeat(10_000)}1]}`],
  ])('is JSON within bounds: %s', async (error, body) => {
    const node = await serve();
    const parse = vi.spyOn(JSON, 'parse');
    expect(await echo(node, { body, type: 'application/json' })).toMatchObject({ status: 400, error });
    expect(parse.mock.calls.filter(([given]) => given === body)).toEqual([]);
  });

  it('is a form of many parts, but by no parser that takes long over them', async () => {
    const node = await serve();
    const forms = vi.spyOn(Response.prototype, 'formData');
    const part = '--b\r\nContent-Disposition: form-data; name="f"; filename="f"\r\n\r\n\r\n';
    const sent = { body: `${part.repeat(3_000)}--b--`, type: 'multipart/form-data; boundary=b' };
    expect(await echo(node, sent)).toMatchObject({ error: 'a multipart body can have at most 1000 parts' });
    expect(forms).not.toHaveBeenCalled();
  });

  it('is a list of ten thousand', async () => {
    const node = await serve();
    const error = 'roles: must be a comma-separated list with at least one value';
    expect(await echo(node, { body: `roles=${','.repeat(10_000)}` })).toMatchObject({ status: 400, error });
  });

  it('are blanks in any number, written as pluses', async () => {
    const node = await serve();
    expect((await echo(node, { body: `name=+a+%2B+b${'+'.repeat(100_000)}` })).input).toEqual({ name: 'a + b' });
  });

  it('is an id of any shape that JSON has', async () => {
    const node = await serve();
    const headers = { ...{ 'x-userid': '5', 'x-api-key': 'good' }, 'content-type': 'application/json' };
    const init = { method: 'POST', headers, body: '{"ispid":{"toString":1},"id":1}' };
    expect((await fetch(`${node.origin}/api/thing/update`, init)).status).toBe(200);
    expect(node.lines).toEqual([]);
  });
});

describe('a request line', () => {
  it('is taken literally: hosts, dots and escapes in it have no effect', async () => {
    const { port } = await serve();
    for (const target of [
      '/api//server/test',
      '/api/../api/server/test',
      '/api/server%2Ftest',
      '/api/server/test%',
      '/api/%00',
    ]) {
      const answer = await sendRaw(port, `GET ${target} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
      expect([target, answer.split('\r\n')[0]]).toEqual([target, 'HTTP/1.1 404 Not Found']);
      expect(answer).toContain('"result":null');
    }
  });

  it("may have a proxy's absolute form", async () => {
    const { port } = await serve();
    const answer = await sendRaw(port, 'GET http://a/api/server/test HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n');
    expect(answer).toContain('{"result":"OK","error":null}');
  });
});
