import { beforeAll, describe, expect, it } from 'vitest';
import { username } from '../../../src/core/wire/index.ts';
import { startApi } from '../../fixtures/api.ts';
import { makeTenant, type Tenant } from '../../fixtures/tenants.ts';

const api = await startApi();
let tenant: Tenant;
beforeAll(async () => {
  tenant = await makeTenant(api);
});

describe('the username of a service', () => {
  it.each(['Ravi Kumar', 'flat 4 b', 'a', 'रवि कुमार', `${'a'.repeat(31)} ${'b'.repeat(32)}`])('may be %j', (name) => {
    expect(username().parse(name)).toBe(name);
  });

  it.each(['a  b', 'a\tb', 'a\u00a0b', 'a\nb', '50%', ' ', '', `${'a'.repeat(32)} ${'b'.repeat(32)}`])(
    'is never %j',
    (name) => {
      expect(username().safeParse(name).success).toBe(false);
    },
  );

  it('with a blank is kept, listed and found', async () => {
    const { me, customerid, planid, subplanid } = tenant;
    const fields = { customerid, planid, subplanid, username: 'Ravi Kumar', password: 'hello' };
    const more = { location_code: 'BLR', sub_location_code: 'BLR-N', protocol: 'PPPoE', connectivity: 'Fibre' };
    const id = await api.ok('service/create', { ...fields, ...more, prepaid_postpaid: 'Postpaid' }, me);
    expect(await api.ok('service/list', { username: 'ravi kumar' }, me)).toMatchObject([
      { serviceid: String(id), username: 'Ravi Kumar' },
    ]);
    expect(await api.ok('service/list', { username: 'ravi k%' }, me)).toHaveLength(1);
    expect(JSON.stringify(await api.ok('search/find', { text: 'Ravi Kumar' }, me))).toContain('Ravi Kumar');
  });
});
