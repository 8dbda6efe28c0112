import { afterEach, describe, expect, it } from 'vitest';
import { claimBatches } from '../../../../src/areas/subscribers/broadcasts/claim.ts';
import { broadcastDispatcher } from '../../../../src/areas/subscribers/broadcasts/dispatcher.ts';
import { findRecipients } from '../../../../src/areas/subscribers/broadcasts/find-recipients.ts';
import {
  BROADCAST_STATUSES,
  type BroadcastStatus,
  MOVES,
} from '../../../../src/areas/subscribers/broadcasts/life-cycle.ts';
import type { Credentials } from '../../../fixtures/api.ts';
import { atEnd } from '../../../fixtures/at-end.ts';
import { Browser } from '../../../fixtures/browser.ts';
import { multiply } from '../../../fixtures/multiply.ts';
import { customerFields, makeTenant, makeUser, serviceFields } from '../../../fixtures/tenants.ts';
import { workshop } from '../notices/workshop.ts';

type Fields = Record<string, string | number>;
interface Preview {
  readonly matched: number;
  readonly count: number;
  readonly opted_out: number;
  readonly no_address: number;
  readonly same_address: number;
  readonly begins_at: string | null;
}
interface Progress extends Preview {
  readonly status: BroadcastStatus;
  readonly queued: number;
  readonly sent: number;
  readonly failed: number;
  readonly skipped: number;
  readonly audience: string;
}

const { api, tenant, mail, provider, settled, notice, messages, sql } = await workshop();
const { me, ispid, resellerid, planid, subplanid, nasid } = tenant;
const other = await makeTenant(api);
const nodes: ReturnType<typeof broadcastDispatcher>[] = [];
const begin = () => nodes.push(broadcastDispatcher(api.kernel).start());
const stop = () => Promise.all(nodes.splice(0).map((node) => node.stop()));
atEnd(stop);

let made = 0;
/** Subscribers of their own plan, so that each test writes to its own. */
async function subscribers(people: readonly Fields[], ofPlan = planid): Promise<number[]> {
  const ids: number[] = [];
  for (const person of people) {
    made += 1;
    const customer = { ...customerFields, resellerid, email: `s${made}@example.net`, ...person };
    const customerid = await api.ok<number>('customer/create', customer, me);
    const service = { ...serviceFields, customerid, planid: ofPlan, subplanid, username: `many${made}` };
    ids.push(await api.ok<number>('service/create', service, me));
  }
  return ids;
}
const mobile = (n: number) => `98110${String(n).padStart(5, '0')}`;

const SMS = [{ channel: 'sms', language: 'en', body: 'Dear {name}, no Internet from 2 to 4.' }];
const written = (serviceids: readonly number[], fields: Fields = {}, texts: readonly object[] = SMS) => ({
  ...{ serviceids: serviceids.join(), texts: JSON.stringify(texts), ...fields },
});
const preview = (input: Fields, as: Credentials = me) => api.ok<Preview>('message/preview', input, as);
const send = (input: Fields, as: Credentials = me) => api.call('message/send', { title: 'Work', ...input }, as);
async function sent(input: Fields): Promise<number> {
  const { count } = await preview(input);
  return Number((await send({ ...input, count })).result);
}
const progress = (id: number) => api.ok<Progress>('message/get', { id }, me);
const over = async (id: number) => {
  await expect.poll(async () => (await progress(id)).status).toMatch(/Done|Cancelled/);
  await expect.poll(async () => (await progress(id)).queued).toBe(0);
  return progress(id);
};
const texts = () => provider.received.map(({ body }) => (JSON.parse(body) as { message: string }).message);
const limits = (fields: Fields) =>
  sql('UPDATE crm.notice_sender SET per_second = $1, per_day = $2 WHERE isp_id = $3 AND channel = $4', [
    ...[fields.per_second ?? null, fields.per_day ?? null, ispid, 'sms'],
  ]);

