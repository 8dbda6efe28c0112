import type { Attribute } from './rates.ts';

/** Attributes of radcheck with a password that can be read. */
const READABLE = /^(Cleartext-Password|User-Password|Password)$/i;
/** Those with a digest of one. */
const HASHED =
  /^(Crypt|MD5|SMD5|SHA|SHA1|SSHA|SHA2|SSHA2|SHA-?(224|256|384|512)|SSHA-?(224|256|384|512)|SHA3.*|SSHA3.*|NT|LM|NS-MTA-MD5|PBKDF2)-Password$/i;

export type FoundPassword = { readonly text: string } | { readonly hashedBy: string } | { readonly fault: string };

export const isPassword = (name: string): boolean =>
  READABLE.test(name) || HASHED.test(name) || /^Password-With-Header$/i.test(name);

export const NO_PASSWORD = 'it has no password';

/** The password of a user: a text, the kind of its digest, or what is wrong. */
export function passwordOf(check: readonly Attribute[]): FoundPassword {
  const readable = [...new Set(check.flatMap(textOf))];
  if (readable.length > 1) return { fault: 'it has two different passwords' };
  const [text] = readable;
  if (text === '') return { fault: 'its password is empty' };
  if (text !== undefined) return { text };
  const hashed = check.find(({ name }) => HASHED.test(name) || /^Password-With-Header$/i.test(name));
  return hashed ? { hashedBy: hashed.name } : { fault: NO_PASSWORD };
}

/** `Password-With-Header` begins with the kind of its digest, in braces. */
function textOf({ name, value }: Attribute): string[] {
  if (READABLE.test(name)) return [value];
  const header = /^Password-With-Header$/i.test(name) ? /^\{(?:clear|cleartext)\}(.*)$/i.exec(value) : null;
  return header ? [header[1] ?? ''] : [];
}
