import { Fault } from '../core/fault.ts';

/** More than a request takes parameters, since a name may be given several times. */
export const MAX_PAIRS = 1_000;
const AMPERSAND = '&';
const PLUS = 43;
const BLANK = 32;

/** The pairs of a query string or a form. @throws Fault of kind `badInput` if there are too many, before they are parsed */
export function formPairs(text: string): URLSearchParams {
  let pairs = 1;
  for (let at = text.indexOf(AMPERSAND); at !== -1; at = text.indexOf(AMPERSAND, at + 1)) {
    pairs += 1;
    if (pairs > MAX_PAIRS)
      throw new Fault('badInput', `a request can have at most ${MAX_PAIRS} pairs of name and value`);
  }
  return new URLSearchParams(text);
}

/** Turns the signs that stand for blanks into blanks, in place: URLSearchParams takes ten times as long for them. */
export function plusesToBlanks(body: Buffer): Buffer {
  for (let at = 0; at < body.length; at += 1) if (body[at] === PLUS) body[at] = BLANK;
  return body;
}
