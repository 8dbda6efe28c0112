import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { makeUser } from '../../../fixtures/tenants.ts';
import { startReceiver } from '../../insight/webhooks/receiver.ts';
import { textOf } from '../../online/portal/codes.ts';
import { addCallerOf, PhoneCall, type ProgramTenant, programTenant, type Subscriber } from './program.ts';

const api = await startApi({ OUTGOING_ALLOWED_NETWORKS: '127.0.0.0/8' });
const sms = await startReceiver();
const HOUR = 3_600_000;

async function sendingTenant(): Promise<ProgramTenant> {
  const sending = await programTenant(api);
  const request = { headers: 'content-type: application/json', body: '{"to":"{to}","text":"{text}"}' };
  await api.ok('notice/sender_set', { channel: 'sms', url: sms.url, ...request, country_code: 91 }, sending.me);
  await api.ok('notice/create', { on: 'sign_in_code', channel: 'sms', body: '{code} for {isp}' }, sending.me);
  return sending;
}

let tenant: ProgramTenant;
let own: Subscriber;
beforeAll(async () => {
  tenant = await sendingTenant();
});
beforeEach(async () => {
  api.clock.at = undefined;
  sms.received.length = 0;
  await api.db.prisma.careCount.deleteMany();
  await api.db.prisma.careWatch.deleteMany();
  own = await addCallerOf(api, tenant);
});

let chats = 0;
const newId = (): string => {
  chats += 1;
  return `IN.134912086553027${10_000 + chats}`;
};
/** A chat, which is at level 0 as long as its id is linked to nobody. */
async function chatOf(wa_id: string, program = tenant.program): Promise<PhoneCall> {
  const chat = new PhoneCall(api, program);
  await chat.identify({ wa_id });
  return chat;
}
const levelOf = async (wa_id: string, program = tenant.program) =>
  (await new PhoneCall(api, program).identify({ wa_id })).level;
const arrived = (count: number) => expect.poll(() => sms.received.length, { timeout: 10_000 }).toBe(count);
const lastCode = () => /^(\d{6}) for/.exec(textOf(sms.received.at(-1)))?.[1] ?? '';

/** A chat that has been sent a code, and the code. */
async function sentTo({ username }: Subscriber, wa_id: string, program = tenant.program) {
  const chat = await chatOf(wa_id, program);
  const before = sms.received.length;
  expect(await chat.ask('chat_code_send', { account: username })).toMatchObject({ status: 200, result: 'done' });
  await arrived(before + 1);
  return { chat, pin: lastCode() };
}
async function linked(of: Subscriber, program = tenant.program): Promise<string> {
  const wa_id = newId();
  const { chat, pin } = await sentTo(of, wa_id, program);
  expect(await chat.identify({ wa_id, pin })).toMatchObject({ level: '2' });
  return wa_id;
}

