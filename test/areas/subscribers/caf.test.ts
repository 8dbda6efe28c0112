import { expect, it } from 'vitest';
import { startApi } from '../../fixtures/api.ts';
import { linesOf } from '../../fixtures/pdf-text.ts';
import { makeTenant, makeUser, serviceFields } from '../../fixtures/tenants.ts';

const api = await startApi();
const tenant = await makeTenant(api);
const { me, customerid, ispid, username } = tenant;
await api.ok('customer/update', { customerid, name: 'आशा', surname: 'Sharma', uniqueid: 'AB-4711' }, me);

const cafOf = async (as = me) => {
  const { status, result, headers } = await api.call('customer/caf', { customerid }, as);
  expect([status, headers.get('content-type')]).toEqual([200, 'application/pdf']);
  expect(headers.get('content-disposition')).toBe(`attachment; filename="caf-${customerid}.pdf"`);
  return result as Buffer;
};

it('the application form has the customer, each connection, and lines to sign on', async () => {
  const file = await cafOf();
  const text = linesOf(file).flat().join('\n');
  for (const part of ['Customer application form', 'आशा', 'Sharma', 'AB-4711', username, 'Place, date and signature'])
    expect(text).toContain(part);
  expect(await cafOf()).toEqual(file);
});

it('shows connections only to those who may see services', async () => {
  const sales = await makeUser(api, me, { ispid, roles: 'Sales' });
  expect(
    linesOf(await cafOf(sales))
      .flat()
      .join('\n'),
  ).not.toContain(username);
});

it('has many connections on as many pages as they need', async () => {
  const { planid, subplanid } = tenant;
  for (let at = 2; at <= 21; at += 1)
    await api.ok('service/create', { customerid, planid, subplanid, ...serviceFields, username: `walker-${at}` }, me);
  const text = linesOf(await cafOf())
    .flat()
    .join('\n');
  expect(text).toContain('Connection 20');
  expect(text).not.toContain('Connection 21');
});
