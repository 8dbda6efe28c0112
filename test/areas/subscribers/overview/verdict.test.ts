import { describe, expect, it } from 'vitest';
import { type Granted, verdictOf } from '../../../../src/areas/subscribers/overview/verdict.ts';
import type { SessionFacts, VerdictFacts } from '../../../../src/areas/subscribers/overview/verdict-facts.ts';

const now = new Date('2026-11-29T12:00:00+05:30');
const today = (time: string) => new Date(`2026-11-29T${time}:00+05:30`);
const on = (day: string) => new Date(`${day}T23:45:00+05:30`);

const SERVICE: VerdictFacts = {
  ...{ serviceid: 7, status: 'Active', statusAt: on('2026-11-01'), validUpto: '2026-12-21', graceUpto: null },
  ...{ incident: null, promiseUpto: null, promised: false, owed: '0.00', currency: 'INR', timezone: 'Asia/Kolkata' },
  ...{ usedGb: '12.000', volumeGb: '400.000', periodUpto: '2026-12-21', session: null },
  refusals: { count: 0, since: null, reason: null },
};
const OPEN: SessionFacts = {
  ...{ startedAt: today('09:12'), heardAt: today('11:58'), endedAt: null, terminateCause: null },
  ...{ nas: 'Core', isNasSilent: false },
};
const OUTAGE: NonNullable<VerdictFacts['incident']> = {
  ...{ id: 1, kind: 'Outage', title: 'Fibre cut', textEn: null, textHi: null },
  ...{ since: today('09:00'), expectedAt: today('18:00') },
};
const ENDED = { ...OPEN, startedAt: on('2026-11-20'), endedAt: today('09:12'), terminateCause: 'Lost-Carrier' };
const PLAN: Granted = { access: 'plan', cause: null, reason: null, dl: 50_000, ul: 50_000 };
const blocked = (cause: Granted['cause'], reason = 'it is so'): Granted => ({
  ...{ access: 'blocked', cause, reason, dl: 256, ul: 256 },
});

const said = (facts: Partial<VerdictFacts>, granted: Granted | null = PLAN, withMoney = true) =>
  verdictOf({ facts: { ...SERVICE, ...facts }, granted, withMoney, now }).text;