describe('a chat whose id hides the number', () => {
  it('is linked by a code to the number on record, and is level 1 from then on', async () => {
    const wa_id = newId();
    expect(await levelOf(wa_id)).toBe('0');
    const { chat, pin } = await sentTo(own, wa_id);
    expect(JSON.parse(sms.received[0]?.body ?? '{}').to).toBe(`91${own.mobile}`);
    expect(await chat.identify({ wa_id })).toMatchObject({ known: 'N', level: '0', services: [] });
    expect(await chat.identify({ wa_id, pin })).toMatchObject({
      ...{ known: 'Y', level: '2', services: [{ serviceid: String(own.serviceid), plan: 'Fast 20' }] },
    });
    expect(await new PhoneCall(api, tenant.program).identify({ wa_id })).toMatchObject({
      ...{ known: 'Y', level: '1', services: [{ serviceid: String(own.serviceid), plan: null }] },
    });
    expect(await new PhoneCall(api, tenant.program).identify({ wa_id, account: own.username })).toMatchObject({
      level: '1',
    });
    const [row] = await api.db.prisma.careChat.findMany({ where: { customerId: own.customerid } });
    expect(row).toMatchObject({ ispId: tenant.ispid, waId: wa_id });
  });

  it('is linked by the number that the person types, in any spelling', async () => {
    for (const number of [own.mobile, `+91 ${own.mobile}`]) {
      const wa_id = newId();
      const chat = await chatOf(wa_id);
      const before = sms.received.length;
      await chat.ask('chat_code_send', { number });
      await arrived(before + 1);
      await chat.identify({ wa_id, pin: lastCode() });
      expect(await levelOf(wa_id)).toBe('1');
    }
  });

  it('is linked by nothing else: not by the code in another chat, a wrong one, a late one, or one that was used', async () => {
    const [mine, other] = [newId(), newId()];
    const { chat, pin } = await sentTo(own, mine);
    const stranger = await chatOf(other);
    expect(await stranger.identify({ wa_id: other, pin })).toMatchObject({ level: '0' });
    const wrong = pin === '000000' ? '000001' : '000000';
    expect(await chat.identify({ wa_id: mine, pin: wrong })).toMatchObject({ level: '0' });
    api.clock.at = new Date(Date.now() + 10 * 60_000);
    expect(await chat.identify({ wa_id: mine, pin })).toMatchObject({ level: '0' });
    api.clock.at = undefined;
    expect(await chat.identify({ wa_id: mine, pin })).toMatchObject({ level: '2' });
    await chat.ask('chat_unlink');
    expect(await chat.identify({ wa_id: mine, pin })).toMatchObject({ level: '0' });
    expect([await levelOf(mine), await levelOf(other)]).toEqual(['0', '0']);
  });

  it('is one for all of a call, and is linked only where it hides a number', async () => {
    const chat = await chatOf(newId());
    expect(await chat.tries({ wa_id: newId() })).toMatchObject({ status: 409 });
    for (const wa_id of ['anonymous', '919700000001', '+919700000002', 'IN.']) {
      const plain = await chatOf(wa_id);
      expect(await plain.ask('chat_code_send', { account: own.username })).toMatchObject({
        ...{ status: 409, error: 'only a chat whose `wa_id` hides the number is linked; a number needs no link' },
      });
    }
    for (const fields of [{}, { account: own.username, number: own.mobile }])
      expect(await chat.ask('chat_code_send', fields)).toMatchObject({
        ...{ status: 400, error: 'account: or number is required, and not both' },
      });
    expect(sms.received).toEqual([]);
  });

  it('is linked once when the code comes twice at once', async () => {
    const wa_id = newId();
    const { chat, pin } = await sentTo(own, wa_id);
    const answers = await Promise.all([1, 2, 3].map(() => chat.tries({ wa_id, pin })));
    const levels = answers.map(({ result }) => (result as { level: string }).level);
    expect(levels.sort()).toEqual(['1', '1', '2']);
    expect(await api.db.prisma.careChat.count({ where: { waId: wa_id } })).toBe(1);
  });

  it('goes over to another customer with a code of theirs', async () => {
    const wa_id = await linked(own);
    const other = await addCallerOf(api, tenant);
    const { chat, pin } = await sentTo(other, wa_id);
    await chat.identify({ wa_id, account: other.username, pin });
    expect(await new PhoneCall(api, tenant.program).identify({ wa_id })).toMatchObject({
      ...{ level: '1', services: [{ serviceid: String(other.serviceid) }] },
    });
  });

  it('calls 20 times an hour, as a number does', async () => {
    const wa_id = newId();
    const answers = await Promise.all(
      Array.from({ length: 25 }, () => new PhoneCall(api, tenant.program).tries({ wa_id })),
    );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20);
    expect(answers.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

describe('a link ends', () => {
  it('when the person asks for it, and the handle ends with it', async () => {
    const [wa_id, another] = [await linked(own), await linked(own)];
    const chat = await chatOf(wa_id);
    expect(await (await chatOf(newId())).ask('chat_unlink')).toMatchObject({ status: 403 });
    expect(await chat.ask('chat_unlink')).toMatchObject({ status: 200, result: 'done' });
    expect(await chat.ask('status')).toMatchObject({ status: 404 });
    expect([await levelOf(wa_id), await levelOf(another)]).toEqual(['0', '1']);
    const call = new PhoneCall(api, tenant.program);
    await call.identify({ from: own.mobile });
    expect(await call.ask('chat_unlink')).toMatchObject({
      ...{ status: 409, error: 'the chat is not linked to the customer' },
    });
  });

  it('when the staff unlinks the chats of the customer', async () => {
    const other = await addCallerOf(api, tenant);
    const [wa_id, theirs] = [await linked(own), await linked(other)];
    const { customerid } = own;
    const stranger = await programTenant(api);
    const reader = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'CareLine' });
    expect(await api.call('customer/chat_unlink', { customerid }, stranger.me)).toMatchObject({ status: 404 });
    expect(await api.call('customer/chat_unlink', { customerid }, reader)).toMatchObject({ status: 403 });
    expect(await levelOf(wa_id)).toBe('1');
    expect(await api.ok('customer/chat_unlink', { customerid }, tenant.me)).toBe('done');
    expect([await levelOf(wa_id), await levelOf(theirs)]).toEqual(['0', '1']);
    expect(await api.ok('customer/chat_unlink', { customerid }, tenant.me)).toBe('done');
  });

  it('when the number on record changes, also for a code that is on its way, and with nothing else', async () => {
    const wa_id = await linked(own);
    const { customerid } = own;
    await api.ok('customer/update', { customerid, name: 'Nandini B.', mobile: own.mobile }, tenant.me);
    expect(await levelOf(wa_id)).toBe('1');
    const pending = newId();
    const { chat, pin } = await sentTo(own, pending);
    await api.ok('customer/update', { customerid, mobile: '9733333331' }, tenant.me);
    expect(await levelOf(wa_id)).toBe('0');
    expect(await chat.identify({ wa_id: pending, pin })).toMatchObject({ level: '0' });
    await api.ok('customer/update', { customerid, mobile: own.mobile }, tenant.me);
    expect(await levelOf(wa_id)).toBe('0');
  });

  it('with the customer', async () => {
    const wa_id = await linked(own);
    await api.ok('service/delete', { serviceid: own.serviceid }, tenant.me);
    await api.ok('customer/delete', { customerid: own.customerid }, tenant.me);
    expect(await levelOf(wa_id)).toBe('0');
    expect(await api.db.prisma.careChat.count({ where: { customerId: own.customerid } })).toBe(0);
  });

  it('with the erasure of the customer, which leaves the id nowhere', async () => {
    const [wa_id, earlier] = [await linked(own), await linked(own)];
    await (await chatOf(earlier)).ask('chat_unlink');
    const { customerid, serviceid, username, mobile } = own;
    await (await chatOf(newId())).ask('chat_code_send', { number: mobile });
    await arrived(3);
    const me = tenant.me;
    await api.ok('service/delete', { serviceid }, me);
    const exported = async () =>
      (
        await api.db.pool.query(`SELECT FROM auth.audit_event e WHERE e.input::text LIKE ANY($1)`, [
          [wa_id, earlier, username, mobile].map((text) => `%${text}%`),
        ])
      ).rowCount;
    expect(await exported()).toBeGreaterThan(0);
    api.clock.at = new Date(Date.now() + 10 * 365 * 24 * HOUR);
    expect(await api.ok('customer/erase', { customerid, reason: 'Asked for in writing' }, me)).toBe('Done');
    api.clock.at = undefined;
    expect(await exported()).toBe(0);
    expect(await levelOf(wa_id)).toBe('0');
    expect(await api.db.prisma.careChat.count({ where: { customerId: customerid } })).toBe(0);
    const images = await api.db.prisma.auditChange.findMany({ where: { tableName: 'crm.care_chat' } });
    expect(JSON.stringify(images.map(({ before, after }) => [before, after]))).not.toMatch(
      new RegExp(`${wa_id}|${earlier}`),
    );
  });

  it('and is in the audit, as its beginning is', async () => {
    const wa_id = await linked(own);
    await (await chatOf(wa_id)).ask('chat_unlink');
    const changes = await api.db.prisma.auditChange.findMany({
      where: { tableName: 'crm.care_chat' },
      include: { event: true },
      orderBy: { id: 'asc' },
    });
    const mine = changes.filter(({ before, after }) => JSON.stringify([before, after]).includes(wa_id));
    expect(mine.map(({ operation, event }) => [operation, event.procedure])).toEqual([
      ['insert', 'care.identify'],
      ['delete', 'care.chat_unlink'],
    ]);
  });
});

describe('nobody is found out by asking for codes', () => {
  it('the answer is the same for a customer, for nobody, and for one whom three codes were sent', async () => {
    const asked = async (fields: Record<string, string>) => {
      const wa_id = newId();
      const chat = await chatOf(wa_id);
      const { status, result, error } = await chat.ask('chat_code_send', fields);
      const { caller: _, ...identified } = await chat.identify({ wa_id, pin: '12' });
      return { status, result, error, identified };
    };
    const cases = [
      { account: 'nobody-at-all' },
      { account: '999999' },
      { number: '9700000009' },
      { number: 'hello' },
      ...Array.from({ length: 4 }, () => ({ account: own.username })),
      { number: own.mobile },
    ];
    const answers = [];
    for (const fields of cases) answers.push(await asked(fields));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]).toMatchObject({ status: 200, result: 'done', identified: { level: '0', known: 'N' } });
    await arrived(3);
    api.clock.at = new Date(Date.now() + 24 * HOUR);
    await asked({ account: own.username });
    await arrived(4);
  });

  it('a number of several customers is sent nothing', async () => {
    const shared = '9744444445';
    await addCallerOf(api, tenant, { mobile: shared });
    await addCallerOf(api, tenant, { mobile: shared });
    expect(await (await chatOf(newId())).ask('chat_code_send', { number: shared })).toMatchObject({ status: 200 });
    await (await chatOf(newId())).ask('chat_code_send', { account: own.username });
    await arrived(1);
    expect(JSON.parse(sms.received[0]?.body ?? '{}').to).toBe(`91${own.mobile}`);
  });

  it('a chat asks three times a day, and a customer is sent three codes, also when twelve ask at once', async () => {
    const chat = await chatOf(newId());
    const asks = await Promise.all(
      Array.from({ length: 12 }, () => chat.ask('chat_code_send', { account: own.username })),
    );
    expect(asks.map(({ status }) => status).sort()).toEqual([200, 200, 200, ...Array(9).fill(429)]);
    await arrived(3);
    const others = await Promise.all(Array.from({ length: 12 }, () => chatOf(newId())));
    const more = await Promise.all(others.map((each) => each.ask('chat_code_send', { account: own.username })));
    expect(new Set(more.map(({ status }) => status))).toEqual(new Set([200]));
    const counts = await api.db.prisma.careCount.findMany({ where: { kind: 'chat_code' } });
    expect(counts.map(({ count }) => count)).toEqual([3]);
    // A stranger who asks takes nothing from the codes of the customer's own calls.
    const call = new PhoneCall(api, tenant.program);
    await call.identify({ from: own.mobile });
    expect(await call.ask('pin_send')).toMatchObject({ status: 200 });
    await arrived(4);
  });

  it('a flood of unknown ids is sent 60 codes an hour at most, and stops no caller with a number', async () => {
    const victims: Subscriber[] = [];
    for (let at = 0; at < 25; at++) victims.push(await addCallerOf(api, tenant));
    const ask = async (at: number) => {
      const chat = await chatOf(newId());
      return chat.ask('chat_code_send', { account: victims[at % victims.length]?.username ?? '' });
    };
    const statuses: number[] = [];
    for (let at = 0; at < 240; at += 20)
      statuses.push(
        ...(await Promise.all(Array.from({ length: 20 }, (_, each) => ask(at + each)))).map((a) => a.status),
      );
    expect(statuses.filter((status) => status === 200)).toHaveLength(60);
    expect(statuses.filter((status) => status === 429)).toHaveLength(180);
    await arrived(60);
    const call = new PhoneCall(api, tenant.program);
    expect(await call.identify({ from: own.mobile })).toMatchObject({ level: '1' });
    // Another program has an allowance of its own.
    const other = await makeUser(api, tenant.me, { ispid: tenant.ispid, roles: 'CareLine' });
    expect(await (await chatOf(newId(), other)).ask('chat_code_send', { account: own.username })).toMatchObject({
      status: 200,
    });
  });

  it('an ISP without a sender says so about anybody', async () => {
    const silent = await programTenant(api);
    for (const account of ['nobody-at-all', (await addCallerOf(api, silent)).username])
      expect(await (await chatOf(newId(), silent.program)).ask('chat_code_send', { account })).toMatchObject({
        ...{ status: 409, error: 'the ISP has no notice on sign_in_code, or no sender for SMS or WhatsApp' },
      });
  });
});