afterEach(async () => {
  await stop();
  api.clock.at = undefined;
  await sql(`UPDATE crm.broadcast SET status = 'Cancelled', ended_at = now() WHERE ended_at IS NULL`);
  await sql(`UPDATE crm.notice_message SET status = 'Skipped' WHERE status = 'Queued'`);
  await sql('DELETE FROM crm.sender_pace');
  await limits({});
  provider.answer = () => 200;
  provider.headers = {};
  provider.received.length = 0;
  mail.received.length = 0;
});

describe('the preview of a mass message', () => {
  it('is what is sent and what is not: one message for each number, none for those who want none', async () => {
    const ids = await subscribers([
      { mobile: mobile(1) },
      { mobile: `+91 ${mobile(1)}` },
      { mobile: mobile(2) },
      { mobile: '1234' },
      { mobile: mobile(3), language: 'hi' },
    ]);
    const [, , declining] = await api.db.prisma.service.findMany({
      where: { id: { in: ids } },
      orderBy: { id: 'asc' },
    });
    await api.ok('notice/opt_out', { customerid: declining?.customerId ?? 0, channel: 'sms', opt_out: 'on' }, me);
    const input = written(ids, {}, [...SMS, { channel: 'sms', language: 'hi', body: '{name} जी, इंटरनेट बंद रहेगा' }]);
    const seen = await preview(input);
    expect(seen).toEqual({
      ...{ matched: 5, count: 2, sms: 2, whatsapp: 0, email: 0, opted_out: 1, no_address: 1, same_address: 1 },
      begins_at: expect.any(String),
    });
    const id = await sent(input);
    begin();
    begin();
    const done = await over(id);
    expect(done).toMatchObject({
      status: 'Done',
      sent: 2,
      failed: 0,
      skipped: 0,
      audience: `serviceids=${ids.join()}`,
    });
    expect([done.opted_out, done.no_address, done.same_address]).toEqual([1, 1, 1]);
    expect(done.count).toBe(done.sent + done.failed + done.skipped);
    expect(texts().sort()).toEqual(['Dear Ravi, no Internet from 2 to 4.', 'Ravi जी, इंटरनेट बंद रहेगा']);
  });

  it('is by the first telephone channel that a customer wants, and by e-mail besides', async () => {
    const json = { headers: 'content-type: application/json', body: '{"message":"{text}"}' };
    await api.ok('notice/sender_set', { channel: 'whatsapp', url: provider.url, ...json }, me);
    const ids = await subscribers([{ mobile: mobile(11) }, { mobile: mobile(12) }]);
    const { customerId: customerid } = await api.db.prisma.service.findUniqueOrThrow({ where: { id: ids[0] ?? 0 } });
    await api.ok('notice/opt_out', { customerid, channel: 'whatsapp', opt_out: 'on' }, me);
    const input = written(ids, {}, [
      { channel: 'whatsapp', language: 'en', body: 'on WhatsApp' },
      ...SMS,
      { channel: 'email', language: 'en', subject: 'Work for {username}', body: 'by mail' },
    ]);
    expect(await preview(input)).toMatchObject({ matched: 4, count: 4, sms: 1, whatsapp: 1, email: 2 });
    const id = await sent(input);
    begin();
    await over(id);
    expect(texts().sort()).toEqual(['Dear Ravi, no Internet from 2 to 4.', 'on WhatsApp']);
    expect(mail.received).toHaveLength(2);
    expect(mail.received[0]?.head).toMatch(/^Subject: Work for many\d+/m);
  });

  it('narrows like the list of subscribers, and by the NAS of the open or last session', async () => {
    const [one = 0, two = 0] = await subscribers([{ mobile: mobile(21) }, { mobile: mobile(22) }]);
    const count = async (fields: Fields) => (await preview({ texts: JSON.stringify(SMS), ...fields })).matched;
    const all = await count({});
    expect(await count({ location_code: 'BLR' })).toBe(all);
    expect(await count({ location_code: 'NOWHERE' })).toBe(0);
    expect(await count({ resellerid: 0 })).toBe(0);
    expect(await count({ planid: other.planid })).toBe(0);
    expect(await count({ serviceids: `${one},${other.serviceid}` })).toBe(1);
    const session = async (serviceId: number, on: number, days: number, isOpen: boolean) =>
      sql(
        `INSERT INTO radius.session (isp_id, service_id, nas_id, nas_ip, acct_session_id, username, started_at, ended_at, updated_at)
         VALUES ($1, $2, $3, '127.0.0.1', $4, 'x', now() - make_interval(days => $5), $6, now())`,
        [ispid, serviceId, on, `${serviceId}.${on}.${days}`, days, isOpen ? null : new Date()],
      );
    const edge = { resellerid: 0, name: 'Edge', ip: '127.9.9.9', secret: 'testing123' };
    const second = await api.ok<number>('radius/nas/create', edge, me);
    await session(one, nasid, 5, false);
    await session(one, second, 1, false);
    await session(two, nasid, 30, true);
    expect(await count({ nasid })).toBe(1);
    expect(await count({ nasid: second })).toBe(1);
    expect(await count({ nasid: other.nasid })).toBe(0);
  });

  it('reaches those whom an incident concerns, and once it has ended, whom it has concerned', async () => {
    const [one = 0, two = 0] = await subscribers([{ mobile: mobile(23) }, { mobile: mobile(24) }]);
    const count = async (incidentid: number, as = me) =>
      (await preview({ texts: JSON.stringify(SMS), incidentid }, as)).matched;
    const id = await api.ok<number>(
      'incident/create',
      { kind: 'Outage', title: 'x', serviceids: `${one},${two}`, count: 2 },
      me,
    );
    expect(await count(id)).toBe(2);
    await api.ok('incident/remove', { id, serviceids: one }, me);
    expect(await count(id)).toBe(1);
    await api.ok('incident/move', { id, report: 'resolve' }, me);
    expect(await count(id)).toBe(2);
    const foreign = { kind: 'Outage', title: 'x', serviceids: other.serviceid, count: 1 };
    expect(await count(await api.ok<number>('incident/create', foreign, other.me))).toBe(0);
  });
});

