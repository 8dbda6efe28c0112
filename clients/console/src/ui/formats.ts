import { locale } from './region.ts';

/** To make a formatter takes far longer than to use it, and a list formats each cell. */
function remembered<F, O>(make: (language: string, options: O) => F): (options: O, language?: string) => F {
  const made = new Map<string, F>();
  return (options, language = locale()) => {
    const key = language + JSON.stringify(options);
    const known = made.get(key) ?? make(language, options);
    made.set(key, known);
    return known;
  };
}

const numberFormat = remembered((language, options: Intl.NumberFormatOptions) => {
  return new Intl.NumberFormat(language, options);
});

/** Formats a moment in the language of the words, unless another is given. */
export const timeFormat = remembered((language, options: Intl.DateTimeFormatOptions) => {
  return new Intl.DateTimeFormat(language, options);
});

/** Formats what is relative to now: `tomorrow`. */
export const relativeFormat = remembered((language, options: Intl.RelativeTimeFormatOptions) => {
  return new Intl.RelativeTimeFormat(language, options);
});

/** A number for people, texts without ever being a float. Below zero it has a minus (−), which is as wide as a digit. */
export const numberText = (value: number | `${number}`, options: Intl.NumberFormatOptions): string =>
  numberFormat(options).format(value).replace('-', '−');
