import { describe, expect, it } from 'vitest';
import type { Gstr1Form } from '../../clients/console/src/screens/gst-return/form.ts';
import { codesOf, documentsOf, sectionsOf, taxOf, totalOf } from '../../clients/console/src/screens/gst-return/rows.ts';
import { chosenIn, daysInWords, inputOf } from '../../clients/console/src/screens/reports/asked.ts';
import { barsOf } from '../../clients/console/src/screens/reports/chart-data.ts';
import { type Declared, shown } from '../../clients/console/src/screens/reports/declared.ts';
import { type Calendar, daysOf, periodName, periodsWithin } from '../../clients/console/src/screens/reports/periods.ts';
import { setRegion } from '../../clients/console/src/ui/region.ts';

setRegion({ zone: 'Asia/Kolkata', currency: 'INR' });

const INDIA: Calendar = { today: '2026-11-29', yearStart: 4 };

const column = (name: string, kind: string, more: object = {}) => ({
  ...{ name, title: name, kind, summed: false, named_by: null },
  ...more,
});

/** A report as the node declares it. */
const declared = (fields: object): Declared =>
  ({
    ...{ name: 'x', title: 'X', description: '', group: 'revenue', parameters: ['from', 'to'], most_days: 366 },
    ...{ columns: [], chart: null, ...fields },
  }) as unknown as Declared;

describe('periods', () => {
  it.each([
    ['today', '2026-11-29', '2026-11-29'],
    ['yesterday', '2026-11-28', '2026-11-28'],
    ['this_week', '2026-11-23', '2026-11-29'],
    ['this_month', '2026-11-01', '2026-11-29'],
    ['last_month', '2026-10-01', '2026-10-31'],
    ['this_quarter', '2026-10-01', '2026-11-29'],
    ['this_year', '2026-04-01', '2026-11-29'],
    ['last_year', '2025-04-01', '2026-03-31'],
  ] as const)('%s is from %s to %s in India', (period, from, to) => {
    expect(daysOf(period, INDIA)).toEqual({ from, to });
  });

  it('follow the financial year of the country, also over the turn of the year', () => {
    const inJanuary = { today: '2027-01-15', yearStart: 4 };
    expect(daysOf('this_year', inJanuary)).toEqual({ from: '2026-04-01', to: '2027-01-15' });
    expect(daysOf('last_month', inJanuary)).toEqual({ from: '2026-12-01', to: '2026-12-31' });
    expect(daysOf('last_year', { today: '2026-06-30', yearStart: 7 })).toEqual({
      from: '2024-07-01',
      to: '2025-06-30',
    });
    expect(daysOf('this_quarter', { today: '2026-01-31', yearStart: 3 }).from).toBe('2025-12-01');
    expect(daysOf('this_year', { today: '2026-11-29', yearStart: 1 }).from).toBe('2026-01-01');
    expect(periodName('last_year', INDIA)).toBe('Last financial year, 2025–26');
    expect(periodName('this_year', { ...INDIA, yearStart: 1 })).toBe('This financial year, 2026');
  });

  it('are offered if the report reads every day of them', () => {
    expect(periodsWithin(366, INDIA)).toContain('last_year');
    expect(periodsWithin(null, INDIA)).toContain('last_year');
    expect(periodsWithin(100, INDIA)).toEqual(expect.arrayContaining(['this_quarter', 'last_month']));
    expect(periodsWithin(100, INDIA)).not.toContain('this_year');
  });

  it('are of the address, unless it has days', () => {
    const report = declared({});
    const of = (address: Record<string, string>) => chosenIn(report, address, INDIA);
    expect(of({})).toEqual({ period: 'this_month', values: { from: '2026-11-01', to: '2026-11-29' } });
    expect(of({ period: 'last_year' }).values).toEqual({ from: '2025-04-01', to: '2026-03-31' });
    expect(of({ period: 'for ever' }).period).toBe('this_month');
    const custom = of({ period: 'last_year', from: '2026-01-05', to: '2026-01-09' });
    expect(custom).toEqual({ period: undefined, values: { from: '2026-01-05', to: '2026-01-09' } });
    expect(daysInWords(custom)).toMatch(/^5 Jan 2026 to 9 Jan 2026$/);
    expect(inputOf(of({ from: 'x', to: '2026-01-09' }))).toEqual({ from: '2026-11-01', to: '2026-01-09' });
    const months = declared({ columns: [column('month', 'month')], most_days: null });
    expect(chosenIn(months, {}, INDIA).period).toBe('this_year');
  });
});