describe('a mass message', () => {
  it('is refused with one sentence and changes nothing if its parts do not fit', async () => {
    const ids = await subscribers([{ mobile: mobile(31) }]);
    const refused = async (fields: Fields, given: readonly object[] | string = SMS) => {
      const list = typeof given === 'string' ? given : JSON.stringify(given);
      const { status, error } = await send({ ...written(ids, fields), texts: list, count: 1, ...fields });
      return [status, error];
    };
    const before = await api.db.prisma.broadcast.count();
    expect(await refused({}, 'x')).toEqual([
      400,
      expect.stringMatching(/^texts: must be a JSON array of 1 to 12 texts/),
    ]);
    expect(await refused({}, [])).toEqual([400, expect.stringMatching(/^texts: must be a JSON array/)]);
    expect(await refused({}, [...SMS, ...SMS])).toEqual([400, 'texts: must have one text for sms in en']);
    expect(await refused({}, [{ channel: 'sms', language: 'en', body: '{docket}' }])).toEqual([
      ...[400, expect.stringMatching(/^texts: must not contain \{docket\}/)],
    ]);
    const email = { channel: 'email', language: 'en', body: 'x' };
    expect(await refused({}, [email])).toEqual([400, 'texts: must have a subject for email']);
    expect(await refused({ type: 'Promotional', urgent: 'Y' })).toEqual([
      ...[400, 'urgent: applies only to messages of type Service'],
    ]);
    expect(await refused({ urgent: 'Y' })).toEqual([
      ...[400, 'urgent: applies only to messages about an incident; name it with incidentid'],
    ]);
    expect(await refused({ serviceids: other.serviceid, count: 0 })).toEqual([
      ...[409, 'count: is 0: nobody would get the message'],
    ]);
    expect(await refused({ count: 2 })).toEqual([
      ...[409, 'count: was 2 in the preview and is 1 now; look at the preview again'],
    ]);
    expect(await api.call('message/preview', written([other.serviceid]), other.me)).toMatchObject({
      ...{ status: 409, error: 'the ISP has no sender for sms; set one up first' },
    });
    expect(await api.db.prisma.broadcast.count()).toBe(before);
  });

  it('is for the ISP alone: not for resellers, employees, other roles and other ISPs', async () => {
    const ids = await subscribers([{ mobile: mobile(32) }]);
    const reseller = await makeUser(api, me, { ispid, resellerid, groupname: 'Reseller' });
    const employee = await makeUser(api, me, { ispid, resellerid: 0, groupname: 'Employee' });
    const support = await makeUser(api, me, { ispid, roles: 'Support' });
    for (const as of [reseller, employee, support])
      expect(await api.call('message/preview', written(ids), as)).toMatchObject({ status: 403 });
    const id = await sent(written(ids));
    for (const call of ['get', 'pause', 'resume', 'cancel'])
      expect(await api.call(`message/${call}`, { id }, other.me)).toMatchObject({
        ...{ status: 404, error: `there is no mass message ${id}` },
      });
    expect(await api.ok('message/list', { rows_limit: 100 }, other.me)).toEqual([]);
    expect(await preview({ ispid, ...written(ids) }, api.admin)).toMatchObject({ count: 1 });
  });

  it('is carried out once for a caller who repeats the call with its key', async () => {
    const input = { ...written(await subscribers([{ mobile: mobile(33) }])), count: 1, idempotency_key: 'many 33' };
    expect((await send(input)).result).toEqual((await send(input)).result);
  });

  it('asks a person for the password again if it goes to more than 1,000', async () => {
    const [first = 0] = await subscribers([{ mobile: mobile(34) }]);
    await multiply(api.db.pool, first, { from: 1, to: 1_001 });
    await sql(`UPDATE crm.customer SET e164 = '+9199' || (id % 100000000 + 10000000) WHERE id > 1000000`);
    const { userid: id } = await makeUser(api, me, { ispid, password: 'correct horse' });
    const { username } = await api.db.prisma.loginUser.findUniqueOrThrow({ where: { id } });
    const browser = new Browser(api.url);
    await browser.ok('login.start', { username, password: 'correct horse' });
    const input = { ispid, planid, title: 'Many', texts: [{ channel: 'sms', language: 'en', body: 'x' }] };
    const { count } = await browser.ok<Preview>('message.preview', { ispid, planid, texts: input.texts });
    expect(count).toBeGreaterThan(1_000);
    api.clock.at = new Date(Date.now() + 11 * 60_000);
    expect(await browser.call('message.send', { ...input, count })).toMatchObject({ status: 403, kind: 'unconfirmed' });
    expect(await browser.call('message.send', { ...input, serviceids: [first], count: 1 })).toMatchObject({
      status: 200,
    });
  });
});

