import { setImmediate } from 'node:timers/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { atPace } from '../../../../src/areas/insight/reports/make-report.ts';
import { REPORT_NAMES } from '../../../../src/areas/insight/reports/reports.ts';
import { OWN } from '../../../../src/core/work/turns/tenant.ts';
import { type Credentials, startApi } from '../../../fixtures/api.ts';
import { linesOf } from '../../../fixtures/pdf-text.ts';
import { prepareReport } from '../../../fixtures/prepared-report.ts';
import { Shop, type Subscriber } from '../../../fixtures/subscriber.ts';
import { makeUser } from '../../../fixtures/tenants.ts';

interface Answer {
  readonly rows: readonly Record<string, string | number | null>[];
  readonly total: Record<string, string | number>;
  readonly count: number;
}

interface Listed {
  readonly name: string;
  readonly most_days: number | null;
  readonly columns: readonly { readonly name: string; readonly kind: string; readonly named_by: string | null }[];
  readonly chart: { readonly by: string; readonly of: readonly string[] } | null;
}

const api = await startApi();
const shop = await Shop.open(api, { on: '2026-03-01' });
const other = await Shop.open(api, { on: '2026-03-01' });
const days = { from: '2026-03-01', to: '2026-03-31' };
/** The parameters that any report takes, for each that takes them. */
const any: Record<string, string | number> = { ...days, days: 60, until: '2026-04-30' };
let reseller: number;
let own: Subscriber;
let resold: Subscriber;
let south: Subscriber;
let ofReseller: Credentials;
let inSouth: Credentials;

const parametersOf = (name: string, taken: readonly string[]) =>
  Object.fromEntries(Object.entries(any).filter(([key]) => taken.includes(key) && name !== ''));
const report = (name: string, parameters: Record<string, string | number> = {}, as: Credentials = shop.me) =>
  api.ok<Answer>(`report/${name}`, parameters, as);
const usernames = async (name: string, parameters: Record<string, string | number>, as: Credentials) =>
  (await report(name, parameters, as)).rows.map(({ username }) => username);

async function uses(serviceId: number, day: string, out: number): Promise<void> {
  await api.db.pool.query(
    'INSERT INTO radius.usage_day (service_id, day, in_bytes, out_bytes) VALUES ($1, $2, 1073741824, $3)',
    [serviceId, day, out * 2 ** 30],
  );
}

beforeAll(async () => {
  reseller = await shop.reseller();
  const place = await shop.place('MAA', 'MAA-S');
  const prepaid = { prepaid_postpaid: 'Prepaid' };
  own = await shop.subscribe(prepaid);
  resold = await shop.subscribe(prepaid, reseller);
  south = await shop.subscribe({ ...prepaid, ...place });
  for (const each of [own, resold, south]) await each.pay(600);
  const foreign = await other.subscribe(prepaid);
  await foreign.pay(600);
  ofReseller = await makeUser(api, shop.me, { groupname: 'Reseller', resellerid: reseller, ispid: shop.ispid });
  inSouth = await makeUser(api, shop.me, { groupname: 'Employee', resellerid: 0, ispid: shop.ispid, lc: 'MAA' });
  await api.db.pool.query(`SELECT radius.ensure_partitions(date '2026-02-01', 4)`);
  await uses(own.id, '2026-03-02', 5);
  await uses(own.id, '2026-03-31', 2);
  await uses(own.id, '2026-04-01', 100);
  await uses(resold.id, '2026-03-02', 40);
  await uses(foreign.id, '2026-03-02', 70);
  await api.db.pool.query(
    `INSERT INTO crm_archive.usage_day (service_id, day, in_bytes, out_bytes) VALUES ($1, '2026-03-05', 0, 1073741824)`,
    [south.id],
  );
});

