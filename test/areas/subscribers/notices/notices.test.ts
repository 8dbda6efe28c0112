import { afterEach, describe, expect, it } from 'vitest';
import { claimMessages } from '../../../../src/areas/subscribers/notices/progress.ts';
import { purgeMessages } from '../../../../src/areas/subscribers/notices/purge.ts';
import { takeEvents } from '../../../../src/areas/subscribers/notices/take-events.ts';
import { makeInvoice } from '../../../factories/billing.ts';
import { linesOf } from '../../../fixtures/pdf-text.ts';
import { workshop } from './workshop.ts';

const { api, tenant, mail, provider, messages, settled, make, stop, begin, looked, notice, numbered, pay, sql } =
  await workshop();
const { me, serviceid, customerid, ispid } = tenant;
const sms = (on: string, fields: Record<string, string | number> = {}) =>
  notice({ on, channel: 'sms', body: `${on} {username}`, ...fields });
const texts = () => provider.received.map(({ body }) => (JSON.parse(body) as { message: string }).message);

afterEach(async () => {
  api.clock.at = undefined;
  await sql('UPDATE crm.notice SET deleted_at = now() WHERE deleted_at IS NULL');
  mail.refusal = undefined;
  mail.received.length = 0;
  provider.answer = () => 200;
  provider.received.length = 0;
});

/** Ten in the morning of a day there. */
const morning = (day: string) => new Date(`${day}T10:00:00+05:30`);
const today = () => new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10);
const later = (days: number) => new Date(Date.parse(today()) + days * 86_400_000).toISOString().slice(0, 10);