describe('the life of a mass message', () => {
  const PATHS: Readonly<Record<BroadcastStatus, readonly string[]>> = {
    Sending: [],
    Paused: ['pause'],
    Done: [],
    Cancelled: ['cancel'],
  };

  it.each(BROADCAST_STATUSES)('allows %s what the table has, and nothing else', async (status) => {
    const ids = await subscribers([{ mobile: mobile(40) }]);
    for (const report of ['pause', 'resume', 'cancel'] as const) {
      const id = await sent(written(ids));
      for (const step of PATHS[status]) await api.ok(`message/${step}`, { id }, me);
      if (status === 'Done') {
        begin();
        await over(id);
        await stop();
      }
      const to = MOVES.find((each) => each.from === status && each.report === report)?.to;
      const answer = await api.call(`message/${report}`, { id }, me);
      expect([report, answer.status]).toEqual([report, to ? 200 : 409]);
      expect((await progress(id)).status).toBe(to ?? status);
      await sql('UPDATE crm.broadcast SET ended_at = now(), status = $2 WHERE id = $1', [id, 'Cancelled']);
    }
  });

  it('sends nothing while it is paused, and never what was cancelled', async () => {
    const id = await sent(written(await subscribers([{ mobile: mobile(41) }, { mobile: mobile(42) }])));
    await findRecipients(api.db, new Date());
    await api.ok('message/pause', { id }, me);
    expect(await claimBatches(api.db, { now: new Date(), limit: 10, without: [] })).toEqual([]);
    await api.ok('message/cancel', { id }, me);
    begin();
    expect(await over(id)).toMatchObject({ status: 'Cancelled', sent: 0, skipped: 2 });
    expect(provider.received).toEqual([]);
  });
});

