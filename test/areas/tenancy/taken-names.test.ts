import { beforeAll, expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let [mine, theirs]: Tenant[] = [];

beforeAll(async () => {
  [mine, theirs] = [await makeTenant(api), await makeTenant(api)];
});

const create = (tenant: Tenant | undefined, username: string) =>
  api.call(
    'auth/user/create',
    {
      username,
      password: 'correct horse',
      groupname: 'ISP',
      roles: 'Support',
      cash_limit: 0,
      ispid: tenant?.ispid ?? 0,
    },
    tenant?.me,
  );

it('an ISP is told of twenty usernames an hour that others have, and cannot try a list of them', async () => {
  api.clock.at = new Date('2026-11-20T10:00:00Z');
  expect(await create(theirs, 'ravi')).toMatchObject({ status: 200, error: null });
  for (let n = 0; n < 10; n += 1) expect(await create(mine, 'ravi')).toMatchObject({ status: 409 });
  const id = (await create(mine, 'asha')).result as number;
  for (let n = 0; n < 10; n += 1) {
    const renamed = await api.call('auth/user/update', { id, username: 'Ravi' }, mine?.me);
    expect(renamed).toMatchObject({ status: 409 });
  }
  const refused = { status: 429, error: 'you tried too many usernames that are already taken; try again in an hour' };
  expect(await create(mine, 'ravi')).toMatchObject(refused);
  expect(await create(mine, 'a-free-name')).toMatchObject(refused);
  expect(await api.call('auth/user/update', { id, username: 'Ravi' }, mine?.me)).toMatchObject(refused);
  expect(await api.call('auth/user/update', { id, roles: 'Sales' }, mine?.me)).toMatchObject({ status: 200 });
  expect(await create(theirs, 'another')).toMatchObject({ status: 200 });
  api.clock.at = new Date(api.clock.at.getTime() + 3_600_000);
  expect(await create(mine, 'a-free-name')).toMatchObject({ status: 200 });
});
