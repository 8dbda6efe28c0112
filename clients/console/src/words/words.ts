import * as en from './en/index.ts';

/** The shape of the English words, with any text in the place of each. */
type Translated<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Translated<R>
    : { readonly [K in keyof T]: Translated<T[K]> };

/** What a language has to say. */
export type Words = Translated<typeof en>;

/** The words of the chosen language. Read them when rendering: they are complete once `speak` has resolved. */
export const words: Words = { ...en };

/** Replaces the English words. @throws when the file of the language cannot be loaded */
export async function speakHindi(): Promise<void> {
  Object.assign(words, await import('./hi/index.ts'));
}