describe('another tenant', () => {
  let stranger: ProgramTenant;
  beforeAll(async () => {
    stranger = await sendingTenant();
  });

  it('sends nothing to a customer of this one, and does not know the chat', async () => {
    const wa_id = await linked(own);
    expect(await levelOf(wa_id, stranger.program)).toBe('0');
    const before = sms.received.length;
    for (const fields of [{ account: own.username }, { account: own.customerid }, { number: own.mobile }])
      expect(await (await chatOf(newId(), stranger.program)).ask('chat_code_send', fields)).toMatchObject({
        ...{ status: 200, result: 'done' },
      });
    const theirs = await addCallerOf(api, stranger);
    const { chat, pin } = await sentTo(theirs, wa_id, stranger.program);
    expect(sms.received.length).toBe(before + 1);
    await chat.identify({ wa_id, pin });
    expect([await levelOf(wa_id), await levelOf(wa_id, stranger.program)]).toEqual(['1', '1']);
  });

  it('is a reseller whose customer it is not: the link stays', async () => {
    const { ispid, me } = tenant;
    const reseller = { type: 'Reseller', name: 'Other', code: 'OTC', invoice_by: 'ISP', payment_by: 'ISP' };
    const contact = { mobile: '9811110000', email: 'o@example.net' };
    const resellerid = await api.ok<number>('reseller/create', { ...reseller, ...contact }, me);
    const program: Credentials = await makeUser(api, me, {
      ispid,
      groupname: 'Reseller',
      resellerid,
      roles: 'CareLine',
    });
    const wa_id = await linked(own);
    expect(await levelOf(wa_id, program)).toBe('0');
    await (await chatOf(wa_id, program)).ask('chat_code_send', { account: own.username });
    await (await chatOf(newId())).ask('chat_code_send', { account: own.username });
    await arrived(2);
    expect(await levelOf(wa_id)).toBe('1');
  });
});
