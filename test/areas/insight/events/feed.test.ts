import { beforeAll, describe, expect, it } from 'vitest';
import { noteBreaches } from '../../../../src/areas/care/tickets/clocks/note-breaches.ts';
import { numberEvents } from '../../../../src/areas/insight/events/number-events.ts';
import { purgeEvents } from '../../../../src/areas/insight/events/purge.ts';
import { EVENT_TYPES, type EventType } from '../../../../src/areas/insight/events/types.ts';
import { noteSilence } from '../../../../src/areas/network/sessions/note-silence.ts';
import { countGuess } from '../../../../src/areas/online/hotspot/guesses.ts';
import { query, sql } from '../../../../src/db/sql.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { makeTenant, makeUser, serviceFields, type Tenant } from '../../../fixtures/tenants.ts';

interface Row {
  readonly id: number;
  readonly type: EventType;
  readonly version: number;
  readonly ispid: string;
  readonly serviceid: string | null;
  readonly username: string | null;
  readonly procedure: string | null;
  readonly data: Record<string, unknown>;
}

const api = await startApi();
const tenant = await makeTenant(api);
const other = await makeTenant(api);

async function feed(parameters: Record<string, string | number> = {}, as: Credentials = tenant.me): Promise<Row[]> {
  while ((await numberEvents(api.db)) > 0);
  const rows = await api.ok<Row[]>('event/list', { rows_limit: 100, ...parameters }, as);
  return rows.map((row) => ({ ...row, id: Number(row.id), version: Number(row.version) }));
}

const since = async (): Promise<number> => (await feed({ rows_limit: 100 })).at(-1)?.id ?? 0;

async function eventsOf(change: () => Promise<unknown>, as?: Credentials): Promise<Row[]> {
  const after = await since();
  await change();
  return feed({ after }, as);
}

const openSession = (of: Tenant) =>
  query<{ id: string }>(
    api.db.pool,
    sql`INSERT INTO radius.session (isp_id, reseller_id, service_id, nas_id, nas_ip, username, acct_session_id, started_at,
          updated_at) VALUES (${of.ispid}, ${of.resellerid}, ${of.serviceid}, ${of.nasid}, '127.0.0.9', ${of.username},
          'a1', now(), now()) RETURNING id`,
  );

