import { isIPv4 } from 'node:net';
import { z } from 'zod';
import { kind, sentence, type TextForm } from './kind.ts';

const asIs = (document: Record<string, unknown> = {}): TextForm => ({
  parse: (text) => text,
  render: (value: string) => value,
  document: { type: 'string', ...document },
});

// PostgreSQL cannot store NUL, and other control characters in a name only ever hide something.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const HALF_PAIR = /\p{Cs}/u;

/** A text that can be stored and shown: no control characters, no half of a surrogate pair (JSON can carry both). */
const printable = (schema: z.ZodString) =>
  schema
    .refine((value) => !CONTROL.test(value), { error: 'must not contain control characters' })
    .refine((value) => !HALF_PAIR.test(value), { error: 'must be well-formed Unicode' });

/** Free text, trimmed. */
export function text(max = 200) {
  const problem = `must be a text of 1 to ${max} characters`;
  const schema = z.string(sentence(problem)).trim().min(1, { error: problem }).max(max, { error: problem });
  return kind(printable(schema), asIs({ maxLength: max }));
}

/** A secret: taken as it is, blanks included. */
export function secret(max = 128) {
  const problem = `must be a text of 1 to ${max} characters`;
  const schema = z.string(sentence(problem)).min(1, { error: problem }).max(max, { error: problem });
  return kind(printable(schema), asIs({ maxLength: max, format: 'password' }));
}

function matching(pattern: RegExp, problem: string, document: Record<string, unknown> = {}) {
  return kind(printable(z.string(sentence(problem)).trim().regex(pattern, { error: problem })), asIs(document));
}

export const email = () =>
  matching(/^(?=.{1,254}$)[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/, 'must be an e-mail address of at most 254 characters', {
    example: 'ravi@example.net',
  });
/** However people write one: `(080) 2345-6789`. */
export const mobile = () =>
  matching(
    /^(?=(?:\D*\d){4})[+(]?[0-9][0-9 ()./-]{2,31}$/,
    'must be a telephone number of 4 to 32 digits, blanks and signs such as + ( ) -',
    { example: '9800000001' },
  );
/** What a subscriber or a login user types; no blanks, so that it survives every NAS. Octets that are no text are kept as
 * private-use characters (`octet-text.ts`), so that they are nobody's name. */
export const username = () =>
  matching(
    /^[^\s%\p{Cc}\p{Co}]{1,64}$/u,
    'must be 1 to 64 characters without blanks, %, control or private-use characters',
    { example: 'ravi' },
  );
/** The code of an ISP or a reseller: any printable text on one line. */
export const ownerCode = () =>
  matching(/^[^\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]{1,32}$/u, 'must be a printable text of 1 to 32 characters', {
    example: 'EXN',
    maxLength: 32,
  });
/** The code of a location. No comma: codes are listed comma-separated. */
export const code = () =>
  matching(
    /^[\p{L}\p{N}][^,\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]{0,31}$/u,
    'must be 1 to 32 printable characters without a comma, the first a letter or a digit',
    { example: 'BLR', maxLength: 32 },
  );

export function ipv4() {
  const problem = 'must be an IPv4 address such as 192.0.2.1';
  return kind(
    z.string(sentence(problem)).trim().refine(isIPv4, { error: problem }),
    asIs({ format: 'ipv4', example: '192.0.2.1' }),
  );
}

/** Any spelling of a MAC address in, `aa:bb:cc:dd:ee:ff` out. */
export function mac() {
  const problem = 'must be a MAC address such as aa:bb:cc:dd:ee:ff';
  const schema = z
    .string(sentence(problem))
    .trim()
    .transform(normalMac)
    .pipe(z.string(sentence(problem)).regex(MAC, { error: problem }));
  return kind(schema, asIs({ example: 'aa:bb:cc:dd:ee:ff' }));
}

const MAC = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/;

function normalMac(value: string): string {
  const digits = value.replace(/[:.-]/g, '').toLowerCase();
  return /^[0-9a-f]{12}$/.test(digits) ? (digits.match(/../g) ?? []).join(':') : value;
}

/** A text in a result. */
export const shown = () => kind(z.string(), asIs());