describe('the sending of a mass message', () => {
  it('waits for the end of the quiet hours, unless it is urgent', async () => {
    const ids = await subscribers([{ mobile: mobile(51) }]);
    api.clock.at = new Date('2026-01-31T20:00:00Z');
    await api.ok('isp/settings_update', { quiet_from: '21:00', quiet_upto: '08:00' }, me);
    const id = await sent(written(ids));
    const incident = { kind: 'Outage', title: 'x', serviceids: ids.join(), count: 1 };
    const incidentid = await api.ok<number>('incident/create', incident, me);
    const urgent = await sent(written(ids, { urgent: 'Y', incidentid }));
    begin();
    expect(await over(urgent)).toMatchObject({ status: 'Done', sent: 1 });
    expect(await progress(id)).toMatchObject({ status: 'Sending', queued: 1 });
    api.clock.at = new Date('2026-02-01T03:00:00Z');
    expect(await over(id)).toMatchObject({ status: 'Done', sent: 1 });
    await api.ok('isp/settings_update', { quiet_from: '', quiet_upto: '' }, me);
  });

  it('keeps advertising to the hours from 10 to 21 of the ISP', async () => {
    const ids = await subscribers([{ mobile: mobile(91) }]);
    // 21:00 in Kolkata.
    api.clock.at = new Date('2026-01-31T15:30:00Z');
    const advertising = await sent(written(ids, { type: 'Promotional' }));
    const service = await sent(written(ids));
    begin();
    expect(await over(service)).toMatchObject({ status: 'Done', sent: 1 });
    api.clock.at = new Date('2026-02-01T04:29:59Z');
    expect(await claimBatches(api.db, { now: api.clock.now(), limit: 4, without: [] })).toEqual([]);
    expect(await progress(advertising)).toMatchObject({ status: 'Sending', queued: 1 });
    api.clock.at = new Date('2026-02-01T04:30:00Z');
    expect(await over(advertising)).toMatchObject({ status: 'Done', sent: 1 });
  });

  it('begins when the preview says, in the hours that the ISP has set for advertising', async () => {
    const ids = await subscribers([{ mobile: mobile(92) }]);
    const beginning = async (fields: Fields = {}) =>
      (await preview(written(ids, { type: 'Promotional', ...fields }))).begins_at;
    api.clock.at = new Date('2026-02-03T03:00:00Z'); // 08:30 in Kolkata
    const hours = (fields: Fields) => api.ok('isp/settings_update', { ...fields }, me);
    expect(await beginning({ type: 'Service' })).toMatch(/^2026-02-03 08:30:00/);
    expect(await beginning()).toMatch(/^2026-02-03 10:00:00/);
    await hours({ promotions_from: '11:00', promotions_upto: '20:00', quiet_from: '21:00', quiet_upto: '09:00' });
    expect(await beginning({ type: 'Service' })).toMatch(/^2026-02-03 09:00:00/);
    expect(await beginning()).toMatch(/^2026-02-03 11:00:00/);
    const id = await sent(written(ids, { type: 'Promotional' }));
    await findRecipients(api.db, api.clock.now());
    const claimed = () => claimBatches(api.db, { now: api.clock.now(), limit: 4, without: [] });
    api.clock.at = new Date('2026-02-03T05:29:00Z');
    expect(await claimed()).toEqual([]);
    api.clock.at = new Date('2026-02-03T14:30:00Z'); // 20:00
    expect(await beginning()).toMatch(/^2026-02-04 11:00:00/);
    expect(await claimed()).toEqual([]);
    await hours({ quiet_from: '10:00', quiet_upto: '12:30' });
    expect(await beginning()).toMatch(/^2026-02-04 12:30:00/);
    await api.ok('message/cancel', { id }, me);
    await hours({ promotions_from: '10:00', promotions_upto: '21:00', quiet_from: '', quiet_upto: '' });
  });

  it('is refused where quiet hours of older settings cover all hours for advertising', async () => {
    const ids = await subscribers([{ mobile: mobile(93) }]);
    await sql(`UPDATE crm.isp_setting SET quiet_from = '09:00', quiet_upto = '21:00' WHERE isp_id = $1`, [ispid]);
    const promotion = written(ids, { type: 'Promotional' });
    expect(await preview(promotion)).toMatchObject({ count: 1, begins_at: null });
    expect(await api.call('message/send', { ...promotion, title: 'Offer', count: 1 }, me)).toMatchObject({
      status: 409,
      error: 'type: the quiet hours cover all hours for advertising; change one of them first',
    });
    expect((await preview(written(ids))).begins_at).not.toBeNull();
    await api.ok('isp/settings_update', { quiet_from: '', quiet_upto: '' }, me);
  });

  it('leaves out who declined advertising, also after it was begun, but not from other messages', async () => {
    const ids = await subscribers([{ mobile: mobile(52) }, { mobile: mobile(53) }]);
    const [one, two] = await api.db.prisma.service.findMany({ where: { id: { in: ids } }, orderBy: { id: 'asc' } });
    const decline = (customerid = 0) => api.ok('message/opt_out', { customerid, channel: 'sms', opt_out: 'on' }, me);
    await decline(one?.customerId);
    const promotion = written(ids, { type: 'Promotional' });
    api.clock.at = new Date('2026-02-01T06:00:00Z');
    expect(await preview(promotion)).toMatchObject({ count: 1, opted_out: 1 });
    expect(await preview(written(ids))).toMatchObject({ count: 2, opted_out: 0 });
    const id = await sent(promotion);
    await findRecipients(api.db, api.clock.now());
    await decline(two?.customerId);
    begin();
    expect(await over(id)).toMatchObject({ sent: 0, skipped: 1, opted_out: 1 });
    const list = await api.ok<{ customerid: string }[]>('message/opt_outs', { customerid: one?.customerId ?? 0 }, me);
    expect(list).toHaveLength(1);
  });

  it('keeps to the messages a day of the sender, which codes and notices use first', async () => {
    await limits({ per_day: 3 });
    const ids = await subscribers([54, 55, 56, 57].map((n) => ({ mobile: mobile(n) })));
    const day = await notice({ on: 'payment_received', channel: 'sms', body: 'a notice' });
    const id = await sent(written(ids));
    await sql('INSERT INTO crm.sender_pace (isp_id, channel) VALUES ($1, $2)', [ispid, 'sms']);
    await api.ok('payment/new', { serviceid: ids[0] ?? 0, amt: 10, mode: 'Online' }, me);
    await settled(day);
    begin();
    begin();
    await expect.poll(async () => (await progress(id)).sent).toBe(2);
    await sql(`UPDATE crm.sender_pace SET day = day - 1`);
    expect(await over(id)).toMatchObject({ sent: 4 });
    await sql('UPDATE crm.notice SET deleted_at = now() WHERE id = $1', [day]);
  });

  it('keeps to the messages a second of the sender, with two nodes too', async () => {
    await limits({ per_second: 1 });
    const ids = await subscribers(Array.from({ length: 9 }, (_, n) => ({ mobile: mobile(100 + n) })));
    await sent(written(ids));
    await findRecipients(api.db, new Date());
    await sql(`INSERT INTO crm.sender_pace (isp_id, channel, at) VALUES ($1, 'sms', now() - interval '1 hour')`, [
      ispid,
    ]);
    const begun = performance.now();
    const claim = () => claimBatches(api.db, { now: new Date(), limit: 10, without: [] });
    const claimed = (await Promise.all([claim(), claim(), claim()])).flat().flatMap(({ messages: taken }) => taken);
    const seconds = (performance.now() - begun) / 1_000;
    expect(claimed.length).toBeGreaterThanOrEqual(1);
    expect(claimed.length).toBeLessThanOrEqual(1 + seconds);
  });

  it('waits as long as a provider says that has had too many, without counting it as an attempt', async () => {
    const ids = await subscribers([{ mobile: mobile(61) }]);
    provider.answer = () => 429;
    provider.headers = { 'retry-after': '120' };
    const id = await sent(written(ids));
    begin();
    begin();
    await expect.poll(() => provider.received.length).toBe(1);
    await expect
      .poll(async () => (await sql("SELECT wait_until > now() + interval '100 s' AS waits FROM crm.sender_pace")).rows)
      .toEqual([{ waits: true }]);
    expect(await progress(id)).toMatchObject({ queued: 1, sent: 0 });
    provider.answer = () => 200;
    await sql('UPDATE crm.sender_pace SET wait_until = now()');
    expect(await over(id)).toMatchObject({ sent: 1 });
    expect(provider.received).toHaveLength(2);
    expect(await messages({ channel: 'sms', serviceid: ids[0] ?? 0 })).toMatchObject([{ status: 'Sent', attempts: 1 }]);
  });

  it('repeats after the death of a node only what had no answer, and nothing with two nodes at once', async () => {
    const ids = await subscribers(Array.from({ length: 12 }, (_, n) => ({ mobile: mobile(70 + n) })));
    const id = await sent(written(ids));
    await Promise.all([findRecipients(api.db, new Date()), findRecipients(api.db, new Date())]);
    const [batch] = await claimBatches(api.db, { now: new Date(), limit: 10, without: [] });
    expect(batch?.messages).toHaveLength(12);
    // The dead node got an answer for five of them.
    const answered = batch?.messages.slice(0, 5).map((message) => message.id) ?? [];
    await sql(
      `UPDATE crm.notice_message SET status = 'Sent', done_at = now(), leased_until = NULL WHERE id = ANY($1)`,
      [answered],
    );
    begin();
    begin();
    await sql(`UPDATE crm.notice_message SET leased_until = now() - interval '1 ms' WHERE status = 'Queued'`);
    expect(await over(id)).toMatchObject({ status: 'Done', sent: 12 });
    expect(provider.received).toHaveLength(7);
  });

  it('is overtaken by notices: they do not wait for a provider that answers slowly', async () => {
    const ids = await subscribers([{ mobile: mobile(90) }, { mobile: mobile(91) }]);
    const on = await notice({ on: 'payment_received', channel: 'sms', body: 'a notice' });
    const held: (() => void)[] = [];
    provider.answer = ({ body }) =>
      body.includes('a notice') ? 200 : new Promise((answer) => void held.push(() => answer(200)));
    const id = await sent(written(ids));
    begin();
    await expect.poll(() => held.length).toBe(2);
    await api.ok('payment/new', { serviceid: ids[0] ?? 0, amt: 10, mode: 'Online' }, me);
    expect(await settled(on)).toMatchObject([{ status: 'Sent' }]);
    expect(await progress(id)).toMatchObject({ sent: 0, queued: 2 });
    for (const answer of held) answer();
    expect(await over(id)).toMatchObject({ sent: 2 });
    await sql('UPDATE crm.notice SET deleted_at = now() WHERE id = $1', [on]);
  });
});
