import { describe, expect, it } from 'vitest';
import { speechNumber, speechOf, speechOfNobody } from '../../../../src/areas/subscribers/overview/speech.ts';
import { SPEECH_NUMBERS, SPEECH_TEXTS } from '../../../../src/areas/subscribers/overview/speech-texts.ts';
import type { Verdict } from '../../../../src/areas/subscribers/overview/verdict-record.ts';

const now = new Date('2026-11-29T12:00:00+05:30');
const AHEAD = new Date('2026-11-29T18:30:00+05:30');
const VERDICT: Verdict = {
  ...{ serviceid: 7, verdict: 'online', cause: null, since: new Date('2026-11-23T23:45:00+05:30'), upto: '2026-12-02' },
  ...{ online: true, dl: 50_000, ul: 50_000, used_gb: null, volume_gb: null, amount: null, currency: 'INR' },
  ...{ incidentid: null, incident_kind: null, incident: null, incident_en: null, incident_hi: null, expected_at: null },
  ...{ promise: null, refusals: 0, reason: null, nas: 'Core 7', nas_silent: false, text: 'for the staff' },
};
const verdict = (change: Partial<Verdict>): Verdict => ({ ...VERDICT, ...change });
const said = (change: Partial<Verdict>, language: 'en' | 'hi' = 'en', withAmounts = true) =>
  speechOf(verdict(change), { language, zone: 'Asia/Kolkata', now, withAmounts });

describe('what a voice says', () => {
  it.each<[number, Partial<Verdict>, string]>([
    [2, { verdict: 'new' }, 'Your connection has not been started yet.'],
    [
      3,
      { verdict: 'blocked', cause: 'suspended' },
      'Your connection has been suspended since 23 November. Please speak to our staff.',
    ],
    [
      4,
      { verdict: 'blocked', cause: 'unbilled' },
      'We could not make your bill, so your connection is blocked. Our staff will help you.',
    ],
    [
      5,
      { verdict: 'blocked', cause: 'unpaid', amount: '1827.82' },
      'Your connection has been blocked since 23 November, because a payment is missing. ₹1,827.82 is due.',
    ],
    [6, { verdict: 'blocked', cause: 'expired' }, 'Your plan ended on 2 December. Renew it to use the Internet again.'],
    [
      7,
      { verdict: 'blocked', cause: 'volume' },
      'You have used all of your data, so your connection is blocked. This lasts until 2 December, unless you add data.',
    ],
    [
      8,
      { verdict: 'incident', incident: 'NAS 7 down', incident_en: 'A cable was cut.', expected_at: AHEAD },
      'There is a disturbance of our network near you, since 23 November. A cable was cut. We expect it to end at 6:30 pm.',
    ],
    [
      8,
      { verdict: 'incident', incident: 'NAS 7 down', since: null, expected_at: now },
      'There is a disturbance of our network near you.',
    ],
    [9, { verdict: 'silent' }, 'Our network has had a problem near you since 23 November.'],
    [
      10,
      { verdict: 'refused' },
      'Your router has not been able to log in since 23 November. Please speak to our staff.',
    ],
    [
      13,
      { verdict: 'reduced', cause: 'overdue', amount: '590.00' },
      'Your connection is slow, because a payment is overdue. ₹590.00 is due. It will be blocked after 2 December.',
    ],
    [
      14,
      { verdict: 'reduced', cause: 'volume' },
      'Your connection is slow, because you have used the data at full speed. This lasts until 2 December, unless you add data.',
    ],
    [15, {}, 'Your connection has been working since 23 November.'],
    [16, { verdict: 'offline', since: null }, 'Your router is offline. Please check its power and its cables.'],
    [17, { verdict: 'never' }, 'Your router has never been online. Please check its power and its cables.'],
  ])('%i', (number, change, text) => {
    expect(said(change)).toEqual({ number, text });
  });

  it('the time of today instead of the day', () => {
    expect(said({ since: new Date('2026-11-29T09:12:00+05:30') }).text).toMatch(/since 9:12\sam\.$/);
  });

  it('no amount to somebody who has not proved who they are, and the same number', () => {
    const owing = { verdict: 'blocked', cause: 'unpaid', amount: '1827.82' } as const;
    expect(said(owing, 'en', false)).toEqual({
      ...{ number: 5, text: 'Your connection has been blocked since 23 November, because a payment is missing.' },
    });
    for (const language of ['en', 'hi'] as const) expect(said(owing, language, false).text).not.toMatch(/₹|1,?827/);
  });

  it('in Hindi too: each number has a sentence of its own in both languages, without a word of the other', () => {
    const parts = { since: '23', upto: '24', amount: '25', incident: null, expected: '26' };
    const nothing = { since: null, upto: null, amount: null, incident: null, expected: null };
    for (const number of SPEECH_NUMBERS)
      for (const part of [parts, nothing]) {
        expect(SPEECH_TEXTS.hi[number](part)).toMatch(/^[^A-Za-z]+।$/);
        expect(SPEECH_TEXTS.en[number](part)).toMatch(/^[A-Z][^\u0900-\u097f]+\.$/);
      }
    for (const language of ['en', 'hi'] as const)
      expect(new Set(SPEECH_NUMBERS.map((number) => SPEECH_TEXTS[language][number](nothing))).size).toBe(
        SPEECH_NUMBERS.length,
      );
    expect(said({}, 'hi').text).toBe('आपका कनेक्शन 23 नवंबर से चल रहा है।');
    expect(speechOfNobody('hi')).toEqual({ number: 0, text: SPEECH_TEXTS.hi[0](nothing) });
  });

  it('nothing of the network or of the staff’s sentence', () => {
    for (const kind of ['online', 'reduced', 'blocked', 'silent', 'refused', 'offline', 'never', 'incident'] as const) {
      const { text } = said({ verdict: kind, reason: 'wrong password for ravi', incident: 'Core 7 is down' });
      expect(text).not.toMatch(/Core|ravi|for the staff/);
    }
  });

  it('of each kind of verdict and cause a number that has a sentence', () => {
    for (const cause of ['new', 'suspended', 'unpaid', 'overdue', 'expired', 'volume', 'unbilled', null] as const)
      for (const kind of ['online', 'reduced', 'blocked', 'silent', 'refused', 'offline', 'never', 'new'] as const)
        expect(SPEECH_NUMBERS).toContain(speechNumber(verdict({ verdict: kind, cause })));
  });
});
