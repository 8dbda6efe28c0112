import { describe, expect, it } from 'vitest';
import { EVENT_TYPES } from '../../../../src/areas/insight/events/types.ts';
import { forgetBuyers } from '../../../../src/areas/installation/erasure/forget-buyers.ts';
import { readPerson } from '../../../../src/areas/installation/erasure/person.ts';
import { TREATMENTS } from '../../../../src/areas/installation/erasure/treatments.ts';
import { TENANCY } from '../../../../src/areas/installation/tenants/tenancy.ts';
import { verifyLedger } from '../../../../src/areas/money/billing/verify/verify.ts';
import { startApi } from '../../../fixtures/api.ts';
import { simulatedProviders } from '../../../fixtures/payment-providers.ts';
import { customerFields, makeUser, serviceFields } from '../../../fixtures/tenants.ts';
import { wholeTenant } from '../../../rpc/whole-tenant.ts';
import { OWN_PASSWORD, portalBrowser, signedIn } from '../../online/portal/portal-user.ts';
import { sealAll } from '../audit/chain/history.ts';
import { finish } from './finish.ts';
import { findTraces, MARKERS, plant } from './planted.ts';

const api = await startApi(await simulatedProviders());
const reason = 'Asked for in writing';
/** Whose erasure is refused and previewed, until the last test. */
const asked = await wholeTenant(api);

describe('an erasure', () => {
  it('says of every table what it does to it', () => {
    expect(Object.keys(TREATMENTS).sort()).toEqual(Object.keys(TENANCY).sort());
  });

  it('leaves no trace of a person in any column, but for the books', async () => {
    const mine = await wholeTenant(api);
    const { me, ispid, customerid, serviceid } = mine;
    const { text } = MARKERS;
    await api.ok(
      'customer/update',
      { customerid, name: text, street: `${text} road`, email: `${text}@example.net` },
      me,
    );
    await api.ok('note/create', { customerid, text }, me);
    await api.ok('service/update', { serviceid, username: text }, me);
    await finish(api, mine);
    await sealAll(api.db);
    const planted = await plant(api.db, await readPerson(api.db.pool, ispid, customerid));
    expect(planted.size).toBeGreaterThan(140);
    expect(await api.ok('customer/erase', { customerid, reason }, me)).toBe('Done');
    expect((await findTraces(api.db, Object.values(MARKERS))).sort()).toEqual([...IN_THE_BOOKS].sort());
  });

  it('leaves a customer with a number, books that are right, and the neighbours as they were', async () => {
    const mine = await wholeTenant(api);
    const { me, customerid, username, invoiceid, paymentid } = mine;
    const neighbour = await wholeTenant(api);
    await finish(api, mine);
    const before = await api.ok('customer/list', { customerid: neighbour.customerid }, neighbour.me);
    const changes = () => auditOf(neighbour.ispid);
    // The planted markers are among the books.
    const known = (await verifyLedger(api.db)).filter(({ wrong }) => wrong > 0);
    const audited = await changes();
    await api.ok('customer/erase', { customerid, reason }, me);
    expect(await api.ok('customer/list', { customerid: neighbour.customerid }, neighbour.me)).toEqual(before);
    expect(await changes()).toEqual(audited);
    const name = `Erased customer ${customerid}`;
    for (const path of ['payment/list', 'invoice/list']) {
      const list = JSON.stringify(await api.ok(path, { customerid }, me));
      expect(list).toContain(path === 'payment/list' ? String(paymentid) : String(invoiceid));
      expect(list).not.toContain(username);
    }
    expect(JSON.stringify(await api.ok('ticket/list', { customerid }, me))).toContain(name);
    expect(String(await api.ok('payment/export', {}, me))).not.toContain(username);
    expect(await api.ok('service/list', { username }, me)).toEqual([]);
    expect(JSON.stringify(await api.ok('search/find', { text: username }, me))).not.toContain(String(mine.serviceid));
    const findings = await verifyLedger(api.db);
    expect(findings.filter(({ wrong }) => wrong > 0)).toEqual(known);
  });

  it('lets the same person come back, and says afterwards that there was an erasure', async () => {
    const mine = await wholeTenant(api);
    const { me, customerid, resellerid, username } = mine;
    await finish(api, mine);
    await api.ok('isp/settings_update', { event_feed: 'Y' }, me);
    await api.ok('customer/erase', { customerid, reason }, me);
    const { rows } = await api.db.pool.query(
      `SELECT type, data FROM crm.unnumbered_event WHERE customer_id = $1 AND type LIKE 'customer.%' ORDER BY id`,
      [customerid],
    );
    expect(rows).toMatchObject([
      { type: 'customer.deleted', data: { name: `Erased customer ${customerid}`, mobile: '' } },
      { type: 'customer.erased', data: { id: customerid } },
    ]);
    expect(EVENT_TYPES['customer.deleted'].data.safeParse(rows[0]?.data).success).toBe(true);
    expect(EVENT_TYPES['customer.erased'].data.safeParse(rows[1]?.data).success).toBe(true);
    const again = {
      status: 409,
      error: expect.stringMatching(/^customer \d+ was erased on [\d-]{10}; nothing personal is left$/),
    };
    for (const path of ['customer/erase', 'customer/export_person'])
      expect(await api.call(path, { customerid, reason }, me)).toMatchObject(again);
    expect((await api.call('customer/update', { customerid, name: 'Ravi' }, me)).status).toBe(404);
    const back = await api.ok<number>('customer/create', { resellerid, ...customerFields, name: username }, me);
    expect(back).not.toBe(customerid);
    expect(await api.ok('customer/list', { mobile: customerFields.mobile }, me)).toMatchObject([{ id: String(back) }]);
  });
});

