import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { masked } from '../../../../src/areas/care/care-line/messages.ts';
import { startApi } from '../../../fixtures/api.ts';
import { addGateway, simulatedProviders } from '../../../fixtures/payment-providers.ts';
import { startReceiver } from '../../insight/webhooks/receiver.ts';
import { textOf } from '../../online/portal/codes.ts';
import { addCallerOf, PhoneCall, type ProgramTenant, programTenant, type Subscriber } from './program.ts';

const api = await startApi({ ...(await simulatedProviders()), OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
const sms = await startReceiver();

let tenant: ProgramTenant;
let own: Subscriber;
beforeAll(async () => {
  tenant = await programTenant(api);
  const { me, ispid } = tenant;
  const request = { headers: 'content-type: application/json', body: '{"to":"{to}","text":"{text}"}' };
  await api.ok('notice/sender_set', { channel: 'sms', url: sms.url, ...request, country_code: 91 }, me);
  await api.ok(
    'notice/create',
    { on: 'sign_in_code', channel: 'sms', body: '{code} for {isp}, {minutes} minutes' },
    me,
  );
  await api.ok('notice/create', { on: 'pay_link', channel: 'sms', body: 'Pay {currency} {amt}: {pay_url}' }, me);
  await api.ok('isp/settings_update', { ispid, currency: 'INR' }, me);
  await addGateway(api, me);
});
beforeEach(async () => {
  api.clock.at = undefined;
  sms.received.length = 0;
  sms.answer = () => 200;
  await api.db.prisma.careCount.deleteMany();
  own = await addCallerOf(api, tenant);
});

async function knownCall(of = own): Promise<PhoneCall> {
  const call = new PhoneCall(api, tenant.program);
  expect(await call.identify({ from: of.mobile })).toMatchObject({ level: '1' });
  return call;
}
const arrived = (count: number) => expect.poll(() => sms.received.length, { timeout: 10_000 }).toBe(count);
const listed = () => api.db.prisma.noticeMessage.findMany({ where: { customerId: own.customerid } });
const codeIn = () => /^(\d{6}) for/.exec(textOf(sms.received.at(-1)))?.[1] ?? '';
const owe = (amt: number) =>
  api.ok('service/adjust', { serviceid: own.serviceid, type: 'Debit', amt, tax: 'None', reason: 'x' }, tenant.me);

describe('a code', () => {
  it('goes to the number on record, and proves the caller in this call, once', async () => {
    const call = await knownCall();
    const answer = await call.ask('pin_send');
    expect(answer.result).toEqual({ target: `98•••••${own.mobile.slice(-3)}` });
    await arrived(1);
    expect(JSON.parse(sms.received[0]?.body ?? '{}').to).toBe(`91${own.mobile}`);
    const pin = codeIn();
    const other = await knownCall();
    expect(await other.identify({ from: own.mobile, pin })).toMatchObject({ level: '1' });
    expect(await call.identify({ from: own.mobile, pin: `${pin.slice(0, 3)} ${pin.slice(3)}` })).toMatchObject({
      level: '2',
    });
    expect(await call.identify({ from: own.mobile, pin })).toMatchObject({ level: '1' });
    await expect.poll(async () => (await listed()).length).toBe(1);
    expect(await listed()).toMatchObject([{ status: 'Sent', body: expect.stringMatching(/^•{6} for/) }]);
  });

  it('is right for ten minutes, and only the newest is', async () => {
    const call = await knownCall();
    await call.ask('pin_send');
    await arrived(1);
    const first = codeIn();
    await call.ask('pin_send');
    await arrived(2);
    const second = codeIn();
    if (first !== second) expect(await call.identify({ from: own.mobile, pin: first })).toMatchObject({ level: '1' });
    api.clock.at = new Date(Date.now() + 10 * 60_000);
    expect(await call.identify({ from: own.mobile, pin: second })).toMatchObject({ level: '1' });
    api.clock.at = undefined;
    expect(await call.identify({ from: own.mobile, pin: second })).toMatchObject({ level: '2' });
  });

  it('is the only way after ten wrong PINs in a day', async () => {
    for (let at = 0; at < 10; at++) await (await knownCall()).identify({ from: own.mobile, pin: '7777' });
    const call = await knownCall();
    await call.ask('pin_send');
    await arrived(1);
    expect(await call.identify({ from: own.mobile, pin: codeIn() })).toMatchObject({ level: '2' });
  });

  it('is sent three times a day, also when twelve ask at once', async () => {
    const call = await knownCall();
    const answers = await Promise.all(Array.from({ length: 12 }, () => call.ask('pin_send')));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(9).fill(429)]);
    await arrived(3);
    api.clock.at = new Date(Date.now() + 24 * 3_600_000);
    expect(await (await knownCall()).ask('pin_send')).toMatchObject({ status: 200 });
    await arrived(4);
  });
});

