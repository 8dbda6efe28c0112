import { badParameter, Fault } from '../core/fault.ts';

/** What superjson writes. */
interface Written {
  readonly json?: unknown;
  readonly meta?: { readonly values?: unknown; readonly referentialEqualities?: unknown; readonly v?: unknown };
}

interface Place {
  readonly holder: Record<string, unknown>;
  readonly key: string;
}

/** The longest that `toISOString` writes has 27 characters. */
const MAX_DATE = 40;
const NUMBERS = new Set(['NaN', 'Infinity', '-Infinity', '-0']);

/** What JSON lacks and a parameter can be. A number that JSON lacks is refused by its parameter. */
const READ = new Map<unknown, (value: unknown) => unknown>([
  ['Date', (value) => (typeof value === 'string' && value.length <= MAX_DATE ? new Date(value) : value)],
  ['undefined', () => undefined],
  ['number', (value) => (NUMBERS.has(String(value)) ? Number(value) : value)],
]);

/**
 * Reads an input that superjson has written, changing it in place. Superjson itself reads whatever its format can say: sets that
 * it walks for every path into them, big integers, patterns, places far beyond the end of a list. From strangers only what a
 * parameter can be is taken, at places that exist, so the work is in proportion to the text.
 * @throws Fault of kind `badInput`
 */
export function readSuperjson(payload: unknown): unknown {
  const written = isObject(payload) ? (payload as Written) : refuse();
  const { meta } = written;
  if (meta === undefined || meta === null) return written.json;
  if (!isObject(meta)) return refuse();
  // A list names the type of the whole input, which superjson writes for `undefined`.
  const root = { input: written.json };
  const escapes = typeof meta.v === 'number' && meta.v >= 1 ? /\\[\\.]|./gs : /\\\.|./gs;
  const place = (path: string) => placeAt(root, ['input', ...segmentsOf(path, escapes)]);
  if (Array.isArray(meta.values)) apply({ holder: root, key: 'input' }, meta.values, 'input');
  else for (const [path, type] of entriesOf(meta.values)) apply(place(path), type, path);
  for (const [, paths] of entriesOf(meta.referentialEqualities)) checkInFull(paths, place);
  return root.input;
}

function apply({ holder, key }: Place, annotation: unknown, path: string): void {
  const [type, ...more] = Array.isArray(annotation) ? annotation : [];
  const read = more.length === 0 ? READ.get(type) : undefined;
  if (!read)
    throw badParameter(
      shown(path),
      `is ${named(type)}; of the types that JSON lacks, parameters accept only dates and undefined`,
    );
  holder[key] = read(holder[key]);
}

/** Equal values are written at each of their places, so nothing is copied here, except with an option that leaves them out. */
function checkInFull(paths: unknown, place: (path: string) => Place): void {
  for (const path of Array.isArray(paths) ? paths : [paths]) {
    if (typeof path !== 'string') refuse();
    const { holder, key } = place(path);
    if (holder[key] === null)
      throw badParameter(
        shown(path),
        'is left out; turn off dedupe in superjson, so that it writes equal values in full',
      );
  }
}

/** Only values that the input itself has: neither what all objects have, nor places that a list would have to grow for. */
function placeAt(root: Record<string, unknown>, segments: readonly string[]): Place {
  let holder: unknown = root;
  for (const [at, key] of segments.entries()) {
    if (!isHolder(holder) || !Object.hasOwn(holder, key) || (Array.isArray(holder) && key === 'length'))
      return refuse();
    if (at === segments.length - 1) return { holder, key };
    holder = holder[key];
  }
  return refuse();
}

/** A path has dots between its keys; those inside a key are escaped, backslashes too since version 1 of the format. */
function segmentsOf(path: string, escapes: RegExp): string[] {
  if (!path.includes('\\')) return path.split('.');
  const segments = [''];
  for (const [token] of path.matchAll(escapes)) {
    if (token === '.') segments.push('');
    else segments.push(`${segments.pop()}${token.length === 2 ? token[1] : token}`);
  }
  return segments;
}

function entriesOf(value: unknown): [string, unknown][] {
  if (value === undefined || value === null) return [];
  return isObject(value) ? Object.entries(value) : refuse();
}

const isHolder = (value: unknown): value is Record<string, unknown> => value !== null && typeof value === 'object';
const isObject = (value: unknown): value is object => isHolder(value) && !Array.isArray(value);

const shown = (path: string) => path.slice(0, 60);
const named = (type: unknown) => (typeof type === 'string' ? `a ${type.slice(0, 40)}` : 'of a custom type');

function refuse(): never {
  throw new Fault('badInput', 'the input must be JSON as superjson writes it');
}
