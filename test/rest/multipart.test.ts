import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { multipartFields } from '../../src/rest/multipart.ts';
import '../fixtures/properties.ts';

const MAX = 1_000;

/** A body, and its type, as Node and browsers write them. */
async function written(fields: Iterable<readonly [string, string | Blob]>): Promise<[Buffer, string]> {
  const form = new FormData();
  for (const [name, value] of fields) form.append(name, value);
  const response = new Response(form);
  const type = response.headers.get('content-type') ?? '';
  return [Buffer.from(await response.arrayBuffer()), type];
}

const part = (headers: string, value: string) => `--b\r\n${headers}\r\n\r\n${value}\r\n`;
const read = (body: string, type = 'multipart/form-data; boundary=b') => multipartFields(Buffer.from(body), type, MAX);

describe('a multipart form', () => {
  it('has the fields that were written, in their order', async () => {
    const texts = fc.string({ unit: 'grapheme' }).map((text) => text.replace(/[\r\n\ufeff]/g, ' '));
    await fc.assert(
      fc.asyncProperty(fc.array(fc.tuple(texts, texts), { minLength: 1 }), async (fields) => {
        expect(multipartFields(...(await written(fields)), MAX)).toEqual(fields);
      }),
    );
  });

  it('is read as the parser of Node reads it', async () => {
    const pieces = fc.constantFrom(
      ...['--b', '--b--', '\r\n', '\r\n\r\n', 'x', ' ', '"', ';', '--', 'Content-Disposition: form-data; name="a"'],
    );
    const bodies = fc.oneof(
      fc.array(pieces).map((all) => all.join('')),
      fc.array(pieces).map((all) => `${part('Content-Disposition: form-data; name="a"', all.join(''))}--b--\r\n`),
    );
    await fc.assert(
      fc.asyncProperty(bodies, async (body) => {
        const headers = { 'content-type': 'multipart/form-data; boundary=b' };
        const theirs = await new Response(body, { headers }).formData().catch(() => null);
        if (theirs) expect(read(body)).toEqual([...theirs]);
      }),
      { numRuns: 2_000 },
    );
  });

  it('has no files, whatever they are called', async () => {
    const file = new File(['x'], 'a "b".txt');
    expect(
      multipartFields(
        ...(await written([
          ['a', '1'],
          ['f', file],
          ['b', ''],
        ])),
        MAX,
      ),
    ).toEqual([
      ['a', '1'],
      ['b', ''],
    ]);
    expect(read(`${part('Content-Disposition: form-data; name="f"; filename*=UTF-8\'\'x', 'x')}--b--`)).toEqual([]);
  });

  it('may say more of a field than its name, have a quoted boundary and a beginning for people', () => {
    const headers = 'Content-Type: text/plain; charset=UTF-8\r\ncontent-disposition:form-data;name="a"';
    const body = `for people\r\n${part(headers, '1\r\n\r\n2')}--b--\r\nfor people`;
    expect(read(body, 'multipart/form-data; charset=utf-8; boundary="b"')).toEqual([['a', '1\r\n\r\n2']]);
  });

  it.each<[string, string, string?]>([
    ['no boundary', '', 'multipart/form-data'],
    ['no part', 'x'],
    ['no end', part('Content-Disposition: form-data; name="a"', 'x')],
    ['a part without a name', `${part('Content-Disposition: form-data', 'x')}--b--`],
    ['a part without headers', `${part('', 'x')}--b--`],
    ['headers without an end', '--b\r\nContent-Disposition: form-data; name="a"\r\n--b--'],
    ['endless headers', `${part(`a: ${'b'.repeat(5_000)}\r\nContent-Disposition: form-data; name="a"`, 'x')}--b--`],
  ])('is refused with %s', (_, body, type) => {
    expect(() => read(body, type)).toThrow('the body is not valid multipart/form-data');
  });

  it('has at most so many parts, files too', () => {
    const file = part('Content-Disposition: form-data; name="f"; filename="f"', '');
    expect(read(`${file.repeat(MAX)}--b--`)).toEqual([]);
    expect(() => read(`${file.repeat(MAX + 1)}--b--`)).toThrow('a multipart body can have at most 1000 parts');
  });
});