describe('a payment link', () => {
  it('goes to the number on record, with the amount and an address where it can be paid', async () => {
    await owe(250);
    const call = await knownCall();
    expect((await call.ask('pay_link')).result).toEqual({ target: `98•••••${own.mobile.slice(-3)}` });
    await arrived(1);
    const [, amt = '', url = ''] = /^Pay INR (\d+\.\d\d): (\S+)$/.exec(textOf(sms.received[0])) ?? [];
    expect(Number(amt)).toBeGreaterThanOrEqual(250);
    const [order] = await api.ok<Record<string, string>[]>(
      'payment/order/list',
      { serviceid: own.serviceid },
      tenant.me,
    );
    expect(order).toMatchObject({ amt, status: 'Open' });
    expect(url).toMatch(/\/pay\/\d+-[\w-]{22}$/);
    await expect.poll(async () => (await listed()).length).toBe(1);
    expect(JSON.stringify((await listed()).map(({ body }) => body))).not.toContain(url);
    const audit = await api.ok<{ procedure: string }[]>('audit/list', { procedure: 'care.pay_link' }, tenant.me);
    expect(audit.length).toBeGreaterThan(0);
  });

  it('is sent three times a day, also when twelve ask at once; one that was not sent does not count', async () => {
    await owe(10);
    const call = await knownCall();
    const statuses = (await Promise.all(Array.from({ length: 12 }, () => call.ask('pay_link')))).map(
      ({ status }) => status,
    );
    expect(statuses.sort()).toEqual([200, 200, 200, ...Array(9).fill(429)]);
    await arrived(3);
    await api.db.prisma.careCount.deleteMany({ where: { kind: 'pay_link' } });
    sms.answer = () => 500;
    expect(await call.ask('pay_link')).toMatchObject({ status: 200 });
    await arrived(4);
    const counted = () => api.db.prisma.careCount.findFirst({ where: { kind: 'pay_link' } });
    await expect.poll(async () => (await counted())?.count).toBe(0);
  });

  it('is refused where there is nothing to pay, without a message', async () => {
    const call = await knownCall();
    const [service] = await api.ok<{ os_amt: string }[]>('service/list', { serviceid: own.serviceid }, tenant.me);
    if (Number(service?.os_amt) > 0)
      await api.ok('payment/new', { serviceid: own.serviceid, amt: service?.os_amt ?? '0', mode: 'Online' }, tenant.me);
    expect(await call.ask('pay_link')).toMatchObject({ status: 409, error: 'there is nothing to pay' });
    expect(await api.db.prisma.careCount.count({ where: { kind: 'pay_link' } })).toBe(0);
    expect(sms.received).toEqual([]);
  });
});

describe('a masked number', () => {
  it.each([
    ['+919811122233', '98•••••233'],
    ['98111 22233', '98•••••233'],
    ['080-234567', '08•••••567'],
    ['12345', '•••••'],
    ['', '•••••'],
  ])('%s is %s', (number, shown) => {
    expect(masked(number)).toBe(shown);
  });
});
