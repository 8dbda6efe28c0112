import type pg from 'pg';
import { expect, it } from 'vitest';
import { driftedServices, type FindServices } from '../../../src/radius/dynamic/drifted-services.ts';

const SESSIONS = 450;

/** Sessions of as many services, none of which exists any more; `pages` are the ids after which each page was read. */
function sessions() {
  const pages: number[] = [];
  const query = async ({ values: [after, limit] }: { readonly values: [number, number] }) => {
    pages.push(after);
    const count = Math.min(limit, SESSIONS - after);
    return { rows: Array.from({ length: count }, (_, at) => ({ id: after + at + 1, serviceId: after + at + 1 })) };
  };
  const asked: number[] = [];
  const findServices: FindServices = async (ids) => {
    asked.push(...ids);
    return () => undefined;
  };
  const directory = { nas: () => undefined };
  const options = { db: { pool: { query } as unknown as pg.Pool }, directory, findServices, now: 0 };
  return { pages, asked, options };
}

it('all live sessions are compared, some at a time', async () => {
  const { pages, asked, options } = sessions();
  expect(await driftedServices(options)).toEqual([]);
  expect(asked).toEqual(Array.from({ length: SESSIONS }, (_, at) => at + 1));
  expect(pages).toEqual([0, 200, 400]);
});

it('a node that stops compares no further ones', async () => {
  const { pages, options } = sessions();
  expect(await driftedServices(options, AbortSignal.abort())).toEqual([]);
  expect(pages).toEqual([0]);
});