describe('the event feed', () => {
  it('keeps nothing for an ISP that does not want it', async () => {
    expect(await feed()).toEqual([]);
  });

  describe('of an ISP that wants it', () => {
    beforeAll(() => api.ok('isp/settings_update', { event_feed: 'Y', session_events: 'Y' }, tenant.me));

    it('tells every kind of change, with data as its schema says, in order', async () => {
      const { me, customerid, planid, subplanid, resellerid, nasid } = tenant;
      const lead = {
        name: 'Asha',
        mobile: '9800000002',
        email: 'a@example.net',
        address: '2 Main Road',
        source: 'Web',
      };
      const leadid = await api.ok<number>('lead/create', { resellerid, ...lead }, me);
      await api.ok('lead/edit', { id: leadid, name: 'Asha B' }, me);
      const categoryid = await api.ok<number>('ticket/category_create', { name: 'x' }, me);
      const filed = { number: '9800000001', categoryid, text: 'x' };
      const ticket = await api.ok<{ id: string }>('ticket/create', filed, me);
      await api.ok('ticket/move', { id: Number(ticket.id), report: 'take' }, me);
      await api.db.pool.query(`UPDATE crm.ticket SET resolve_by = now() - interval '1 minute' WHERE id = $1`, [
        ticket.id,
      ]);
      const visit = await api.ok<number>('visit/create', { leadid, day: '2030-01-31', hours: '09:00-12:00' }, me);
      await api.ok('visit/move', { id: visit, state: 'OnWay' }, me);
      await noteBreaches(api.db, new Date(), new AbortController().signal);
      await api.ok('ticket/move', { id: Number(ticket.id), report: 'resolve', resolution: 'Fixed' }, me);
      await api.ok('ticket/appeal', { id: Number(ticket.id), text: 'x' }, me);
      const incident = { kind: 'Outage', title: 'x', status: 'Planned', serviceids: tenant.serviceid, count: 1 };
      const incidentid = await api.ok<number>('incident/create', incident, me);
      await api.ok('incident/move', { id: incidentid, report: 'dismiss' }, me);
      await api.ok('lead/update', { id: leadid, status: 'Welcome-Call', report: 'Customer-Accepted' }, me);
      const customer = {
        ...{ resellerid, type: 'Individual', name: 'Asha', mobile: '9800000002', email: 'a@example.net' },
        ...{ zipcode: '560001', state: 'Karnataka', city: 'Bengaluru', street: '2 Main Road' },
      };
      const added = await api.ok<number>('customer/create', customer, me);
      // Its other events go with it.
      const erased = await api.ok<number>('customer/create', customer, me);
      await api.ok('customer/erase', { customerid: erased, reason: 'Asked for' }, me);
      await api.ok('customer/update', { customerid: added, city: 'Mysuru' }, me);
      await api.ok('customer/delete', { customerid: added }, me);
      const service = { customerid, planid, subplanid, username: 'asha', ...serviceFields };
      const serviceid = await api.ok<number>('service/create', service, me);
      await api.ok('service/update', { serviceid, discount_amt: 10 }, me);
      await api.ok('service/update', { serviceid, password: 'goodbye' }, me);
      const brief = await api.ok<number>('service/create', { ...service, username: 'brief' }, me);
      await api.ok('service/delete', { serviceid: brief }, me);
      await api.ok('service/action', { serviceid, action: 'suspend' }, me);
      await api.ok('service/action', { serviceid, action: 'restore' }, me);
      await api.ok('service/action', { serviceid, action: 'renew' }, me);
      const [debt] = await api.ok<{ os_amt: string }[]>('service/list', { serviceid }, me);
      const pay = { serviceid, amt: debt?.os_amt ?? '0', mode: 'Online' };
      const paymentid = await api.ok<number>('payment/new', pay, me);
      await api.ok('payment/cancel', { id: paymentid, reason: 'Entered twice' }, me);
      const cheque = await api.ok<number>('payment/new', { serviceid, amt: 1, mode: 'Cheque' }, me);
      await api.ok('payment/bounce', { id: cheque, reason: 'Funds insufficient' }, me);
      await api.ok('service/adjust', { serviceid, type: 'Credit', amt: 5, reason: 'outage' }, me);
      const larger = await api.ok<number>(
        'plan/subplan_create',
        { planid, name: 'Quarterly', units: 3, charge1: 'Internet', amt1: 1299 },
        me,
      );
      await api.ok('service/planchange', { serviceid, planid, subplanid: larger, schedule: 'immediately' }, me);
      await api.ok('reseller/wallet_update', { resellerid, action: 'TopUp', amt: 100 }, me);
      await api.db.pool.query('UPDATE radius.usage SET bw_level = 2 WHERE service_id = $1', [serviceid]);
      const [session] = await openSession(tenant);
      await api.db.pool.query('UPDATE radius.session SET updated_at = now() WHERE id = $1', [session?.id]);
      await api.db.pool.query(
        `UPDATE radius.session SET ended_at = now(), terminate_cause = 'User-Request' WHERE id = $1`,
        [session?.id],
      );
      await api.db.pool.query(
        `INSERT INTO radius.nas_tally (nas_id, isp_id, online, stale, heard_at) VALUES ($1, $2, 3, 0, now() - interval '1 day')`,
        [nasid, tenant.ispid],
      );
      await noteSilence(api.kernel);
      await noteSilence(api.kernel);
      await api.db.pool.query('UPDATE radius.nas_tally SET heard_at = now() WHERE nas_id = $1', [nasid]);
      await noteSilence(api.kernel);
      const { ispid: ispId } = tenant;
      const alert = { ispId, nasId: nasid, kind: 'silent', openedAt: new Date(), sinceAt: new Date(), sessions: 3 };
      const { id: alertId } = await api.db.prisma.alert.create({ data: alert });
      await api.db.prisma.alert.update({ where: { id: alertId }, data: { closedAt: new Date() } });
      const mutedUpto = new Date(Date.now() + 60_000);
      const muted = await api.db.prisma.alert.create({ data: { ...alert, mutedUpto } });
      await api.db.prisma.alert.update({ where: { id: muted.id }, data: { closedAt: new Date() } });

      const watch = 'INSERT INTO crm.care_watch (user_id, since, calls, unknown) VALUES ($1, now(), 300, 201)';
      await api.db.pool.query(watch, [me.userid]);
      await api.db.pool.query(`UPDATE crm.care_watch SET trawled_until = now() + interval '1 hour'`);

      await api.db.prisma.hotspotGuess.create({ data: { ispId, source: 'all', count: 999, since: new Date() } });
      const guest = { ispId, address: '192.0.2.9', mac: '02:00:5e:00:00:01', now: new Date() };
      await api.db.transaction((tx) => countGuess(tx, guest));

      const told = await feed();
      const ids = told.map(({ id }) => id);
      expect(ids).toEqual([...ids].sort((one, next) => one - next));
      for (const { type, version, data } of told) {
        expect({ type, version }).toEqual({ type, version: EVENT_TYPES[type].version });
        expect(EVENT_TYPES[type].data.safeParse(data)).toMatchObject({ success: true });
      }
      const types = new Set<string>(told.map(({ type }) => type));
      const untold = Object.keys(EVENT_TYPES).filter((type) => !types.has(type) && type !== 'webhook.disabled');
      expect(untold).toEqual([]);
      expect(told.filter(({ type }) => type === 'nas.silent')).toHaveLength(1);
      // Of the muted one nothing.
      expect(told.filter(({ type }) => type.startsWith('alert.'))).toHaveLength(2);
      const created = told.find(({ type, serviceid: of }) => type === 'service.created' && Number(of) === serviceid);
      expect(created).toMatchObject({
        procedure: 'service.create',
        data: { username: 'asha', status: expect.any(String) },
      });
      const paid = told.find(({ type }) => type === 'payment.received');
      expect(paid?.data).toMatchObject({ amt: debt?.os_amt, mode: 'Online' });
    });

    it('says what a service owes after the change, not before', async () => {
      const { me, serviceid } = tenant;
      const before = (await api.ok<{ os_amt: string }[]>('service/list', { serviceid }, me))[0]?.os_amt;
      const [event] = (await eventsOf(() => api.ok('service/action', { serviceid, action: 'renew' }, me))).filter(
        ({ type }) => type === 'service.renewed',
      );
      const [after] = await api.ok<{ os_amt: string }[]>('service/list', { serviceid }, me);
      expect(event?.data.os_amt).toBe(after?.os_amt);
      expect(event?.data.os_amt).not.toBe(before);
    });

    it('tells nothing of a change that was rolled back', async () => {
      const told = await eventsOf(() =>
        api.call('payment/new', { serviceid: tenant.serviceid, amt: 0, mode: 'Online' }, tenant.me),
      );
      expect(told).toEqual([]);
    });

    it('never puts an event below one that somebody may have read', async () => {
      const after = await since();
      const [slow, fast] = [await api.db.pool.connect(), await api.db.pool.connect()];
      const note = `SELECT crm.note_event($1, NULL, 'customer.updated', 1, NULL, NULL, '{}')`;
      await slow.query('BEGIN');
      await slow.query(note, [tenant.ispid]);
      await fast.query(note, [tenant.ispid]);
      const first = await feed({ after });
      await slow.query('COMMIT');
      const second = await feed({ after: first.at(-1)?.id ?? 0 });
      slow.release();
      fast.release();
      expect([first.length, second.length]).toEqual([1, 1]);
    });

    it('loses and doubles none when several nodes number them at once', async () => {
      const after = await since();
      const note = `SELECT crm.note_event($1, NULL, 'customer.updated', n, NULL, NULL, '{}') FROM generate_series(1, 2500) n`;
      await api.db.pool.query(note, [tenant.ispid]);
      await Promise.all(Array.from({ length: 6 }, () => numberEvents(api.db)));
      while ((await numberEvents(api.db)) > 0);
      const { rows } = await api.db.pool.query('SELECT subject_id::int AS n FROM crm.event WHERE id > $1 ORDER BY id', [
        after,
      ]);
      expect(rows.map(({ n }) => n)).toEqual(Array.from({ length: 2500 }, (_, index) => index + 1));
    });
  });

  it('shows each caller its own events only', async () => {
    expect(await feed({}, other.me)).toEqual([]);
    const ofReseller = await makeUser(api, tenant.me, {
      ispid: tenant.ispid,
      resellerid: tenant.resellerid,
      groupname: 'Reseller',
    });
    const { rows } = await api.db.pool.query('SELECT count(*)::int AS n FROM crm.event WHERE reseller_id IS NULL');
    expect(rows[0]?.n).toBeGreaterThan(0);
    const seen = await feed({}, ofReseller);
    expect(new Set(seen.map((row) => (row as unknown as { resellerid: string }).resellerid))).toEqual(
      new Set([String(tenant.resellerid)]),
    );
  });

  it('selects by types and groups of types, and refuses others with a sentence', async () => {
    const types = new Set((await feed({ type: 'invoice.*,payment.cancelled' })).map(({ type }) => type));
    expect([...types].sort()).toEqual(['invoice.issued', 'invoice.paid', 'invoice.reopened', 'payment.cancelled']);
    const refused = await api.call('event/list', { type: 'invoice.gone' }, tenant.me);
    expect(refused).toMatchObject({ status: 400, error: expect.stringMatching(/^type: must be names of events/) });
  });

  it('keeps events for 30 days', async () => {
    const count = async () => (await api.db.pool.query('SELECT count(*)::int AS n FROM crm.event')).rows[0]?.n;
    const { signal } = new AbortController();
    const all = await count();
    await purgeEvents(api.db, new Date(Date.now() + 29 * 86_400_000), signal);
    expect(await count()).toBe(all);
    await purgeEvents(api.db, new Date(Date.now() + 31 * 86_400_000), signal);
    expect(await count()).toBe(0);
  });
});
