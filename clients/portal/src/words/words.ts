import * as en from './en.ts';

/** The shape of the English words, with any text in the place of each. */
type Translated<T> = T extends string
  ? string
  : T extends (...values: infer V) => infer R
    ? (...values: V) => Translated<R>
    : { readonly [K in keyof T]: Translated<T[K]> };

/** The words of the chosen language. Read them when rendering: they are complete once `loadLanguage` has resolved. */
export const words: Translated<typeof en> = { ...en };

/** Replaces the English words. @throws when the file of the language cannot be loaded */
export async function speakHindi(): Promise<void> {
  Object.assign(words, await import('./hi.ts'));
}
