import { describe, expect, it } from 'vitest';
import { count, pages, rows } from '../../clients/typescript/src/index.ts';
import { clientOf, type Reply, result } from './fake-fetch.ts';

interface Asked {
  readonly rows_limit?: number;
  readonly rows_offset?: number;
  readonly show_count?: boolean;
}

/** A list of `total` records. */
function listOf(total: number): Reply {
  return (sent) => {
    const { rows_limit = 10, rows_offset = 0, show_count = false } = sent.input as Asked;
    const ids = Array.from({ length: total }, (_, at) => ({ id: at + 1 }));
    return result(show_count ? total : ids.slice(rows_offset, rows_offset + rows_limit))(sent) as Response;
  };
}

/** The sizes of all pages, and how many requests brought them. */
async function sizesOf(total: number, input: Asked): Promise<{ sizes: number[]; requests: number }> {
  const [client, sent] = clientOf([listOf(total)]);
  const sizes: number[] = [];
  for await (const page of pages(client.customer.list, input)) sizes.push(page.length);
  return { sizes, requests: sent.length };
}

describe('rows and count', () => {
  it('ask for records or for their number, with the filters as given', async () => {
    const [client, sent] = clientOf([listOf(3)]);
    expect(await rows(client.customer.list, { name: 'R%', rows_limit: 2 })).toEqual([{ id: 1 }, { id: 2 }]);
    expect(await count(client.customer.list, { name: 'R%' })).toBe(3);
    expect(sent.map(({ input }) => input)).toEqual([
      { name: 'R%', rows_limit: 2, show_count: false },
      { name: 'R%', show_count: true },
    ]);
  });

  it('pass on the signal', async () => {
    const [client] = clientOf([listOf(3)]);
    const options = { signal: AbortSignal.abort() };
    await expect(rows(client.customer.list, {}, options)).rejects.toMatchObject({ kind: 'aborted' });
    await expect(count(client.customer.list, {}, options)).rejects.toMatchObject({ kind: 'aborted' });
    await expect(pages(client.customer.list, {}, options).next()).rejects.toMatchObject({ kind: 'aborted' });
  });

  it('reject an answer of the other type', async () => {
    const [client] = clientOf([result(3), result([])]);
    await expect(rows(client.customer.list, {})).rejects.toThrow('a count instead of rows');
    await expect(count(client.customer.list, {})).rejects.toThrow('rows instead of a count');
  });
});

describe('pages', () => {
  it('end with the last record, wherever it falls on its page', async () => {
    expect(await sizesOf(0, {})).toEqual({ sizes: [], requests: 1 });
    expect(await sizesOf(99, {})).toEqual({ sizes: [99], requests: 1 });
    expect(await sizesOf(100, {})).toEqual({ sizes: [100], requests: 2 });
    expect(await sizesOf(201, {})).toEqual({ sizes: [100, 100, 1], requests: 3 });
  });

  it('accept their size and start', async () => {
    expect((await sizesOf(10, { rows_limit: 4 })).sizes).toEqual([4, 4, 2]);
    expect((await sizesOf(10, { rows_limit: 4, rows_offset: 5 })).sizes).toEqual([4, 1]);
  });

  it('are fetched only as far as the loop goes', async () => {
    const [client, sent] = clientOf([listOf(1000)]);
    for await (const page of pages(client.customer.list, {})) if (page[0]?.id === 101) break;
    expect(sent).toHaveLength(2);
  });
});