describe('what only has a number of the person', () => {
  type Unlinked = { readonly kind: string; readonly id: string; readonly name: string | null };
  /** A tenant whose former customer has the number of a lead and of a stranger's call. */
  async function shared() {
    const mine = await wholeTenant(api);
    const { me, resellerid, customerid } = mine;
    const [mobile] = [customerFields.mobile];
    const lead = { resellerid, name: 'Asha', address: '2 Main Road', source: 'Web', mobile, email: 'asha@example.net' };
    const leadid = await api.ok<number>('lead/create', lead, me);
    const stranger = { direction: 'In', number: mobile, outcome: 'Answered', note: 'planted words' };
    const callid = await api.ok<number>('call/create', stranger, me);
    await finish(api, mine);
    const erase = (fields: Record<string, string | number> = {}) =>
      api.call('customer/erase', { customerid, reason, ...fields }, me);
    const stored = async () => ({
      lead: await api.db.prisma.lead.findUniqueOrThrow({ where: { id: leadid } }),
      call: await api.db.prisma.call.findUnique({ where: { id: callid } }),
    });
    const refusal = { status: 'Welcome-Call', report: 'Customer-Refused', reason: 'x' };
    const over = () => api.ok('lead/update', { id: leadid, ...refusal }, me);
    return { ...mine, leadid, callid, erase, stored, over };
  }

  it('is shown by the preview, and stays if nobody names it', async () => {
    const { leadid, callid, erase, stored } = await shared();
    const { result } = await erase({ preview: 'Y' });
    const { unlinked } = result as { unlinked: Unlinked[] };
    expect(unlinked).toContainEqual({ kind: 'lead', id: String(leadid), name: 'Asha', at: expect.any(String) });
    expect(unlinked).toContainEqual({ kind: 'call', id: String(callid), name: null, at: expect.any(String) });
    expect(await erase()).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject({ lead: { name: 'Asha' }, call: { note: 'planted words' } });
  });

  it('goes if it is named, from the audit too, and a lead only when nobody works on it', async () => {
    const { leadid, callid, erase, stored, over } = await shared();
    const named = { leadids: leadid, callids: callid };
    expect(await erase(named)).toMatchObject({ status: 409, error: `lead ${leadid} is not over` });
    await over();
    expect(await erase({ ...named, preview: 'Y' })).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject({ lead: { name: 'Asha' }, call: { note: 'planted words' } });
    expect(await erase(named)).toMatchObject({ status: 200 });
    expect(await stored()).toMatchObject({
      lead: { name: `Erased lead ${leadid}`, e164: '', address: '' },
      call: null,
    });
    const images = await api.db.prisma.auditChange.findMany({
      where: {
        OR: [
          { tableName: 'crm.lead', rowId: String(leadid) },
          { tableName: 'crm.call', rowId: String(callid) },
        ],
      },
    });
    expect(images.length).toBeGreaterThan(1);
    expect(JSON.stringify(images.map(({ before, after }) => [before, after]))).not.toMatch(/Asha|planted/);
  });

  it('is refused if it has no such number, is of another customer or of another ISP', async () => {
    const { me, resellerid, leadid, callid, erase, stored, over } = await shared();
    await over();
    const other = await shared();
    const lead = { resellerid, name: 'Asha', address: '2 Main Road', source: 'Web', email: 'asha@example.net' };
    const elsewhere = await api.ok<number>('lead/create', { ...lead, mobile: '9811122233' }, me);
    for (const id of [elsewhere, other.leadid, 999_999])
      expect((await erase({ leadids: `${leadid},${id}` })).error).toMatch(
        new RegExp(`^leadids: lead ${id} has no number of customer \\d+, or is linked to somebody$`),
      );
    await api.db.prisma.call.update({ where: { id: callid }, data: { e164: '+919811122233' } });
    expect((await erase({ callids: callid })).error).toMatch(/^callids: call \d+ has no number of customer/);
    expect(await stored()).toMatchObject({ lead: { name: 'Asha' } });
  });
});

