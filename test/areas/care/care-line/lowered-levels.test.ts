import { beforeAll, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { addCallerOf, PhoneCall, type ProgramTenant, programTenant, type Subscriber, sessionOf } from './program.ts';

const api = await startApi();

let tenant: ProgramTenant;
let debtor: Subscriber;
beforeAll(async () => {
  tenant = await programTenant(api);
  debtor = await addCallerOf(api, tenant);
  const debit = { type: 'Debit', amt: 123.45, tax: 'None', reason: 'x' };
  await api.ok('service/adjust', { serviceid: debtor.serviceid, ...debit }, tenant.me);
  await sessionOf(api, tenant, debtor);
});

const set = (settings: Record<string, string>) => api.ok('isp/settings_update', settings, tenant.me);

async function callFrom(from: string): Promise<PhoneCall> {
  const call = new PhoneCall(api, tenant.program);
  await call.identify({ from });
  return call;
}

it('an ISP can tell what is owed to a number on record, and nothing else changes', async () => {
  await set({ care_dues_by_number: 'Y' });
  const call = await callFrom(debtor.mobile);
  const { result } = await call.ask('status');
  expect(result).toMatchObject({ dues: expect.stringMatching(/^\d+\.\d\d$/), currency: 'USD' });
  expect(await call.ask('restart')).toMatchObject({
    ...{ status: 403, error: 'this needs level 2, which the PIN or a code gives; this caller has 1' },
  });
  expect(await (await callFrom('9700000001')).ask('status')).toMatchObject({ status: 403 });
  await set({ care_dues_by_number: 'N' });
  expect((await call.ask('status')).result).toMatchObject({ dues: null, currency: null });
});

it('an ISP can let a number on record restart the connection, and nothing else changes', async () => {
  await set({ care_restart_by_number: 'Y' });
  const call = await callFrom(debtor.mobile);
  expect(await call.ask('restart')).toMatchObject({ status: 200, result: 'done' });
  expect((await call.ask('status')).result).toMatchObject({ dues: null });
  expect(await (await callFrom('9700000001')).ask('restart')).toMatchObject({
    ...{ status: 403, error: 'this needs level 1, which a call from a number on record gives; this caller has 0' },
  });
  await set({ care_restart_by_number: 'N' });
  expect(await call.ask('restart')).toMatchObject({ status: 403 });
});
