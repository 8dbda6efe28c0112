import { describe, expect, it } from 'vitest';
import { timelineText } from '../../clients/console/src/screens/subscriber/timeline-text.ts';
import { roundTimes } from '../../clients/console/src/ui/chart-scale.ts';
import { day, fromToday, today } from '../../clients/console/src/ui/day.ts';
import { inputOf } from '../../clients/console/src/ui/filters.ts';
import { timeOfDay, zoneOffset } from '../../clients/console/src/ui/instant.ts';
import { isAbove0, isAmount, money, sumOf } from '../../clients/console/src/ui/money.ts';
import { setRegion } from '../../clients/console/src/ui/region.ts';
import {
  areDrawnAlike,
  drawn,
  heightOf,
  moved,
  offsetOf,
  placeAt,
  resized,
  rested,
  revealed,
  START,
} from '../../clients/console/src/ui/rows.ts';
import { areAlike, changesTo, lookAt, viewsIn, withoutView, withView } from '../../clients/console/src/ui/views.ts';
import { visitsOfToday } from '../../clients/console/src/ui/visits.ts';

it.each([
  ['a day', 86_400_000, 6, ['06:00', '12:00', '18:00', '00:00']],
  ['an hour', 3_600_000, 6, ['04:10', '04:20', '04:30', '04:40', '04:50', '05:00']],
  ['a day on a phone', 86_400_000, 2, ['12:00', '00:00']],
])('the time axis over %s has round times of the ISP', (_what, length, atMost, expected) => {
  setRegion({ zone: 'Asia/Kolkata', currency: 'INR' });
  const from = Date.parse('2026-11-21T22:38:00Z'); // 04:08
  const times = roundTimes(from, from + length, atMost, zoneOffset(new Date(from)));
  expect(times.map((at) => timeOfDay(new Date(at)))).toEqual(expected);
});

const MILLION = { count: 1_000_000, rowHeight: 40, view: 800 };

describe('a list of a million rows', () => {
  it('is laid out in fewer pixels than browsers can', () => {
    expect(heightOf(MILLION)).toBe(8_000_000);
    expect(heightOf({ ...MILLION, count: 50 })).toBe(2_000);
  });

  it('begins where it was left, or at the end of what is left of it', () => {
    const place = placeAt(MILLION, 20_000_000);
    expect(place.top).toBe(20_000_000);
    expect(moved(MILLION, place, place.physical)).toEqual(place);
    expect(placeAt({ ...MILLION, count: 50 }, 20_000_000)).toEqual({ physical: 1_200, top: 1_200 });
    expect(placeAt({ ...MILLION, count: 3 }, 20_000_000)).toEqual(START);
  });

  it('keeps its first row when rows become lower', () => {
    const compact = { ...MILLION, rowHeight: 30 };
    const place = resized(compact, placeAt(MILLION, 20_000_000), 40);
    expect(place.top).toBe(15_000_000);
    expect(moved(compact, place, place.physical)).toEqual(place);
    expect(resized(compact, START, 40)).toEqual(START);
  });

  it('moves by pixels at the wheel, and by share at the scroll bar', () => {
    const near = moved(MILLION, { physical: 1_000, top: 1_000 }, 1_120);
    expect(near.top).toBe(1_120);
    const far = moved(MILLION, near, 4_000_000);
    expect(far.top / 40_000_000).toBeCloseTo(0.5, 3);
  });

  it('reaches its first and its last row', () => {
    expect(drawn(MILLION, moved(MILLION, { physical: 9_000, top: 40_000 }, 0)).first).toBe(0);
    const end = moved(MILLION, START, 8_000_000);
    expect(drawn(MILLION, end).last).toBe(1_000_000);
    expect(offsetOf(MILLION, end, 999_999)).toBe(8_000_000 - 40);
  });

  it('puts the scroll bar right when the hand rests, without moving the rows', () => {
    const strayed = { physical: 10_000, top: 20_000_000 };
    const right = rested(MILLION, strayed);
    expect(right.top).toBe(strayed.top);
    expect(right.physical / 8_000_000).toBeCloseTo(0.5, 3);
  });

  it('is drawn anew only when a row comes into sight, or all rows move', () => {
    const place = { physical: 2_010, top: 2_010 };
    expect(areDrawnAlike(MILLION, place, { physical: 2_030, top: 2_030 })).toBe(true);
    expect(areDrawnAlike(MILLION, place, { physical: 2_050, top: 2_050 })).toBe(false);
    expect(areDrawnAlike(MILLION, place, { physical: 2_000, top: 2_010 })).toBe(false);
  });

  it('shows a row that keys reach', () => {
    const place = revealed(MILLION, START, 30);
    expect(place.top).toBe(31 * 40 - 800);
    expect(revealed(MILLION, place, 25)).toBe(place);
  });
});

