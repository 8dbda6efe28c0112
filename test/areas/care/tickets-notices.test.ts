import { afterEach, describe, expect, it } from 'vitest';
import { claimMessages } from '../../../src/areas/subscribers/notices/progress.ts';
import { contact, makeUser } from '../../fixtures/tenants.ts';
import { workshop } from '../subscribers/notices/workshop.ts';

const { api, tenant, mail, provider, messages, settled, stop, begin, looked, notice, sql } = await workshop();
const { me, serviceid, customerid, ispid } = tenant;
const categoryid = await api.ok<number>('ticket/category_create', { name: 'No Internet', legal_days: 3 }, me);

const BODY = '{docket} {category} by {expected_by}';
const sms = (on: string, fields: Record<string, string | number> = {}) =>
  notice({ on, channel: 'sms', body: `${on} ${BODY}`, ...fields });
const texts = () => provider.received.map(({ body }) => (JSON.parse(body) as { message: string }).message);

async function file(fields: Record<string, string | number> = { serviceid }): Promise<{ id: number; docket: string }> {
  const ticket = { categoryid, text: 'no Internet', ...fields };
  const { id, docket } = await api.ok<{ id: string; docket: string }>('ticket/create', ticket, me);
  return { id: Number(id), docket };
}
const move = (id: number, report: string, fields: Record<string, string> = {}) =>
  api.ok('ticket/move', { id, report, ...fields }, me);

afterEach(async () => {
  api.clock.at = undefined;
  await sql('UPDATE crm.notice SET deleted_at = now() WHERE deleted_at IS NULL');
  mail.received.length = 0;
  provider.answer = () => 200;
  provider.received.length = 0;
});

