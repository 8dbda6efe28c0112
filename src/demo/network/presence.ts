import type { Random } from '../random.ts';
import { DAY_MINUTES } from './hours.ts';

/** A stretch of a day in which a router is on, in minutes. It ends with `cause`; null: it goes on tomorrow. */
export interface Stretch {
  readonly from: number;
  readonly upto: number;
  readonly cause: 'User-Request' | 'Lost-Carrier' | null;
}

interface Router {
  /** It is switched off at night. */
  readonly isEvening: boolean;
  /** It has been on since yesterday. */
  readonly isOn: boolean;
}

/** When the router of a subscriber is on, on one day. */
export function presence(random: Random, { isEvening, isOn }: Router): Stretch[] {
  if (isEvening) return byDay(random);
  return isOn ? always(random) : [{ from: random.int(FIRST, 660), upto: DAY_MINUTES, cause: null }];
}

/** Nobody dials in by night. */
const FIRST = 260;

function always(random: Random): Stretch[] {
  if (!random.chance(0.14)) return [{ from: 0, upto: DAY_MINUTES, cause: null }];
  const lost = random.int(FIRST, DAY_MINUTES - 60);
  return [
    { from: 0, upto: lost, cause: 'Lost-Carrier' },
    { from: lost + random.int(1, 25), upto: DAY_MINUTES, cause: null },
  ];
}

/** Switched on in the morning, off at night, and now and then off in between. */
function byDay(random: Random): Stretch[] {
  if (random.chance(0.06)) return [];
  const on = random.int(360, 560);
  const off = random.int(1_320, 1_430);
  if (random.chance(0.75)) return [{ from: on, upto: off, cause: 'User-Request' }];
  const lunch = random.int(700, 900);
  return [
    { from: on, upto: lunch, cause: random.chance(0.5) ? 'Lost-Carrier' : 'User-Request' },
    { from: lunch + random.int(3, 180), upto: off, cause: 'User-Request' },
  ];
}
