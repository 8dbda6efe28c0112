import { speakHindi } from './words.ts';

export const LANGUAGES = { en: 'English', hi: 'हिन्दी' } as const;
export type Language = keyof typeof LANGUAGES;

/** Languages that are written from right to left, should one of them be added. */
const FROM_RIGHT = ['ar', 'fa', 'he', 'ur'];

const directionOf = (tag: string): 'ltr' | 'rtl' => (FROM_RIGHT.includes(tag.slice(0, 2)) ? 'rtl' : 'ltr');

const KEY = 'lastmile-language';
const isLanguage = (text: string | null): text is Language => text !== null && Object.hasOwn(LANGUAGES, text);

/** The one that was chosen in this browser, else the browser's own if there is a translation, else English. */
export function language(): Language {
  const chosen = localStorage.getItem(KEY);
  if (isLanguage(chosen)) return chosen;
  const own = navigator.language.slice(0, 2);
  return isLanguage(own) ? own : 'en';
}

/** Loads the words of the language, before anything is drawn, and returns it: English if they cannot be loaded. */
export async function loadLanguage(): Promise<Language> {
  if (language() === 'en') return 'en';
  try {
    await speakHindi();
    document.documentElement.lang = language();
    document.documentElement.dir = directionOf(language());
    return language();
  } catch (error) {
    console.warn('the words of the language cannot be loaded', error);
    return 'en';
  }
}

/** The page is loaded anew, since every word of it changes. */
export function chooseLanguage(chosen: Language): void {
  localStorage.setItem(KEY, chosen);
  location.reload();
}
