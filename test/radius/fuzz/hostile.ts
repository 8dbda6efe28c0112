import { attribute, number } from './attributes.ts';
import type { Random } from './random.ts';

const START = 1;
/** Invalid or borderline text: octets that are not UTF-8, NULs, half characters, characters that stand for octets. */
const PIECES = [
  'ff',
  '00',
  'c3',
  'ed a0 80',
  'f0 9f 98',
  'ef 9c 80',
  'ef 9f bf',
  'ef bf bd',
  '0a',
  '1b 5b',
  'c3 a9',
  '61',
].map((hex) => Buffer.from(hex.replaceAll(' ', ''), 'hex'));
const LONGEST = 253;

/** Arbitrary octets of any length that fits an attribute. */
export function hostileOctets(random: Random): Buffer {
  const length = random.chance(0.3) ? LONGEST : 1 + random.below(LONGEST);
  const pick = () => PIECES[random.below(PIECES.length)] ?? Buffer.of(0xff);
  const same = random.chance(0.5) ? pick() : undefined;
  return Buffer.concat(Array.from({ length }, () => same ?? pick())).subarray(0, length);
}

/** The Start of log-in `login`, which takes over the open session if that is of an earlier one. */
export function takeover(random: Random, serviceId: number, username: string, login: number): Buffer[] {
  const name = random.chance(0.5) ? hostileOctets(random) : Buffer.from(username);
  return [
    attribute(1, name),
    attribute(40, number(START)),
    attribute(44, hostileOctets(random)),
    attribute(25, Buffer.from(`lm:${serviceId}:${login.toString(36)}`)),
    ...(random.chance(0.2) ? [attribute(87, hostileOctets(random))] : []),
  ];
}
