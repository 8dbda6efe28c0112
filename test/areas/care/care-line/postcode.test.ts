import { beforeAll, beforeEach, expect, it } from 'vitest';
import { startApi } from '../../../fixtures/api.ts';
import { addCallerOf, type Fields, PhoneCall, type ProgramTenant, programTenant } from './program.ts';

const api = await startApi();

let tenant: ProgramTenant;
let stranger: ProgramTenant;
let incident: number;
beforeAll(async () => {
  tenant = await programTenant(api);
  stranger = await programTenant(api);
  const { me } = tenant;
  const here = await addCallerOf(api, tenant, { zipcode: '110017' });
  await addCallerOf(api, tenant, { zipcode: '110018' });
  await api.db.prisma.service.updateMany({ data: { status: 'Active' } });
  const outage = { kind: 'Outage', title: 'Fibre cut at Asha Rao’s', serviceids: here.serviceid, count: 1 };
  incident = await api.ok<number>('incident/create', { ...outage, text_en: 'A digger.' }, me);
});
beforeEach(() => api.db.prisma.careCount.deleteMany());

/** A caller whose number is on no record. */
async function callerOf({ program }: ProgramTenant, from = 'anonymous'): Promise<PhoneCall> {
  const call = new PhoneCall(api, program);
  expect(await call.identify({ from })).toMatchObject({ level: '0' });
  return call;
}
const there = async (postcode: string, of = tenant) => (await callerOf(of)).ask('status', { postcode });

it('anybody may ask whether there is an incident at a postcode, and learns no more', async () => {
  const nothing = { since: null, dues: null, currency: null, due_on: null, incident: null, expected_at: null };
  for (const typed of ['110017', '110 017', '110-017'])
    expect(await there(typed)).toMatchObject({
      ...{ status: 200, result: { ...nothing, number: '8', text: 'There is a disturbance of our network near you.' } },
    });
  for (const typed of ['110018', '999999'])
    expect((await there(typed)).result).toEqual({ ...nothing, number: '18', text: 'We know of no disturbance there.' });
  const hindi = await callerOf(tenant);
  await hindi.ask('language', { language: 'hi' });
  expect((await hindi.ask('status', { postcode: '110018' })).result).toMatchObject({
    text: expect.stringMatching(/है।$/),
  });
});

it('of another tenant nothing is told', async () => {
  expect((await there('110017', stranger)).result).toMatchObject({ number: '18' });
});

it('only a postcode is one, and not together with a service', async () => {
  const wrong = { status: 400, error: 'postcode: must be a postcode such as 560001' };
  for (const typed of ['%', '1', "1' OR 1=1", '११००१७']) expect(await there(typed)).toMatchObject(wrong);
  const call = await callerOf(tenant);
  expect(await call.ask('status', { postcode: '110017', serviceid: 1 })).toMatchObject({ status: 400 });
  expect(await call.ask('status')).toMatchObject({ status: 403 });
});

it('three times a call, also when twelve are asked at once', async () => {
  const call = await callerOf(tenant);
  const asked = await Promise.all(Array.from({ length: 12 }, () => call.ask('status', { postcode: '110017' })));
  const statuses = asked.map(({ status }) => status).sort();
  expect(statuses).toEqual([200, 200, 200, ...Array(9).fill(429)]);
  expect(await call.ask('status', { postcode: '110018' })).toMatchObject({
    ...{ status: 429, error: 'a caller asks for 3 postcodes at most' },
  });
});

it('a telephone flow that branches asks it too', async () => {
  const ask = (digits: string, more: Fields = {}) =>
    api.ok('care/branch', { call_id: `flow ${digits}`, ask: 'incident', digits, ...more }, tenant.program);
  expect(await ask('110017')).toEqual({ answer: 'Y' });
  expect(await ask('110018', { from: '9700000001' })).toEqual({ answer: 'N' });
});

it('when it is resolved, there is none any more', async () => {
  await api.ok('incident/move', { id: incident, report: 'resolve', reason: 'x' }, tenant.me);
  expect((await there('110017')).result).toMatchObject({ number: '18' });
});
