import { Fault } from '../core/fault.ts';

/** The deepest legitimate input is a comparison with its annotation, in a batch: five levels. */
const MAX_DEPTH = 16;
/** The longest legitimate input is a batch of bulk actions: twenty calls for a hundred services each. */
export const MAX_VALUES = 10_000;

const QUOTE = 34;
const COMMA = 44;
const OPEN_LIST = 91;
const CLOSE_LIST = 93;
const OPEN_OBJECT = 123;
const CLOSE_OBJECT = 125;

/**
 * Refuses JSON that would take long to parse, or hold much memory when parsed: a megabyte of brackets takes V8 a quarter of a
 * second. Reads the text once and builds nothing. Malformed JSON is left for the parser to refuse.
 * @throws Fault of kind `badInput`
 */
export function checkJsonBounds(text: string, what: string): void {
  let depth = 0;
  let values = 1;
  for (let at = 0; at < text.length; at += 1) {
    switch (text.charCodeAt(at)) {
      case QUOTE:
        at = endOfText(text, at);
        continue;
      case OPEN_LIST:
      case OPEN_OBJECT:
        depth += 1;
        values += 1;
        break;
      case CLOSE_LIST:
      case CLOSE_OBJECT:
        depth -= 1;
        continue;
      case COMMA:
        values += 1;
        break;
      default:
        continue;
    }
    if (depth > MAX_DEPTH) throw new Fault('badInput', `${what} is nested more than ${MAX_DEPTH} levels deep`);
    if (values > MAX_VALUES) throw new Fault('badInput', `${what} has more than ${MAX_VALUES} values`);
  }
}

/** The place of the quote that ends a text, or of the end if none does. */
function endOfText(text: string, start: number): number {
  let end = text.indexOf('"', start + 1);
  while (end !== -1 && isEscaped(text, end)) end = text.indexOf('"', end + 1);
  return end === -1 ? text.length : end;
}

/** Is there an odd number of backslashes before it? */
function isEscaped(text: string, at: number): boolean {
  let first = at;
  while (text[first - 1] === '\\') first -= 1;
  return (at - first) % 2 === 1;
}