describe('the chart of a report', () => {
  const days = [column('day', 'day'), column('amt', 'money', { summed: true })];
  const byDay = declared({ columns: days, chart: { by: 'day', of: ['amt'] } });
  const answer = (rows: object[]) => ({ rows, total: {}, count: rows.length, prepared_at: null }) as never;
  const isp = 'Example Net';

  it('has every day, also those without a payment', () => {
    const rows = [
      { day: '2026-11-02', amt: '10.50' },
      { day: '2026-11-04', amt: '3.00' },
    ];
    const bars = barsOf({ report: byDay, input: { from: '2026-11-01', to: '2026-11-05' }, answer: answer(rows), isp });
    expect(bars?.bars.map(({ values }) => values[0])).toEqual([0, 10.5, 0, 3, 0]);
  });

  it('sums a year by month', () => {
    const rows = [
      ...[
        { day: '2025-04-02', amt: '10.10' },
        { day: '2025-04-30', amt: '0.20' },
      ],
      { day: '2026-03-31', amt: '5.00' },
    ];
    const bars = barsOf({ report: byDay, input: { from: '2025-04-01', to: '2026-03-31' }, answer: answer(rows), isp });
    expect(bars?.bars).toHaveLength(12);
    expect(bars?.bars[0]?.values[0]).toBeCloseTo(10.3);
    expect(bars?.bars[11]).toEqual({ label: 'Mar 2026', values: [5] });
  });

  it('has ten names and all others together, the ISP for what no reseller has, and none of a part of the rows', () => {
    const columns = [
      column('resellerid', 'ownerid', { named_by: 'reseller' }),
      ...[column('reseller', 'text'), column('net', 'money')],
    ];
    const report = declared({ columns, chart: { by: 'reseller', of: ['net'] } });
    const rows = Array.from({ length: 13 }, (_, at) => ({
      ...{ resellerid: at, reseller: at === 0 ? null : `R${at}`, net: `${100 - at}.00` },
    }));
    const bars = barsOf({ report, input: {}, answer: answer(rows), isp });
    expect(bars?.bars[0]).toEqual({ label: 'Example Net', values: [100] });
    expect(bars?.bars.at(-1)).toEqual({ label: '3 others', values: [90 + 89 + 88] });
    expect(
      barsOf({ report, input: {}, answer: { ...(answer(rows) as object), count: 14 } as never, isp }),
    ).toBeUndefined();
  });
});

it.each([
  ['mode', 'text', 'DD', 'DD'],
  ['status', 'text', 'NPD', 'Not paid, cut off'],
  ['prepaid_postpaid', 'text', 'Postpaid', 'Postpaid'],
  ['month', 'month', '2026-03', 'Mar 2026'],
  ['hour', 'count', '7', '07:00'],
])('the value of %s is said in words', (name, kind, value, text) => {
  expect(shown(column(name, kind) as never, value)).toBe(text);
});

describe('the GST return', () => {
  const item = (rt: number, amounts: { txval: number; iamt: number }) => [
    { num: 1, itm_det: { rt, csamt: 0, ...amounts } },
  ];
  const form: Gstr1Form = {
    gstin: '29AAGCB7383J1Z4',
    b2b: [
      {
        ctin: '27AAPFU0939F1ZV',
        inv: [
          { inum: 'INV/1', idt: '05-11-2026', val: 588.82, pos: '27', itms: item(18, { txval: 499, iamt: 89.82 }) },
        ],
      },
    ],
    b2cs: [{ pos: '29', rt: 18, txval: 0.3, camt: 0.03, samt: 0.03 }],
    cdnr: [
      {
        ctin: '27AAPFU0939F1ZV',
        nt: [{ nt_num: 'CN/1', nt_dt: '20-11-2026', val: 118, pos: '27', itms: item(18, { txval: 100, iamt: 18 }) }],
      },
    ],
    hsn: { hsn_b2b: [{ hsn_sc: '998422', rt: 18, txval: 399, iamt: 71.82, camt: 0, samt: 0 }] },
  };

  it('sums its sections exactly, with credit notes subtracted', () => {
    const sections = sectionsOf(form);
    expect(sections.map(({ section, documents, taxable }) => [section, documents, taxable])).toEqual([
      ['b2b', 1, '499.00'],
      ['b2cs', undefined, '0.30'],
      ['cdnr', 1, '-100.00'],
    ]);
    expect(totalOf(sections)).toEqual({ taxable: '399.30', igst: '71.82', cgst: '0.03', sgst: '0.03' });
    expect(taxOf(totalOf(sections))).toBe('71.88');
  });

  it('lists documents with their day, buyer and state, and codes by whom they were supplied to', () => {
    expect(documentsOf(form)).toMatchObject([
      { number: 'INV/1', day: '2026-11-05', buyer: '27AAPFU0939F1ZV', place: '27', value: '588.82' },
      { number: 'CN/1', day: '2026-11-20', value: '-118.00', igst: '-18.00' },
    ]);
    expect(codesOf(form)).toMatchObject([{ code: '998422', rate: 18, to: 'businesses', taxable: '399.00' }]);
    expect(sectionsOf({ gstin: 'x' })).toEqual([]);
  });
});