describe('every report', () => {
  it('shows an ISP, a reseller and an Employee of some locations only what is theirs', async () => {
    const seen: Record<string, string[]> = {};
    for (const name of ['expiring', 'forecast_services', 'usage_by_subscriber', 'top_users']) {
      const parameters =
        name === 'expiring' ? { days: 60 } : name === 'forecast_services' ? { until: any.until } : days;
      for (const [who, as] of Object.entries({ isp: shop.me, reseller: ofReseller, south: inSouth, other: other.me })) {
        const found = await usernames(name, parameters as Record<string, string>, as);
        seen[who] = [...new Set([...(seen[who] ?? []), ...found.map(String)])].sort();
      }
    }
    expect(seen.isp).toEqual([own, resold, south].map(({ username }) => username).sort());
    expect(seen.reseller).toEqual([resold.username]);
    expect(seen.south).toEqual([south.username]);
    expect(seen.other).not.toContain(own.username);
    const amounts = { isp: '1800.00', reseller: '600.00', south: '600.00', other: '600.00' };
    for (const [who, as] of Object.entries({ isp: shop.me, reseller: ofReseller, south: inSouth, other: other.me }))
      expect((await report('collections_by_day', days, as)).total.amt).toBe(amounts[who as keyof typeof amounts]);
    expect((await report('revenue_by_reseller', { ...days, resellerid: reseller })).total.net).toBe('499.00');
  });

  it('needs an ISP, and one that the caller sees', async () => {
    expect(await api.call('report/outstanding_by_plan', {}, api.admin)).toMatchObject({
      status: 400,
      error: 'ispid: is required',
    });
    const named = { ispid: other.ispid };
    expect(await api.call('report/outstanding_by_plan', named, shop.me)).toMatchObject({ status: 404 });
    expect((await report('outstanding_by_plan', { ispid: shop.ispid }, api.admin)).count).toBe(1);
  });

  it('is listed for those who may see it: money is not for the call centre', async () => {
    const listed = async (roles: string) => {
      const user = await makeUser(api, shop.me, { ispid: shop.ispid, roles });
      return { user, names: (await api.ok<{ name: string }[]>('report/list', {}, user)).map(({ name }) => name) };
    };
    const support = await listed('Support');
    expect(support.names).toContain('expiring');
    expect(support.names).toContain('top_users');
    expect(support.names.filter((name) => /revenue|collections|outstanding|commission|month/.test(name))).toEqual([]);
    expect(await api.call('report/revenue_by_plan', days, support.user)).toMatchObject({ status: 403 });
    for (const file of ['csv', 'pdf'])
      expect(await api.call(`report/${file}`, { report: 'revenue_by_plan', ...days }, support.user)).toMatchObject({
        status: 403,
        error: expect.stringContaining('lacks the permission report.read'),
      });
    const inMaa = (await api.ok<{ name: string }[]>('report/list', {}, inSouth)).map(({ name }) => name);
    expect(REPORT_NAMES.filter((name) => !inMaa.includes(name))).toEqual(['cash_in_hand', 'usage_by_hour']);
    expect((await listed('Accounts')).names).not.toContain('top_users');
    expect((await listed('Network')).names).not.toContain('expiring');
    expect((await listed('ReadOnly')).names).toEqual(REPORT_NAMES);
  });

  it.each([
    ['collections_by_day', { from: '2026-03-02', to: '2026-03-01' }, 'to: must not be before from'],
    ['revenue_by_tax', { from: '2025-01-01', to: '2026-01-02' }, 'to: must be within 366 days of from'],
    ['usage_by_plan', { from: '2026-01-01', to: '2026-04-11' }, 'to: must be within 100 days of from'],
    ['subscribers_by_month', { from: '2026-01-31', to: '2028-01-01' }, 'to: must be within 24 months of from'],
    ['expiring', { days: 93 }, 'days: must be a whole number from 0 to 92'],
    ['forecast', { until: '2026-06-02' }, 'until: must be at most 92 days after today, 2026-03-01'],
    ['csv', { report: 'expiring', top: 5 }, 'top: is not a parameter of expiring'],
    ['pdf', { report: 'forecast' }, 'until: is required'],
  ])('%s refuses %j', async (name, parameters, error) => {
    expect(await api.call(`report/${name}`, parameters, shop.me)).toMatchObject({ status: 400, error });
  });

  it('has a name for each id and code, a chart of its own columns, and a financial year where it reads no usage', async () => {
    const list = await api.ok<Listed[]>('report/list', {}, shop.me);
    for (const { name, columns, chart, most_days } of list) {
      const names = columns.map((column) => column.name);
      for (const { kind, named_by } of columns) {
        if (['id', 'ownerid'].includes(kind)) expect(named_by, name).not.toBeNull();
        if (named_by !== null) expect(names, name).toContain(named_by);
      }
      if (chart) {
        for (const column of [chart.by, ...chart.of]) expect(names, name).toContain(column);
        const kinds = columns.filter((column) => chart.of.includes(column.name)).map(({ kind }) => kind);
        expect(new Set(kinds).size, name).toBe(1);
      }
      if (most_days !== null) expect(most_days, name).toBe(/usage|top/.test(name) ? 100 : 366);
    }
    await api.db.prisma.location.updateMany({
      where: { ispId: shop.ispid, code: 'BLR' },
      data: { name: 'Bengaluru' },
    });
    const places = await report('revenue_by_location', { from: '2025-04-01', to: '2026-03-31' });
    expect(places.rows).toMatchObject([
      { location_code: 'BLR', location: 'Bengaluru', sub_location_code: 'BLR-N', sub_location: 'BLR-N' },
      { location_code: 'MAA', sub_location_code: 'MAA-S' },
    ]);
  });

  it('is made when its ISP has its turn, before further ones of ISPs that have some', async () => {
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const begin = (ispId: number) =>
      atPace({ tenant: ispId, lane: OWN }, () => {
        begun.push(ispId);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const made = [1, 1, 2, 2, 2, 3].map(begin);
    expect(begun).toEqual([1, 1, 2, 2]);
    ends.shift()?.();
    await made[0];
    expect(begun).toEqual([1, 1, 2, 2, 3]);
    for (let end = ends.shift(); end; end = ends.shift()) {
      end();
      await setImmediate();
    }
    await Promise.all(made);
    expect(begun).toHaveLength(6);
  });
});

describe('the files', () => {
  it('have every report, with the same values', async () => {
    const list = await api.ok<{ name: string; parameters: string[]; columns: { name: string }[] }[]>(
      'report/list',
      {},
      shop.me,
    );
    expect(list.map(({ name }) => name)).toEqual(REPORT_NAMES);
    for (const { name, parameters: taken, columns } of list) {
      const parameters = parametersOf(name, taken);
      const { rows } = await report(name, parameters);
      const { result } = await api.call('report/csv', { report: name, ...parameters }, shop.me);
      const [head, ...lines] = String(result).replace('\uFEFF', '').trimEnd().split('\r\n');
      expect(head).toBe(columns.map((column) => column.name).join());
      expect(lines).toEqual(rows.map((row) => columns.map((column) => row[column.name] ?? '').join()));
    }
  });

  it('have titles instead of names for people, prepared ones too', async () => {
    const asked = { report: 'outstanding_by_plan' };
    const id = await prepareReport(api, shop.me, asked);
    const titles = 'Plan id,Plan,Owing services,0-30 days,31-60 days,61-90 days,Over 90 days,Not invoiced';
    const files = {
      'report/csv': [
        { ...asked, source: 'live' },
        { ...asked, source: 'prepared' },
      ],
      'report/prepared_csv': [{ id }],
    };
    for (const [path, calls] of Object.entries(files))
      for (const call of calls) {
        const [named, titled] = await Promise.all(
          ['names', 'titles'].map(async (headings) =>
            String((await api.call(path, { ...call, headings }, shop.me)).result),
          ),
        );
        expect(named).toMatch(/^\uFEFFplanid,plan,/);
        expect(titled).toMatch(new RegExp(`^\uFEFF${titles},`));
        expect(titled?.split('\r\n').slice(1)).toEqual(named?.split('\r\n').slice(1));
      }
  });

  it('keep a spreadsheet from executing what a name says', async () => {
    await api.ok('plan/update', { id: shop.planid, name: '=HYPERLINK("x")' }, shop.me);
    const { result } = await api.call('report/csv', { report: 'outstanding_by_plan' }, shop.me);
    expect(String(result)).toContain(`"'=HYPERLINK(""x"")"`);
  });

  it('are PDF with title, owner, days and totals; the audit knows who took CSV', async () => {
    const { result } = await api.call('report/pdf', { report: 'collections_by_mode', ...days }, shop.me);
    const texts = linesOf(result as Buffer)
      .flat()
      .join(' ');
    for (const text of ['Collections by mode', '2026-03-01 to 2026-03-31, INR', 'Online', '1800.00', 'Total'])
      expect(texts).toContain(text);
    const named = await api.call('report/pdf', { report: 'revenue_by_reseller', ...days }, shop.me);
    const lines = linesOf(named.result as Buffer).flat();
    const isp = await api.db.prisma.isp.findUniqueOrThrow({ where: { id: shop.ispid } });
    expect(lines.some((line) => line.startsWith(`${isp.name} `) && line.includes('998.00'))).toBe(true);
    expect(lines.join(' ')).not.toContain('Reseller id');
    const events = await api.db.pool.query(`SELECT 1 FROM auth.audit_event WHERE procedure = 'report.csv'`);
    expect(events.rowCount).toBeGreaterThan(0);
  });
});

describe('usage', () => {
  it('is that of the days asked for, archived ones too', async () => {
    const bySubscriber = await report('usage_by_subscriber', days);
    expect(bySubscriber.rows.map(({ username, dl_gb, ul_gb }) => [username, dl_gb, ul_gb])).toEqual([
      [own.username, '7.000', '2.000'],
      [resold.username, '40.000', '1.000'],
      [south.username, '1.000', '0.000'],
    ]);
    expect((await report('usage_by_plan', days)).total).toEqual({ services: 3, dl_gb: '48.000', ul_gb: '3.000' });
    const top = await report('top_users', { ...days, top: 1 });
    expect(top.rows).toMatchObject([{ username: resold.username, dl_gb: '40.000' }]);
  });
});

describe('subscribers by month', () => {
  it('follow from one month to the next', async () => {
    const of = await Shop.open(api, { on: '2026-01-10' });
    const prepaid = { prepaid_postpaid: 'Prepaid' };
    const stays = await of.subscribe(prepaid);
    const goes = await of.subscribe(prepaid);
    await stays.pay(499 * 5);
    await goes.pay(499);
    await of.advanceDailyTo('2026-02-20');
    const late = await of.subscribe(prepaid);
    await late.pay(499 * 3);
    await of.advanceDailyTo('2026-03-25');
    await goes.pay(499);
    await of.advanceDailyTo('2026-04-05');
    const { rows } = await report('subscribers_by_month', { from: '2026-01-15', to: '2026-05-01' }, of.me);
    expect(rows).toMatchObject([
      {
        month: '2026-01',
        at_begin: 0,
        new: 2,
        returned: 0,
        lost: 0,
        at_end: 2,
        churn: null,
        net: '998.00',
        arpu: '998.00',
      },
      {
        month: '2026-02',
        at_begin: 2,
        new: 1,
        returned: 0,
        lost: 1,
        at_end: 2,
        churn: '50.00',
        net: '998.00',
        arpu: '499.00',
      },
      {
        month: '2026-03',
        at_begin: 2,
        new: 0,
        returned: 1,
        lost: 0,
        at_end: 3,
        churn: '0.00',
        net: '1497.00',
        arpu: '598.80',
      },
      {
        month: '2026-04',
        at_begin: 3,
        new: 0,
        returned: 0,
        lost: 0,
        at_end: 3,
        churn: '0.00',
        net: '0.00',
        arpu: '0.00',
      },
    ]);
  });
});
