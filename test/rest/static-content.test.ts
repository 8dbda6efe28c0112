import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it, vi } from 'vitest';
import { appRouter } from '../../src/app-router.ts';
import { StaticContent } from '../../src/core/content/static-content.ts';
import { panelPages } from '../../src/panel/page.ts';
import * as openapi from '../../src/rest/openapi.ts';
import { fakeRouter } from './fake-api.ts';
import { serve } from './serve.ts';

const PATHS = [
  ['/openapi.json', 'no-cache'],
  ['/docs/swagger-ui.css', 'public, max-age=86400'],
  ['/docs/swagger-ui-bundle.js', 'public, max-age=86400'],
  ['/panel/panel.js', 'no-cache'],
  ['/panel/panel.css', 'no-cache'],
  ['/panel/procedures.json', 'no-cache'],
] as const;

interface Got {
  readonly status: number | undefined;
  readonly headers: Record<string, string | string[] | undefined>;
  readonly body: Buffer;
}

/** The octets as they are sent: `fetch` would decompress them. */
function get(url: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Got> {
  return new Promise((resolve, reject) => {
    const sent = request(url, { method, headers }, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('end', () =>
        resolve({ status: response.statusCode, headers: response.headers, body: Buffer.concat(chunks) }),
      );
    });
    sent.on('error', reject).end();
  });
}

const node = () => serve({}, { panel: panelPages(fakeRouter) });

describe.each(PATHS)('%s', (path, cacheControl) => {
  it('is sent as it is, with gzip and with brotli, each with a tag of its own', async () => {
    const url = (await node()).origin + path;
    const plain = await get(url);
    const gzip = await get(url, { 'accept-encoding': 'gzip' });
    const brotli = await get(url, { 'accept-encoding': 'gzip, deflate, br' });
    expect([plain, gzip, brotli].map(({ headers }) => headers['content-encoding'])).toEqual([undefined, 'gzip', 'br']);
    expect(gunzipSync(gzip.body).equals(plain.body)).toBe(true);
    expect(brotliDecompressSync(brotli.body).equals(plain.body)).toBe(true);
    expect(gzip.body.length).toBeLessThan(plain.body.length);
    for (const { status, headers, body } of [plain, gzip, brotli]) {
      expect(status).toBe(200);
      expect(headers).toMatchObject({ vary: 'Accept-Encoding', 'cache-control': cacheControl });
      expect(headers['content-length']).toBe(String(body.length));
    }
    expect(new Set([plain, gzip, brotli].map(({ headers }) => headers.etag)).size).toBe(3);
  });

  it('is not sent again to who has it', async () => {
    const url = (await node()).origin + path;
    const { headers } = await get(url, { 'accept-encoding': 'br' });
    const etag = String(headers.etag);
    expect(etag).toMatch(/^"[\w-]+-br"$/);
    for (const known of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
      const again = await get(url, { 'accept-encoding': 'br', 'if-none-match': known });
      expect([again.status, again.body.length]).toEqual([304, 0]);
      expect(again.headers).toMatchObject({ etag, vary: 'Accept-Encoding', 'cache-control': cacheControl });
    }
    for (const other of ['"other"', etag.slice(1, -1)])
      expect((await get(url, { 'accept-encoding': 'br', 'if-none-match': other })).status).toBe(200);
    expect((await get(url, { 'if-none-match': etag })).status).toBe(200);
  });

  it('has a head of the same size', async () => {
    const url = (await node()).origin + path;
    for (const encoding of ['identity', 'br']) {
      const whole = await get(url, { 'accept-encoding': encoding });
      const head = await get(url, { 'accept-encoding': encoding }, 'HEAD');
      expect([head.status, head.body.length]).toEqual([200, 0]);
      const { date: _date, ...headers } = whole.headers;
      expect(head.headers).toMatchObject(headers);
    }
  });

  it('is refused to who takes it in no form', async () => {
    const { status, headers, body } = await get((await node()).origin + path, { 'accept-encoding': '*;q=0' });
    expect([status, headers.vary, String(body)]).toEqual([
      ...[406, 'Accept-Encoding', 'Accept-Encoding must allow one of br, gzip, identity.\n'],
    ]);
  });
});

describe('content that is the same for everybody', () => {
  it('is made once and compressed once, however many ask at a time', async () => {
    const make = vi.fn(() => 'a text '.repeat(1_000));
    const content = new StaticContent(make, { type: 'text/plain', cacheControl: 'no-cache' });
    const [one, other] = await Promise.all([content.as('br'), content.as('br')]);
    expect(other?.body).toBe(one?.body);
    expect((await content.as('br')).body).toBe(one?.body);
    await Promise.all([content.as('gzip'), content.as('identity'), content.as('identity')]);
    expect(make).toHaveBeenCalledTimes(1);
  });

  it('is made again after it could not be made', async () => {
    const make = vi
      .fn(() => 'a text')
      .mockImplementationOnce(() => {
        throw new Error('no such file');
      });
    const content = new StaticContent(make, { type: 'text/plain', cacheControl: 'no-cache' });
    await expect(content.as('br')).rejects.toThrow('no such file');
    expect(String((await content.as('identity')).body)).toBe('a text');
  });

  it('is compressed only if that makes it smaller', async () => {
    const { origin } = await node();
    const { status, headers } = await get(`${origin}/docs/favicon-32x32.png`, { 'accept-encoding': 'br, gzip' });
    expect([status, headers['content-encoding'], headers['content-type']]).toEqual([200, undefined, 'image/png']);
  });

  it('is the document, made as text once', async () => {
    const { origin } = await node();
    await get(`${origin}/openapi.json`);
    const text = vi.spyOn(JSON, 'stringify');
    for (let calls = 0; calls < 5; calls += 1) await get(`${origin}/openapi.json`);
    expect(text.mock.calls.filter(([value]) => value === openapi.openApiDocument(fakeRouter))).toEqual([]);
    text.mockRestore();
  });
});

describe('the docs page of the real API', () => {
  it.each(['gzip', 'br'])('takes less than a megabyte with all that it loads, with %s', async (coding) => {
    const { origin } = await serve({}, { router: appRouter });
    const { body: page } = await get(`${origin}/docs`);
    const files = [...page.toString().matchAll(/(?:src|href|url)[=:] ?["']([^"']+)["']/g)].map(([, file]) => file);
    expect(files).toContain('/openapi.json');
    const got = await Promise.all(files.map((file) => get(origin + file, { 'accept-encoding': coding })));
    expect(got.map(({ status }) => status)).toEqual(files.map(() => 200));
    const octets = got.reduce((sum, { body }) => sum + body.length, page.length);
    expect(octets).toBeLessThan(1_000_000);
  });
});
