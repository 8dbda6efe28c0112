import superjson from 'superjson';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { MAX_BODY_BYTES } from '../../src/rest/body.ts';
import { MAX_VALUES } from '../../src/rest/json-bounds.ts';
import { MAX_UNKNOWN_BYTES } from '../../src/rest/trpc-request.ts';
import { type Served, sendRaw, serve } from './serve.ts';

const known = { 'x-userid': '5', 'x-api-key': 'good' };
const json = { 'content-type': 'application/json' };

interface Said {
  readonly status: number;
  readonly message: string;
  readonly kind: string | undefined;
}

interface Given {
  readonly headers?: Record<string, string>;
  readonly path?: string;
}

/** What a call answers to a body. */
async function send({ origin }: Served, body: string, { headers = {}, path = 'server.echo' }: Given = {}) {
  const init = { method: 'POST', body, headers: { ...json, ...headers } };
  const response = await fetch(`${origin}/trpc/${path}`, init);
  return saidBy(response.status, await response.json());
}

interface Answer {
  readonly error?: { readonly json: { readonly message: string; readonly data: { readonly kind: string } } };
}

function saidBy(status: number, answer: unknown): Said {
  const { error } = ([answer].flat() as Answer[])[0] ?? {};
  return { status, message: error?.json.message ?? '', kind: error?.json.data.kind };
}

