import { isIPv4, isIPv6 } from 'node:net';
import { z } from 'zod';
import { macText } from '../network/mac.ts';
import { errorText, kind, type TextForm } from './kind.ts';

const asIs = (document: Record<string, unknown> = {}): TextForm => ({
  parse: (text) => text,
  render: (value: string) => value,
  document: { type: 'string', ...document },
});

// PostgreSQL cannot store NUL, and other control characters serve only to hide something in a name.
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to reject
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;

const LONE_SURROGATE = /\p{Cs}/u;

/** Text that can be stored and displayed: no control characters and no lone surrogates, both of which JSON allows. */
const printable = (schema: z.ZodString) =>
  schema
    .refine((value) => !CONTROL.test(value), { error: 'must not contain control characters' })
    .refine((value) => !LONE_SURROGATE.test(value), { error: 'must be well-formed Unicode' });

/** Free text, trimmed. */
export function text(max = 200) {
  const problem = `must be a text of 1 to ${max} characters`;
  const schema = z.string(errorText(problem)).trim().min(1, { error: problem }).max(max, { error: problem });
  return kind(printable(schema), asIs({ maxLength: max }));
}

/** A secret: not trimmed. */
export function secret(max = 128) {
  const problem = `must be a text of 1 to ${max} characters`;
  const schema = z.string(errorText(problem)).min(1, { error: problem }).max(max, { error: problem });
  return kind(printable(schema), asIs({ maxLength: max, format: 'password' }));
}

function matching(pattern: RegExp, problem: string, document: Record<string, unknown> = {}) {
  return kind(printable(z.string(errorText(problem)).trim().regex(pattern, { error: problem })), asIs(document));
}

export const email = () =>
  matching(/^(?=.{1,254}$)[^\s@]{1,64}@[^\s@.]+(\.[^\s@.]+)+$/, 'must be an e-mail address of at most 254 characters', {
    example: 'ravi@example.net',
  });
/** In any common notation: `(080) 2345-6789`. */
export const mobile = () =>
  matching(
    /^(?=(?:\D*\d){4})[+(]?[0-9][0-9 ()./-]{2,31}$/,
    'must be a telephone number of 4 to 32 digits, spaces and signs such as + ( ) -',
    { example: '9800000001' },
  );
/**
 * Of a subscriber. Single blanks inside, which systems that people move from have allowed. No `%`, which stands for anything in
 * filters, and no private-use characters, which stand for octets that are not text (`octet-text.ts`).
 */
export const username = () =>
  matching(
    /^(?=.{1,64}$)[^\s%\p{Cc}\p{Co}]+(?: [^\s%\p{Cc}\p{Co}]+)*$/u,
    'must be 1 to 64 characters without %, control or private-use characters, with single spaces only inside',
    { example: 'ravi' },
  );
/** Of a login user. */
export const loginName = () =>
  matching(
    /^[^\s%\p{Cc}\p{Co}]{1,64}$/u,
    'must be 1 to 64 characters without spaces, %, control or private-use characters',
    { example: 'ravi' },
  );
/** The code of an ISP or a reseller: any printable text on one line. */
export const ownerCode = () =>
  matching(/^[^\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]{1,32}$/u, 'must be a printable text of 1 to 32 characters', {
    example: 'EXN',
    maxLength: 32,
  });
/** The code of a location. No comma, since lists of codes are comma-separated. */
export const code = () =>
  matching(
    /^[\p{L}\p{N}][^,\p{Cc}\p{Cs}\p{Co}\p{Zl}\p{Zp}]{0,31}$/u,
    'must be 1 to 32 printable characters without a comma, starting with a letter or a digit',
    { example: 'BLR', maxLength: 32 },
  );

export function ipv4() {
  const problem = 'must be an IPv4 address such as 192.0.2.1';
  return kind(
    z.string(errorText(problem)).trim().refine(isIPv4, { error: problem }),
    asIs({ format: 'ipv4', example: '192.0.2.1' }),
  );
}

export function ipv6() {
  const problem = 'must be an IPv6 address such as 2001:db8::1';
  const isAddress = (value: string) => isIPv6(value) && !value.includes('%');
  return kind(
    z.string(errorText(problem)).trim().refine(isAddress, { error: problem }),
    asIs({ format: 'ipv6', example: '2001:db8::1' }),
  );
}

/** A MAC address in any notation. Native: `aa:bb:cc:dd:ee:ff`. */
export function mac() {
  const problem = 'must be a MAC address such as aa:bb:cc:dd:ee:ff';
  const schema = z
    .string(errorText(problem))
    .trim()
    .transform((value) => macText(value) ?? value)
    .pipe(z.string(errorText(problem)).regex(MAC, { error: problem }));
  return kind(schema, asIs({ example: 'aa:bb:cc:dd:ee:ff' }));
}

const MAC = /^[0-9a-f]{2}(:[0-9a-f]{2}){5}$/;

/** Text in a result, not validated. */
export const shown = () => kind(z.string(), asIs());

/** An object as the database has it: JSON in both interfaces. */
export const jsonObject = () =>
  kind(z.record(z.string(), z.unknown()), {
    parse: (text) => text,
    render: (value: never) => value,
    document: { type: 'object' },
  });