describe('the first line about a subscriber', () => {
  const unpaid = { status: 'NPD', statusAt: on('2026-11-23'), owed: '1827.82' } as const;
  const full = { usedGb: '400.000', session: OPEN };

  it.each<[string, Partial<VerdictFacts>, Granted | null]>([
    ['Online since 09:12 at 50 Mbit/s', { session: OPEN }, PLAN],
    ['Online since 20 Nov at 50 Mbit/s', { session: { ...OPEN, startedAt: on('2026-11-20') } }, PLAN],
    ['Online since 31 Dec 2025', { session: { ...OPEN, startedAt: on('2025-12-31') } }, { ...PLAN, dl: null }],
    ['Online at 5 Mbit/s: 400 of 400 GB used, until 21 Dec', full, { ...PLAN, cause: 'volume', dl: 5120 }],
    [
      'Online at 512 kbit/s: ₹590.00 overdue; blocked after 2 Dec',
      { session: OPEN, status: 'NP', owed: '590.00', graceUpto: '2026-12-02' },
      { ...PLAN, access: 'reduced', cause: 'overdue', dl: 512 },
    ],
    ['Blocked since 23 Nov: ₹1,827.82 unpaid', unpaid, blocked('unpaid')],
    ['Blocked since 23 Nov: ₹1,827.82 unpaid; promise already used', { ...unpaid, promised: true }, blocked('unpaid')],
    ['Blocked since 23 Nov: ₹1,827.82 unpaid', { ...unpaid, session: OPEN }, { ...blocked('unpaid'), access: 'none' }],
    ['Blocked since 23 Nov: ₹1,827.82 unpaid', unpaid, null],
    ['Blocked since 23 Nov: not paid', { ...unpaid, owed: '0.00' }, blocked('unpaid')],
    [
      'Blocked since 23 Nov: the period ended on 20 Nov',
      { ...unpaid, owed: '0.00', validUpto: '2026-11-20' },
      blocked('unpaid'),
    ],
    ['Blocked since 23 Nov: ₹1,827.82 unpaid', { ...unpaid, validUpto: '2026-11-20' }, blocked('unpaid')],
    ['Blocked since 23 Nov: suspended', { status: 'Suspend', statusAt: on('2026-11-23') }, blocked('suspended')],
    ['Blocked: the period ended on 27 Nov', { validUpto: '2026-11-27' }, blocked('expired')],
    ['Blocked: 400 of 400 GB used', full, blocked('volume')],
    ['Blocked: the service could not be billed', {}, blocked('unbilled', 'the service could not be billed')],
    ['Offline since 11:58; the NAS Core is silent', { session: { ...OPEN, isNasSilent: true } }, PLAN],
    ['Offline since 11:58; the NAS Core is silent', { session: { ...ENDED, isNasSilent: true } }, PLAN],
    ['Outage since 09:00: Fibre cut; expected to end at 18:00', { session: ENDED, incident: OUTAGE }, PLAN],
    ['Outage since 09:00: Fibre cut', { incident: { ...OUTAGE, expectedAt: null } }, PLAN],
    ['Online since 09:12 at 50 Mbit/s', { session: OPEN, incident: OUTAGE }, PLAN],
    [
      'Slow network since 09:00: Fibre cut; expected to end on 2 Dec at 23:45',
      { session: OPEN, incident: { ...OUTAGE, kind: 'Degraded', expectedAt: on('2026-12-02') } },
      PLAN,
    ],
    ['Blocked: 400 of 400 GB used', { ...full, incident: OUTAGE }, blocked('volume')],
    ['Offline since 09:12: the line was lost', { session: ENDED }, PLAN],
    ['Offline since 09:12: Cable-Cut', { session: { ...ENDED, terminateCause: 'Cable-Cut' } }, PLAN],
    [
      'Offline since 09:12: the service is bound to another MAC address',
      { session: ENDED },
      { ...PLAN, access: 'none', reason: 'the service is bound to another MAC address' },
    ],
    [
      'Refused 14 times since 10:02: wrong password',
      { session: ENDED, refusals: { count: 14, since: today('10:02'), reason: 'wrong password' } },
      PLAN,
    ],
    ['Refused once since 10:02', { refusals: { count: 1, since: today('10:02'), reason: null } }, PLAN],
    [
      'Online since 09:12 at 50 Mbit/s',
      { session: OPEN, refusals: { count: 1, since: now, reason: 'another session' } },
      PLAN,
    ],
    ['Never online', {}, PLAN],
    ['Never online', {}, null],
    ['Not started since 1 Nov', { status: 'NewRequest' }, { ...PLAN, access: 'none', cause: 'new' }],
  ])('is “%s”', (text, facts, granted) => {
    expect(said(facts, granted)).toBe(text);
  });

  it('names no amount to those who may not see it', () => {
    expect(said(unpaid, blocked('unpaid'), false)).toBe('Blocked since 23 Nov: not paid');
  });

  it('counts an advance as no debt, and shows other currencies as they are written', () => {
    expect(said({ ...unpaid, owed: '-5.00' }, blocked('unpaid'))).toBe('Blocked since 23 Nov: not paid');
    expect(said({ ...unpaid, currency: 'USD' }, blocked('unpaid'))).toBe('Blocked since 23 Nov: $1,827.82 unpaid');
  });

  it('is made of fields that say the same', () => {
    const verdict = verdictOf({
      facts: { ...SERVICE, ...unpaid, promised: true },
      granted: blocked('unpaid'),
      withMoney: true,
      now,
    });
    expect(verdict).toMatchObject({
      ...{ verdict: 'blocked', cause: 'unpaid', since: on('2026-11-23'), online: false, amount: '1827.82' },
      ...{ currency: 'INR', promise: 'used', used_gb: null, dl: 256 },
    });
  });
});