describe('the notice of a new ticket', () => {
  it('leaves at once by SMS and e-mail, with docket and expected time', async () => {
    const ids = [
      await sms('ticket_created', { dlt_template_id: '1107' }),
      await notice({
        on: 'ticket_created',
        channel: 'email',
        subject: 'Ticket {docket}',
        body: 'Dear {name}, {username}',
      }),
    ] as const;
    api.clock.at = new Date('2026-01-31T06:00:00Z');
    const { docket } = await file();
    await expect.poll(() => [texts().length, mail.received.length]).toEqual([1, 1]);
    expect(texts()).toEqual([`ticket_created ${docket} No Internet by 3 Feb 2026, 23:59`]);
    expect(JSON.parse(provider.received[0]?.body ?? '')).toMatchObject({ template: '1107' });
    expect(mail.received[0]?.head).toContain(`Subject: Ticket ${docket}`);
    for (const id of ids)
      expect(await settled(id)).toMatchObject([
        { status: 'Sent', attempts: 1, serviceid: String(serviceid), customerid: String(customerid) },
      ]);
  });

  it('names the deadline of the ISP if that is earlier, and none that is over', async () => {
    await sms('ticket_created', { body: '[{expected_by}]' });
    const quick = await api.ok<number>('ticket/category_create', { name: 'Quick', legal_days: 3 }, me);
    await api.ok('ticket/sla_set', { categoryid: quick, priority: 'Normal', resolve_minutes: 90 }, me);
    api.clock.at = new Date('2026-01-31T06:00:00Z');
    await file({ serviceid, categoryid: quick });
    await expect.poll(texts).toEqual(['[31 Jan 2026, 13:00]']);
    const late = await notice({ on: 'ticket_created', channel: 'whatsapp', body: '[{expected_by}]' });
    api.clock.at = new Date('2026-02-05T06:00:00Z');
    expect(await api.ok('notice/preview', { id: late, serviceid }, me)).toMatchObject({ body: '[]' });
  });

  it('is written in the language of the customer, with days and times as people there write them', async () => {
    await sms('ticket_created');
    await sms('ticket_created', { language: 'hi', body: 'टिकट {docket}: {expected_by}' });
    await api.ok('customer/update', { customerid, language: 'hi' }, me);
    api.clock.at = new Date('2026-01-31T06:00:00Z');
    const { docket } = await file();
    await expect.poll(() => texts().length).toBe(1);
    expect(texts()[0]).toMatch(new RegExp(`^टिकट ${docket}: 3 फ़र॰ 2026, 11:59 ?pm$`, 'i'));
    expect(texts()[0]).not.toMatch(/[\u00a0\u202f]/);
    await api.ok('customer/update', { customerid, language: '' }, me);
  });

  it('reaches a customer without a service, and a stranger at the number they left', async () => {
    const id = await sms('ticket_created', { body: '{name}|{username}|{docket}' });
    const mailed = await notice({ on: 'ticket_created', channel: 'email', subject: 's', body: '{docket}' });
    const own = await file({ customerid });
    expect(await settled(id)).toMatchObject([{ status: 'Sent', serviceid: null, customerid: String(customerid) }]);
    const { docket } = await file({ number: '098111-00077' });
    expect((await settled(id, 2))[0]).toMatchObject({
      ...{ status: 'Sent', serviceid: null, customerid: null, address: '+919811100077' },
    });
    expect(texts()).toEqual([`Ravi||${own.docket}`, `||${docket}`]);
    expect(await settled(mailed)).toHaveLength(1);
    await file({ number: '12' });
    expect((await settled(id, 3))[0]).toMatchObject({
      ...{ status: 'Skipped', reason: 'the customer has no address for this channel' },
    });
  });

  it('is sent in quiet hours and before others, which wait', async () => {
    const ids = [await sms('ticket_created'), await sms('ticket_waiting')] as const;
    await api.ok('isp/settings_update', { quiet_from: '21:00', quiet_upto: '08:00' }, me);
    api.clock.at = new Date('2026-01-31T18:00:00Z');
    const { id } = await file();
    await move(id, 'take');
    await move(id, 'ask');
    expect(await settled(ids[0])).toMatchObject([{ status: 'Sent' }]);
    await looked();
    expect(await messages({ noticeid: ids[1] })).toMatchObject([{ status: 'Waiting', attempts: 0 }]);
    api.clock.at = new Date('2026-02-01T04:00:00Z');
    expect(await settled(ids[1])).toMatchObject([{ status: 'Sent' }]);
    await api.ok('isp/settings_update', { quiet_from: '', quiet_upto: '' }, me);
  });

  it('passes a queue of other messages, and waits like them after three failures', async () => {
    const [queued, id] = [await sms('payment_received', { body: 'x' }), await sms('ticket_created')];
    await stop();
    const at = new Date();
    await sql(
      `INSERT INTO crm.notice_message (isp_id, notice_id, key, service_id, customer_id, channel, due_at, created_at)
       SELECT $1, $2, 'queued:' || n, $3, $4, 'sms', $5::timestamptz - interval '1 hour', $5 FROM generate_series(1, 50) n`,
      [ispid, queued, serviceid, customerid, at],
    );
    await file();
    const [first] = await claimMessages(api.db, { now: new Date(), limit: 4, without: [] });
    expect(first?.noticeId).toBe(id);
    await sql(`UPDATE crm.notice_message SET leased_until = NULL, attempts = 2 WHERE notice_id = $1`, [id]);
    await sql(`DELETE FROM crm.notice_message WHERE notice_id = $1`, [queued]);
    provider.answer = () => 503;
    begin();
    await expect.poll(async () => (await messages({ noticeid: id }))[0]).toMatchObject({ attempts: 3 });
    const { rows } = await sql('SELECT urgent FROM crm.notice_message WHERE notice_id = $1', [id]);
    expect(rows).toEqual([{ urgent: false }]);
  });

  it('is made once for a client that repeats the filing, and for none that was refused', async () => {
    const id = await sms('ticket_created');
    const filed = await Promise.all([1, 2].map(() => file({ serviceid, client_ref: 'once' })));
    expect(filed[0]).toEqual(filed[1]);
    expect((await api.call('ticket/create', { serviceid, categoryid: 987_654, text: 'x' }, me)).status).toBe(404);
    expect(await settled(id)).toHaveLength(1);
  });

  it('is not sent where it is paused, and not to a customer who wants none', async () => {
    const id = await sms('ticket_created');
    await api.ok('notice/update', { id, status: 'Paused' }, me);
    await file();
    await api.ok('notice/update', { id, status: 'Enabled', body: 'again {docket}' }, me);
    await api.ok('notice/opt_out', { customerid, channel: 'sms', opt_out: 'on' }, me);
    await file();
    expect(await settled(id)).toMatchObject([{ status: 'Skipped', reason: 'the customer wants no such messages' }]);
    await api.ok('notice/opt_out', { customerid, channel: 'sms', opt_out: 'off' }, me);
    expect(texts()).toEqual([]);
  });
});