describe('amounts and days', () => {
  it('are formatted and added exactly', () => {
    setRegion({ zone: 'Asia/Kolkata', currency: 'INR' });
    expect(money('12345678901234.05')).toBe('₹1,23,45,67,89,01,234.05');
    expect(money('-500.00')).toBe('−₹500.00');
    expect(sumOf(['0.10', '0.20', '-99999999999.31'])).toBe('-99999999999.01');
    expect([isAmount('499.00'), isAmount('1e3'), isAmount('4.999'), isAbove0('0.00'), isAbove0('-5.00')]).toEqual([
      true,
      false,
      false,
      false,
      false,
    ]);
  });

  it('are those of the ISP, not of this computer', () => {
    const lateInLondon = new Date('2026-11-22T20:00:00Z');
    expect(today(lateInLondon)).toBe('2026-11-23');
    expect(fromToday('2026-11-24', lateInLondon)).toBe('tomorrow');
    expect(day('2026-11-01')).toBe('1 Nov 2026');
  });
});

describe('filters', () => {
  it('send what is understood, in the kinds of the API', () => {
    const filters = [
      { key: 'status', label: '', kind: 'choice', choices: [{ value: 'Active', label: '' }] },
      { key: 'paid', label: '', kind: 'flag' },
      { key: 'id', label: '', kind: 'number' },
      { key: 'upto', label: '', kind: 'day' },
    ] as const;
    expect(inputOf(filters, { status: 'Active', paid: 'no', id: '7', upto: '2026-11-01' })).toEqual({
      status: 'Active',
      paid: false,
      id: 7,
      upto: '2026-11-01',
    });
    expect(inputOf(filters, { status: 'x', id: 'x', upto: 'tomorrow', other: 'x' })).toEqual({});
  });
});

describe('views of a list', () => {
  const filters = [
    { key: 'status', label: '', kind: 'text' },
    { key: 'owes', label: '', kind: 'flag' },
  ] as const;
  const owing = { name: 'Owing', ...lookAt(filters, { owes: 'yes', sort: 'os_amt', leadid: '7' }, ['plan', 'os_amt']) };

  it('have the filters, the order and the columns, and nothing else of an address', () => {
    expect(owing.address).toEqual({ owes: 'yes', sort: 'os_amt' });
    expect(changesTo(filters, owing)).toEqual({ status: undefined, owes: 'yes', sort: 'os_amt', order: undefined });
  });

  it('are the same in whatever order something was chosen', () => {
    const later = lookAt(filters, { sort: 'os_amt', owes: 'yes', status: '' }, ['os_amt', 'plan']);
    expect(areAlike(owing, later)).toBe(true);
    expect(areAlike(owing, { ...later, columns: ['plan'] })).toBe(false);
    expect(areAlike(owing, { ...later, address: { owes: 'yes' } })).toBe(false);
  });

  it('have each name once, whatever its capitals', () => {
    const views = withView(withView([], owing), { ...owing, name: 'Active' });
    expect(views.map(({ name }) => name)).toEqual(['Active', 'Owing']);
    const again = withView(views, { ...owing, name: 'owing', columns: [] });
    expect(again.map(({ name, columns }) => [name, columns.length])).toEqual([
      ['Active', 2],
      ['owing', 0],
    ]);
    expect(withoutView(again, 'OWING ').map(({ name }) => name)).toEqual(['Active']);
  });

  it('are none in a browser that has kept something else', () => {
    expect(viewsIn([owing])).toEqual([owing]);
    for (const stored of [undefined, null, 'x', {}, { name: 'x' }]) expect(viewsIn(stored)).toEqual([]);
    const broken = [null, { name: 'x' }, { ...owing, columns: [1] }, { ...owing, address: { owes: 1 } }];
    expect(viewsIn([...broken, owing])).toEqual([owing]);
  });
});