describe('a notice', () => {
  it('of a payment arrives by e-mail with the receipt', async () => {
    const id = await notice({
      ...{ on: 'payment_received', channel: 'email', attach: 'Y' },
      ...{
        subject: 'Thank you, {name}',
        body: 'We have received {currency} {amt} for {username} on {paid_on} – धन्यवाद',
      },
    });
    const paymentid = await pay();
    const [message] = await settled(id);
    expect(message).toMatchObject({ status: 'Sent', attempts: 1, address: 'noc@example.net', reason: null });
    const [received] = mail.received;
    expect(received).toMatchObject({ to: ['noc@example.net'], user: 'isp' });
    expect(received?.head).toMatch(/^From: .*<billing@example\.net>$/m);
    expect(received?.head).toMatch(/^Subject: Thank you, Ravi$/m);
    expect(received?.head).toMatch(/^Message-ID: <notice\.\d+\.[a-z0-9]+@example\.net>$/m);
    expect(received?.text).toMatch(/^We have received INR 100\.00 for \S+ on \d+ [A-Z][a-z]+ \d{4} – धन्यवाद$/);
    expect(received?.files.map(({ name }) => name)).toEqual([`receipt-${paymentid}.pdf`]);
    expect(
      linesOf(received?.files[0]?.content ?? Buffer.alloc(0))
        .flat()
        .join('\n'),
    ).toContain('100.00');
  });

  it('is sent once on each event, and on none from before it', async () => {
    await pay();
    await numbered();
    const ids = {
      paid: await sms('payment_received'),
      np: await sms('np'),
      npd: await sms('npd'),
      restored: await sms('restored'),
      invoiced: await sms('invoice_issued', { body: 'invoice {document_no} {amt} {due_on}' }),
      password: await sms('password_changed'),
    };
    await sql(`UPDATE crm.service SET status = 'Active' WHERE id = $1`, [serviceid]);
    await numbered();
    await looked();
    await sql(`UPDATE crm.service SET status = 'NP' WHERE id = $1`, [serviceid]);
    await settled(ids.np);
    await sql(`UPDATE crm.service SET status = 'NPD' WHERE id = $1`, [serviceid]);
    await settled(ids.npd);
    await sql(`UPDATE crm.service SET status = 'Active' WHERE id = $1`, [serviceid]);
    await pay(50);
    // As an import writes the advance of a service.
    await api.ok('payment/new', { serviceid, amt: 5, mode: 'Bank', ref_no: 'Opening balance' }, me);
    await api.ok('service/update', { serviceid, password: 'goodbye' }, me);
    const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
    await makeInvoice(api.db, service, { lines: [{ amt: '120.00' }], documentNo: 'INV-7', dueOn: later(7) });
    for (const id of Object.values(ids)) expect(await settled(id)).toMatchObject([{ status: 'Sent', attempts: 1 }]);
    expect(texts().filter((text) => text.startsWith('invoice INV-7 120.00 '))).toHaveLength(1);
    const { headers } = provider.received[0] ?? {};
    expect(headers?.authorization).toBe('Bearer k3y');
    await sql('UPDATE crm.notice_progress SET cursor = 0 WHERE isp_id = $1', [ispid]);
    await takeEvents(api.db, new Date());
    for (const id of Object.values(ids)) expect(await messages({ noticeid: id })).toHaveLength(1);
  });

  it('of a day is sent once on that day, from nine o’clock on, however often the job runs', async () => {
    const expiry = await sms('before_expiry', { days: 3, body: '{username} ends on {valid_upto}, in {days} days' });
    const due = await sms('before_due', { days: 5, body: '{document_no} is due on {due_on}: {amt}' });
    await sql(`UPDATE crm.service SET status = 'Active', prepaid_postpaid = 'Prepaid', valid_upto = $2 WHERE id = $1`, [
      serviceid,
      later(13),
    ]);
    const service = await api.db.prisma.service.findUniqueOrThrow({ where: { id: serviceid } });
    await makeInvoice(api.db, service, { lines: [{ amt: '80.00' }], documentNo: 'INV-8', dueOn: later(15) });
    for (const [at, count] of [
      [morning(later(9)), 0],
      [new Date(`${later(10)}T08:59:00+05:30`), 0],
      [morning(later(10)), 1],
      [new Date(morning(later(10)).getTime() + 3_600_000), 1],
      [morning(later(11)), 1],
    ] as const) {
      api.clock.at = at;
      await make();
      await make();
      for (const id of [expiry, due])
        expect(count === 0 ? await messages({ noticeid: id }) : await settled(id)).toHaveLength(count);
    }
    expect(texts().filter((text) => text.includes('in 3 days'))).toHaveLength(1);
    expect(texts().filter((text) => text.startsWith('INV-8 is due on '))).toHaveLength(1);
  });

  it('of a volume is sent once in a period, and not of what was used before', async () => {
    const use = (used: number, period: number) =>
      sql(`UPDATE radius.usage SET level1_bytes = 1000, level1_used = $2, period_id = $3 WHERE service_id = $1`, [
        serviceid,
        used,
        period,
      ]);
    await use(900, 1);
    const ids = [await sms('volume_80'), await sms('volume_100')] as const;
    await make();
    expect(await messages({ noticeid: ids[0] })).toMatchObject([
      { status: 'Skipped', reason: 'it happened before the notice was enabled' },
    ]);
    await use(1000, 1);
    await make();
    await make();
    expect(await settled(ids[1])).toMatchObject([{ status: 'Sent' }]);
    await use(850, 2);
    await make();
    expect((await settled(ids[0], 2)).map(({ status }) => status)).toEqual(['Sent', 'Skipped']);
    expect(await messages({ noticeid: ids[1] })).toHaveLength(1);
    await sql(`UPDATE crm.plan SET hide_bw_limit = true WHERE id = (SELECT plan_id FROM crm.service WHERE id = $1)`, [
      serviceid,
    ]);
    await use(1000, 3);
    await make();
    expect(await messages({ noticeid: ids[1] })).toHaveLength(1);
  });

  it('waits for the end of the quiet hours, also over midnight', async () => {
    const id = await sms('payment_received');
    const at = (minutes: number) => new Date(Date.now() + minutes * 60_000);
    const wallClock = (when: Date) => new Date(when.getTime() + 5.5 * 3_600_000).toISOString().slice(11, 16);
    await api.ok('isp/settings_update', { quiet_from: wallClock(at(-60)), quiet_upto: wallClock(at(60)) }, me);
    await pay();
    await numbered();
    api.clock.at = at(55);
    await expect.poll(() => messages({ noticeid: id })).toHaveLength(1);
    await looked();
    expect(await messages({ noticeid: id })).toMatchObject([{ status: 'Waiting', attempts: 0 }]);
    api.clock.at = at(61);
    expect(await settled(id)).toMatchObject([{ status: 'Sent' }]);
    await api.ok('isp/settings_update', { quiet_from: '', quiet_upto: '' }, me);
    const quiet = async (from: string, upto: string) => {
      const hours = Array.from({ length: 24 }, (_, hour) => hour);
      const { rows } = await sql(
        `SELECT h FROM unnest($1::int[]) h WHERE crm.is_quiet('Asia/Kolkata', $2, $3,
           ('2026-01-31 ' || h || ':00')::timestamp AT TIME ZONE 'Asia/Kolkata')`,
        [hours, from, upto],
      );
      return rows.map(({ h }) => h);
    };
    expect(await quiet('21:00', '08:00')).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 21, 22, 23]);
    expect(await quiet('13:00', '15:00')).toEqual([13, 14]);
    expect(await quiet('', '')).toEqual([]);
  });

  it('is not sent to a customer who wants none, nor without a sender, nor when it is over', async () => {
    const ids = [
      await sms('payment_received'),
      await notice({ on: 'payment_received', channel: 'whatsapp', body: 'x' }),
    ] as const;
    await api.ok('notice/opt_out', { customerid, channel: 'sms', opt_out: 'on' }, me);
    await api.ok('notice/opt_out', { customerid, channel: 'sms', opt_out: 'on' }, me);
    expect(await api.ok('notice/opt_outs', {}, me)).toMatchObject([{ customerid: String(customerid), channel: 'sms' }]);
    await pay();
    expect(await settled(ids[0])).toMatchObject([{ status: 'Skipped', reason: 'the customer wants no such messages' }]);
    expect(await settled(ids[1])).toMatchObject([{ status: 'Skipped', reason: 'the ISP has no sender for whatsapp' }]);
    await api.ok('notice/opt_out', { customerid, channel: 'sms', opt_out: 'off' }, me);
    provider.answer = () => 500;
    const paymentid = await pay();
    await numbered();
    // By the clock of now, before that is set: the provider has a message a moment before the node notes what came of it.
    await expect.poll(async () => (await messages({ noticeid: ids[0] }))[0]).toMatchObject({ attempts: 1 });
    await api.ok('payment/cancel', { id: paymentid, reason: 'Bounced' }, me);
    api.clock.at = new Date(Date.now() + 120_000);
    expect((await settled(ids[0], 2))[0]).toMatchObject({
      status: 'Skipped',
      reason: 'no longer so when it was to be sent',
    });
  });

  it('is written in the language of the customer, else in that of the ISP', async () => {
    const ids = [
      await sms('payment_received', { language: 'hi', body: 'नमस्ते' }),
      await sms('payment_received', { language: 'en', body: 'Hello' }),
    ] as const;
    await pay();
    await settled(ids[1]);
    await api.ok('customer/update', { customerid, language: 'hi' }, me);
    await pay();
    await settled(ids[0]);
    expect(texts()).toEqual(['Hello', 'नमस्ते']);
    await api.ok('customer/update', { customerid, language: '' }, me);
  });
});

