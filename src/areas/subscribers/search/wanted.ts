import { isIPv4 } from 'node:net';
import { meantBy } from '../../../core/telephone/called-at.ts';
import { plainNumber } from '../../../core/telephone/plain-text.ts';
import type { Scope } from '../../../core/tenancy/scope.ts';
import * as wire from '../../../core/wire/index.ts';

/** What a text can be, by its form. Some forms overlap: `919800000001` may be a number or a MAC address. */
export interface Wanted {
  readonly text: string;
  /** Of a record. */
  readonly id: number | null;
  /** Telephone numbers in E.164, and spellings in which one may be stored that has not been read. */
  readonly mobiles: readonly string[];
  /** The last six digits of a telephone number, or up to nine. */
  readonly numberEnd: string | null;
  readonly ip: string | null;
  /** `aa:bb:cc:dd:ee:ff` */
  readonly mac: string | null;
  /** As typed and in small letters. */
  readonly emails: readonly string[];
  /** Usernames have single blanks at most. */
  readonly username: string | null;
  /** A name, or the words of one that has a surname. */
  readonly name: { readonly whole: string; readonly first: string; readonly rest: string } | null;
  /** As typed and in capitals. */
  readonly documents: readonly string[];
}

const MAX_ID = 2_147_483_647;
/** The subscriber's part of most national numbering plans. */
const NATIONAL_DIGITS = 10;

export function wantedOf(text: string, scope: Pick<Scope, 'regions'>): Wanted {
  const isAddress = isIPv4(text);
  const mac = wire.mac().safeParse(text);
  const isName = !isAddress && !mac.success && /\p{L}/u.test(text) && !text.includes('@');
  const [first = '', ...rest] = text.split(/\s+/);
  return {
    text,
    id: /^\d{1,10}$/.test(text) && Number(text) >= 1 && Number(text) <= MAX_ID ? Number(text) : null,
    mobiles: isAddress ? [] : distinct([...meantBy(text, scope), ...mobilesOf(text)]),
    numberEnd: endOf(text),
    ip: isAddress ? text : null,
    mac: mac.success ? mac.data : null,
    emails: /^\S+@\S+$/.test(text) ? distinct([text, text.toLowerCase()]) : [],
    username: isAddress || /[^\S ]| {2}/.test(text) ? null : text,
    name: isName ? { whole: text, first, rest: rest.join(' ') } : null,
    documents: /\d/.test(text) && !isAddress ? distinct([text, text.toUpperCase()]) : [],
  };
}

/** With or without the signs, and the code of the country. */
function mobilesOf(text: string): string[] {
  const digits = plainNumber(text)
    .replace(/[ ()./-]/g, '')
    .replace(/^\+/, '');
  if (!/^\d{4,15}$/.test(digits)) return [];
  const national = digits.slice(-NATIONAL_DIGITS);
  return distinct([text, digits, `+${digits}`, national, `0${national}`]);
}

/** As people say it: digits, perhaps in groups. */
function endOf(text: string): string | null {
  const digits = plainNumber(text).replace(/[ -]/g, '');
  return /^\d{6,9}$/.test(digits) ? digits : null;
}

const distinct = (texts: readonly string[]): string[] => [...new Set(texts)];