describe('the life of a ticket', () => {
  it('is told at each step that concerns the subscriber, however often', async () => {
    const ids = {
      waiting: await sms('ticket_waiting'),
      resolved: await sms('ticket_resolved'),
      reopened: await sms('ticket_reopened'),
    };
    const { id } = await file();
    await move(id, 'take');
    await move(id, 'ask');
    expect(await settled(ids.waiting)).toMatchObject([{ status: 'Sent' }]);
    await move(id, 'back');
    await move(id, 'ask');
    expect(await settled(ids.waiting, 2)).toMatchObject([{ status: 'Sent' }, { status: 'Sent' }]);
    await move(id, 'resolve', { resolution: 'Fixed' });
    expect(await settled(ids.resolved)).toMatchObject([{ status: 'Sent' }]);
    await move(id, 'reopen');
    expect(await settled(ids.reopened)).toMatchObject([{ status: 'Sent' }]);
    expect(texts().map((text) => text.split(' ')[0])).toEqual([
      ...['ticket_waiting', 'ticket_waiting', 'ticket_resolved', 'ticket_reopened'],
    ]);
  });

  it('is not told any more once it has gone on', async () => {
    const id = await sms('ticket_waiting');
    await stop();
    const ticket = await file();
    await move(ticket.id, 'take');
    await move(ticket.id, 'ask');
    await move(ticket.id, 'back');
    begin();
    expect(await settled(id)).toMatchObject([{ status: 'Skipped', reason: 'no longer so when it was to be sent' }]);
  });
});

describe('the text of a notice about tickets', () => {
  it('has the placeholders of tickets, and only there', async () => {
    const bad = await api.call('notice/create', { on: 'ticket_waiting', channel: 'sms', body: '{amt}' }, me);
    expect(bad).toMatchObject({
      status: 400,
      error: expect.stringMatching(/^body: must not contain \{amt\}; .*\{docket\}/),
    });
    const other = await api.call('notice/create', { on: 'np', channel: 'sms', body: '{docket}' }, me);
    expect(other).toMatchObject({ status: 400, error: expect.stringMatching(/^body: must not contain \{docket\}; /) });
  });

  it('shows the newest ticket of a service in the preview, and that there is none', async () => {
    const { docket } = await file();
    const shown = { serviceid, on: 'ticket_created', channel: 'sms', body: '{docket}' };
    expect(await api.ok('notice/preview', shown, me)).toMatchObject({ body: docket, obstacle: null });
    await sql('UPDATE crm.ticket SET service_id = NULL WHERE service_id = $1', [serviceid]);
    expect(await api.ok('notice/preview', shown, me)).toMatchObject({
      ...{ body: '', obstacle: 'no longer so when it was to be sent' },
    });
  });
});

