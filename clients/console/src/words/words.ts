import * as en from './en/index.ts';

/** What a language has to say. Other languages satisfy this type. */
export type Words = typeof en;

/** The words of the chosen language, read at each rendering. */
export const words: Words = en;
