import { words } from '../words/words.ts';

/** The word for a value of the API; the value itself where it is a name, such as that of a vendor. */
export const choiceWord = (value: string): string =>
  (words.choices as Readonly<Record<string, string>>)[value] ?? value;

export const choiceWords = (values: readonly string[]): string => values.map(choiceWord).join(', ');

/** As filters and fields offer it. */
export const wordedChoice = (value: string) => ({ value, label: choiceWord(value) });