describe('the portal of an erased customer', () => {
  it('lets nobody in, and says no more than of a username that never was', async () => {
    const mine = await wholeTenant(api);
    const { me, ispid, customerid, username } = mine;
    await api.ok('isp/settings_update', { portal: 'Connection' }, me);
    const browser = await signedIn(api, { ispid }, { username });
    expect((await browser.call('portal.overview')).status).toBe(200);
    await finish(api, mine);
    await api.ok('customer/erase', { customerid, reason }, me);
    expect((await browser.call('portal.overview')).status).toBe(401);
    const trying = async (name: string, password: string) =>
      portalBrowser(api).call('portal.sign_in', { ispid, username: name, password });
    const unknown = await trying('nobody-has-this', OWN_PASSWORD);
    expect(unknown).toMatchObject({ status: 401, message: 'wrong username or password' });
    for (const password of [OWN_PASSWORD, serviceFields.password])
      for (const name of [username, `erased-${mine.serviceid}`]) expect(await trying(name, password)).toEqual(unknown);
  });
});

describe('an invoice of an erased customer', () => {
  it('keeps name and address for nine years, and then neither', async () => {
    const mine = await wholeTenant(api);
    const { me, customerid, invoiceid } = mine;
    await finish(api, mine);
    await api.ok('customer/erase', { customerid, reason }, me);
    const buyer = async () =>
      (await api.db.pool.query('SELECT buyer FROM crm.invoice WHERE id = $1', [invoiceid])).rows[0].buyer;
    const kept = await buyer();
    expect(kept).not.toHaveProperty('mobile');
    const later = async (issued: string) => {
      const client = await api.db.pool.connect();
      try {
        await client.query('BEGIN; SET LOCAL session_replication_role = replica');
        await client.query(`UPDATE crm.invoice SET issued_on = ${issued} WHERE customer_id = $1`, [customerid]);
        await client.query('COMMIT');
      } finally {
        client.release();
      }
      await forgetBuyers(api.db, new Date(), AbortSignal.any([]));
      return buyer();
    };
    expect(await later(`current_date - interval '9 years'`)).toEqual(kept);
    expect(await later(`current_date - interval '9 years 1 day'`)).toEqual({ name: `Erased customer ${customerid}` });
    expect((await api.call('invoice/pdf', { id: invoiceid }, me)).status).toBe(200);
    // Of others nothing goes, however old it is.
    await expect(
      api.db.pool.query(`UPDATE crm.invoice SET buyer = '{"name": "x"}' WHERE id = $1`, [invoiceid]),
    ).rejects.toThrow('is issued and does not change');
  });
});

describe('an erasure is refused', () => {
  const refusal = async () =>
    (await api.call('customer/erase', { customerid: asked.customerid, reason, preview: 'Y' }, asked.me)).error;

  it('while something is open, with the first thing that is', async () => {
    const { me, customerid, serviceid } = asked;
    expect(await refusal()).toBe(`service ${serviceid} is not closed; delete it first`);
    await finish(api, asked);
    const told = async (open: string, close: string) => {
      await api.db.pool.query(open);
      const error = await refusal();
      await api.db.pool.query(close);
      return error;
    };
    expect(
      await told(
        `UPDATE crm.task SET state = 'Open', closed_at = NULL, closed_by = NULL WHERE customer_id = ${customerid}`,
        `UPDATE crm.task SET state = 'Done', closed_at = now(), closed_by = 'test' WHERE customer_id = ${customerid}`,
      ),
    ).toMatch(/^task \d+ is not done$/);
    expect(
      await told(
        `UPDATE crm.ticket SET status = 'Open', closed_at = NULL, closed_by = NULL WHERE id = ${asked.ticketid}`,
        `UPDATE crm.ticket SET status = 'Closed', closed_at = now(), closed_by = 'test' WHERE id = ${asked.ticketid}`,
      ),
    ).toBe(`ticket ${asked.ticketid} is not closed`);
    await api.ok('isp/settings_update', { erase_after_days: 730 }, me);
    expect(await refusal()).toMatch(
      /^customer \d+ can be erased from [\d-]{10} on, 730 days after the last service was closed$/,
    );
    await api.db.pool.query(`UPDATE crm.service SET deleted_at = now() - interval '731 days' WHERE customer_id = $1`, [
      customerid,
    ]);
    expect(await refusal()).toBeNull();
    await api.ok('isp/settings_update', { erase_after_days: 0 }, me);
  });

  it('to all but the ISP itself', async () => {
    const { me, ispid, resellerid, customerid } = asked;
    const erase = async (fields: object) =>
      (await api.call('customer/erase', { customerid, reason }, await makeUser(api, me, { ispid, ...fields }))).status;
    expect(await erase({ groupname: 'Reseller', resellerid })).toBe(403);
    expect(await erase({ groupname: 'Employee', resellerid })).toBe(403);
    expect(await erase({ roles: 'Support' })).toBe(403);
  });

  it('for a reason that names the person, which would be kept', async () => {
    const { me, customerid, username } = asked;
    for (const named of ['Ravi wrote to us', `as ${username}`, 'by noc@example.net'])
      expect((await api.call('customer/erase', { customerid, reason: named }, me)).error).toBe(
        'reason: must not name the person or a number, address or username of theirs: it is kept',
      );
  });
});

