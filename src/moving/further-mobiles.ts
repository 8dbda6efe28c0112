import { MAX_OTHER_MOBILES } from '../areas/subscribers/customers/vocabulary.ts';
import { mobile } from '../core/wire/index.ts';

const MOBILE = mobile();

/** `other_mobiles` from what an old system has besides the first number. What the API would not take is left out. */
export function furtherMobiles(texts: readonly (string | null | undefined)[]): string {
  const numbers = texts.flatMap((text) => MOBILE.safeParse(text).data ?? []);
  return [...new Set(numbers)].slice(0, MAX_OTHER_MOBILES).join(',');
}