describe('a message', () => {
  it('is tried again after what may pass, with the same id, and fails after a day', async () => {
    provider.answer = () => 503;
    const id = await sms('payment_received');
    await pay();
    await numbered();
    const begun = Date.now();
    const failed = async (attempts: number) => {
      const message = async () => (await messages({ noticeid: id }))[0];
      await expect.poll(message).toMatchObject({ attempts });
      return message();
    };
    expect(await failed(1)).toMatchObject({ status: 'Waiting', reason: 'HTTP 503' });
    api.clock.at = new Date(begun + 59_000);
    await looked();
    expect(provider.received).toHaveLength(1);
    api.clock.at = new Date(begun + 120_000);
    await failed(2);
    await sql('UPDATE crm.notice_message SET attempts = 7 WHERE notice_id = $1', [id]);
    api.clock.at = new Date(begun + 3_600_000);
    expect(await failed(8)).toMatchObject({ status: 'Waiting' });
    api.clock.at = new Date(begun + 10 * 3_600_000);
    expect(await settled(id)).toMatchObject([{ status: 'Failed', reason: 'HTTP 503', attempts: 9 }]);
    const refs = provider.received.map(({ body }) => (JSON.parse(body) as { ref: string }).ref);
    expect(new Set(refs).size).toBe(1);
  });

  it('fails at once if it is refused for good', async () => {
    const ids = [
      await sms('payment_received'),
      await notice({ on: 'payment_received', channel: 'email', subject: 's', body: 'b' }),
    ] as const;
    provider.answer = () => 400;
    mail.refusal = { code: 550, text: 'no such mailbox' };
    await pay();
    expect(await settled(ids[0])).toMatchObject([{ status: 'Failed', reason: 'HTTP 400', attempts: 1 }]);
    expect(await settled(ids[1])).toMatchObject([
      { status: 'Failed', reason: expect.stringContaining('no such mailbox') },
    ]);
  });

  it('is sent by another node when one has died, whether before or after it made it', async () => {
    const id = await sms('payment_received');
    await stop();
    await pay();
    await numbered();
    await Promise.all([takeEvents(api.db, new Date()), takeEvents(api.db, new Date())]);
    const [claimed] = await claimMessages(api.db, { now: new Date(), limit: 10, without: [] });
    expect(claimed?.noticeId).toBe(id);
    begin();
    begin();
    await looked();
    expect(provider.received).toEqual([]);
    await sql(`UPDATE crm.notice_message SET leased_until = now() - interval '1 ms' WHERE notice_id = $1`, [id]);
    expect(await settled(id)).toMatchObject([{ status: 'Sent', attempts: 1 }]);
    expect(provider.received).toHaveLength(1);
  });

  it('cannot be made to have another header, line or field by the name of a customer', async () => {
    const ids = [
      await notice({ on: 'payment_received', channel: 'email', subject: 'Hello {name}', body: 'To {name}.' }),
      await sms('payment_received', { body: 'To {name}.' }),
    ] as const;
    await api.ok('customer/update', { customerid, name: 'Eve\r\nBcc: all@example.net', surname: '","to":"1' }, me);
    await pay();
    for (const id of ids) await settled(id);
    expect(mail.received).toMatchObject([{ to: ['noc@example.net'] }]);
    expect(mail.received[0]?.head).not.toMatch(/^Bcc:/im);
    expect(mail.received[0]?.text).toBe('To Eve Bcc: all@example.net ","to":"1.');
    expect(JSON.parse(provider.received[0]?.body ?? '')).toMatchObject({
      message: 'To Eve Bcc: all@example.net ","to":"1.',
      template: '',
    });
    await sql(`UPDATE crm.customer SET email = 'a@example.net,b@example.net' WHERE id = $1`, [customerid]);
    await pay();
    expect((await settled(ids[0], 2))[0]).toMatchObject({ status: 'Failed', attempts: 1 });
    await api.ok('customer/update', { customerid, name: 'Ravi', surname: '', email: 'noc@example.net' }, me);
  });

  it('is kept for 400 days', async () => {
    const { signal } = new AbortController();
    expect((await messages()).length).toBeGreaterThan(0);
    await purgeMessages(api.db, new Date(Date.now() + 415 * 86_400_000), signal);
    expect(await messages()).toEqual([]);
  });
});
