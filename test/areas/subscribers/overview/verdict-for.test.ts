import { beforeAll, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { makeUser } from '../../../fixtures/tenants.ts';
import {
  addCallerOf,
  type ProgramTenant,
  programTenant,
  type Subscriber,
  sessionOf,
} from '../../care/care-line/program.ts';

const api = await startApi();

let tenant: ProgramTenant;
let debtor: Subscriber;
beforeAll(async () => {
  tenant = await programTenant(api);
  debtor = await addCallerOf(api, tenant);
  await sessionOf(api, tenant, debtor);
  const debit = { type: 'Debit', amt: 123.45, tax: 'None', reason: 'x' };
  await api.ok('service/adjust', { serviceid: debtor.serviceid, ...debit }, tenant.me);
  const explained = await api.network.explain();
  api.network.explain = async () => ({ ...explained, access: 'blocked', cause: 'unpaid' });
});

const ask = (fields: Record<string, string>, as = tenant.me) =>
  api.call('subscriber/verdict', { serviceid: debtor.serviceid, ...fields }, as);
const told = async (fields: Record<string, string>, as?: Credentials) =>
  (await ask(fields, as)).result as Record<string, string | null>;

it('the staff reads all of it, in English', async () => {
  const verdict = await told({});
  expect(verdict).toMatchObject({ verdict: 'blocked', amount: expect.stringMatching(/\d/), nas: expect.any(String) });
  expect(await told({ audience: 'staff', language: 'en' })).toEqual(verdict);
  expect(await ask({ language: 'hi' })).toMatchObject({
    ...{ status: 400, error: 'language: must be en for the audience staff' },
  });
});

it('a subscriber is told what is owed, in their language, and nothing of the network', async () => {
  const english = await told({ audience: 'subscriber' });
  expect(english.text).toMatch(/^Your connection is blocked, because a payment is missing\. .*\d+\.\d\d is due\.$/);
  expect(english).toMatchObject({ nas: null, reason: null, incident: null, amount: expect.stringMatching(/\d/) });
  expect((await told({ audience: 'subscriber', language: 'hi' })).text).toMatch(/^भुगतान नहीं हुआ है.*देय है।$/);
});

it('a voice tells no amount, nor does anybody without payment.read', async () => {
  const text = 'Your connection is blocked, because a payment is missing.';
  expect(await told({ audience: 'voice' })).toMatchObject({ text, amount: null, nas: null });
  const technician = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'Network' });
  expect(await told({ audience: 'subscriber' }, technician)).toMatchObject({ text, amount: null });
});

it('a program and another tenant get none', async () => {
  for (const audience of ['staff', 'subscriber', 'voice']) {
    expect(await ask({ audience }, tenant.program)).toMatchObject({ status: 403 });
    expect(await ask({ audience }, (await programTenant(api)).me)).toMatchObject({ status: 404 });
  }
});