/** The input that the procedure got, as it writes it. */
async function echoed(node: Served, input: object, write = superjson): Promise<unknown> {
  const init = { method: 'POST', body: write.stringify(input), headers: json };
  const response = await fetch(`${node.origin}/trpc/server.echo`, init);
  const answer = (await response.json()) as { result?: { data: { json: string } } } & Answer;
  return answer.result ? JSON.parse(answer.result.data.json) : answer.error?.json.message;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe('what superjson says of an input', () => {
  it('walks no set, however many paths lead into it', async () => {
    const node = await serve();
    const equal = Array.from({ length: 500 }, (_, at) => `name.${at}`);
    const meta = { values: { name: ['set'] }, referentialEqualities: { 'name.1': equal }, v: 1 };
    const text = JSON.stringify({ json: { name: equal.map((_, at) => at) }, meta });
    const walks = vi.spyOn(Set.prototype, 'keys');
    expect(await send(node, text)).toMatchObject({ status: 400, kind: 'badInput' });
    expect(walks.mock.calls.length).toBeLessThan(50);
  });

  it.each([
    ['bigint', '"7777"'],
    ['set', '[1]'],
    ['map', '[[1,2]]'],
    ['regexp', '"/(a+)+$/"'],
    ['URL', '"https://a.example"'],
    ['Error', '{"message":"x"}'],
  ])('makes no %s, which no parameter takes', async (type, value) => {
    const node = await serve();
    const [big, pattern] = [vi.spyOn(globalThis, 'BigInt'), vi.spyOn(globalThis, 'RegExp')];
    const text = `{"json":{"name":${value}},"meta":{"values":{"name":["${type}"]},"v":1}}`;
    const message = `name: is a ${type}; of the types that JSON lacks, parameters accept only dates and undefined`;
    expect(await send(node, text)).toEqual({ status: 400, message, kind: 'badInput' });
    expect([big.mock.calls.length, pattern.mock.calls.filter(([given]) => given === '(a+)+$').length]).toEqual([0, 0]);
  });

  it.each([
    ['a composite type', '{"name":[["custom","x"]]}'],
    ['a class', '{"name":[["class","x"]]}'],
    ['octets', '{"name":[["typed-array","Uint8Array"]]}'],
    ['a tree of types', '{"name":{"x":["Date"]}}'],
    ['types inside a type', '{"name":["Date",{"x":["Date"]}]}'],
    ['an index far beyond a list', '{"roles.4294967294":["undefined"]}'],
    ['the length of a list', '{"roles.length":["undefined"]}'],
    ['a value that is not there', '{"owner":["Date"]}'],
    ['what all objects have', '{"toString":["Date"]}'],
    ['an inside of a text', '{"name.0":["Date"]}'],
    ['no types', '7'],
  ])('is refused when it names %s', async (_, values) => {
    const node = await serve();
    const text = `{"json":{"name":"x","roles":["Sales"]},"meta":{"values":${values},"v":1}}`;
    expect(await send(node, text)).toMatchObject({ status: 400, kind: 'badInput' });
    expect(node.lines).toEqual([]);
  });

  it('may be that a date stands in two places, that a value is undefined, or no number', async () => {
    const node = await serve();
    const at = new Date('2026-01-31T18:30:00Z');
    const day = at.toISOString();
    expect(await echoed(node, { at, seen_at: at, name: undefined })).toMatchObject({ at: day, seen_at: day });
    expect(await echoed(node, { at: undefined, seen_at: { op: '>=', value: at } })).toMatchObject({
      seen_at: { op: '>=', value: day },
    });
    expect(await echoed(node, { rows_limit: Number.NaN })).toMatch(/^rows_limit: must be a whole number/);
    expect(await echoed(node, { 'a.b\\c': at })).toBe('a.b\\c: is not a parameter of this endpoint');
    const old = `{"json":{"at":"${day}"},"meta":{"values":{"at":["Date"]}}}`;
    expect(await send(node, old)).toMatchObject({ status: 200 });
  });

  it('must be written in full: an equal value left out is not taken for an empty one', async () => {
    const node = await serve();
    const at = new Date(0);
    const shortened = new superjson({ dedupe: true });
    const said = await echoed(node, { at, seen_at: at }, shortened as unknown as typeof superjson);
    expect(said).toBe('seen_at: is left out; turn off dedupe in superjson, so that it writes equal values in full');
  });
});

describe('a body of the tRPC API', () => {
  const ofSize = (bytes: number) => `{"json":{"name":"${'a'.repeat(bytes - 20)}"}}`;

  it.each([
    ['nobody', {}, MAX_UNKNOWN_BYTES],
    ['a login user', known, MAX_BODY_BYTES],
  ])('of %s is limited before it is parsed', async (_, headers, limit) => {
    const node = await serve();
    const parse = vi.spyOn(JSON, 'parse');
    expect(await send(node, ofSize(limit), { headers })).toMatchObject({ status: 400, kind: 'badInput' });
    expect(parse.mock.calls.filter(([text]) => text.length === limit)).toHaveLength(1);
    const { status, kind } = await send(node, ofSize(limit + 1), { headers });
    expect([status, kind]).toEqual([413, 'tooLarge']);
    expect(parse.mock.calls.filter(([text]) => text.length === limit + 1)).toEqual([]);
  });

  it('without a declared length is limited too', async () => {
    const { origin } = await serve();
    for (const [headers, status] of [
      [{}, 413],
      [known, 400],
    ] as const) {
      const body = new Blob([ofSize(MAX_UNKNOWN_BYTES + 1)]).stream();
      const init = { method: 'POST', body, headers: { ...json, ...headers }, duplex: 'half' };
      expect((await fetch(`${origin}/trpc/server.echo`, init as RequestInit)).status).toBe(status);
    }
  });

  it('that is large gets the refusal of wrong credentials, not that of its size', async () => {
    const node = await serve();
    const headers = { 'x-userid': '5', 'x-api-key': 'bad' };
    expect(await send(node, ofSize(60_000), { headers })).toMatchObject({
      status: 401,
      message: 'wrong userid or api_key, or the key may not be used from this address',
    });
  });

  it('is not read for a caller who needs credentials and has none', async () => {
    const node = await serve();
    const parse = vi.spyOn(JSON, 'parse');
    const text = '{"json":{"how":"x"},"meta":{"values":{"how":["nonsense"]}}}';
    for (const path of ['thing.delete', 'thing.list', 'thing.update'])
      expect(await send(node, text, { path })).toMatchObject({ status: 401 });
    expect(parse.mock.calls.filter(([given]) => given === text)).toEqual([]);
  });

  it.each([
    ['multipart/form-data; boundary=b', '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n--b--\r\n'],
    ['application/octet-stream', 'x'],
    ['text/plain', '{}'],
  ])('is JSON, and never %s', async (type, body) => {
    const node = await serve();
    const forms = vi.spyOn(Request.prototype, 'formData');
    for (const headers of [{}, known])
      expect(await send(node, body, { headers: { ...headers, 'content-type': type } })).toEqual({
        ...{ status: 415, message: 'Content-Type: must be application/json', kind: 'badInput' },
      });
    expect(forms).not.toHaveBeenCalled();
  });

  it.each([
    ['lists', '['.repeat(8_000)],
    ['lists that end', `${'['.repeat(8_000)}${']'.repeat(8_000)}`],
    ['objects', `{"json":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}`],
    ['annotations', `{"json":{},"meta":{"values":${'{"a":'.repeat(2_000)}1${'}'.repeat(2_000)}}}`],
  ])('is refused before it is parsed when %s are nested too deep, in the address too', async (_, text) => {
    const node = await serve();
    const parse = vi.spyOn(JSON, 'parse');
    const wanted = { status: 400, message: 'the input is nested more than 16 levels deep', kind: 'badInput' };
    expect(await send(node, text)).toEqual(wanted);
    const short = encodeURIComponent('['.repeat(2_000));
    const response = await fetch(`${node.origin}/trpc/server.echo?input=${short}`);
    expect(saidBy(response.status, await response.json())).toEqual(wanted);
    expect(parse.mock.calls.filter(([given]) => given.length > 1_500)).toEqual([]);
  });

  it('is refused before it is parsed when it has too many values', async () => {
    const node = await serve();
    const parse = vi.spyOn(JSON, 'parse');
    const text = JSON.stringify({ json: { roles: Array.from({ length: MAX_VALUES }, () => 1) } });
    const message = `the input has more than ${MAX_VALUES} values`;
    expect(await send(node, text, { headers: known })).toEqual({ status: 400, message, kind: 'badInput' });
    expect(parse.mock.calls.filter(([given]) => given === text)).toEqual([]);
  });

  it('of a batch is limited as a whole', async () => {
    const node = await serve();
    const path = `${Array.from({ length: 20 }, () => 'server.echo').join(',')}?batch=1`;
    const calls = Array.from({ length: 20 }, () => ({ json: { name: 'a'.repeat(2_000) } }));
    expect(await send(node, JSON.stringify({ ...calls }), { path })).toMatchObject({ status: 413 });
    expect(await send(node, '{}', { path })).toMatchObject({ status: 400, kind: 'badInput' });
  });

  it('may have brackets and quotes in its texts', async () => {
    const node = await serve();
    for (const name of ['['.repeat(100), '\\'.repeat(99), '\\"[{'.repeat(40), `${'"'.repeat(50)}${'{'.repeat(50)}`])
      expect(await echoed(node, { name })).toMatchObject({ name });
  });
});

describe('an input that is no set of parameters', () => {
  it.each([
    ['"x"', 'input: must be an object of parameters'],
    ['[]', 'input: must be an object of parameters'],
    ['{"id":1,"ispid":{"toString":1}}', 'ispid: is not a parameter of this endpoint'],
    ['{"id":{"valueOf":1,"toString":1}}', 'id: must be the id of a record, a whole number above 0'],
    ['{"id":1,"__proto__":{"name":"x"}}', '__proto__: is not a parameter of this endpoint'],
  ])('gets a sentence: %s', async (input, message) => {
    const node = await serve();
    const said = await send(node, `{"json":${input}}`, { headers: known, path: 'thing.update' });
    expect(said).toEqual({ status: 400, message, kind: 'badInput' });
    expect(node.lines).toEqual([]);
  });

  it('gets a sentence too where the header Host is none', async () => {
    const { port } = await serve();
    const head = 'GET /trpc/server.test HTTP/1.1\r\nHost: [\r\nConnection: close\r\n\r\n';
    expect(await sendRaw(port, head)).toContain('"the Host header or the address is not valid"');
  });
});

describe('parameters that do not exist', () => {
  it('are named, up to a hundred of them', async () => {
    const node = await serve();
    const input = Object.fromEntries(Array.from({ length: 1_000 }, (_, at) => [`p${at}`, 1]));
    const { status, message } = await send(node, JSON.stringify({ json: input }));
    expect(status).toBe(400);
    expect(message.split('; ')).toHaveLength(101);
    expect(message).toMatch(/^p0: is not a parameter of this endpoint; .*; and 900 more$/);
  });

  it('are named by the beginning of a long name', async () => {
    const node = await serve();
    const { message } = await send(node, JSON.stringify({ json: { ['n'.repeat(10_000)]: 1 } }));
    expect(message).toBe(`${'n'.repeat(60)}…: is not a parameter of this endpoint`);
  });
});
