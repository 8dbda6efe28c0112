import { dayOf } from '../../../core/zone.ts';
import { type Said, SPEECH_TEXTS, type SpeechLanguage, type SpeechNumber } from './speech-texts.ts';
import type { Verdict } from './verdict-record.ts';

/** What a voice says of a verdict. Voice menus branch by the number, so it never changes its meaning; 0 is a person. */
export interface Speech {
  readonly number: SpeechNumber;
  readonly text: string;
}

interface Telling {
  readonly language: SpeechLanguage;
  /** Of the ISP. */
  readonly zone: string;
  readonly now: Date;
  /** Whether the listener has proved who they are. */
  readonly withAmounts: boolean;
}

/** 1, 11 and 12 are kept for verdicts that there are not yet. */
export function speechNumber({ verdict, cause, amount }: Verdict): SpeechNumber {
  switch (verdict) {
    case 'new':
      return 2;
    case 'blocked':
      if (cause === 'suspended') return 3;
      if (cause === 'unbilled') return 4;
      if (cause === 'volume') return 7;
      return amount === null ? 6 : 5;
    case 'incident':
      return 8;
    case 'silent':
      return 9;
    case 'refused':
      return 10;
    case 'reduced':
      return cause === 'volume' ? 14 : 13;
    case 'online':
      return 15;
    case 'offline':
      return 16;
    case 'never':
      return 17;
  }
}

/** Nothing of the network, of the staff or of the subscriber is in it: anybody can call. Needs a verdict with amounts. */
export function speechOf(verdict: Verdict, telling: Telling): Speech {
  const number = speechNumber(verdict);
  return { number, text: SPEECH_TEXTS[telling.language][number](saidOf(verdict, telling)) };
}

/** When nobody can tell. */
export const speechOfNobody = (language: SpeechLanguage): Speech => bare(0, language);

/** Whether a place is in an incident, and nothing else of it. */
export const speechOfPlace = (isConcerned: boolean, language: SpeechLanguage): Speech =>
  bare(isConcerned ? 8 : 18, language);

const bare = (number: SpeechNumber, language: SpeechLanguage): Speech => ({
  number,
  text: SPEECH_TEXTS[language][number]({ since: null, upto: null, amount: null, incident: null, expected: null }),
});

function saidOf(verdict: Verdict, { language, zone, now, withAmounts }: Telling): Said {
  const { since, upto, amount, currency, expected_at: expected } = verdict;
  const locale = language === 'hi' ? 'hi-IN' : 'en-IN';
  const money = new Intl.NumberFormat(locale, { style: 'currency', currency });
  return {
    since: since && sinceWords(since, { locale, zone, now }),
    upto: upto && dayWords(upto, locale),
    incident: language === 'hi' ? verdict.incident_hi : verdict.incident_en,
    expected: expected !== null && expected > now ? momentWords(expected, { locale, zone, now }) : null,
    amount: withAmounts && amount !== null ? money.format(Number(amount)) : null,
  };
}

/** The time if it was today, else the day. */
function sinceWords(at: Date, { locale, zone, now }: Speaking): string {
  const day = dayOf(at, zone);
  if (day !== dayOf(now, zone)) return dayWords(day, locale);
  return new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone }).format(at);
}

interface Speaking {
  readonly locale: string;
  readonly zone: string;
  readonly now: Date;
}

/** The time, after its day if that is not today. */
function momentWords(at: Date, { locale, zone, now }: Speaking): string {
  const day = dayOf(at, zone);
  const time = new Intl.DateTimeFormat(locale, { timeStyle: 'short', timeZone: zone }).format(at);
  return day === dayOf(now, zone) ? time : `${dayWords(day, locale)}, ${time}`;
}

const dayWords = (day: string, locale: string): string =>
  new Intl.DateTimeFormat(locale, { day: 'numeric', month: 'long', timeZone: 'UTC' }).format(
    new Date(`${day}T00:00:00Z`),
  );