describe('the visits of today', () => {
  setRegion({ zone: 'Asia/Kolkata', currency: 'INR' });
  const now = new Date('2026-11-22T20:00:00Z'); // 23 November, 01:30
  const lead = (id: number, time: string | null, assigned_to: number | null = null) => {
    const remind_at = time === null ? null : new Date(time);
    return { id, status: 'Installation' as 'Installation' | 'Welcome-Call', assigned_to, remind_at };
  };
  const idsOf = (leads: ReturnType<typeof lead>[]) => visitsOfToday(leads, 7, now).map(({ id }) => id);

  it('are those with a time first, then those that have waited longest', () => {
    const today = [lead(3, '2026-11-23T09:00:00Z'), lead(2, null), lead(1, null), lead(4, '2026-11-23T04:00:00Z')];
    expect(idsOf(today)).toEqual([4, 3, 1, 2]);
  });

  it('are also what was put off to a day that has passed, and not what is put off to a later one where the ISP is', () => {
    const at = ['2026-11-20T10:00:00Z', '2026-11-23T18:29:00Z', '2026-11-23T18:30:00Z'];
    expect(idsOf(at.map((time, id) => lead(id, time)))).toEqual([0, 1]);
  });

  it('are nobody else’s, and none of the office', () => {
    expect(idsOf([lead(1, null, 7), lead(2, null, 8), lead(3, null)])).toEqual([1, 3]);
    expect(idsOf([{ ...lead(1, null), status: 'Welcome-Call' }])).toEqual([]);
  });
});

describe('the timeline', () => {
  const text = (kind: Parameters<typeof timelineText>[0]['kind'], title: string, detail: string | null) => {
    const { by: _, ...shown } = timelineText({ kind, title, detail });
    return shown;
  };

  it('says sessions, log-ins and statuses in words', () => {
    const detail = '100.96.0.12, 02:00:5e:00:00:73, 49103 s, 6203.78 MB down, 845.97 MB up, Lost-Carrier';
    expect(text('session', '198.51.100.20', detail)).toEqual({
      title: 'Session at 198.51.100.20',
      detail: '100.96.0.12, 02:00:5e:00:00:73, 13 h 38 min, 6.1 GB down, 846 MB up, the line was lost',
    });
    expect(text('login', 'Access-Reject', 'wrong password, 192.0.2.1').title).toBe('Log-in refused');
    expect(text('status', 'NP to NPD', null)).toEqual({ title: 'Not paid → Not paid, cut off', detail: '' });
    expect(text('plan', 'Home, Monthly', '2026-11-01 to 2026-11-30').detail).toBe('1 Nov 2026 to 30 Nov 2026');
    expect(text('change', 'service.update', 'location_code, mac').detail).toBe('Location, MAC');
  });

  it('says payments, days to pay and what nobody did in the language of the reader', () => {
    expect(text('payment', 'Cheque cancelled', 'bounced').title).toBe('Payment cancelled: Cheque');
    expect(text('invoice', 'INV-8', 'due on 2026-11-30').detail).toBe('due on 30 Nov 2026');
    expect(timelineText({ kind: 'status', title: 'NP to NPD', detail: null, by: 'clock' }).by).toBe('by itself');
    expect(timelineText({ kind: 'change', title: 'x', detail: null, by: 'ravi' }).by).toBe('ravi');
  });

  it('says visits in words, and what the technician wrote as it is', () => {
    expect(text('visit', 'Booked', '2026-11-30 09:00-12:00, asha')).toEqual({
      ...{ title: 'Visit: Booked', detail: '30 Nov 2026 09:00-12:00, asha' },
    });
    expect(text('visit', 'Failed', 'asha, nobody on 2026-11-30').detail).toBe('asha, nobody on 2026-11-30');
  });

  it('shows what it does not know as it is', () => {
    expect(text('session', '192.0.2.1', 'Moon-Phase')).toEqual({ title: 'Session at 192.0.2.1', detail: 'Moon-Phase' });
  });
});