describe('the notices of a visit', async () => {
  const day = '2031-03-03';
  const VISIT = '{name} {visit_on} {visit_hours} {docket}';
  const named = await makeUser(api, me, { ispid, roles: 'Field', name: 'Asha Rao' });
  const book = (fields: Record<string, string | number> = {}) =>
    api.ok<number>('visit/create', { day, hours: '09:00-12:00', technicianid: named.userid, serviceid, ...fields }, me);
  const go = (id: number, state: string, fields: Record<string, string> = {}) =>
    api.ok('visit/move', { id, state, ...fields }, named);
  const about = (on: string, body = VISIT) => notice({ on, channel: 'sms', body: `${on} ${body}` });

  it('tell the window, that the technician is on the way and who, and a cancellation', async () => {
    const booked = await about('visit_booked');
    const onWay = await about('visit_on_way', '{technician} {visit_hours}');
    const cancelled = await about('visit_cancelled');
    const id = await book();
    expect(await settled(booked)).toMatchObject([{ status: 'Sent', serviceid: String(serviceid) }]);
    await go(id, 'OnWay');
    expect(await settled(onWay)).toMatchObject([{ status: 'Sent' }]);
    const again = await book();
    await settled(booked, 2);
    await api.ok('visit/move', { id: again, state: 'Cancelled' }, me);
    expect(await settled(cancelled)).toMatchObject([{ status: 'Sent' }]);
    expect(texts()).toEqual([
      'visit_booked Ravi 3 Mar 2031 09:00-12:00 ',
      'visit_on_way Asha 09:00-12:00',
      'visit_booked Ravi 3 Mar 2031 09:00-12:00 ',
      'visit_cancelled Ravi 3 Mar 2031 09:00-12:00 ',
    ]);
  });

  it('never show a username, and no name where the ISP has entered none', async () => {
    const nameless = await makeUser(api, me, { ispid, roles: 'Field' });
    const onWay = await about('visit_on_way', '[{technician}]');
    const id = await book({ technicianid: nameless.userid });
    await api.ok('visit/move', { id, state: 'OnWay' }, me);
    await settled(onWay);
    expect(texts()).toEqual(['visit_on_way []']);
  });

  it('tell a new window once, also after a failed visit, and nothing for another change', async () => {
    const booked = await about('visit_booked', '{visit_on} {visit_hours}');
    const id = await book();
    await settled(booked);
    await api.ok('visit/edit', { id, day: '2031-03-04' }, me);
    await settled(booked, 2);
    await api.ok('visit/edit', { id, note: 'ring twice', day: '2031-03-04', hours: '09:00-12:00' }, me);
    for (const [state, fields] of [
      ['OnWay', {}],
      ['Failed', { reason: 'nobody at home' }],
    ] as const)
      await go(id, state, fields);
    await api.ok('visit/move', { id, state: 'Booked', day: '2031-03-04', hours: '09:00-12:00' }, me);
    expect(await settled(booked, 3)).toHaveLength(3);
    expect(texts()).toEqual([
      'visit_booked 3 Mar 2031 09:00-12:00',
      'visit_booked 4 Mar 2031 09:00-12:00',
      'visit_booked 4 Mar 2031 09:00-12:00',
    ]);
  });

  it('tell only the last window if several changes wait, and nothing that is over', async () => {
    const booked = await about('visit_booked', '{visit_on}');
    await stop();
    const [moved, gone] = [await book(), await book()];
    await api.ok('visit/edit', { id: moved, day: '2031-03-05' }, me);
    await api.ok('visit/edit', { id: moved, day: '2031-03-06' }, me);
    await go(gone, 'OnWay');
    begin();
    const all = await settled(booked, 4);
    expect(all.map(({ status, reason }) => [status, reason]).sort()).toEqual([
      ['Sent', null],
      ['Skipped', 'no longer so when it was to be sent'],
      ['Skipped', 'replaced by a newer message'],
      ['Skipped', 'replaced by a newer message'],
    ]);
    expect(texts()).toEqual(['visit_booked 6 Mar 2031']);
  });

  it('are made once for a client that repeats a booking or a move, also at once', async () => {
    const [booked, onWay] = [await about('visit_booked'), await about('visit_on_way')];
    const ids = await Promise.all([1, 2].map(() => book({ client_ref: 'visit once' })));
    expect(new Set(ids).size).toBe(1);
    await Promise.all([1, 2].map(() => go(ids[0] as number, 'OnWay', { client_ref: 'way once' })));
    expect(await settled(onWay)).toHaveLength(1);
    expect(await messages({ noticeid: booked })).toHaveLength(1);
    const refused = { serviceid, day, hours: '09:00-12:00', technicianid: 987_654 };
    expect((await api.call('visit/create', refused, me)).status).toBe(404);
    expect(await messages({ noticeid: booked })).toHaveLength(1);
  });

  it('wait in quiet hours, and leave out a customer who wants none', async () => {
    const booked = await about('visit_booked');
    await api.ok('isp/settings_update', { quiet_from: '21:00', quiet_upto: '08:00' }, me);
    api.clock.at = new Date('2026-01-31T18:00:00Z');
    await book();
    await looked();
    expect(await messages({ noticeid: booked })).toMatchObject([{ status: 'Waiting', attempts: 0 }]);
    await api.ok('notice/opt_out', { customerid, channel: 'sms', opt_out: 'on' }, me);
    await api.ok('isp/settings_update', { quiet_from: '', quiet_upto: '' }, me);
    expect(await settled(booked)).toMatchObject([{ status: 'Skipped', reason: 'the customer wants no such messages' }]);
    await api.ok('notice/opt_out', { customerid, channel: 'sms', opt_out: 'off' }, me);
  });

  it('have the docket of a visit for a ticket, reach its stranger, and no lead', async () => {
    const booked = await about('visit_booked', '{docket} {visit_hours}');
    const { id: ticketid, docket } = await file({ number: '098111-00078' });
    await move(ticketid, 'take');
    const visit = { ticketid, day, hours: '09:00-12:00' };
    await api.ok('visit/create', visit, me);
    expect(await settled(booked)).toMatchObject([{ status: 'Sent', address: '+919811100078', customerid: null }]);
    expect(texts()).toEqual([`visit_booked ${docket} 09:00-12:00`]);
    const lead = { resellerid: 0, name: 'Meena', address: '2 Main Road', city: 'Mysuru', source: 'Web', ...contact };
    const leadid = await api.ok<number>('lead/create', lead, me);
    await api.ok('visit/create', { leadid, day, hours: '09:00-12:00' }, me);
    expect(await messages({ noticeid: booked })).toHaveLength(1);
  });

  it('are shown of the newest visit in the preview, with the placeholders of visits only', async () => {
    const id = await book();
    const shown = { serviceid, on: 'visit_booked', channel: 'sms', body: '{visit_on}' };
    expect(await api.ok('notice/preview', shown, me)).toMatchObject({ body: '3 Mar 2031', obstacle: null });
    await go(id, 'OnWay');
    expect(await api.ok('notice/preview', shown, me)).toMatchObject({
      obstacle: 'no longer so when it was to be sent',
    });
    const bad = await api.call('notice/create', { on: 'visit_booked', channel: 'sms', body: '{technician}' }, me);
    expect(bad).toMatchObject({
      ...{ status: 400, error: expect.stringMatching(/^body: must not contain \{technician\}; .*\{visit_on\}/) },
    });
  });
});
