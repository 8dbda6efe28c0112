import { speakHindi } from './words.ts';

export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const;
export type Language = keyof typeof LANGUAGES;

/** Languages that are written from right to left, should one of them be added. */
const FROM_RIGHT = ['ar', 'fa', 'he', 'ur'];

const directionOf = (tag: string): 'ltr' | 'rtl' => (FROM_RIGHT.includes(tag.slice(0, 2)) ? 'rtl' : 'ltr');

const KEY = 'lastmile-my-language';
const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);

/** The one that was chosen in this browser, else the browser's own if there is a translation, else English. */
function chosenLanguage(): Language {
  const chosen = localStorage.getItem(KEY);
  if (isLanguage(chosen)) return chosen;
  const own = navigator.language.slice(0, 2);
  return isLanguage(own) ? own : 'en';
}

let spoken: Language = 'en';
export const language = (): Language => spoken;

/** Of numbers, amounts, days and times: without the cycle, those of Hindi say `am` and `pm` in Latin letters. */
export const locale = (): string => (spoken === 'hi' ? 'hi-IN-u-hc-h23-nu-latn' : english());

/** As it is written where the browser is from: not every browser's language is English, or even one (`C`, `en-US@posix`). */
function english(): string {
  const [, region] = /^[a-z]+-([A-Z]{2})\b/.exec(navigator.language) ?? [];
  return region ? `en-${region}` : 'en';
}

/** Loads the words of the language, before anything is drawn. English if they cannot be loaded. */
export async function loadLanguage(): Promise<void> {
  if (chosenLanguage() === 'en') return;
  try {
    await speakHindi();
    spoken = 'hi';
    document.documentElement.lang = spoken;
    document.documentElement.dir = directionOf(spoken);
  } catch (error) {
    console.warn('the words of the language cannot be loaded', error);
  }
}

/** The page is loaded anew, since every word of it changes. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(KEY, chosen);
  location.reload();
}
