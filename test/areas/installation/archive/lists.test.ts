import { beforeAll, describe, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../../fixtures/tenants.ts';
import { FIRST_MONTH, fillMonths, KEEP_ALL, runArchive } from './months.ts';

const api = await startApi();
let mine: Tenant;
let other: Tenant;

beforeAll(async () => {
  [mine, other] = [await makeTenant(api), await makeTenant(api)];
  for (const { ispid, nasid, serviceid, username } of [mine, other])
    await fillMonths(api.db, { ispId: ispid, nasId: nasid, services: [{ id: serviceid, username }] });
  await runArchive(api.db, { settings: KEEP_ALL });
});

interface Row {
  readonly starttime: string;
  readonly username: string;
  readonly at: string;
  readonly changes_count: number;
}
const YEAR = { date_from: FIRST_MONTH, date_upto: '2026-11-21' };

describe.each([
  ['the session log', 'radius/user/session_log', 'starttime', {}],
  ['the audit', 'audit/list', 'at', YEAR],
] as const)('%s', (_, path, time, filter) => {
  const days = async (parameters: object, as = mine) =>
    (await api.ok<Row[]>(path, { ...filter, ...parameters, rows_limit: 100 }, as.me)).map((row) =>
      row[time].slice(0, 10),
    );

  it('is recent by default', async () => {
    expect(await days({ source: 'recent' })).toEqual(await days({}));
    expect((await days({})).at(-1)).toBe('2026-08-07');
  });

  it('has only the archived months with source=archive', async () => {
    const archived = await days({ source: 'archive' });
    expect([archived[0], archived.at(-1)]).toEqual(['2026-07-28', FIRST_MONTH]);
    expect(await api.ok(path, { ...filter, source: 'archive', show_count: 1 }, mine.me)).toBe(archived.length);
    expect(new Set(archived).size).toBe(archived.length);
  });

  it('shows no caller another tenant’s rows', async () => {
    expect(await days({ source: 'archive' }, other)).toEqual(await days({ source: 'archive' }));
    const all = await api.ok<number>(path, { ...filter, source: 'archive', show_count: 1 }, api.admin);
    expect(all).toBe(2 * (await days({ source: 'archive' })).length);
  });

  it('takes no other source', async () => {
    expect(await api.call(path, { source: 'all' }, mine.me)).toMatchObject({
      status: 400,
      error: 'source: must be recent or archive',
    });
  });
});

it('archived events keep their changes', async () => {
  const [event] = await api.ok<Row[]>('audit/list', { source: 'archive', rows_limit: 1 }, mine.me);
  expect(event?.changes_count).toBe(1);
});