describe('a preview of an erasure', () => {
  it('says what goes and what stays until when, and changes nothing', async () => {
    const { me, customerid } = asked;
    const preview = await api.ok<{ erased: { what: string; count: number }[]; kept: object[] }>(
      'customer/erase',
      { customerid, reason, preview: 'Y' },
      me,
    );
    expect(preview.erased).toContainEqual({ what: 'contact', count: 1 });
    expect(preview.erased).toContainEqual({ what: 'documents', count: 1 });
    expect(preview.kept).toContainEqual({
      what: 'invoices',
      count: expect.any(Number),
      upto: expect.stringMatching(/^20\d\d-/),
    });
    expect(preview.kept).toContainEqual({ what: 'payments', count: expect.any(Number), upto: null });
    expect(await api.ok('customer/list', { customerid }, me)).toMatchObject([{ name: 'Ravi' }]);
  });
});

describe('an erasure that fails at its end', () => {
  it('has changed nothing', async () => {
    const { me, customerid, ticketid } = asked;
    const person = () =>
      api.db.pool.query(
        `SELECT c::text, t::text AS ticket, (SELECT count(*) FROM crm.note n WHERE n.customer_id = c.id) AS notes
         FROM crm.customer c JOIN crm.ticket t ON t.id = $2 WHERE c.id = $1`,
        [customerid, ticketid],
      );
    const before = (await person()).rows;
    await sealAll(api.db);
    await api.db.pool.query(`CREATE FUNCTION crm.fails() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE 'the end'; END $$;
      CREATE TRIGGER fails BEFORE INSERT ON auth.audit_erasure FOR EACH ROW EXECUTE FUNCTION crm.fails()`);
    expect((await api.call('customer/erase', { customerid, reason }, me)).status).toBe(500);
    await api.db.pool.query('DROP FUNCTION crm.fails CASCADE');
    expect((await person()).rows).toEqual(before);
  });
});

describe('of two erasures at once', () => {
  it('one is done, and the other says so', async () => {
    const { me, customerid } = asked;
    const answers = await Promise.all([1, 2, 3].map(() => api.call('customer/erase', { customerid, reason }, me)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});

async function auditOf(ispId: number) {
  const { rows } = await api.db.pool.query(
    `SELECT e.id, e.input, c.before, c.after FROM auth.audit_event e LEFT JOIN auth.audit_change c ON c.event_id = e.id
     WHERE e.isp_id = $1 ORDER BY e.id, c.id`,
    [ispId],
  );
  return rows;
}

/** References of payments, what was billed for, and the buyer on issued invoices. The decision says why (0077). */
const IN_THE_BOOKS = [
  ...['crm.adjustment.description', 'crm.adjustment.reason', 'crm.adjustment.ref_bank', 'crm.adjustment.ref_no'],
  ...['crm.charge.description', 'crm.charge.kind', 'crm.charge.supply', 'crm.gateway_payment.currency'],
  ...['crm.gateway_payment.held_reason', 'crm.gateway_payment.provider_payment_id', 'crm.invoice.buyer'],
  ...['crm.invoice.currency', 'crm.invoice.seller', 'crm.invoice.tax_document', 'crm.invoice_line.description'],
  ...['crm.invoice_line.plan', 'crm.ledger_entry.memo', 'crm.payment.ref_bank', 'crm.payment.ref_no'],
  ...['crm.payment_order.agreed', 'crm.payment_order.dispute_ids', 'crm.payment_order.provider_order_id'],
  ...['crm.period.sold'],
];
